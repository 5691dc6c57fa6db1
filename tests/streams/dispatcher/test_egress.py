from __future__ import annotations

import pytest

from gateway.errors import Unavailable
from gateway.kafka.compacted import Keyed
from streams.dispatcher.egress import EgressHolds
from tests.streams.test_holds import HELD, LIFTED
from tests.support.metrics import metric


def holds(*records: tuple[str, bytes]) -> EgressHolds:
    made = EgressHolds(lambda: True)
    for subject, value in records:
        made.take(Keyed(subject.encode(), value))
    return made


def code(held: EgressHolds, tenant: str = "support", model: str = "gpt-4.1") -> str:
    try:
        held.check(tenant, model)
    except Unavailable as error:
        return error.code
    return "sent"


def test_a_tenant_and_a_model_are_held_by_their_names_whatever_letters_they_have() -> None:
    held = holds(("tenant/büro/1", HELD), ("model/gpt-*", HELD))
    assert code(held, tenant="büro/1") == "tenant_held"
    assert code(held, model="gpt-*") == "model_held"
    assert code(held, model="gpt-4.1") == code(held, tenant="büro") == "sent"


def test_held_publications_hold_no_turn() -> None:
    assert code(holds(("publications", HELD))) == "sent"


def test_what_is_held_is_shown_as_it_changes() -> None:
    held = holds(("tenant/a", HELD), ("tenant/b", HELD), ("publications", HELD))
    assert [metric("canarygate_holds", subject=each) for each in ("publications", "tenant", "model")] == [1, 2, 0]
    held.take(Keyed(b"tenant/a", LIFTED))
    assert metric("canarygate_holds", subject="tenant") == 1


@pytest.mark.parametrize("key", [None, b"\xff"])
def test_a_key_that_is_nobodys_does_no_harm(key: bytes | None) -> None:
    held = EgressHolds(lambda: True)
    held.take(Keyed(key, HELD))
    assert code(held) == "sent"
