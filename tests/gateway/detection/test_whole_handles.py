"""Handles become whole: no part of one stays where another was found."""

from __future__ import annotations

import pytest

from gateway.detection.whole_handles import whole_handles
from gateway.types import EntityType, Span
from tests.support import work


def whole(text: str, part: str, entity_type: EntityType = EntityType.NAME) -> list[str]:
    """Returns what is hidden if this part of the text was found."""
    span = Span(text.index(part), text.index(part) + len(part), entity_type, 0.9, "found")
    return [text[each.start : each.end] for each in whole_handles((span,), text)]


@pytest.mark.parametrize(
    ("text", "part", "handle"),
    [
        ("ask kev.hauls.4u today", "kev", "kev.hauls.4u"),
        ("ask kev.hauls.4u: hi", "kev.hauls", "kev.hauls.4u"),
        ("as skipper_anders says", "anders", "skipper_anders"),
        ("so lorelai_v_77 wrote", "lorelai", "lorelai_v_77"),
        ("add lorelai#4471 there", "lorelai", "lorelai#4471"),
    ],
)
def test_a_name_or_handle_reaches_to_the_ends_of_its_handle(text: str, part: str, handle: str) -> None:
    assert whole(text, part) == whole(text, part, EntityType.USERNAME) == [handle]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("in anna.txt and", "anna"),
        ("at anna.example/x", "anna"),
        ("Anna. then", "Anna"),
        ("call anna.greet(", "anna"),
        ("mail anna_b@corp.example", "anna"),
        ("set anna_id=4", "anna"),
    ],
)
def test_files_domains_sentences_and_code_stay(text: str, part: str) -> None:
    assert whole(text, part) == [part]


def test_what_is_no_person_does_not_grow() -> None:
    assert whole("in leeds_and_york today", "leeds", EntityType.GEOLOCATION) == ["leeds"]


def test_the_work_is_linear_in_the_spans() -> None:
    def effort(count: int) -> int:
        line = "ask kev.hauls.4u today "
        spans = tuple(
            Span(at + 4, at + 7, EntityType.NAME, 0.9, "found") for at in range(0, count * len(line), len(line))
        )
        return work.calls(lambda: whole_handles(spans, line * count))

    assert effort(2_000) < 12 * effort(200)
