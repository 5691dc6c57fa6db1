"""Walks a JSON Schema. Everything except keywords is a leaf; property names are leaves of the kind NAME everywhere.

Keywords and the values of ``type``, ``format`` and ``$schema`` are defined by the standard (draft 2020-12 and earlier),
so they contain no user data. A provider would also refuse a schema in which ``format: date`` was redacted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gateway.protocols.paths import DOTTED
from gateway.protocols.walk import JsonReading, Walk, put, walk_json
from gateway.types import JsonObject, JsonValue, LeafKind

_Walker = Callable[[JsonValue, str, Walk], JsonValue]
_NAMES = JsonReading(DOTTED, strings=LeafKind.NAME, keys=LeafKind.NAME)
_CONSTANTS = JsonReading(DOTTED, strings=LeafKind.CONSTANT)

_STANDARD_WORDS = """
    null boolean object array number integer string
    date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference
    uuid uri-template json-pointer relative-json-pointer regex
    http://json-schema.org/draft-04/schema# http://json-schema.org/draft-06/schema#
    http://json-schema.org/draft-07/schema# http://json-schema.org/draft-07/schema
    https://json-schema.org/draft/2019-09/schema https://json-schema.org/draft/2020-12/schema
"""
_STANDARD_VALUES = frozenset(_STANDARD_WORDS.split())


def walk_schema(value: JsonValue, path: str, walk: Walk) -> JsonValue:
    """Returns the schema with its leaves replaced as the walk says.

    >>> shout = Walk(lambda path, kind, text, message: f"{kind}:{text}")
    >>> walk_schema({"type": "object", "properties": {"age": {"title": "Age"}}, "required": ["age"]}, "", shout)
    {'type': 'object', 'properties': {'name:age': {'title': 'text:Age'}}, 'required': ['name:age']}
    """
    if isinstance(value, list):
        return [walk_schema(item, DOTTED.child(path, i), walk) for i, item in enumerate(value)]
    if not isinstance(value, dict) or walk.visit is None:
        return walk_json(value, path, walk)
    rewritten: JsonObject = {}
    for key, item in value.items():
        place = DOTTED.child(path, key)
        walker = _KEYWORDS.get(key)
        if walker is None:
            put(rewritten, walk.leaf(place + DOTTED.key_mark, LeafKind.KEY, key), walk_json(item, place, walk))
        else:
            put(rewritten, key, walker(item, place, walk))
    return rewritten


def _walk_named_schemas(value: JsonValue, path: str, walk: Walk) -> JsonValue:
    if not isinstance(value, dict):
        return walk_json(value, path, walk)
    rewritten: JsonObject = {}
    for name, item in value.items():
        place = DOTTED.child(path, name)
        put(rewritten, walk.leaf(place + DOTTED.key_mark, LeafKind.NAME, name), walk_schema(item, place, walk))
    return rewritten


def _walk_names(value: JsonValue, path: str, walk: Walk) -> JsonValue:
    return walk_json(value, path, walk, _NAMES)


def _walk_constants(value: JsonValue, path: str, walk: Walk) -> JsonValue:
    return walk_json(value, path, walk, _CONSTANTS)


def _walk_standard(value: JsonValue, path: str, walk: Walk) -> JsonValue:
    if isinstance(value, list):
        return [_walk_standard(item, DOTTED.child(path, i), walk) for i, item in enumerate(value)]
    return value if isinstance(value, str) and value in _STANDARD_VALUES else _walk_names(value, path, walk)


def _keywords(words: str, walker: _Walker) -> Mapping[str, _Walker]:
    return dict.fromkeys(words.split(), walker)


_KEYWORDS: Mapping[str, _Walker] = {
    **_keywords("properties patternProperties $defs definitions dependentSchemas", _walk_named_schemas),
    **_keywords("required dependentRequired dependencies $ref $dynamicRef $recursiveRef", _walk_names),
    **_keywords("$id $anchor $dynamicAnchor $recursiveAnchor", _walk_names),
    **_keywords("type format $schema", _walk_standard),
    **_keywords("allOf anyOf oneOf not if then else items prefixItems additionalItems contains", walk_schema),
    **_keywords("additionalProperties propertyNames unevaluatedItems unevaluatedProperties contentSchema", walk_schema),
    **_keywords("title description $comment", walk_json),
    **_keywords("enum const default example examples pattern", _walk_constants),
    **_keywords("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength", walk_json),
    **_keywords("minItems maxItems uniqueItems minContains maxContains minProperties maxProperties", walk_json),
    **_keywords("deprecated readOnly writeOnly nullable contentEncoding contentMediaType $vocabulary", walk_json),
}
