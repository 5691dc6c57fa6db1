"""Walks JSON that no table describes: every key, string and number is a leaf, also in JSON inside a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import orjson

from gateway.errors import BadRequest, Uninspectable
from gateway.protocols.paths import DOTTED, POINTER, PathStyle
from gateway.protocols.strict_json import MAX_DEPTH, parse
from gateway.types import JsonObject, JsonValue, LeafKind

Visit = Callable[[str, LeafKind, str, int | None], str]

_MAY_BE_JSON = re.compile(r'[ \t\n\r]*[{\["]')
_SCALAR = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*')


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk does: ``visit`` returns each leaf's new text, ``refuse`` names what the policy refuses.

    ``visit`` is None if the walk only checks the body. ``message`` is the index of the message that is being walked.
    """

    visit: Visit | None
    refuse: frozenset[str] = frozenset()
    message: int | None = None

    def leaf(self, path: str, kind: LeafKind, text: str) -> str:
        """Returns the new text of a leaf.

        >>> Walk(lambda path, kind, text, message: text.upper()).leaf("stop", LeafKind.TEXT, "end")
        'END'
        """
        return text if self.visit is None else self.visit(path, kind, text, self.message)


@dataclass(frozen=True, slots=True)
class JsonReading:
    """How to read a piece of JSON: the style of its paths, and the kinds of its strings and keys."""

    style: PathStyle
    strings: LeafKind = LeafKind.TEXT
    keys: LeafKind = LeafKind.KEY


IN_BODY = JsonReading(DOTTED)
IN_TEXT = JsonReading(POINTER)


def walk_json(value: JsonValue, path: str, walk: Walk, reading: JsonReading = IN_BODY, depth: int = 0) -> JsonValue:
    """Returns the value with every key, string and number replaced as the walk says; a replaced number is a string.

    >>> shout = Walk(lambda path, kind, text, message: f"{path}={text}")
    >>> walk_json({"a": ["b", 1, None]}, "", shout)
    {'a.~key=a': ['a[0]=b', 'a[1]=1', None]}
    """
    if isinstance(value, str):
        return walk_text(value, path, walk, reading, depth)
    if value is None or isinstance(value, bool) or walk.visit is None:
        return value
    if isinstance(value, list):
        child = reading.style.child
        return [walk_json(item, child(path, i), walk, reading, depth + 1) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return _walk_object(value, path, walk, reading, depth + 1)
    return walk_number(value, path, walk)


def _walk_object(value: JsonObject, path: str, walk: Walk, reading: JsonReading, depth: int) -> JsonObject:
    rewritten: JsonObject = {}
    child, mark, kind = reading.style.child, reading.style.key_mark, reading.keys
    for key, item in value.items():
        place = child(path, key)
        new_key = walk.leaf(place + mark, kind, key)
        put(rewritten, new_key, walk_json(item, place, walk, reading, depth))
    return rewritten


def put(members: JsonObject, key: str, value: JsonValue) -> None:
    """Adds a member; raises Uninspectable if the object already has the key, because one value would be lost.

    >>> put({"a": 1}, "a", 2)
    Traceback (most recent call last):
    gateway.errors.Uninspectable: Two keys of one object would become equal when they are rewritten.
    """
    if key in members:
        raise Uninspectable("Two keys of one object would become equal when they are rewritten.")
    members[key] = value


def walk_number(value: int | float, path: str, walk: Walk) -> JsonValue:
    """Returns the number, or the string that replaces it.

    >>> walk_number(34, "age", Walk(lambda path, kind, text, message: text))
    34
    """
    text = orjson.dumps(value).decode()
    replaced = walk.leaf(path, LeafKind.NUMBER, text)
    return value if replaced == text else replaced


def walk_text(text: str, path: str, walk: Walk, reading: JsonReading = IN_BODY, depth: int = 0) -> str:
    """Returns the replaced text. If the text is a JSON object, list or string, its leaves are replaced one by one.

    In JSON text only the replaced keys, strings and numbers change; all other characters stay. A text that is not
    strict JSON, or is nested too deep, is one leaf.

    >>> walk_text('{ "a": 1.50 }', "stop", Walk(lambda path, kind, text, message: f"{path}"))
    '{ "stop#/a/~key": "stop#/a" }'
    """
    if walk.visit is None:
        return text
    inside = None if reading.strings is LeafKind.NAME else _json_inside(text, MAX_DEPTH - depth)
    if inside is None:
        return walk.leaf(path, reading.strings, text)
    rewritten = walk_json(inside, path + reading.style.json_mark, walk, IN_TEXT, depth + 1)
    return text if rewritten == inside else _put_back(text, inside, rewritten)


def _json_inside(text: str, max_depth: int) -> JsonValue:
    if max_depth <= 0 or not _MAY_BE_JSON.match(text):
        return None
    try:
        return parse(text.encode(), max_depth=max_depth)
    except BadRequest:
        return None


def _put_back(text: str, value: JsonValue, rewritten: JsonValue) -> str:
    """Returns the JSON text with its scalars changed to those of ``rewritten``, which has the same structure."""
    pieces: list[str] = []
    done = 0
    for scalar, before, after in zip(_SCALAR.finditer(text), _scalars(value, []), _scalars(rewritten, []), strict=True):
        if before != after:
            pieces += (text[done : scalar.start()], orjson.dumps(after).decode())
            done = scalar.end()
    return "".join([*pieces, text[done:]])


def _scalars(value: JsonValue, found: list[str | int | float]) -> list[str | int | float]:
    """Appends the value's keys, strings and numbers to ``found``, in the order of the text, and returns it."""
    if isinstance(value, dict):
        for key, item in value.items():
            found.append(key)
            _scalars(item, found)
    elif isinstance(value, list):
        for item in value:
            _scalars(item, found)
    elif value is not None and not isinstance(value, bool):
        found.append(value)
    return found
