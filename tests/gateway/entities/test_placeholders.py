from itertools import product

import pytest

from gateway.entities.placeholders import NAME_PREFIXES, Placeholder, literals, parse
from gateway.types import EntityType, LeafKind


@pytest.mark.parametrize("spelling", ["[EMAIL007]", "[EMAIL0]", "[EMAIL]", "[COLOUR1]", "[1]", ""])
def test_other_text_is_not_parsed_as_a_placeholder(spelling: str) -> None:
    assert parse(spelling) is None


def test_every_placeholder_is_parsed_back_in_both_forms() -> None:
    for entity_type, number, variant in product(EntityType, (1, 999_999_999), (1, 2, 10)):
        placeholder = Placeholder(entity_type, number, variant)
        assert parse(str(placeholder)) == parse(placeholder.bare()) == placeholder


def test_every_type_that_ends_like_another_has_its_prefix_listed() -> None:
    pairs = [(one, other) for one, other in product(EntityType, EntityType) if one.endswith(f"_{other}")]

    assert {one.removesuffix(other) for one, other in pairs} == set(NAME_PREFIXES)


def test_a_placeholder_is_ascii_without_what_markup_escapes() -> None:
    for entity_type in EntityType:
        text = str(Placeholder(entity_type, 1, 2))
        assert text.isascii()
        assert not set(text) & set('<>&"\\')


def test_a_number_too_large_to_be_ours_is_no_literal() -> None:
    text = "[EMAIL99999999999999999999] [EMAIL007] [EMAIL999999999]"

    assert [each.placeholder.number for each in literals(text, LeafKind.TEXT, 0, len(text))] == [999_999_999]


def test_a_bare_literal_counts_only_where_names_stand_and_only_as_a_word() -> None:
    text = "notify-EMAIL1_2-xNAME1"

    assert list(literals(text, LeafKind.TEXT, 0, len(text))) == []
    assert [each.placeholder for each in literals(text, LeafKind.NAME, 0, len(text))] == [
        Placeholder(EntityType.EMAIL, 1, 2)
    ]
