from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.sealing import CannotOpen, KeyRing, Purpose, Sealer, keyed_hash

OLD, NEW, OTHER = ("k1", b"1" * 32), ("k2", b"2" * 32), ("k1", b"3" * 32)
# Computed from RFC 5869 and AES-GCM without the module under test.
GOLDEN = "01026b31000000000000000000000000eb2e8de69f3039e6994be1d01161d3c2eec65a21"
TURN = "00112233445566778899aabbccddeeff"


def sealer(*keys: tuple[str, bytes], **tenants: KeyRing) -> Sealer:
    return Sealer(KeyRing(keys or (OLD,)), tenants, os.urandom)


def seal(
    by: Sealer,
    plaintext: bytes = b"text",
    tenant: str = "default",
    turn: str = TURN,
    purpose: Purpose = Purpose.REQUEST,
) -> bytes:
    return by.seal(plaintext, tenant=tenant, turn_id=turn, purpose=purpose)


def unseal(
    by: Sealer, envelope: bytes, tenant: str = "default", turn: str = TURN, purpose: Purpose = Purpose.REQUEST
) -> bytes:
    return by.open(envelope, tenant=tenant, turn_id=turn, purpose=purpose)


@given(st.binary(), st.text(), st.text(), st.sampled_from(Purpose))
def test_an_envelope_opens_for_the_tenant_turn_and_purpose_that_it_was_sealed_for(
    plaintext: bytes, tenant: str, turn: str, purpose: Purpose
) -> None:
    envelope = seal(sealer(), plaintext, tenant, turn, purpose)
    assert unseal(sealer(), envelope, tenant, turn, purpose) == plaintext


@pytest.mark.parametrize(
    ("tenant", "turn", "purpose"),
    [
        ("support", TURN, Purpose.REQUEST),
        ("default", TURN[::-1], Purpose.REQUEST),
        ("default", TURN, Purpose.REPLACEMENT_MAP),
        ("default", TURN, Purpose.DRY_RUN),
    ],
)
def test_it_opens_for_no_other(tenant: str, turn: str, purpose: Purpose) -> None:
    with pytest.raises(CannotOpen):
        unseal(sealer(), seal(sealer()), tenant, turn, purpose)


@given(st.binary(max_size=40), st.data())
def test_an_envelope_with_any_bit_flipped_is_refused(plaintext: bytes, data: st.DataObject) -> None:
    envelope = bytearray(seal(sealer(), plaintext))
    envelope[data.draw(st.integers(0, len(envelope) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(CannotOpen):
        unseal(sealer(), bytes(envelope))


@given(st.data())
def test_an_envelope_cut_anywhere_is_refused(data: st.DataObject) -> None:
    envelope = seal(sealer())
    with pytest.raises(CannotOpen):
        unseal(sealer(), envelope[: data.draw(st.integers(0, len(envelope) - 1))])


@given(st.binary())
def test_arbitrary_bytes_are_refused(envelope: bytes) -> None:
    for value in (envelope, b"\x01\x02k1" + envelope):
        with pytest.raises(CannotOpen):
            unseal(sealer(), value)


def test_after_a_rotation_the_first_key_seals_and_the_old_one_still_opens() -> None:
    before, after = sealer(OLD), sealer(NEW, OLD)
    assert unseal(after, seal(before)) == b"text"
    assert unseal(sealer(NEW), seal(after)) == b"text"


def test_a_key_that_left_the_ring_opens_nothing_more() -> None:
    with pytest.raises(CannotOpen, match="not in the ring"):
        unseal(sealer(NEW), seal(sealer(OLD)))


def test_another_key_of_the_same_id_opens_nothing() -> None:
    with pytest.raises(CannotOpen):
        unseal(sealer(OTHER), seal(sealer(OLD)))


def test_a_tenants_own_ring_seals_for_it_and_the_default_one_does_not_open_it() -> None:
    both = sealer(OLD, support=KeyRing((OTHER,)))
    assert unseal(both, seal(both, tenant="support"), tenant="support") == b"text"
    with pytest.raises(CannotOpen):
        unseal(sealer(OLD), seal(both, tenant="support"), tenant="support")


def test_two_seals_of_one_text_differ() -> None:
    assert seal(sealer()) != seal(sealer())


def test_two_turns_never_share_a_subkey() -> None:
    same_nonces = Sealer(KeyRing((OLD,)), {}, bytes)
    envelopes = {seal(same_nonces, bytes(16), turn=turn)[16:32] for turn in ("t1", "t2", "t3")}
    assert len(envelopes) == 3


def test_two_purposes_never_share_a_subkey() -> None:
    same_nonces = Sealer(KeyRing((OLD,)), {}, bytes)
    assert len({seal(same_nonces, bytes(16), purpose=purpose)[16:32] for purpose in Purpose}) == len(Purpose)


def test_an_envelope_of_another_version_is_named_so() -> None:
    with pytest.raises(CannotOpen, match="unknown version"):
        unseal(sealer(), b"\x02" + seal(sealer())[1:])


def test_the_layout_of_version_1_stays() -> None:
    envelope = seal(Sealer(KeyRing((OLD,)), {}, bytes), b"text")
    assert envelope.hex() == GOLDEN


def test_the_text_is_not_in_its_envelope() -> None:
    assert b"alex.patel" not in seal(sealer(), b"alex.patel@example.org")


def test_neither_a_ring_nor_a_sealer_prints_a_key() -> None:
    printed = f"{sealer(OLD, support=KeyRing((OTHER,)))!r}"
    assert "k1" in printed
    assert "111" not in printed
    assert "333" not in printed


@pytest.mark.parametrize("keys", [(), (("k1", b"short"),), (OLD, ("k2", bytes(33)))])
def test_a_ring_needs_keys_of_32_bytes(keys: tuple[tuple[str, bytes], ...]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeyRing(keys)


@given(st.lists(st.text()), st.lists(st.text()))
def test_different_parts_have_different_hashes(first: list[str], second: list[str]) -> None:
    assert (keyed_hash(b"key", *first) == keyed_hash(b"key", *second)) == (first == second)


def test_another_key_gives_another_hash_of_32_digits() -> None:
    first, second = keyed_hash(b"key", "Ann"), keyed_hash(b"another", "Ann")
    assert first != second
    assert len(first) == len(second) == 32
