from __future__ import annotations

from typing import Final

import pytest

from gateway.detection.names.contexts import GapKinds
from gateway.detection.names.edges import Piece
from gateway.detection.names.extents import Sentence, extended
from gateway.detection.names.installed import load
from gateway.detection.names.words import split
from gateway.types import EntityType

LEXICON: Final = load().lexicon
NAME, PLACE, GROUP, JOB = EntityType.NAME, EntityType.GEOLOCATION, EntityType.AFFILIATION, EntityType.OCCUPATION


def extents(text: str, *claimed: tuple[str, EntityType]) -> list[str]:
    """Returns the texts of the spans made from claims, each given as its words in the text."""
    words = split(text)
    pieces = [piece(words.forms, said.split(), entity_type) for said, entity_type in claimed]
    found = extended(pieces, Sentence(words.forms, GapKinds().of(words.gaps).tolist()), LEXICON)
    return [text[words.starts[each.first] : words.ends[each.last - 1]] for each in found]


def piece(forms: list[str], said: list[str], entity_type: EntityType) -> Piece:
    first = next(at for at in range(len(forms)) if forms[at : at + len(said)] == said)
    return Piece(first, first + len(said), entity_type, 0.5)


@pytest.mark.parametrize(
    ("text", "claimed", "entity_type", "whole"),
    [
        ("at Brackwater Training Centres now", "Brackwater Training", GROUP, "Brackwater Training Centres"),
        ("in the Quillby Valley now", "Quillby", PLACE, "Quillby Valley"),
        ("joined Weavers Local 872 in May", "Weavers Local", GROUP, "Weavers Local 872"),
        ("Yours,\nK. R.", "K", NAME, "K. R"),
        ("as a senior registered nurse", "nurse", JOB, "senior registered nurse"),
    ],
)
def test_a_span_reaches_to_the_end_of_its_name(text: str, claimed: str, entity_type: EntityType, whole: str) -> None:
    assert extents(text, (claimed, entity_type)) == [whole]


@pytest.mark.parametrize(
    ("text", "claimed", "entity_type"),
    [
        ("in the Quillby valley now", "Quillby", PLACE),
        ("at Brackwater. Centres open", "Brackwater", GROUP),
        ("at Brackwater 2024 we", "Brackwater", GROUP),
        ("asked K. Then", "K", NAME),
        ("asked K. A friend", "K", NAME),
        ("the senior, nurse", "nurse", JOB),
        ("Ann Valley", "Ann", NAME),
    ],
)
def test_what_is_no_part_of_the_name_stays_outside(text: str, claimed: str, entity_type: EntityType) -> None:
    assert extents(text, (claimed, entity_type)) == [claimed]


def test_a_state_after_a_city_is_a_place_too() -> None:
    assert extents("from Springvale, OH to", ("Springvale", PLACE)) == ["Springvale", "OH"]
    assert extents("from Springvale, Oh to", ("Springvale", PLACE)) == ["Springvale"]
    assert extents("TO SPRINGVALE, OR ELSE", ("SPRINGVALE", PLACE)) == ["SPRINGVALE"]
    assert extents("at Brackwater, OH to", ("Brackwater", GROUP)) == ["Brackwater"]


def test_an_abbreviation_in_brackets_stands_for_the_name_before_it() -> None:
    name = "the Friends of Dunmarsh Mill"
    assert extents(f"by {name} (FDM) in", (name, GROUP)) == [name, "FDM"]
    assert extents(f"by {name} (UK) in", (name, GROUP)) == [name]
    assert extents(f"by {name} (FDM in", (name, GROUP)) == [name]


def test_a_span_never_reaches_into_the_next_one() -> None:
    assert extents("Oslo Valley Group", ("Oslo", PLACE), ("Valley", GROUP)) == ["Oslo", "Valley Group"]
    assert extents("as a nurse senior clerk", ("nurse senior", JOB), ("clerk", JOB)) == ["nurse senior", "clerk"]
