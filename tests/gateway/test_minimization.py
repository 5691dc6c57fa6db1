from __future__ import annotations

import copy

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.errors import NotFound
from gateway.minimization import Detectors, MinimizedRequest, check_model_name, dry_run, minimize_request
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import Action, EntityType, JsonObject, JsonValue, Span

BODY: JsonObject = {
    "model": "gpt-4.1",
    "temperature": 0.25,
    "messages": [
        {"role": "system", "content": "You help."},
        {"role": "user", "content": "Write to ann@example.org, then to bob@example.org."},
        {"role": "assistant", "content": "Done, ann@example.org has it."},
    ],
    "user": "ann@example.org",
}


NAMED: JsonObject = {"model": "gpt-4.1", "messages": [{"role": "user", "name": "finder", "content": "Find it."}]}
DECLARED: JsonObject = {
    **NAMED,
    "tools": [{"type": "function", "function": {"name": "finder", "parameters": {"type": "object"}}}],
}
PATTERNS = PatternDetector()


def minimized(body: JsonObject, policy: Policy | None = None, texts: Detector = PATTERNS) -> MinimizedRequest:
    detectors = Detectors(texts, PATTERNS)
    return minimize_request(body, CHAT_COMPLETIONS, detectors, policy or Policy(), lambda text: "hashed")


def test_every_place_where_a_value_stands_gets_its_placeholder_and_the_rest_stays_in_its_order() -> None:
    request = minimized(BODY)
    assert orjson.dumps(request.body) == orjson.dumps(
        {
            "model": "gpt-4.1",
            "temperature": 0.25,
            "messages": [
                {"role": "system", "content": "You help."},
                {"role": "user", "content": "Write to [EMAIL1], then to [EMAIL2]."},
                {"role": "assistant", "content": "Done, [EMAIL1] has it."},
            ],
            "user": "hashed",
        }
    )


@given(st.lists(st.sampled_from([BODY, NAMED, DECLARED]), max_size=4))
def test_requests_that_are_detected_together_have_the_spans_that_each_has_alone(bodies: list[JsonObject]) -> None:
    detectors = Detectors(Everything(), PATTERNS)
    asked = [CHAT_COMPLETIONS.leaves(body) for body in bodies]
    assert detectors.spans_together(asked) == [detectors.spans(leaves) for leaves in asked]


def test_a_name_that_only_another_request_declares_is_a_text() -> None:
    asked = [CHAT_COMPLETIONS.leaves(body) for body in (NAMED, DECLARED)]
    found = Detectors(Everything(), PATTERNS).spans_together(asked)
    named, declared = (
        next(own for leaf, own in zip(leaves, spans, strict=True) if leaf.path == "messages[0].name")
        for leaves, spans in zip(asked, found, strict=True)
    )
    assert named and not declared


def test_the_original_body_is_left_as_it_was() -> None:
    before = copy.deepcopy(BODY)
    minimized(BODY)
    assert before == BODY


def test_the_same_request_gives_the_same_placeholders() -> None:
    first, second = minimized(BODY), minimized(copy.deepcopy(BODY))
    assert first.body == second.body
    assert dict(first.minimization.replacement_map) == dict(second.minimization.replacement_map)


def test_the_policy_decides_what_leaves() -> None:
    request = minimized(BODY, Policy(actions={"EMAIL": Action.RETAIN, "*": Action.REDACT}))
    assert request.body["messages"] == BODY["messages"]


def test_it_prints_no_text() -> None:
    assert "ann@" not in repr(minimized(BODY))


def test_the_dry_run_names_every_span_by_place_and_what_would_leave() -> None:
    content = "Write to ann@example.org"
    request = minimized({"model": "gpt-4.1", "messages": [{"role": "user", "content": content}]})
    assert dry_run(request) == {
        "spans": [
            {
                "path": "messages[0].content",
                "start": 9,
                "end": 24,
                "entity_type": "EMAIL",
                "score": request.minimization.report[0].score,
                "action": "REDACT",
                "replacement": "[EMAIL1]",
            }
        ],
        "minimized": {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to [EMAIL1]"}]},
    }


def test_the_dry_run_is_json_that_holds_no_redacted_value() -> None:
    assert b"ann@" not in orjson.dumps(dry_run(minimized(BODY)))


def test_a_retained_span_is_named_with_its_action_and_no_replacement() -> None:
    request = minimized(BODY, Policy(actions={"*": Action.RETAIN}))
    spans = dry_run(request)["spans"]
    assert isinstance(spans, list)
    kept = [span for span in spans if isinstance(span, dict) and span["action"] == "RETAIN"]
    assert len(kept) >= 3
    assert {span["replacement"] for span in kept} == {None}


@pytest.mark.parametrize("model", ["ann@example.org", "gpt-4.1 for +1 415 555 0123", "sk-ant-api03-" + "aB3" * 30])
def test_a_models_name_that_holds_a_span_is_refused_without_being_repeated(model: str) -> None:
    with pytest.raises(NotFound) as raised:
        check_model_name({"model": model}, PATTERNS)
    assert (raised.value.code, raised.value.param) == ("model_not_found", "model")
    assert model not in str(raised.value)


@pytest.mark.parametrize("model", ["gpt-4.1-mini-2025-04-14", "anthropic/claude-sonnet-4-5", "o3", "llama3.1:8b"])
def test_a_models_ordinary_name_passes(model: str) -> None:
    check_model_name({"model": model}, PATTERNS)


class Everything(Detector):
    """A detector that takes every text for a name."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """All of the text."""
        return (Span(0, len(text), EntityType.NAME, 1.0, "everything"),) if text else ()


def seen_by_a_model(body: JsonObject) -> set[str]:
    """The texts of a request that a model looks at: whatever is redacted if it takes everything for a name."""
    report = minimized(body, texts=Everything()).minimization.report
    return {span.path for span in report if span.recognizer == "everything"}


WEATHER: JsonObject = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city.",
        "parameters": {
            "type": "object",
            "properties": {
                "unit": {"type": "string", "enum": ["celsius", "kelvin"], "default": "celsius"},
                "city": {"type": "string", "description": "A city", "enum": ["Paris", "New York"], "format": "city"},
                "days": {"type": "integer", "maximum": 14, "examples": [7, "7"]},
            },
            "required": ["city"],
        },
    },
}
CALL: JsonObject = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "get_weather", "arguments": '{"city": "Paris", "days": 3, "Ann Lee": true}'},
}


def test_what_only_programs_read_is_no_text_to_a_model() -> None:
    said: list[JsonValue] = [
        {"role": "user", "content": "Is it raining?", "name": "Ann"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "content": '{"rain": true}', "name": "get_weather", "tool_call_id": "call_1"},
    ]
    chosen: JsonValue = {"type": "function", "function": {"name": "get_weather"}}
    body: JsonObject = {"model": "m", "messages": said, "tools": [WEATHER], "tool_choice": chosen, "user": "Ann"}
    assert seen_by_a_model(body) == {
        "messages[0].content",
        "messages[0].name",
        "messages[1].tool_calls[0].id",
        "messages[1].tool_calls[0].function.arguments#/city",
        "messages[1].tool_calls[0].function.arguments#/Ann Lee/~key",
        "messages[2].tool_call_id",
        "tools[0].function.description",
        "tools[0].function.parameters.properties.city.description",
        "tools[0].function.parameters.properties.city.enum[1]",
    }


class Kowalski(Detector):
    """A detector that knows one name."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """The name, where it stands first."""
        start = text.find("Kowalski")
        return (Span(start, start + 8, EntityType.NAME, 1.0, "kowalski"),) if start >= 0 else ()


def test_a_value_that_is_found_in_a_text_is_redacted_where_only_programs_read_too() -> None:
    function: JsonObject = {"name": "mail_Kowalski", "parameters": {"properties": {"to": {"enum": ["Kowalski"]}}}}
    said: list[JsonValue] = [{"role": "user", "content": "Write to Kowalski"}]
    body: JsonObject = {"model": "m", "messages": said, "tools": [{"type": "function", "function": function}]}
    assert b"Kowalski" not in orjson.dumps(minimized(body, texts=Kowalski()).body)
    quiet: JsonObject = {**body, "messages": [{"role": "user", "content": "Write"}]}
    assert minimized(quiet, texts=Kowalski()).body == quiet


def test_patterns_look_where_only_programs_read() -> None:
    body: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    tool: JsonObject = {"type": "function", "function": {"name": f"use_{key}", "parameters": {"enum": [key]}}}
    request = minimized({**body, "tools": [tool]}, texts=Everything())
    assert key.encode() not in orjson.dumps(request.body)
