"""Strict JSON parsing: either a value that every parser would read from the same bytes, or a clear error.

It refuses whatever parsers may read differently (duplicate keys, numbers beyond 64 bits) or fail on (deep nesting, lone
surrogates). So the provider reads exactly what the gateway inspected.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import orjson

from gateway.errors import BadRequest
from gateway.types import JsonObject, JsonValue

MAX_DEPTH = 128
_CONTAINERS = frozenset((dict, list))
_LONGEST_INTEGER = len("-9223372036854775808")


def parse(body: bytes, *, max_depth: int = MAX_DEPTH) -> JsonValue:
    """Returns the JSON value of a body, with keys in their order.

    Raises BadRequest for what RFC 8259 forbids, for nesting deeper than ``max_depth``, duplicate keys, lone surrogates,
    integers that do not fit 64 bits and numbers beyond a double's range. The message names the place, never a value.

    >>> parse(b'{"n": 18446744073709551615, "text": "a"}')
    {'n': 18446744073709551615, 'text': 'a'}
    >>> parse(b'{"a": 1, "a": 2}')
    Traceback (most recent call last):
    gateway.errors.BadRequest: The JSON has the same key twice in one object.
    """
    if not body:
        raise BadRequest("The body is empty; a JSON object is expected.")
    _check_depth(_grammar_checked(body, max_depth), body, max_depth)
    return _decode(body)


def parse_object(body: bytes) -> JsonObject:
    """Returns the JSON object of a body; raises BadRequest for anything else.

    >>> parse_object(b"[]")
    Traceback (most recent call last):
    gateway.errors.BadRequest: The body must be a JSON object.
    """
    value = parse(body)
    if not isinstance(value, dict):
        raise BadRequest("The body must be a JSON object.")
    return value


def _grammar_checked(body: bytes, max_depth: int) -> JsonValue:
    """Returns the body as orjson reads it: strict RFC 8259, but with the last duplicate key and rounded long integers.

    ``_DECODER`` checks those two, but is less strict about the grammar.
    """
    try:
        value: JsonValue = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        if "depth" in error.msg:
            raise _too_deep(max_depth) from None
        place = f"line {error.lineno}, column {error.colno}"
        raise BadRequest(f"The body is not valid JSON: {error.msg} ({place}).") from None
    return value


def _check_depth(value: JsonValue, body: bytes, max_depth: int) -> None:
    if body.count(b"[") + body.count(b"{") <= max_depth:  # an upper bound: it also counts brackets in strings
        return
    level = [value]
    for _ in range(max_depth):
        level = [item for container in level for item in _items(container) if type(item) in _CONTAINERS]
        if not level:
            return
    raise _too_deep(max_depth)


def _items(container: JsonValue) -> Iterable[JsonValue]:
    if isinstance(container, dict):
        return container.values()
    return container if isinstance(container, list) else ()


def _too_deep(max_depth: int) -> BadRequest:
    return BadRequest(f"The JSON is nested deeper than {max_depth} levels.")


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BadRequest("The JSON has the same key twice in one object.")
    return members


def _integer(digits: str) -> int:
    number = int(digits) if len(digits) <= _LONGEST_INTEGER else 2**64
    if not -(2**63) <= number < 2**64:
        raise BadRequest("The JSON holds an integer that does not fit 64 bits; send it as a string.")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer)


def _decode(body: bytes) -> JsonValue:
    value: JsonValue = _DECODER.decode(body.decode())
    return value
