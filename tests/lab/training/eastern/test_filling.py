from __future__ import annotations

import pytest

from gateway.types import EntityType
from lab.training.eastern.filling import FRAMES, PLAIN, filled, frames
from lab.training.eastern.lists import LANGUAGES

POOLS = {
    "surname": ["王"],
    "given": ["小明"],
    "place": ["北京"],
    "district": ["海淀区"],
    "word": ["天气", "今天"],
    "clean": ["天气"],
    "foreign": ["约翰"],
    "organisation": ["外交部"],
    "brand": ["华为"],
    "suffix": ["大学"],
    "company": ["公司"],
    "character": ["华"],
}


def test_slots_are_filled_and_labelled_and_one_choice_is_made() -> None:
    rows = list(filled("zh", ["(我|他)在{place}见{surname}先生"], ["你好"], POOLS, count=60, seed=0))
    values = {(row.text[start:end], kind) for row in rows for start, end, kind in row.spans}
    assert ("王", EntityType.NAME) in values
    assert {text for text, kind in values if kind is EntityType.GEOLOCATION} >= {"北京"}
    assert not any(mark in row.text for row in rows for mark in "(|{}")


def test_the_same_seed_gives_the_same_rows() -> None:
    made = [list(filled("zh", ["我是{name}"], ["你好"], POOLS, count=20, seed=seed)) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_frames_for_judging_are_not_those_for_training(language: str) -> None:
    training, judging = frames(language, held_out=False), frames(language, held_out=True)
    assert len(training) > 60
    assert len(judging) > 10
    assert set(training).isdisjoint(judging)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_without_names_have_no_slots(language: str) -> None:
    assert "{" not in (PLAIN / f"{language}.txt").read_text(encoding="utf-8")
    assert (FRAMES / f"{language}.txt").exists()
