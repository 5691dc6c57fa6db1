from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from gateway import errors, metrics
from gateway.edge.outcomes import OUTCOMES
from gateway.errors import CAUSES, Cause
from gateway.policy import Policy
from gateway.protocols.chat_completions import named
from gateway.protocols.registry import APIS_BY_NAME
from gateway.providers.calls import CallOutcome
from gateway.records import HELD_SUBJECTS, OtherVersion, Topic, Undecodable
from gateway.roles import Role
from gateway.types import Action, EntityType, Surface
from streams.analyst.asking import SentenceOutcome
from streams.auditor.asking import ProbeOutcome
from streams.auditor.lanes import CanaryLane
from streams.canaries.kinds import KINDS
from streams.minimizer.emission import EmissionOutcome
from streams.minimizer.handler import DEAD_LETTERS
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
    said = {reason for name in ("DeadLettered", "dead_letter_of") for call in calls(name) for reason in literals(call)}
    return said | {*DEAD_LETTERS.values(), Undecodable.reason, OtherVersion.reason}


def test_every_stage_that_the_code_times_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert stages() == set(metrics.STAGES)


def test_every_reason_of_a_dead_letter_in_the_code_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert reasons() == set(metrics.DEAD_LETTER_REASONS)


def test_every_outcome_of_a_turn_or_a_call_is_one_of_the_closed_set_and_the_other_way_round() -> None:
    assert set(metrics.TURN_OUTCOMES) == TURN_OUTCOMES_OF_THE_EDGE
    assert set(metrics.PROVIDER_OUTCOMES) == {outcome.value for outcome in CallOutcome}


def test_every_cause_of_a_refusal_is_one_of_a_status_and_said_somewhere() -> None:
    of_a_status = [cause for causes in CAUSES.values() for cause in causes]
    files = {*ROOT.glob("gateway/**/*.py"), *ROOT.glob("streams/**/*.py")} - {Path(errors.__file__)}
    said = {cause for path in files for cause in re.findall(r"\bCause\.([A-Z_]+)", path.read_text(encoding="utf-8"))}
    assert sorted(of_a_status) == sorted(Cause)
    assert {*Cause.__members__} - said == {"OTHER", "PROVIDER_LIMIT"}  # what an error without a cause of ours has


def test_every_way_in_which_a_search_or_its_calls_end_is_one_of_the_closed_sets_and_the_other_way_round() -> None:
    assert set(metrics.SEARCH_OUTCOMES) == {*Ending, *outcomes("searches_total")}
    assert set(metrics.CALL_OUTCOMES) == outcomes("oracle_calls_total")
    assert set(metrics.PREDICTORS) == set(get_args(PREDICTORS))


def test_every_way_in_which_an_emission_ends_and_every_source_of_a_contributor_is_of_a_closed_set() -> None:
    assert set(metrics.ANALYTICS_OUTCOMES) == {*EmissionOutcome}
    fields = {each.field for each in named({"safety_identifier": "s-1", "user": "u-17"})}
    assert set(metrics.CONTRIBUTOR_SOURCES) == {*fields, "key"}


def test_every_way_in_which_a_model_answers_about_a_summary_is_of_the_closed_set() -> None:
    assert set(metrics.SENTENCE_OUTCOMES) == {*SentenceOutcome}


def outcomes(counter: str) -> set[str]:
    """What the code itself says that this counter's label is."""
    return {
        outcome
        for call in calls("labels")
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "attr", "") == counter
        for outcome in literals(call)
    }


CLOSED: dict[str, set[str]] = {
    "kind": {*KINDS},
    "lane": {*CanaryLane},
    "subject": {*HELD_SUBJECTS},
    "surface": {*Surface},
    "action": {action.name for action in Action},
    "change": {*metrics.DRIFT_CHANGES},
    "cause": {cause.value for causes in CAUSES.values() for cause in causes},
    "direction": {"prompt", "completion"},
    "entity_type": {*EntityType},
    "outcome": {
        *metrics.TURN_OUTCOMES,
        *metrics.PROVIDER_OUTCOMES,
        *metrics.SEARCH_OUTCOMES,
        *metrics.CALL_OUTCOMES,
        *metrics.CACHE_OUTCOMES,
        *metrics.ANALYTICS_OUTCOMES,
        *metrics.SENTENCE_OUTCOMES,
        *ProbeOutcome,
        *(outcome for outcome, _ in metrics.SUMMARY_OUTCOMES),
    },
    "predictor": {*metrics.PREDICTORS},
    "reason": {
        *metrics.DEAD_LETTER_REASONS,
        *(reason for each in metrics.OPEN_REASONS.values() for reason in each),
        *(reason for _, reason in metrics.SUMMARY_OUTCOMES),
    },
    "role": {*Role},
    "route": {*APIS_BY_NAME},
    "source": {*metrics.CONTRIBUTOR_SOURCES},
    "stage": {*metrics.STAGES, *metrics.ANALYST_STAGES},
    "state": {*metrics.CLUSTER_STATES},
    "status": {"429", "503"},
    "topic": {*Topic},
}
# What these labels say comes from the configuration or the build; in the code only these expressions say it.
CONFIGURED = {
    "artefact": {"installed.digest"},
    "client": {"client"},
    "model": {"model", "call.model", "target.label"},
    "partition": {"str(partition)"},
    "roles": {"','.join(roles)"},
    "tenant": {"tenant", "key.tenant"},
    "version": {"VERSION"},
}
ALL = {
    name: metric
    for name, metric in vars(metrics).items()
    if isinstance(metric, MetricWrapperBase) and not name.startswith("_")
}

AT_START = f"""
from prometheus_client import generate_latest
from gateway import metrics
from gateway.roles import Role
metrics.initialize(
    routes={[*APIS_BY_NAME]!r},
    models=["gpt-4.1"],
    tenants=["support"],
    topics={[topic.value for topic in TOPICS_READ]!r},
    roles=[*Role],
)
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
        *(f'analytics_texts_total{{outcome="{outcome.value}"}} 0.0' for outcome in EmissionOutcome),
        'contributors_total{source="key"} 0.0',
        "opted_out_subjects 0.0",
        *(f'holds{{subject="{subject}"}} 0.0' for subject in HELD_SUBJECTS),
        "detected_characters_total 0.0",
        "disclosed_characters_total 0.0",
        "turns_in_flight 0.0",
        "patterns_only_total 0.0",
        "unrestored_placeholders_total 0.0",
        "loop_lag_seconds 0.0",
        *(f'tenant_turns_total{{outcome="{outcome}",tenant="support"}} 0.0' for outcome in TURN_OUTCOMES_OF_THE_EDGE),
        *(
            f'model_turns_total{{model="{model}",outcome="{outcome}"}} 0.0'
            for outcome in TURN_OUTCOMES_OF_THE_EDGE
            for model in ("gpt-4.1", metrics.UNKNOWN_MODEL)
        ),
        *(
            f'refusals_total{{cause="{cause.value}",status="{status}"}} 0.0'
            for status, causes in CAUSES.items()
            for cause in causes
        ),
        *(
            f'{name}{{reason="{reason}",role="{role.value}"}} 0.0'
            for name in ("open_turns", "oldest_turn_seconds")
            for role, reasons_of_role in metrics.OPEN_REASONS.items()
            for reason in reasons_of_role
        ),
        *(
            f'{name}{{role="{role.value}"}} 0.0'
            for name in ("kafka_connected", "assigned_partitions", "rebalances_total", "rebalance_seconds_count")
            for role in Role
        ),
        *(
            f'{name}{{model="gpt-4.1"}} 0.0'
            for name in ("provider_calls_in_flight", "provider_seconds_count", "provider_first_token_seconds_count")
        ),
        'detection_cache_total{outcome="hit"} 0.0',
        'detection_cache_total{outcome="miss"} 0.0',
    ]
    lines = set(at_start.splitlines())
    assert [line for line in wanted if f"canarygate_{line}" not in lines] == []


def test_every_label_of_every_metric_is_closed_or_comes_from_the_configuration() -> None:
    labels = {label for metric in ALL.values() for label in metric._labelnames}
    assert len(ALL) >= 30
    assert labels == {*CLOSED, *CONFIGURED}


def test_every_value_of_a_label_that_is_exposed_at_the_start_is_of_its_closed_set(at_start: str) -> None:
    known = CLOSED | {"model": {"gpt-4.1", metrics.UNKNOWN_MODEL}, "tenant": {"support"}}
    exposed = [family for family in text_string_to_metric_families(at_start) if family.name.startswith("canarygate_")]
    assert len(exposed) >= 30
    for sample in (sample for family in exposed for sample in family.samples):
        strange = {
            label: value for label, value in sample.labels.items() if label != "le" and value not in known[label]
        }
        assert strange == {}, sample.name


def test_what_the_code_says_of_a_label_is_of_its_closed_set_or_comes_from_the_configuration() -> None:
    said = [*labels_said()]
    assert len(said) >= 30
    for label, value in said:
        if isinstance(value, ast.Constant):
            assert value.value in CLOSED[label], (label, value.value)
        elif label in CONFIGURED:
            assert ast.unparse(value) in CONFIGURED[label], (label, ast.unparse(value))


def labels_said() -> Iterator[tuple[str, ast.expr]]:
    """Every label that the code gives a metric, with the expression that gives it its value."""
    for call in calls("labels"):
        assert isinstance(call.func, ast.Attribute)
        metric = ALL.get(getattr(call.func.value, "attr", getattr(call.func.value, "id", "")))
        if metric is not None:
            yield from zip(metric._labelnames, call.args, strict=True)


def test_the_lag_of_a_partition_that_has_left_is_no_longer_exposed() -> None:
    def shown() -> dict[str | None, float]:
        samples = [each for family in metrics.consumer_lag_records.collect() for each in family.samples]
        return {each.labels["partition"]: each.value for each in samples if each.labels["topic"] == "lagging"}

    metrics.show_lag("lagging", {0: 7, 1: 0})
    assert shown() == {"0": 7, "1": 0}
    metrics.show_lag("lagging", {1: 3})
    assert shown() == {"1": 3}
    metrics.show_lag("lagging", {})
    assert shown() == {}


def test_nothing_is_exposed_but_our_own_series_and_those_of_every_process(at_start: str) -> None:
    assert all(line.startswith(("canarygate_", "process_", "python_", "#")) for line in at_start.splitlines() if line)
    assert "_created" not in at_start


def test_every_metric_says_what_it_is(at_start: str) -> None:
    described = [line.split(" ", 3) for line in at_start.splitlines() if line.startswith("# HELP")]
    assert len(described) >= 12
    ours = [words for words in described if words[2].startswith("canarygate_")]
    assert all(len(words) == 4 and words[3].endswith(".") for words in ours)
