"""What is left of a value is told from what stands around it in any probe."""

from __future__ import annotations

import json
from random import Random

import pytest

from streams.canaries.carriers import Position
from streams.canaries.disguises import Disguise
from streams.canaries.forms import IDENTIFIERS, Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.verify.plan import ProbePlan, planned
from streams.verify.remains import remains

NUMBERS = ("phone", "PHONE_NUMBER", "ID_NUMBER", "SSN", "BANK_ACCOUNT", "IP_ADDRESS")


@pytest.mark.parametrize("kind", [*sorted(IDENTIFIERS), *NUMBERS])
def test_all_but_the_last_of_a_value_tells_it(kind: str) -> None:
    for seed in range(20):
        canary = mint(kind, Random(seed), lambda value: False)
        cut = canary.value[: (4 * len(canary.value) + 4) // 5]
        assert remains(canary, f"It is {cut}[X1], he said"), seed
        assert remains(canary, canary.value)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_remains_where_the_value_was_taken_out(kind: str) -> None:
    plan = ProbePlan((kind,), [position for position in Position if position is not Position.NAME], (Disguise.PLAIN,))
    for each in planned(plan, "m", Random(1)):
        assert not remains(each.canary, json.dumps(each.probe.body).replace(each.canary.value, "[X1]"))


def test_what_anybody_may_say_does_not_tell_a_value() -> None:
    assert not remains(Canary("FINANCIAL_INFORMATION", "$7,485,661.60 in student loans"), "[X1] in student loans")
    assert not remains(Canary("SSN", "536-90-4399"), "It ends with 4399")
