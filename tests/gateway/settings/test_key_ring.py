from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from gateway import sealing
from gateway.settings import key_ring
from gateway.settings.key_ring import KEY_BYTES

keys = st.binary(min_size=32, max_size=32)
key_ids = st.from_regex(r"[A-Za-z0-9_-]{1,32}", fullmatch=True)


def encoded(key: bytes) -> str:
    return b64encode(key).decode()


@given(st.lists(st.tuples(key_ids, keys), min_size=1, unique_by=lambda entry: entry[0]))
def test_a_ring_is_read_as_it_was_written_in_its_order(ring: list[tuple[str, bytes]]) -> None:
    assert key_ring(SecretStr(", ".join(f"{key_id}:{encoded(key)}" for key_id, key in ring))) == tuple(ring)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "entry 2 of the key ring is not of the form ID:BASE64"),
        (encoded(bytes(32)), "entry 2 of the key ring is not of the form ID:BASE64"),
        (f":{encoded(bytes(32))}", "the id of entry 2"),
        (f"{encoded(bytes(32))}:k2", "the id of entry 2"),
        ("k2:not base64!", "entry 2 of the key ring, 'k2', is not base64"),
        ("k2:größe", "entry 2 of the key ring, 'k2', is not base64"),
        (f"k2:{encoded(bytes(31))}", "entry 2 of the key ring, 'k2', holds 31 bytes instead of 32"),
        (f"k1:{encoded(bytes(32))}", "the id 'k1' stands twice"),
    ],
)
def test_a_wrong_entry_is_named_by_its_position_and_id(wrong: str, message: str) -> None:
    with pytest.raises(ValueError, match="key ring") as refused:
        key_ring(SecretStr(f"k1:{encoded(bytes(32))},{wrong}"))
    assert message in str(refused.value)


@given(st.binary(min_size=8).filter(lambda key: len(key) != 32))
def test_the_message_never_holds_the_key(key: bytes) -> None:
    with pytest.raises(ValueError, match="k1") as refused:
        key_ring(SecretStr(f"k1:{encoded(key)}"))
    assert encoded(key) not in str(refused.value)
    assert refused.value.__cause__ is refused.value.__context__ is None


def test_its_keys_are_as_long_as_those_that_seal() -> None:
    assert KEY_BYTES == sealing.KEY_BYTES
