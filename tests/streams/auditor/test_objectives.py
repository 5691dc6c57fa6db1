from __future__ import annotations

import pytest

from gateway.settings import load
from gateway.settings.audit import JUDGED
from gateway.types import Surface
from streams.auditor import objectives
from streams.auditor.deadlines import SAID, Deadlines
from tests.support.metrics import metric

AUDIT = """
model_list: [{model_name: m, litellm_params: {model: echo}}]
audit: {key: os.environ/K, clients: [{api_key: os.environ/A}], model: m, objectives: {egress: 0.01, summaries: 0.001}}
"""
SECRETS = {"K": "a key of at least thirty-two characters", "A": "the key of a client, also long enough"}
ANALYTICS = "analytics: {key: os.environ/K, noise_key: os.environ/K}"


def test_an_objective_tells_how_many_clean_canaries_show_it() -> None:
    assert list(objectives.needed(load(AUDIT + ANALYTICS, SECRETS, []))) == [
        "objective egress 0.01: shown by 680 canaries of which none leaks",
        "objective summaries 0.001: shown by 8062 canaries of which none leaks",
    ]


def test_where_nothing_is_counted_of_conversations_nothing_is_to_be_shown_of_summaries() -> None:
    settings = load(AUDIT, SECRETS, [])
    assert Surface.SUMMARIES not in objectives.watched(settings)
    (egress,) = objectives.needed(settings)
    assert egress.startswith("objective egress")


def test_where_nothing_is_planted_nothing_is_to_be_shown() -> None:
    assert list(objectives.needed(load(None, {}, []))) == []


def test_objectives_are_exposed_for_the_alert() -> None:
    objectives.show(load(AUDIT + ANALYTICS, SECRETS, []))
    assert metric("canarygate_leak_objective", surface="summaries") == 0.001


@pytest.mark.parametrize("surface", Surface)
def test_objectives_are_for_exactly_the_surfaces_that_some_canary_must_pass(surface: Surface) -> None:
    said = next(iter(SAID))
    deadlines = Deadlines({*Surface}, 60.0)
    judged = [deadlines.of(said, 0, promised=True, is_valid=is_valid) for is_valid in (True, False)]
    assert any(surface in each for each in judged) == (surface in JUDGED)
