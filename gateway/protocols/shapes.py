"""A small grammar for request bodies: one table per API says what a body may contain and where its texts are.

Fields that a table does not name are refused, or inspected as a whole if the policy allows them, so no place in a body
is skipped. A walk raises BadRequest for a wrong type. The error names the place, never a value or a user's key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

import orjson

from gateway.errors import BadRequest, PolicyBlocked
from gateway.protocols.json_schema import walk_schema
from gateway.protocols.media import walk_base64, walk_url
from gateway.protocols.paths import DOTTED
from gateway.protocols.walk import Walk, put, walk_json, walk_number, walk_text
from gateway.types import JsonObject, JsonValue, LeafKind

json_type = TypeVar("json_type", str, bool, list[JsonValue], JsonObject)

_TYPE_NAMES: Mapping[type, str] = {str: "a string", bool: "true or false", list: "a list", dict: "an object"}
_LOOKS_LIKE_A_FIELD = re.compile(r"[a-z_]{1,40}")
_LONGEST_PLAIN_NUMBER = 7


class Shape(Protocol):
    """What a place in a body may contain."""

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the value with its leaves replaced as the walk says; raises BadRequest if it has another shape."""
        ...


@dataclass(frozen=True, slots=True)
class String:
    """A string. It is a leaf unless it has no kind (another guard checks it) or is one of the API's ``known`` words."""

    kind: LeafKind | None
    known: frozenset[str] = frozenset()

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the replaced string; a text that is JSON is walked leaf by leaf."""
        text = _expect(value, str, path)
        if self.kind is None or text in self.known:
            return text
        return walk_text(text, path, walk) if self.kind is LeafKind.TEXT else walk.leaf(path, self.kind, text)


TEXT = String(LeafKind.TEXT)
NAME = String(LeafKind.NAME)
IDENTIFIER = String(LeafKind.IDENTIFIER)
OPAQUE = String(None)


def slug(*known: str) -> String:
    """Returns the shape of a field with a closed vocabulary, such as ``service_tier``; unknown words are inspected.

    >>> inspect = Walk(lambda path, kind, text, message: "[inspected]")
    >>> slug("low", "high").walk("low", "", inspect), slug("low", "high").walk("marie", "", inspect)
    ('low', '[inspected]')
    """
    return String(LeafKind.NAME, frozenset(known))


@dataclass(frozen=True, slots=True)
class Media:
    """The address of media or, with ``is_data``, their data in base64: a leaf where it is text."""

    is_data: bool

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the string with its text replaced."""
        text = _expect(value, str, path)
        return walk_base64(text, path, walk) if self.is_data else walk_url(text, path, walk)


@dataclass(frozen=True, slots=True)
class Number:
    """A number. It is a leaf if it has more than seven characters: shorter ones are settings, not data."""

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the number or its replacement."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(path, "a number")
        is_leaf = len(orjson.dumps(value)) > _LONGEST_PLAIN_NUMBER
        return walk_number(value, path, walk) if is_leaf else value


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false. If it has a ``switch``, true is refused when the policy refuses that switch."""

    switch: str | None = None

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the value unchanged."""
        if _expect(value, bool, path) and self.switch in walk.refuse:
            raise PolicyBlocked(f"The policy refuses `{path}`; leave it out, or allow `{self.switch}`.", param=path)
        return value


@dataclass(frozen=True, slots=True)
class Nullable:
    """Null, or a value of the shape."""

    shape: Shape

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns null, or what the shape's walk returns."""
        return None if value is None else self.shape.walk(value, path, walk)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose items have one shape. In an ``is_history`` list, the leaves of item 3 belong to message 3."""

    shape: Shape
    is_history: bool = False
    expects: ClassVar[str] = "a list"

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the list with each item walked."""
        items = _expect(value, list, path)
        if not self.is_history:
            return [self.shape.walk(item, f"{path}[{i}]", walk) for i, item in enumerate(items)]
        if not items:
            raise BadRequest(f"`{path}` must hold at least one message.", param=path)
        return [
            self.shape.walk(item, f"{path}[{i}]", Walk(walk.visit, walk.refuse, message=i))
            for i, item in enumerate(items)
        ]


@dataclass(frozen=True, slots=True)
class Object:
    """An object with these fields. Unknown fields are refused, or inspected as a whole if the policy allows them."""

    fields: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    expects: ClassVar[str] = "an object"

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonObject:
        """Returns the object with each member walked, in the same order."""
        members = _expect(value, dict, path)
        for name in self.required:
            if name not in members:
                raise _missing(f"{path}.{name}" if path else name)
        rewritten: JsonObject = {}
        for name, item in members.items():
            shape = self.fields.get(name)
            if shape is None:
                _walk_unknown_member(rewritten, name, item, path, walk)
            else:
                put(rewritten, name, shape.walk(item, f"{path}.{name}" if path else name, walk))
        return rewritten


@dataclass(frozen=True, slots=True)
class ByTag:
    """An object whose ``tag`` (a message's ``role``, a part's ``type``) determines its shape."""

    tag: str
    alternatives: Mapping[str, Shape]
    expects: ClassVar[str] = "an object"

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns what the walk of the tag's shape returns; an unknown tag is treated like an unknown field."""
        members = _expect(value, dict, path)
        place = f"{path}.{self.tag}"
        if self.tag not in members:
            raise _missing(place)
        shape = self.alternatives.get(_expect(members[self.tag], str, place))
        if shape is not None:
            return shape.walk(value, path, walk)
        _refuse_unknown(f"`{place}` must be one of: {', '.join(self.alternatives)}.", place, walk)
        return walk_json(value, path, walk)


@dataclass(frozen=True, slots=True)
class StringOr:
    """A string of one shape, or a list or object of another."""

    string: Shape
    other: ListOf | Object | ByTag

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns what the walk of the shape for this JSON type returns."""
        if isinstance(value, str):
            return self.string.walk(value, path, walk)
        if not isinstance(value, list | dict):
            raise _wrong(path, f"a string or {self.other.expects}")
        return self.other.walk(value, path, walk)


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose keys are chosen by the user: each key is a leaf.

    If the API defines a ``key_pattern``, keys that match it are not leaves and other keys are treated like unknown
    fields.
    """

    values: Shape
    key_pattern: re.Pattern[str] | None = None

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the object with each key and value walked; errors name the object, because keys are the user's."""
        rewritten: JsonObject = {}
        for key, item in _expect(value, dict, path).items():
            place = DOTTED.child(path, key)
            new_key = self._walk_key(key, place, path, walk)
            try:
                put(rewritten, new_key, self.values.walk(item, place, walk))
            except BadRequest:
                raise BadRequest(f"`{path}` holds a value of the wrong type.", param=path) from None
        return rewritten

    def _walk_key(self, key: str, place: str, path: str, walk: Walk) -> str:
        if self.key_pattern is not None:
            if self.key_pattern.fullmatch(key):
                return key
            _refuse_unknown(f"`{path}` holds a key that the API does not know.", path, walk)
        return walk.leaf(place + DOTTED.key_mark, LeafKind.KEY, key)


@dataclass(frozen=True, slots=True)
class Refusable:
    """A part with what no detector can read (image, audio, file): refused when the policy refuses ``switch``."""

    switch: str
    shape: Shape

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns what the shape's walk returns; raises PolicyBlocked if the policy refuses the part."""
        if self.switch in walk.refuse:
            message = f"`{path}` holds what the gateway cannot look into; send text, or allow `{self.switch}`."
            raise PolicyBlocked(message, param=path)
        return self.shape.walk(value, path, walk)


@dataclass(frozen=True, slots=True)
class JsonTree:
    """An object that no API describes, such as a provider's own fields: each key, string and number is a leaf."""

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the object with each leaf replaced, at any depth."""
        return walk_json(_expect(value, dict, path), path, walk)


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """A JSON Schema, as in tools and structured answers."""

    def walk(self, value: JsonValue, path: str, walk: Walk) -> JsonValue:
        """Returns the schema with each leaf replaced; keywords stay."""
        return walk_schema(_expect(value, dict, path), path, walk)


def _expect(value: JsonValue, expected: type[json_type], path: str) -> json_type:
    if not isinstance(value, expected):
        raise _wrong(path, _TYPE_NAMES[expected])
    return value


def _wrong(path: str, expected: str) -> BadRequest:
    return BadRequest(f"{f'`{path}`' if path else 'The body'} must be {expected}.", param=path or None)


def _missing(path: str) -> BadRequest:
    return BadRequest(f"`{path}` is missing.", param=path)


def _refuse_unknown(message: str, path: str, walk: Walk) -> None:
    if "unknown_fields" in walk.refuse:
        raise BadRequest(message, param=path or None)


def _walk_unknown_member(rewritten: JsonObject, name: str, item: JsonValue, path: str, walk: Walk) -> None:
    """Refuses a field that the table does not name, or inspects all of it, including its key."""
    place = DOTTED.child(path, name)
    if _LOOKS_LIKE_A_FIELD.fullmatch(name):
        _refuse_unknown(f"`{place}` is not a field of this API; leave it out, or allow `unknown_fields`.", place, walk)
    holder = f"`{path}`" if path else "The body"
    _refuse_unknown(f"{holder} holds a field that this API does not have.", path, walk)
    put(rewritten, walk.leaf(place + DOTTED.key_mark, LeafKind.KEY, name), walk_json(item, place, walk))
