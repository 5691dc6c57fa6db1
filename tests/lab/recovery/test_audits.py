"""Audits count what attackers recover, by action and by type, and print no values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from gateway.given import GivenEntity
from gateway.types import Action, EntityType
from lab.recovery.attacker import Guess, Replaced
from lab.recovery.audits import span_wise, type_wise
from streams.searcher.prompts import Prompt
from tests.lab.search.test_prediction import rows

R, A, K = Action.REDACT, Action.ABSTRACT, Action.RETAIN

PROMPT = Prompt(
    "p1",
    "made",
    "Ann met Bob in Lyon.",
    (
        GivenEntity(EntityType.NAME, ("Ann",)),
        GivenEntity(EntityType.NAME, ("Bob",)),
        GivenEntity(EntityType.GEOLOCATION, ("Lyon",)),
    ),
)


class AllKnowing:
    """An attacker that knows some originals by their replacements and finds values in the text."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.asked: list[list[str]] = []

    async def recover(self, text: str, replaced: Sequence[Replaced]) -> list[Guess | None]:
        self.asked.append([each.replacement for each in replaced])
        assert all(each.replacement in text for each in replaced)
        return [Guess(self.known[one], 0.5) if (one := each.replacement) in self.known else None for each in replaced]

    async def candidates(self, text: str, types: Sequence[EntityType]) -> dict[EntityType, Sequence[Guess]]:
        standing = [name for name in ("Zoe", "Bob", "Ann", "Lyon") if name in text or name == "Zoe"]
        return {each: [Guess(name, 0.5) for name in standing] for each in types}


async def test_recovered_entities_are_counted_by_action_and_named_without_their_value() -> None:
    attacker = AllKnowing({"[NAME1]": "ANN", "[NAME2]": "Rob"})
    spans, recovered = await span_wise(attacker, [(PROMPT, (R, R, A))])
    assert attacker.asked == [["[NAME1]", "[NAME2]", "a city in France"]]
    redacted, abstracted = spans["made"]["REDACT"], spans["made"]["ABSTRACT"]
    assert (redacted.entities, redacted.recovered.value, redacted.unknown.value) == (2, 0.5, 0.0)
    assert (abstracted.entities, abstracted.recovered.value, abstracted.unknown.value) == (1, 0.0, 1.0)
    assert [(each.entity, each.entity_type) for each in recovered] == [(0, "NAME")]


async def test_retained_entities_are_not_attacked() -> None:
    attacker = AllKnowing({})
    await span_wise(attacker, [(PROMPT, (K, R, K))])
    assert attacker.asked == [["[NAME2]"]]


async def test_candidates_from_the_original_are_compared_with_those_from_the_minimized_text() -> None:
    types = (await type_wise(AllKnowing({}), [(PROMPT, (R, R, K))]))["made"]
    assert types.keys() == {"NAME"}
    assert (types["NAME"].hit_1_original.value, types["NAME"].hit_3_original.value) == (0.0, 1.0)
    assert (types["NAME"].hit_1_minimized.value, types["NAME"].hit_3_minimized.value) == (0.0, 0.0)


def test_the_command_audits_plans_and_prints_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = rows(tmp_path, {"Ann": "redact", "Friday": "retain"})
    assert main(["minimize", "audit", "--data", str(data)]) == 0
    assert "Ann" not in capsys.readouterr().out
    assert main(["minimize", "audit", "--data", str(data), "--redact-all", "--json"]) == 0
    measured = msgspec.json.decode(capsys.readouterr().out)
    assert measured["spans"]["made"]["REDACT"]["entities"] == 2


def test_without_a_plan_there_is_nothing_to_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_bytes(b'{"id": "a", "text": "Ann", "entities": [{"type": "NAME", "text": "Ann"}]}\n')
    assert main(["minimize", "audit", "--data", str(path)]) == 2
    assert "--redact-all" in capsys.readouterr().err
