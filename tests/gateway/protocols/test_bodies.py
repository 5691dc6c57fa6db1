from __future__ import annotations

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import BadRequest, PolicyBlocked, Uninspectable
from gateway.protocols.bodies import check, leaves, rebuild
from gateway.protocols.shapes import (
    IDENTIFIER,
    NAME,
    OPAQUE,
    TEXT,
    Boolean,
    ListOf,
    MapOf,
    Number,
    Object,
    Refusable,
    slug,
)
from gateway.types import JsonObject, JsonValue, LeafKind

ANYTHING = Object({})  # every member is unknown, and so inspected whole
ODD = st.text("ab.#/~[]\"\\ 01'é\n", max_size=4) | st.sampled_from(["~key", "~json", "#/a", "a#", "0", "[0]", '["a"]'])
SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(-1e300, 1e300) | ODD


def _containers(inner: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonValue]:
    plain = st.lists(inner, max_size=3) | st.dictionaries(ODD, inner, max_size=3)
    return plain | plain.map(json.dumps) | plain.map(lambda value: json.dumps(value, indent=1, ensure_ascii=False))


JSON: st.SearchStrategy[JsonValue] = st.recursive(SCALARS, _containers, max_leaves=12)
BODIES: st.SearchStrategy[JsonObject] = st.dictionaries(ODD, JSON, max_size=4)


@given(BODIES)
def test_paths_are_unique(body: JsonObject) -> None:
    paths = [leaf.path for leaf in leaves(ANYTHING, body)]
    assert len(set(paths)) == len(paths)


@given(BODIES)
def test_rebuilding_without_replacements_is_the_identity(body: JsonObject) -> None:
    assert orjson.dumps(rebuild(ANYTHING, body, {})) == orjson.dumps(body)


@given(BODIES, st.data())
def test_a_replacement_changes_its_leaf_and_nothing_else(body: JsonObject, data: st.DataObject) -> None:
    before = leaves(ANYTHING, body)
    if not before:
        return
    i = data.draw(st.integers(0, len(before) - 1))
    after = leaves(ANYTHING, rebuild(ANYTHING, body, {before[i].path: "[X1]"}))
    texts = [leaf.text for leaf in before]
    assert [leaf.text for leaf in after] == [*texts[:i], "[X1]", *texts[i + 1 :]]


@given(BODIES)
def test_every_string_key_and_number_is_a_leaf(body: JsonObject) -> None:
    replaced = rebuild(ANYTHING, body, {leaf.path: f"[X{i}]" for i, leaf in enumerate(leaves(ANYTHING, body))})
    assert all(leaf.text.startswith("[X") for leaf in leaves(ANYTHING, replaced))


def test_a_replacement_for_a_path_that_is_no_leaf_is_an_error() -> None:
    with pytest.raises(ValueError, match="no leaf"):
        rebuild(Object({"stop": TEXT}), {"stop": "a"}, {"stop[0]": "[NAME1]"})


def test_keys_that_would_become_equal_are_refused_because_one_would_be_lost() -> None:
    with pytest.raises(Uninspectable):
        rebuild(ANYTHING, {"a": 1, "b": 2}, {"a.~key": "x", "b.~key": "x"})


def test_a_number_becomes_a_string_and_a_key_is_renamed_in_its_place() -> None:
    body: JsonObject = {"first": 1, "phone": 4155550100, "last": None}
    rebuilt = rebuild(ANYTHING, body, {"phone": "[PHONE_NUMBER1]", "phone.~key": "[NAME1]"})
    assert list(rebuilt.items()) == [
        ("first", 1),
        ("[NAME1]", "[PHONE_NUMBER1]"),
        ("last", None),
    ]


def test_rewritten_json_text_keeps_all_other_bytes() -> None:
    text = '{ "a" : [1.50, 1E2,\t"\\u00e9"],\n  "email":"m@example.com", "b": true }\n'
    rebuilt = rebuild(Object({"stop": TEXT}), {"stop": text}, {"stop#/email": '[EMAIL1] "'})
    assert rebuilt == {"stop": text.replace('"m@example.com"', '"[EMAIL1] \\""')}


def test_json_text_is_found_leaf_by_leaf_with_pointers_also_inside_its_own_strings() -> None:
    text = json.dumps({"a/b": [{"~": "x"}, 7], "inner": json.dumps(["y", json.dumps("z")])})
    assert [(leaf.path, leaf.kind.value, leaf.text) for leaf in leaves(Object({"stop": TEXT}), {"stop": text})] == [
        ("stop#/a~1b/~key", "key", "a/b"),
        ("stop#/a~1b/0/~0/~key", "key", "~"),
        ("stop#/a~1b/0/~0", "text", "x"),
        ("stop#/a~1b/1", "number", "7"),
        ("stop#/inner/~key", "key", "inner"),
        ("stop#/inner/~json/0", "text", "y"),
        ("stop#/inner/~json/1/~json", "text", "z"),
    ]


@pytest.mark.parametrize("text", ["", "{", "[1, 2", '{"a": 1, "a": 2}', "[link](url)", "7", "null", '"a" b', "[NaN]"])
def test_text_that_is_not_strict_json_is_one_leaf(text: str) -> None:
    assert [(leaf.path, leaf.text) for leaf in leaves(Object({"stop": TEXT}), {"stop": text})] == [("stop", text)]


def test_json_text_nested_deeper_than_a_body_may_be_is_one_leaf() -> None:
    for text in ("[" * 200 + "]" * 200, "[" * 200_000 + "]" * 200_000):
        assert [leaf.path for leaf in leaves(Object({"stop": TEXT}), {"stop": text})] == ["stop"]


def test_depth_is_counted_over_body_and_json_text_together() -> None:
    value: JsonValue = "marie"
    for _ in range(12):
        value = json.dumps([[[[[[[[value]]]]]]]])
    for _ in range(100):
        value = {"a": value}
    found = leaves(ANYTHING, {"a": value})
    assert len(found) == 102
    assert "marie" in found[-1].text


def test_a_huge_key_above_many_items_is_refused_rather_than_copied_into_each_path() -> None:
    values: list[JsonValue] = [[None] * 100_000, json.dumps([0] * 100_000), [{"a": 1}]]
    for value in values:
        body: JsonObject = {"a": {"k" * 2_000_000: value}}
        with pytest.raises(Uninspectable):
            leaves(ANYTHING, body)
        with pytest.raises(Uninspectable):
            leaves(ANYTHING, {"a": json.dumps(body)})


def test_more_leaves_than_memory_has_room_for_are_refused() -> None:
    with pytest.raises(Uninspectable):
        leaves(ANYTHING, {"k" * 4000: [0] * 10_000})


def test_the_kind_of_a_leaf_says_how_it_may_be_replaced() -> None:
    shape = Object({"user": IDENTIFIER, "name": NAME, "tier": slug("auto"), "model": OPAQUE, "seed": Number()})
    body: JsonObject = {"user": "{}", "name": "[1]", "tier": "else", "model": "gpt", "seed": 4111111111111111}
    assert [(leaf.path, leaf.kind) for leaf in leaves(shape, body)] == [
        ("user", LeafKind.IDENTIFIER),
        ("name", LeafKind.NAME),
        ("tier", LeafKind.NAME),
        ("seed", LeafKind.NUMBER),
    ]
    assert leaves(shape, {"tier": "auto", "seed": -0.5}) == ()


def test_the_message_of_a_leaf_is_its_place_in_the_history() -> None:
    shape = Object({"messages": ListOf(TEXT, is_history=True), "stop": ListOf(TEXT)})
    found = leaves(shape, {"stop": ["a"], "messages": ["b", "[1]"]})
    assert [(leaf.path, leaf.message) for leaf in found] == [
        ("stop[0]", None),
        ("messages[0]", 0),
        ("messages[1]#/0", 1),
    ]


def test_an_unknown_field_is_refused_by_name_or_inspected_with_its_key() -> None:
    shape = Object({"inner": Object({})})
    with pytest.raises(BadRequest) as refusal:
        check(shape, {"inner": {"top_k": 4}}, frozenset({"unknown_fields"}))
    assert refusal.value.param == "inner.top_k"
    assert [leaf.path for leaf in leaves(shape, {"inner": {"top_k": 4}})] == ["inner.top_k.~key", "inner.top_k"]


@pytest.mark.parametrize("body", [{"marie@example.com": 1}, {"map": {"marie@example.com": "x"}}])
def test_errors_do_not_name_the_keys_of_a_user(body: JsonObject) -> None:
    shape = Object({"map": MapOf(Number())})
    with pytest.raises(BadRequest) as refusal:
        check(shape, body, frozenset({"unknown_fields"}))
    assert "marie" not in f"{refusal.value.message} {refusal.value.param}"


def test_what_no_detector_can_read_passes_only_where_the_policy_allows_it() -> None:
    shape = Object({"image": Refusable("images", OPAQUE), "store": Boolean("store")})
    for body, switch in (({"image": "data:"}, "images"), ({"store": True}, "store")):
        with pytest.raises(PolicyBlocked) as refusal:
            check(shape, body, frozenset({switch}))  # type: ignore[arg-type]
        assert refusal.value.param in body
        check(shape, body, frozenset())  # type: ignore[arg-type]
    check(shape, {"store": False}, frozenset({"store"}))


@pytest.mark.parametrize("body", [None, 7, "text", [], True])
def test_a_body_that_is_no_object_is_refused(body: JsonValue) -> None:
    with pytest.raises(BadRequest, match="The body must be an object"):
        check(ANYTHING, body, frozenset())
