"""What users talk about is published, exactly counted, and nothing that one of them said stands anywhere.

``python -m tests.kafka.scenarios analytics`` does the same at length, and prints how well topics were found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from gateway.records import AnalyticsText, WithheldSummary
from gateway.types import JsonObject
from tests.kafka.scenarios.analytics import analytics
from tests.kafka.scenarios.talked_of import TalkedOf
from tests.support.conversations import DATA, Turn
from tests.support.pipeline import pipeline
from tests.support.publications import released

# So few people would all stay below the thresholds for thousands.
FEW: dict[str, JsonObject] = {"analytics": {"k_min": 5}, "publication": {"sensitive_k_min": 8}}


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the published conversations in ../shared/data")
async def test_summaries_count_everybody_once_and_show_nobody(kafka_jars: Path, tmp_path: Path) -> None:
    with pipeline(tmp_path, kafka_jars, sections=FEW) as running:
        report = await analytics(running, turns=600, contributors=120, intents=6)
    print(f"\n{report}")
    assert report.faults == []


def emitted(event: str, text: str = "late parcel") -> AnalyticsText:
    """The text of an event, each by somebody else."""
    return AnalyticsText(event_id=event, window=0, contributor=f"who {event}", language="en", text=text)


def right() -> TalkedOf:
    """Three turns in two clusters, of which one is published and one withheld, all as it must be."""
    turn = Turn("", "", "clinc150", "parcel", ({"role": "user", "content": "late parcel"},), (), ())
    summary = structs.replace(released(cluster=1, title="late parcel"), terms=(), contributors=2, conversations=2)
    return TalkedOf(
        turns=dict.fromkeys("abc", turn),
        contributors={event: f"who {event}" for event in "abc"},
        emitted={event: [emitted(event)] for event in "abc"},
        assigned={"a": [1], "b": [1, 1], "c": [2]},
        passed=[summary],
        withheld=[WithheldSummary(window=0, cluster=2, reason="few_contributors", contributors=1, conversations=1)],
        least=lambda summary: 2,
        released=lambda cluster, counted, least: (len(counted.contributors), counted.conversations),
        most=3,
    )


def test_what_is_as_it_must_be_has_no_fault() -> None:
    assert list(right().faults()) == []


@pytest.mark.parametrize(
    ("fault", "wrong"),
    {
        "1 turns that nobody counted": lambda it: replace(it, turns={**it.turns, "d": it.turns["a"]}),
        "1 texts of no turn": lambda it: replace(it, turns={"a": it.turns["a"], "b": it.turns["b"]}),
        "1 turns with two texts": lambda it: replace(
            it, emitted={**it.emitted, "a": [emitted("a"), emitted("a", "another")]}
        ),
        "1 texts of somebody else": lambda it: replace(it, contributors={**it.contributors, "a": "somebody"}),
        "1 texts without a cluster": lambda it: replace(
            it, turns={**it.turns, "d": it.turns["a"]}, emitted={**it.emitted, "d": [emitted("d")]}
        ),
        "1 texts with two clusters": lambda it: replace(it, assigned={**it.assigned, "b": [1, 2]}),
        "1 clusters that do not count, or were decided twice": lambda it: replace(it, withheld=[*it.withheld] * 2),
        "1 clusters of which nothing is said": lambda it: replace(it, withheld=[]),
        "cluster 2 is withheld with (2, 2), not (1, 1)": lambda it: replace(
            it, withheld=[structs.replace(it.withheld[0], contributors=2, conversations=2)]
        ),
        "cluster 1 shows (3, 2), not {(2, 2)}": lambda it: replace(
            it, passed=[structs.replace(it.passed[0], contributors=3)]
        ),
        "1 terms of cluster 1 that fewer than 2 people used": lambda it: replace(
            it, emitted={**it.emitted, "a": [emitted("a", "parcel is late")]}
        ),
        "no summary passed the gate": lambda it: replace(it, passed=[]),
    }.items(),
)
def test_a_fault_is_seen(fault: str, wrong: Callable[[TalkedOf], TalkedOf]) -> None:
    assert fault in list(wrong(right()).faults())
