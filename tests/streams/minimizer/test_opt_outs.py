from __future__ import annotations

import pytest

from gateway.kafka.compacted import Keyed
from gateway.records import PrivacyReceipt, PrivacyRequest, encode
from streams.minimizer.opt_outs import OptOuts
from tests.support.metrics import metric

OPT_OUT = encode(PrivacyRequest(action="opt_out", contributors={}, requested_ms=0))
DELETION = encode(PrivacyRequest(action="delete", contributors={86_400: "0" * 32}, requested_ms=0))
RECEIPT = encode(PrivacyReceipt(done_ms=0, texts=3, withdrawn=()))


def after(*records: tuple[bytes | None, bytes | None]) -> OptOuts:
    """The opt-outs after these keys and values."""
    opt_outs = OptOuts()
    for key, value in records:
        opt_outs.take(Keyed(key, value))
    return opt_outs


def test_who_opts_out_is_out_until_a_tombstone() -> None:
    assert after((b"ann", OPT_OUT)).holds("ann")
    assert not after((b"ann", OPT_OUT), (b"ann", None)).holds("ann")
    assert after((b"ann", OPT_OUT), (b"ann", None), (b"ann", OPT_OUT)).holds("ann")


def test_nobody_else_is() -> None:
    assert not after((b"ann", OPT_OUT)).holds("bob")


@pytest.mark.parametrize("key", [b"ann", b"ann/delete"])
def test_a_deletion_is_no_opt_out_and_ends_none(key: bytes) -> None:
    assert not after((key, DELETION)).holds("ann")
    assert after((b"ann", OPT_OUT), (key, DELETION)).holds("ann")


@pytest.mark.parametrize("value", [RECEIPT, None])
def test_a_receipt_changes_nothing_and_neither_does_its_tombstone(value: bytes | None) -> None:
    assert after((b"ann", OPT_OUT), (b"ann/receipt", value)).holds("ann")
    assert not after((b"ann/receipt", value)).holds("ann")


@pytest.mark.parametrize("value", [b"", b"{", b'{"kind":"request","v":4}', OPT_OUT.replace(b"opt_out", b"opt_up")])
def test_what_cannot_be_read_counts_as_an_opt_out(value: bytes) -> None:
    assert after((b"ann", value)).holds("ann")


def test_a_key_that_is_nobodys_does_no_harm() -> None:
    assert not after((None, OPT_OUT), (b"\xff", OPT_OUT)).holds("ann")


def test_the_opted_out_are_counted() -> None:
    after((b"ann", OPT_OUT), (b"bob", OPT_OUT), (b"bob", None))
    assert metric("canarygate_opted_out_subjects") == 1
