from __future__ import annotations

import pytest

from gateway.records import Hold, Lifting, encode
from gateway.types import Surface
from streams.holds import Holds

HOLD = Hold(
    surface=Surface.EGRESS, canary="c1", canary_kind="email", leaked_ms=0, held_ms=0, leaks=1, configuration="settings"
)
LIFTING = Lifting(person="anna", reason="the policy was wrong", lifted_ms=1, hold=HOLD)
HELD, LIFTED = encode(HOLD), encode(LIFTING)


def after(*records: tuple[str, bytes | None]) -> Holds:
    """What is held after these keys and values."""
    holds = Holds()
    for subject, value in records:
        holds.take(subject.encode(), value)
    return holds


def test_a_hold_stands_until_it_is_lifted_and_again_after_the_next_one() -> None:
    assert after(("tenant/support", HELD)).stands("tenant/support")
    assert not after(("tenant/support", HELD), ("tenant/support", LIFTED)).stands("tenant/support")
    assert after(("tenant/support", LIFTED), ("tenant/support", HELD)).stands("tenant/support")


@pytest.mark.parametrize("other", ["tenant/sales", "model/support", "publications"])
def test_nothing_else_is_held_or_lifted(other: str) -> None:
    assert not after(("tenant/support", HELD)).stands(other)
    assert after(("tenant/support", HELD), (other, LIFTED)).stands("tenant/support")


def test_a_tombstone_lifts_nothing() -> None:
    assert after(("publications", HELD), ("publications", None)).stands("publications")
    assert not after(("publications", None)).stands("publications")


@pytest.mark.parametrize("value", [b"", b"{", HELD.replace(b'"v":3', b'"v":4'), LIFTED.replace(b"person", b"nobody")])
def test_what_cannot_be_read_counts_as_a_hold(value: bytes) -> None:
    assert after(("model/gpt-4.1", value)).stands("model/gpt-4.1")
    assert after(("model/gpt-4.1", LIFTED), ("model/gpt-4.1", value)).stands("model/gpt-4.1")


@pytest.mark.parametrize("key", ["", "tenant", "tenant/", "publications/x", "lifted/1/publications", "abc"])
def test_a_key_that_is_no_subject_holds_nothing(key: str) -> None:
    assert sum(after((key, HELD)).counts().values()) == 0


def test_what_is_held_is_counted_by_what_it_is() -> None:
    held = after(("tenant/a", HELD), ("tenant/b", HELD), ("tenant/c", LIFTED), ("model/m/1", HELD))
    assert held.counts() == {"publications": 0, "tenant": 2, "model": 1}
