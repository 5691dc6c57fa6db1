from __future__ import annotations

import re

import pytest

from lab.training import contexts
from lab.training.eastern.contexts import sentences
from lab.training.eastern.lists import LANGUAGES
from lab.training.rows import Row
from lab.training.written import marked

SLOTS = {"name", "surname", "given", "place", "org", "address"}
WRITTEN = {
    "zh": ("⟦NAME|王⟧医生", "⟦NAME|李静⟧来了", "⟦NAME|欧阳小明⟧来了"),
    "ja": ("⟦NAME|森⟧先生", "⟦NAME|田中⟧です", "⟦NAME|田中一郎⟧です"),
    "ko": ("⟦NAME|김⟧ 선생님", "⟦NAME|민수⟧가", "⟦NAME|박민수⟧가"),
    "th": ("คุณ⟦NAME|ก⟧", "⟦NAME|สมชาย⟧มา", "⟦NAME|สมชาย ใจดี⟧มา"),
}
SLOTTED = {
    "zh": ["{surname}医生", "{name}来了", "{name}来了"],
    "ja": ["{given}先生", "{surname}です", "{name}です"],
    "ko": ["{surname} 선생님", "{given}가", "{name}가"],
    "th": ["คุณ{surname}", "{given}มา", "{name}มา"],
}


def prompts(monkeypatch: pytest.MonkeyPatch, *texts: str) -> None:
    def rows(language: str) -> list[Row]:
        return [marked(f"{language}:{number}", text) for number, text in enumerate(texts)]

    monkeypatch.setattr("lab.training.eastern.contexts.marked_rows", rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_is_known_and_nothing_else_means_something_to_a_frame(language: str) -> None:
    every = list(sentences(language))
    assert {slot for each in every for slot in re.findall(r"\{(\w+)\}", each)} <= SLOTS
    assert not any(mark in each for each in every for mark in "|[]\0\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_whole_or_a_part_by_its_length(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prompts(monkeypatch, *WRITTEN[language])
    assert list(sentences(language)) == SLOTTED[language]


def test_a_sentence_with_something_arguable_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts(monkeypatch, "我喜欢⟦?|鲁迅⟧。我住在⟦GEOLOCATION|北京⟧！")
    assert list(sentences("zh")) == ["我住在{place}！"]


def test_all_prompts_of_a_language_are_read() -> None:
    whole = "".join(row.text for row in contexts.marked_rows("th"))
    assert len("".join(sentences("th"))) > len(whole) / 2
