import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.entities.occurrences import Occurrences

small_texts = st.text("ab1 -.@_王明ก", max_size=24)


def found(values: list[str], text: str) -> list[str]:
    return [text[start:end] for start, end in Occurrences(values).find(text, [(0, len(text))])]


def test_a_value_is_found_as_a_whole_word_only() -> None:
    assert found(["Ann", "415"], "Ann, Anna, MAnn, Ann_2, 4155, +415") == ["Ann", "Ann", "415"]


def test_the_longest_value_wins_and_occurrences_are_disjoint() -> None:
    assert found(["Ann", "Ann Lee", "Lee Road"], "Ann Lee Road, Ann Leeds") == ["Ann Lee", "Ann"]


def test_a_value_may_begin_and_end_with_anything() -> None:
    assert found(["+1 (415)", "(415)"], "call +1 (415)5 or (415)") == ["+1 (415)", "(415)"]


def test_a_value_is_found_where_a_longer_one_only_begins_alike() -> None:
    assert found(["Ann", "Ann Lee", "Ann Lee Smith"], "Ann Lee Smithers") == ["Ann Lee"]


def test_nothing_is_found_outside_the_offsets() -> None:
    text = "Ann Ann Ann"

    assert list(Occurrences(["Ann"]).find(text, [(1, 8)])) == [(4, 7)]


def test_in_a_name_a_value_begins_and_ends_with_a_letter_or_digit() -> None:
    text = "x-a-y"

    assert list(Occurrences(["-a-", "a"]).find(text, [(0, len(text))], in_name=True)) == [(2, 3)]


def test_in_scripts_without_spaces_a_value_stands_anywhere() -> None:
    assert found(["小明", "민수", "สมชาย"], "王小明和小明说，민수가 คุณสมชายมา") == ["小明", "小明", "민수", "สมชาย"]


def test_beside_such_a_letter_a_latin_word_ends() -> None:
    assert found(["Ann", "415"], "我叫Ann说415号，Anna说") == ["Ann", "415"]


def test_a_single_character_and_a_short_word_of_letters_stand_alone_only() -> None:
    assert found(["王", "ต้น"], "国王说 王 ต้นไม้ ต้น") == ["王", "ต้น"]


@pytest.mark.parametrize("prefix", ["IP_", "BUSINESS_"])
def test_in_a_name_a_type_prefix_belongs_to_the_next_word(prefix: str) -> None:
    text = f"{prefix}home_home"
    second = len(prefix) + len("home_")

    assert list(Occurrences(["home"]).find(text, [(0, len(text))], in_name=True)) == [(second, second + 4)]


@example({"1", "_1", "-"}, "-1")
@given(st.sets(small_texts), small_texts)
def test_every_value_that_stands_whole_in_a_text_is_covered(values: set[str], text: str) -> None:
    covered = {place for start, end in Occurrences(values).find(text, [(0, len(text))]) for place in range(start, end)}

    for value in (each for each in values if any(map(str.isalnum, each))):
        for start in range(len(text) - len(value) + 1):
            end = start + len(value)
            if text.startswith(value, start) and not joins(text, start) and not joins(text, end):
                assert covered & set(range(start, end))


@example({"王明"}, "a王明王", False)
@given(st.sets(small_texts), small_texts, st.booleans())
def test_few_values_are_found_like_many(values: set[str], text: str, in_name: bool) -> None:
    gaps = [(0, len(text) // 2), (len(text) // 2, len(text))]
    few, many = Occurrences(values), Occurrences(values | {f"none of these {number}" for number in range(100)})

    assert [*few.find(text, gaps, in_name=in_name)] == [*many.find(text, gaps, in_name=in_name)]


def joins(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()
