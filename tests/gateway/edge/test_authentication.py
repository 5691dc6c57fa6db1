from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.edge.authentication import ApiKeys
from gateway.keys import hash_key, new_key
from gateway.settings import ApiKey

any_text = st.text(st.characters(exclude_categories=()))


def test_a_key_is_found_by_its_hash() -> None:
    keys = ApiKeys([ApiKey(name="a", hash=hash_key("one")), ApiKey(name="b", hash=hash_key("two"))])
    found = keys.find("two")
    assert found is not None
    assert found.name == "b"


@given(any_text)
def test_a_string_that_is_no_key_is_not_found(presented: str) -> None:
    keys = ApiKeys([ApiKey(name="a", hash=hash_key(new_key(bytes(32))))])
    assert keys.find(presented) is None


def test_the_hash_itself_opens_nothing() -> None:
    assert ApiKeys([ApiKey(name="a", hash=hash_key("one"))]).find(hash_key("one")) is None
