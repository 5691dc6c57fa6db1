from __future__ import annotations

import pytest

from gateway.settings import ALL_ROLES, SettingsError, load
from gateway.types import EntityType

BADGE = """\
detection:
  recognizers:
    - name: badge
      entity_type: ID_NUMBER
      pattern: "B-[0-9]{6}"
      score: 0.6
      context: [badge, staff no]
      raises: [employee]
      lowers: [invoice]
      examples:
        match: [B-123456]
        no_match: [B-12345, invoice B-123456]
"""


def mistakes(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, ALL_ROLES)
    return [
        (mistake.line, mistake.place.removeprefix("detection.recognizers"), mistake.message)
        for mistake in refused.value.mistakes
    ]


def test_an_entry_becomes_a_recognizer() -> None:
    (badge,) = load(BADGE, {}, ALL_ROLES).detection.recognizers
    found = [(span.start, span.entity_type, span.score) for span in badge.find("employee badge B-123456, B-1")]
    assert (badge.name, found) == ("badge", [(15, EntityType.ID_NUMBER, 0.8)])


@pytest.mark.parametrize(
    ("before", "after", "line", "place", "message"),
    [
        ("[B-123456]", "[B-123456, xB-123456]", 11, "[0].examples.match[1]", "is not found as a whole after each"),
        ("[B-123456]", "[]", 11, "[0].examples.match", "should have at least 1"),
        ("[B-12345,", "['badge B-123456',", 12, "[0].examples.no_match[0]", "is found"),
        ("        no_match: [B-12345, invoice B-123456]\n", "", 10, "[0].examples.no_match", "is missing"),
        ("B-[0-9]{6}", "(?<!B)-[0-9]{6}", 5, "[0].pattern", "linear time"),
        ("B-[0-9]{6}", "B-[0-9", 5, "[0].pattern", "is no regular expression: look at character 3"),
        ("B-[0-9]{6}", "", 5, "[0].pattern", "matches the empty text"),
        ("0.6", "1.6", 6, "[0].score", "less than or equal to 1"),
        ("0.6", "0", 6, "[0].score", "greater than 0"),
        ("ID_NUMBER", "ID_NUMBR", 4, "[0].entity_type", "did you mean ID_NUMBER?"),
        ("name: badge", "name: 'my badge'", 3, "[0].name", "holds a character that is not allowed"),
        ("name: badge", "name: email", 3, "[0].name", "is the name of a recognizer that is built in"),
        ("name: badge", "name: deny_list", 3, "[0].name", "is the name of a recognizer that is built in"),
        ("name: badge", "name: circumstances", 3, "[0].name", "is the name of a recognizer that is built in"),
        ("name: badge", "name: structure", 3, "[0].name", "is the name of a recognizer that is built in"),
        ("score:", "checksum: luhm\n      score:", 6, "[0].checksum", "no checksum of that name"),
        ("raises:", "raise:", 8, "[0].raise", "did you mean raises?"),
    ],
)
def test_a_mistake_is_reported_with_line_and_place(
    before: str, after: str, line: int, place: str, message: str
) -> None:
    ((told_line, told_place, why),) = mistakes(BADGE.replace(before, after, 1))
    assert (told_line, told_place) == (line, place)
    assert why.startswith(message) or message in why


def test_without_context_an_example_is_found_as_it_is() -> None:
    assert load(BADGE.replace("context: [badge, staff no]", "context: []").replace(", invoice B-123456", ""), {}, [])


def test_an_example_is_found_after_every_context_word() -> None:
    ((_, place, _),) = mistakes(BADGE.replace("staff no]", "a badge with very many words in front of it]"))
    assert place == "[0].context[1]"
    unlike = BADGE.replace("B-[0-9]{6}", "badge (?P<value>B-[0-9]{6})")
    assert [place for _, place, _ in mistakes(unlike)] == ["[0].examples.match[0]"]


def test_an_example_with_wrong_check_digits_is_no_match() -> None:
    entry = (
        "detection: {recognizers: [{name: dni, entity_type: ID_NUMBER, pattern: '[0-9]{8}-[A-Z]', score: 1,\n"
        "checksum: es.dni, examples: {match: [54362315-K], no_match: [54362315-L]}}]}"
    )
    assert load(entry, {}, ALL_ROLES).detection.recognizers[0].has_checksum
    ((line, place, _),) = mistakes(entry.replace("match: [54362315-K]", "match: [54362315-M]"))
    assert (line, place) == (2, "[0].examples.match[0]")


def test_two_recognizers_have_two_names() -> None:
    entry = BADGE.partition("  recognizers:\n")[2]
    ((line, place, message),) = mistakes(BADGE + entry)
    assert (line, place, message) == (13, "[1].name", "the same name as detection.recognizers[0]")


def test_no_mistake_repeats_a_pattern_or_an_example() -> None:
    text = BADGE.replace("B-[0-9]{6}", "secret(").replace("[B-123456]", "[secret]")
    with pytest.raises(SettingsError) as refused:
        load(text, {}, ALL_ROLES)
    assert "secret" not in str(refused.value)


def test_all_mistakes_are_reported_at_once() -> None:
    text = BADGE.replace("ID_NUMBER", "ID") + "    - {name: x}\npolicies: {default: {ignore: [TIM]}}"
    places = [place for _, place, _ in mistakes(text)]
    assert places[0] == "[0].entity_type"
    assert {"[1].pattern", "[1].examples", "policies.default.ignore[0]"} <= set(places)
