from __future__ import annotations

from gateway.protocols.bodies import leaves, rebuild
from gateway.protocols.shapes import JsonSchema, Object
from gateway.types import JsonObject, LeafKind

SHAPE = Object({"parameters": JsonSchema()})
SCHEMA: JsonObject = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "title": "T1",
    "properties": {
        "marie": {"type": ["string", "null"], "format": "date", "enum": ["E1", 900], "default": {"D1": "D2"}},
        "type": {"$ref": "#/$defs/claire", "minimum": 18, "x-note": {"X1": "X2"}},
    },
    "patternProperties": {"^P1": True},
    "required": ["marie", "type"],
    "dependentRequired": {"marie": ["type"]},
    "$defs": {"claire": {"anyOf": [{"const": "C1"}, {"items": {"pattern": "R1", "format": "F1"}}]}},
    "additionalProperties": False,
}


def _texts(kind: LeafKind) -> list[str]:
    return [leaf.text for leaf in leaves(SHAPE, {"parameters": SCHEMA}) if leaf.kind is kind]


def test_everything_but_keywords_and_standard_values_is_a_leaf() -> None:
    assert _texts(LeafKind.TEXT) == ["T1", "X2"]
    assert _texts(LeafKind.CONSTANT) == ["E1", "D2", "C1", "R1"]
    assert _texts(LeafKind.KEY) == ["D1", "x-note", "X1"]
    assert _texts(LeafKind.NUMBER) == ["900", "18"]


def test_what_names_a_property_is_a_name_wherever_it_stands() -> None:
    names = ["marie", "type", "#/$defs/claire", "^P1", "marie", "type", "marie", "type", "claire", "F1"]
    assert _texts(LeafKind.NAME) == names


def test_a_property_that_is_renamed_keeps_its_place() -> None:
    rebuilt = rebuild(SHAPE, {"parameters": SCHEMA}, {"parameters.properties.marie.~key": "NAME1"})
    assert [leaf.text for leaf in leaves(SHAPE, rebuilt)] == [
        "NAME1" if leaf.path == "parameters.properties.marie.~key" else leaf.text
        for leaf in leaves(SHAPE, {"parameters": SCHEMA})
    ]


def test_a_malformed_schema_is_inspected_all_the_same() -> None:
    malformed: JsonObject = {"properties": ["M1"], "required": "M2", "type": {"M3": "M4"}, "items": "M5", "$ref": 7}
    found = leaves(SHAPE, {"parameters": malformed})
    assert [leaf.text for leaf in found] == ["M1", "M2", "M3", "M4", "M5", "7"]
