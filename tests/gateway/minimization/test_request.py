from __future__ import annotations

import copy

import orjson
import pytest

from gateway.detection.detector import PatternDetector
from gateway.errors import NotFound
from gateway.minimization.policy import Policy
from gateway.minimization.request import MinimizedRequest, check_model_name, dry_run, minimize_request
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import Action, JsonObject

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


def minimized(body: JsonObject, policy: Policy | None = None) -> MinimizedRequest:
    return minimize_request(body, CHAT_COMPLETIONS, PatternDetector(), policy or Policy(), lambda text: "hashed")


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
        check_model_name({"model": model}, PatternDetector())
    assert (raised.value.code, raised.value.param) == ("model_not_found", "model")
    assert model not in str(raised.value)


@pytest.mark.parametrize("model", ["gpt-4.1-mini-2025-04-14", "anthropic/claude-sonnet-4-5", "o3", "llama3.1:8b"])
def test_a_models_ordinary_name_passes(model: str) -> None:
    check_model_name({"model": model}, PatternDetector())
