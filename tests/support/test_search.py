import json
import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.search import base64_forms, find, find_fragments

VALUE = 'jürgen "x" o\'neill+7@müller-39.de/ä?~'
ADDRESS = "alex.patel37@harbor-lane.io"

FORMS: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "upper case": lambda value: value.replace("ü", "").upper().encode(),
    "json": lambda value: json.dumps(value).encode(),
    "json inside json": lambda value: json.dumps(json.dumps(value)).encode(),
    "json without ascii escapes": lambda value: json.dumps(value, ensure_ascii=False).encode(),
    "url": lambda value: quote(value, safe="").encode(),
    "url in lower case": lambda value: quote(value, safe="").lower().encode(),
    "url with plus": lambda value: quote_plus(value).encode(),
    "url twice": lambda value: quote(quote(value, safe=""), safe="").encode(),
    "hex": lambda value: value.encode().hex().encode(),
    "hex in upper case": lambda value: value.encode().hex().upper().encode(),
    "base64, first alignment": lambda value: b64encode(b"abc" + value.encode() + b"z"),
    "base64, second alignment": lambda value: b64encode(b"a" + value.encode() + b"zz"),
    "base64, third alignment": lambda value: b64encode(b"ab" + value.encode() + b"zzz"),
    "url-safe base64": lambda value: urlsafe_b64encode(b"a" + value.encode() + b"zz"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("value", [VALUE, ADDRESS, "4111 1111 1111 1111", "https://intra.harbor-7.io/a/b?c=d"])
def test_each_form_is_seen(form: str, value: str) -> None:
    if form == "upper case":
        value = value.replace("ü", "").replace("ä", "")
    blob = b"before " + FORMS[form](value) + b" after"
    assert {found.value for found in find(["another value", value], blob)} == {value}


def test_what_is_not_there_is_not_seen() -> None:
    noise = random.Random(7).randbytes(200_000)
    assert find([VALUE, ADDRESS], noise + b64encode(noise)) == []


def test_every_place_is_reported() -> None:
    assert [found.offset for found in find(["abcdefg"], b"abcdefg..abcdefg")] == [0, 9]


@given(
    values=st.lists(st.text("abc1.@", min_size=1, max_size=40), min_size=1, max_size=20),
    around=st.lists(st.text("abc1.@", max_size=40), min_size=2, max_size=2),
)
def test_many_values_of_any_length_are_all_seen(values: list[str], around: list[str]) -> None:
    blob = around[0].join(["", *values, ""]) + around[1]
    seen = {(found.value, found.offset) for found in find(values, blob.encode()) if found.form == "plain"}
    assert seen == {
        (value, offset) for value in values for offset in range(len(blob)) if blob.startswith(value, offset)
    }


@given(before=st.binary(max_size=9), plain=st.binary(min_size=4, max_size=60), after=st.binary(max_size=9))
def test_base64_of_any_surroundings_holds_one_of_the_forms(before: bytes, plain: bytes, after: bytes) -> None:
    assert any(form in b64encode(before + plain + after) for form in base64_forms(plain))


@pytest.mark.parametrize(
    ("value", "blob", "form"),
    [
        (ADDRESS, b"alex.patel37@[URL1]", "local part"),
        (ADDRESS, b"[EMAIL1] at Harbor-Lane.io", "domain"),
        ("https://wiki.harbor-7.io/page", b"host WIKI.harbor-7.io:443", "domain"),
        ("4111-1111-2222-3333", b"card 4111 [X] 1122 22", "digits"),
        ("+1 (415) 555-0132", b"call 415.555", "digits"),
        ("GB82 WEST 1234 5698 7654 32", b"....1234%2056", "digits"),
        ("123-45-6789", b"1234567", "digits"),
    ],
)
def test_each_fragment_is_seen(value: str, blob: bytes, form: str) -> None:
    assert form in {found.form for found in find_fragments([value], blob)}


@pytest.mark.parametrize(
    ("value", "blob"),
    [
        (ADDRESS, b"alex.patel at harbor.io"),
        ("jo@gmail.com", b"jo at gmail.com"),
        ("4111-1111-2222-3333", b"411 and 1111 33"),
        ("sk-abcdef123456ghijkl", b"123456"),
    ],
)
def test_what_is_no_distinctive_fragment_is_not_seen(value: str, blob: bytes) -> None:
    assert find_fragments([value], blob) == []
