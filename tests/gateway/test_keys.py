import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.keys import hash_key, new_key


@given(st.binary(min_size=32, max_size=32))
def test_a_new_key_is_safe_in_urls_and_headers(random_bytes: bytes) -> None:
    key = new_key(random_bytes)
    assert key.startswith("cg-")
    assert set(key) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_different_random_bytes_give_different_keys(one: bytes, other: bytes) -> None:
    assert (new_key(one) == new_key(other)) == (one == other)


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_key_is_made_from_32_bytes_and_no_other_number(length: int) -> None:
    with pytest.raises(ValueError, match="32 random bytes"):
        new_key(bytes(length))


def test_a_hash_is_the_sha_256_of_the_keys_utf_8() -> None:
    assert hash_key("clé") == "sha256:51cbcf30514d0802eb5c60a018f384ea3fb9b69307c554ee63ecb43177594de4"
