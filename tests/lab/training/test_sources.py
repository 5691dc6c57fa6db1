from __future__ import annotations

from gateway.types import EntityType
from lab.training.labels import UNKNOWN, labels
from lab.training.rows import Row
from lab.training.sources import told, tuned_rows, with_lower_case

HELD_OUT, TUNED = "a", "c"  # keys, by the parity of their hashes
PROMPT = "Rewrite this letter to my landlord, please: dear"


def test_a_prompt_that_begins_like_a_held_out_one_is_not_used_for_tuning() -> None:
    again = [Row("pupa", HELD_OUT, f"{PROMPT} Ann"), Row("pupa", TUNED, f"{PROMPT.upper()}  Bo")]
    answer = Row("pupa answers", TUNED, "Dear Bo")
    assert tuned_rows([*again, answer]) == []
    assert tuned_rows([again[1], answer]) == [again[1], answer]


def test_rows_that_are_no_prompts_may_begin_alike() -> None:
    rows = [Row("wnut17", HELD_OUT, PROMPT), Row("wnut17", TUNED, PROMPT)]
    assert tuned_rows(rows) == rows[1:]


def test_prompts_are_repeated_in_lower_case_and_code_is_not() -> None:
    rows = [Row("wildchat", "a", "Ann"), Row("code", "b", "Ann")]
    assert [(row.source, row.text) for row in with_lower_case(rows)][2:] == [("wildchat in lower case", "ann")]


def test_every_second_copy_has_no_accents_either() -> None:
    rows = [Row("told", "a", "Wołał José"), Row("told", "b", "Wołał José")]
    assert [row.text for row in with_lower_case(rows)][2:] == ["wołał josé", "wolal jose"]


def test_of_prompts_that_tell_of_people_only_names_and_the_like_are_learned() -> None:
    kinds = {kind for row in told() for *_, kind in row.spans}
    assert {EntityType.NAME, EntityType.TIME, EntityType.AFFILIATION} <= kinds
    assert kinds.isdisjoint({EntityType.HEALTH_INFORMATION, EntityType.KEYS})
    assert any(UNKNOWN in labels(row) for row in told())
