from __future__ import annotations

import json
import sys

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import BadRequest
from gateway.protocols.strict_json import MAX_DEPTH, parse
from gateway.types import JsonValue

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
JSON: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
)

BAD = {
    "an empty body": b"",
    "only white space": b" \n",
    "a byte that is not UTF-8": b'{"a": "\xff"}',
    "an encoded surrogate": b'"\xed\xa0\x80"',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "half a value": b'{"a": "b',
    "a trailing comma": b'{"a": 1,}',
    "a second value": b'{"a": 1} {"a": 2}',
    "a comment": b'{"a": 1} // b',
    "single quotes": b"{'a': 1}",
    "a leading zero": b"[01]",
    "a control character": b'"\x01"',
    "a duplicate key": b'{"a": 1, "a": 2}',
    "a duplicate key deep inside": b'[{"b": [{"a": 1, "c": 2, "a": 1}]}]',
    "a duplicate key spelled with an escape": b'{"a": 1, "\\u0061": 2}',
    "a lone surrogate in a value": b'{"a": "\\ud800"}',
    "a lone low surrogate": b'{"a": "\\udc00"}',
    "a lone surrogate in a key": b'{"\\ud800": 1}',
    "NaN": b'{"a": NaN}',
    "Infinity": b"[Infinity]",
    "minus Infinity": b"[-Infinity]",
    "a number beyond a double": b"[1e400]",
    "a negative number beyond a double": b"[-1e400]",
    "an integer beyond 64 bits": b"[18446744073709551616]",
    "a negative integer beyond 64 bits": b"[-9223372036854775809]",
    "an integer of 300 digits": b"[" + b"1" * 300 + b"]",
    "an integer of 5,000 digits": b"[" + b"7" * 5000 + b"]",
    "200,000 open lists": b"[" * 200_000,
    "200,000 nested lists": b"[" * 200_000 + b"]" * 200_000,
    "200,000 nested objects": b'{"a":' * 200_000 + b"1" + b"}" * 200_000,
    "one level too many": b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
    "one object too many": b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1),
    "levels that orjson just allows": b"[" * 1000 + b"]" * 1000,
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_what_two_readers_could_read_differently_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequest) as refusal:
        parse(body)
    assert refusal.value.message.startswith("The ")
    assert refusal.value.__cause__ is None


@given(JSON)
def test_valid_json_is_read_as_every_other_parser_reads_it(value: JsonValue) -> None:
    for body in (json.dumps(value).encode(), orjson.dumps(value), json.dumps(value, indent=2).encode()):
        parsed = parse(body, max_depth=1000)
        assert orjson.dumps(parsed) == orjson.dumps(orjson.loads(body)) == orjson.dumps(value)


@given(st.binary() | st.text().map(lambda text: text.encode(errors="surrogatepass")))
def test_any_bytes_give_a_value_or_a_bad_request(body: bytes) -> None:
    try:
        parse(body)
    except BadRequest:
        return
    json.loads(body)


@given(st.text("abcdefgh0123456789@", min_size=12), st.sampled_from(['{"x": "%s" 1}', '{"%s', '{"%s": tru}', "[%s]"]))
def test_no_error_message_holds_a_value(value: str, broken: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        parse((broken % f"a{value}").encode())
    assert value not in str(refusal.value)


def test_the_deepest_allowed_body_is_read() -> None:
    body = b'{"a":[' * (MAX_DEPTH // 2) + b"]}" * (MAX_DEPTH // 2)
    assert isinstance(parse(body), dict)


def test_brackets_inside_strings_do_not_count_as_depth() -> None:
    assert parse(json.dumps("[{" * 1000).encode()) == "[{" * 1000


def test_the_largest_integers_keep_their_value() -> None:
    assert parse(b"[18446744073709551615, -9223372036854775808]") == [2**64 - 1, -(2**63)]


def test_a_body_of_ten_mebibytes_is_read() -> None:
    text = "x" * (10 * 2**20)
    assert parse(json.dumps({"text": text}).encode()) == {"text": text}


def test_the_depth_limit_does_not_depend_on_the_recursion_limit() -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(BadRequest, match="deeper"):
        parse(b"[" * 100_000 + b"]" * 100_000)
    assert sys.getrecursionlimit() == limit
