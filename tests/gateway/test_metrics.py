from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from gateway import metrics
from gateway.edge.outcomes import OUTCOMES
from gateway.policy import Policy
from gateway.protocols.registry import APIS_BY_NAME
from gateway.providers.calls import CallOutcome
from gateway.records import Topic
from streams.process import TOPICS_READ
from streams.searcher.search import Ending

ROOT = Path(metrics.__file__).parents[1]
PREDICTORS = get_type_hints(Policy)["predictor"]
TURN_OUTCOMES_OF_THE_EDGE = {*OUTCOMES.values(), "answered", "bad_request", "blocked", "cancelled"}


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of that name in both packages."""
    for path in [*ROOT.glob("gateway/**/*.py"), *ROOT.glob("streams/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", None)) == name:
                yield node


def literals(node: ast.Call) -> set[str]:
    return {each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def stages() -> set[str]:
    return {
        stage
        for call in calls("labels")
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "attr", "") == "stage_seconds"
        for stage in literals(call)
    }


def reasons() -> set[str]:
    return {reason for name in ("DeadLettered", "dead_letter_of") for call in calls(name) for reason in literals(call)}


def test_every_stage_that_the_code_times_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert stages() == set(metrics.STAGES)


def test_every_reason_of_a_dead_letter_in_the_code_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert reasons() == set(metrics.DEAD_LETTER_REASONS)


def test_every_outcome_of_a_turn_or_a_call_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert set(metrics.TURN_OUTCOMES) == TURN_OUTCOMES_OF_THE_EDGE
    assert set(metrics.PROVIDER_OUTCOMES) == {outcome.value for outcome in CallOutcome}


def test_every_way_in_which_a_search_or_its_calls_end_is_one_of_the_closed_sets_and_the_other_way_round() -> None:
    assert set(metrics.SEARCH_OUTCOMES) == {*Ending, *outcomes("searches_total")}
    assert set(metrics.CALL_OUTCOMES) == outcomes("oracle_calls_total")
    assert set(metrics.PREDICTORS) == set(get_args(PREDICTORS))


def outcomes(counter: str) -> set[str]:
    """What the code itself says that this counter's label is."""
    return {
        outcome
        for call in calls("labels")
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "attr", "") == counter
        for outcome in literals(call)
    }


AT_START = f"""
from prometheus_client import generate_latest
from gateway import metrics
metrics.initialize(routes={[*APIS_BY_NAME]!r}, models=["gpt-4.1"], topics={[topic.value for topic in TOPICS_READ]!r})
print(generate_latest(metrics.REGISTRY).decode())
"""


@pytest.fixture(scope="module")
def at_start() -> str:
    """What a process that has just started exposes."""
    return subprocess.run([sys.executable, "-c", AT_START], capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_every_series_that_the_code_can_move_is_exposed_at_0_from_the_start(at_start: str) -> None:
    wanted = [
        *(f'turns_total{{outcome="{outcome}",route="chat_completions"}} 0.0' for outcome in TURN_OUTCOMES_OF_THE_EDGE),
        *(f'stage_seconds_count{{stage="{stage}"}} 0.0' for stage in stages()),
        *(f'provider_calls_total{{model="gpt-4.1",outcome="{outcome.value}"}} 0.0' for outcome in CallOutcome),
        *(
            f'dead_letters_total{{reason="{reason}",topic="{topic.value}"}} 0.0'
            for topic in TOPICS_READ
            for reason in reasons()
        ),
        *(f'oldest_record_seconds{{topic="{topic}"}} 0.0' for topic in (Topic.INCOMING.value, Topic.MINIMIZED.value)),
        *(f'provider_tokens_total{{direction="{way}",model="gpt-4.1"}} 0.0' for way in ("prompt", "completion")),
        'spans_total{action="REDACT",entity_type="EMAIL"} 0.0',
        'turn_seconds_count{route="chat_completions"} 0.0',
        'first_token_seconds_count{route="chat_completions"} 0.0',
        *(f'plans_total{{predictor="{predictor}"}} 0.0' for predictor in get_args(PREDICTORS)),
        *(f'searches_total{{outcome="{ending}"}} 0.0' for ending in Ending),
        'oracle_calls_total{outcome="failed"} 0.0',
        "detected_characters_total 0.0",
        "disclosed_characters_total 0.0",
        "turns_in_flight 0.0",
        "patterns_only_total 0.0",
        "unrestored_placeholders_total 0.0",
        'detection_cache_total{outcome="hit"} 0.0',
        'detection_cache_total{outcome="miss"} 0.0',
    ]
    lines = set(at_start.splitlines())
    assert [line for line in wanted if f"canarygate_{line}" not in lines] == []


def test_nothing_is_exposed_but_our_own_series_and_those_of_every_process(at_start: str) -> None:
    assert all(line.startswith(("canarygate_", "process_", "python_", "#")) for line in at_start.splitlines() if line)
    assert "_created" not in at_start


def test_every_metric_says_what_it_is(at_start: str) -> None:
    described = [line.split(" ", 3) for line in at_start.splitlines() if line.startswith("# HELP")]
    assert len(described) >= 12
    ours = [words for words in described if words[2].startswith("canarygate_")]
    assert all(len(words) == 4 and words[3].endswith(".") for words in ours)
