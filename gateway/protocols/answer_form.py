"""What a request says about the form of its answer: whether it is JSON, and of which types its values are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gateway.rewriting.restoring import JsonType
from gateway.types import JsonObject, JsonValue

_TYPES: Mapping[str, JsonType] = {
    "string": JsonType.STRING,
    "number": JsonType.NUMBER,
    "integer": JsonType.NUMBER,
}


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """Whether the answer's content is JSON, and the types of the properties that the request's schemas name.

    A property that schemas give several types, or none of text and number, is not among them.
    """

    json_content: bool = False
    types: Mapping[str, JsonType] = field(default_factory=dict)


def schema_types(*schemas: JsonValue) -> Mapping[str, JsonType]:
    """Returns the type of each property that the schemas name; of a list's items, for a list.

    >>> schema_types({"properties": {"phone": {"type": ["string", "null"]}, "age": {"type": "integer"}}})
    {'phone': <JsonType.STRING: 'string'>, 'age': <JsonType.NUMBER: 'number'>}
    """
    found: dict[str, set[JsonType]] = {}
    for name, schema in _properties([*schemas]):
        found.setdefault(name, set()).update(_types_of(schema))
    return {name: next(iter(types)) for name, types in found.items() if len(types) == 1}


def _properties(values: list[JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    while values:
        value = values.pop()
        if isinstance(value, list):
            values.extend(value)
        if isinstance(value, dict):
            properties = value.get("properties")
            yield from properties.items() if isinstance(properties, dict) else ()
            values.extend(value.values())


def _types_of(schema: JsonValue) -> Iterator[JsonType]:
    if not isinstance(schema, dict):
        return
    declared = schema.get("type")
    for name in declared if isinstance(declared, list) else [declared]:
        if isinstance(name, str) and name in _TYPES:
            yield _TYPES[name]
    yield from _types_of(schema.get("items"))
    for key in ("anyOf", "oneOf", "allOf"):
        alternatives = schema.get(key)
        for alternative in alternatives if isinstance(alternatives, list) else []:
            yield from _types_of(alternative)


def members(value: JsonValue, *keys: str) -> JsonValue:
    """Returns what stands under these keys, one below the other; None where there is nothing.

    >>> members({"a": {"b": 1}}, "a", "b"), members({"a": 1}, "a", "b")
    (1, None)
    """
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def each(value: JsonValue) -> list[JsonObject]:
    """Returns the objects of a list.

    >>> each([{"a": 1}, 2]), each(None)
    ([{'a': 1}], [])
    """
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
