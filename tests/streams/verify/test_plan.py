"""A plan has every kind wherever it makes sense, evenly however short it is, and no value twice."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streams.canaries.carriers import Position, allows
from streams.canaries.disguises import Disguise
from streams.canaries.kinds import KINDS
from streams.verify.plan import SAID_IN_WORDS, PlannedProbe, ProbePlan, planned
from streams.verify.verifying import KIND_NAMES

PLAIN = (Disguise.PLAIN,)


def made(plan: ProbePlan, seed: int = 1) -> list[PlannedProbe]:
    return [*planned(plan, "m", Random(seed))]


def placed(probe: PlannedProbe) -> tuple[str, Position, Disguise, bool]:
    return probe.canary.kind, probe.probe.position, probe.probe.disguise, probe.probe.stream


def test_every_kind_stands_once_in_every_placement_that_suits_it() -> None:
    found = Counter(map(placed, made(ProbePlan(KIND_NAMES, [*Position], PLAIN))))
    assert set(found.values()) == {1}
    assert set(found) == {
        (kind, position, Disguise.PLAIN, stream)
        for kind in KIND_NAMES
        for position in Position
        for stream in (False, True)
        if not (position is Position.NAME and kind != "NAME")
        and not (position in (Position.STOP, Position.SCHEMA) and kind in SAID_IN_WORDS)
    }


def test_everywhere_means_every_kind_at_every_position() -> None:
    kinds = ("USERNAME", "SSN", "PASSPORT")
    found = Counter(
        (kind, position) for kind, position, _, _ in map(placed, made(ProbePlan(kinds, [*Position], PLAIN, True)))
    )
    assert found == {(kind, position): 2 for kind in kinds for position in Position}


def test_only_disguises_that_a_position_allows_are_planned() -> None:
    plan = ProbePlan(("NAME",), [*Position], [*Disguise])
    assert {(position, disguise) for _, position, disguise, _ in map(placed, made(plan))} == {
        (position, disguise) for position in Position for disguise in Disguise if allows(position, disguise)
    }


@settings(max_examples=10, deadline=None)
@given(st.integers(len(KINDS), 200), st.integers(0, 10**6))
def test_however_few_probes_there_are_kinds_and_placements_come_evenly(probes: int, seed: int) -> None:
    kinds = [kind for kind in KINDS if kind not in SAID_IN_WORDS]
    positions = [position for position in Position if position is not Position.NAME]
    found = made(ProbePlan(kinds, positions, PLAIN, probes=probes), seed)
    assert len(found) == probes
    each_kind = Counter(each.canary.kind for each in found)
    assert set(each_kind) == set(kinds)
    assert max(each_kind.values()) - min(each_kind.values()) <= 1
    each_placement = Counter((each.probe.position, each.probe.stream) for each in found)
    assert set(each_placement) == {(position, stream) for position in positions for stream in (False, True)}
    assert max(each_placement.values()) - min(each_placement.values()) <= 2


def test_no_value_is_planted_twice_and_all_but_the_canary_is_as_in_any_probe() -> None:
    found = made(ProbePlan(KIND_NAMES, [*Position], PLAIN))
    values = [each.canary.value for each in found]
    assert len({*values}) == len(values) > 800
    assert 0.4 < sum(each.earlier for each in found) / len(found) < 0.6


def test_the_same_seed_gives_the_same_plan() -> None:
    plan = ProbePlan(KIND_NAMES, [*Position], PLAIN, probes=60)
    bodies = [[json.dumps(each.probe.body) for each in made(plan, seed)] for seed in (1, 1, 2)]
    assert bodies[0] == bodies[1] != bodies[2]


@pytest.mark.parametrize("count", [1, 2, 11, 12, 22, 36])
def test_any_number_of_kinds_comes_to_every_placement(count: int) -> None:
    positions = [position for position in Position if position is not Position.NAME]
    kinds = [kind for kind in KINDS if kind not in SAID_IN_WORDS][:count]
    found = [*map(placed, made(ProbePlan(kinds, positions, PLAIN)))]
    assert len(found) == len({*found}) == 22 * count


@pytest.mark.parametrize(("kinds", "disguise"), [(("SSN",), Disguise.PLAIN), (("NAME",), Disguise.SPLIT)])
def test_a_plan_may_be_empty(kinds: tuple[str, ...], disguise: Disguise) -> None:
    assert made(ProbePlan(kinds, [Position.NAME], [disguise])) == []
