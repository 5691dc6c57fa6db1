"""Keys of a request's JSON are labels of its values: arguments, results, metadata, content, schemas, participants."""

from __future__ import annotations

import json

import orjson
import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.structure.leaves import labelled
from gateway.minimization import Detectors, minimize_request
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import JsonObject, JsonValue, Leaf, LeafKind
from tests.support import work

PATTERNS = PatternDetector()
SECRETS: JsonObject = {
    "password": "hunter2!",
    "api_key": "9f86d081884c7d659a2feaa0c55ad015",
    "username": "pvenkat_85",
    "driver_license": "D1234567",
    "pin": 4471,
    "first": "Will",
    "last": "Grant",
}
VALUES = ["hunter2!", "9f86d081884c7d659a2feaa0c55ad015", "pvenkat_85", "D1234567", "4471", "Will", "Grant"]


def left(body: JsonObject) -> bytes:
    minimized = minimize_request(body, CHAT_COMPLETIONS, Detectors(PATTERNS, PATTERNS), Policy(), str)
    return orjson.dumps(minimized.body)


def said(content: JsonValue) -> list[JsonValue]:
    return [{"role": "user", "content": content}]


def called(arguments: JsonValue) -> JsonObject:
    call: JsonValue = {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps(arguments)}}
    return {"model": "m", "messages": [*said("Go"), {"role": "assistant", "content": None, "tool_calls": [call]}]}


def schema(properties: JsonObject) -> JsonObject:
    function: JsonValue = {"name": "f", "parameters": {"type": "object", "properties": properties}}
    return {"model": "m", "messages": said("Go"), "tools": [{"type": "function", "function": function}]}


PLACES = {
    "content": {"model": "m", "messages": said(json.dumps(SECRETS))},
    "arguments": called(SECRETS),
    "arguments in a list": called({"rows": [SECRETS, SECRETS]}),
    "a result": {
        "model": "m",
        "messages": [*said("Go"), {"role": "tool", "tool_call_id": "c", "content": json.dumps({"data": SECRETS})}],
    },
    "metadata": {"model": "m", "messages": said("Go"), "metadata": {key: str(at) for key, at in SECRETS.items()}},
    "defaults": schema({key: {"type": "string", "default": str(at)} for key, at in SECRETS.items()}),
    "examples": schema({key: {"type": "string", "examples": [str(at)]} for key, at in SECRETS.items()}),
}


@pytest.mark.parametrize("body", PLACES.values(), ids=list(PLACES))
def test_what_the_keys_say_does_not_leave(body: JsonObject) -> None:
    sent = left(body)
    ambiguous = ("Will", "Grant") if b'"properties"' in sent else ()  # each alone, in a schema of its own
    assert [each for each in VALUES if each not in ambiguous and each.encode() in sent] == []


WRITTEN_APART: dict[str, tuple[JsonValue, list[str]]] = {
    "columns and rows": (
        {"columns": ["full_name", "salary"], "data": [["Wanda Kruk", 61200], ["Ola Berge", 70100]]},
        ["Wanda Kruk", "61200", "Ola Berge", "70100"],
    ),
    "columns of objects": ({"fields": [{"name": "id"}, {"name": "pin"}], "rows": [[7, "4471"]]}, ["4471"]),
    "a column and its value": ([{"column": "login", "value": "wkruk"}], ["wkruk"]),
    "types of a database": ({"age": {"N": "54"}, "pin": {"S": "4471"}}, ["54", "4471"]),
    "a date in parts": ({"birthday": {"year": 1969, "month": 2, "day": 13}}, ["1969", "13"]),
    "a coded condition": (
        {"code": {"coding": [{"code": "F32.1", "display": "Depressive episode"}]}},
        ["F32.1", "Depressive episode"],
    ),
    "a place on earth": ({"start_latlng": [60.4518, 22.2666]}, ["60.4518", "22.2666"]),
}


@pytest.mark.parametrize(("content", "values"), WRITTEN_APART.values(), ids=list(WRITTEN_APART))
def test_a_label_away_from_its_value_says_what_that_is(content: JsonValue, values: list[str]) -> None:
    sent = left({"model": "m", "messages": said(json.dumps(content))})
    assert [each for each in values if each.encode() in sent] == []


def test_what_is_coded_and_no_condition_stays() -> None:
    status: JsonValue = {"clinicalStatus": {"coding": [{"code": "active", "display": "Active"}]}}
    released: JsonValue = {"release": {"year": 2019, "month": 4}, "columns": ["id"], "data": [["7"]]}
    sent = left({"model": "m", "messages": said(json.dumps([status, released]))})
    assert [each for each in ("Active", "2019", "7") if each.encode() not in sent] == []


def test_without_their_keys_the_values_would_leave() -> None:
    sent = left({"model": "m", "messages": said(json.dumps({f"k{at}": each for at, each in enumerate(VALUES)}))})
    assert [each for each in VALUES if each.encode() in sent] != []


def test_what_a_schema_allows_is_no_description_of_a_person() -> None:
    body = schema({"gender": {"enum": ["female", "male"]}, "password": {"const": "hunter2!"}})
    assert b'["female","male"]' in left(body)
    assert b"hunter2!" not in left(body)


CONSTANTS: dict[str, JsonValue] = {"passport": "X4471820B", "username": "mia_keller", "driver_license": "D1234567"}


@pytest.mark.parametrize("keyword", ["const", "enum", "default", "example", "examples"])
@pytest.mark.parametrize("says", ["title", "description"])
def test_what_a_title_or_a_description_says_of_a_constant_is_heard(keyword: str, says: str) -> None:
    texts = {"title": "{}", "description": "The {} of the traveller, as it was entered"}
    body = schema(
        {
            f"p{at}": {keyword: [value] if keyword in ("enum", "examples") else value, says: texts[says].format(label)}
            for at, (label, value) in enumerate(CONSTANTS.items())
        }
    )
    sent = left(body)
    assert [each for each in CONSTANTS.values() if str(each).encode() in sent] == []


def test_what_a_description_mentions_is_not_what_a_word_is() -> None:
    body = schema(
        {
            "unit": {"enum": ["celsius", "kelvin"], "description": "The unit that the user prefers"},
            "sort": {"enum": ["created_at", "name"], "description": "Sorts by username, passport or date"},
            "kind": {"enum": ["bearer", "basic"], "description": "The kind of the access token"},
        }
    )
    assert left(body) == orjson.dumps(body)


def test_a_constant_that_is_percent_encoded_is_read() -> None:
    encoded = {"full_name": "Nora%20Quist", "street": "Elm%2520Street%252012", "password": "hunter%32%21"}
    sent = left(schema({key: {"const": value} for key, value in encoded.items()}))
    assert [each for each in encoded.values() if each.encode() in sent] == []


def test_the_id_of_what_a_record_is_about_is_its_number() -> None:
    sent = left({"model": "m", "messages": said('{"deals": [{"id": "D-3310"}], "nodes": [{"id": "N-1042"}]}')})
    assert b"D-3310" not in sent
    assert b"N-1042" in sent


def test_a_setting_of_an_api_and_a_key_that_says_nothing_stay() -> None:
    body: JsonObject = {"model": "m", "max_tokens": 12345678, "seed": 12345678, "messages": said('{"max_tokens": 500}')}
    assert left(body) == orjson.dumps(body)


def test_a_participants_name_leaves_as_the_api_allows_but_a_role_and_a_tool_stay() -> None:
    names = {"Nadia_Kowalczyk": "user", "PlannerAgent": "assistant", "alex_patel_example_com": "user"}
    messages: list[JsonValue] = [{"role": role, "content": "Hi", "name": name} for name, role in names.items()]
    messages.append({"role": "tool", "content": "1", "name": "Nadia", "tool_call_id": "c"})
    sent = orjson.loads(left({"model": "m", "messages": messages}))
    assert [each["name"] for each in sent["messages"]] == ["NAME1", "PlannerAgent", "NAME2", "Nadia"]


@pytest.mark.parametrize("key", ["#", "/", "#/columns", "#/data/1"])
def test_the_work_for_a_key_grows_no_faster_than_the_key(key: str) -> None:
    def seconds(characters: int) -> float:
        path = f"messages[0].content#/{(key * characters)[:characters]}/data/0/1"
        leaves = [Leaf("messages[0].content#/columns/1", LeafKind.TEXT, "pin", 0), Leaf(path, LeafKind.TEXT, "4471", 0)]
        return work.seconds(lambda: labelled(leaves))

    assert any(seconds(40_000) <= 8 * seconds(10_000) + 0.01 for _ in range(3))
