import pytest

from gateway.rewriting.spellings import NAME, QUOTED, TEXT, Spellings
from gateway.types import EntityType


@pytest.mark.parametrize("spellings", [TEXT, QUOTED, NAME])
def test_every_type_is_found_and_every_beginning_of_it_is_open(spellings: Spellings) -> None:
    for entity_type in EntityType:
        placeholder = f"[{entity_type}12]"
        assert spellings.whole.fullmatch(placeholder)
        for end in range(1, len(placeholder)):
            found = spellings.open_end.search(placeholder[:end])
            assert found is not None
            assert found.start() == 0


@pytest.mark.parametrize(
    "end", ["[see", "[1", "[EMAIL1]", "EMAIL1 ", "MYEMAIL", "email", "\\a", "&amp", "[ x", "[EMAIL1x", "["[:0]]
)
def test_an_end_that_cannot_become_a_placeholder_is_not_open(end: str) -> None:
    assert TEXT.open_end.search(end) is None


def test_the_longest_open_end_is_within_reach() -> None:
    longest = "&lbrack;DEMOGRAPHIC\\_ATTRIBUTE\\ 123456789.123456789&rbrack"
    name = "DEMOGRAPHIC_ATTRIBUTE123456789_123456789"
    value = f'"{longest};"' + " " * 64

    assert TEXT.open_end.search(longest, len(longest) - TEXT.reach)
    assert len(longest) <= TEXT.reach
    assert len(name) <= NAME.reach
    assert len(value) <= QUOTED.reach
    assert QUOTED.open_end.search(value[1:])
