from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.apart import apart
from gateway.detection.model_names import CIRCUMSTANCES as NAME
from gateway.types import EntityType, Span

TEXT = "x" * 40
TYPES = (EntityType.HEALTH_INFORMATION, EntityType.NAME, EntityType.TIME)
SPANS = st.builds(
    lambda start, length, kind, told: Span(start, start + length, kind, 0.5, NAME if told else "other"),
    st.integers(0, 20),
    st.integers(1, 15),
    st.sampled_from(TYPES),
    st.booleans(),
)


def letters(spans: list[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


def test_a_longer_span_of_the_same_kind_stays_whole() -> None:
    told = Span(0, 20, EntityType.FINANCIAL_INFORMATION, 0.7, NAME)
    income = Span(5, 9, EntityType.INCOME, 0.9, "income")
    assert told in apart([told, income], TEXT)


def test_an_origin_inside_of_a_marital_status_is_an_origin_and_what_reaches_out_of_it_cuts_nothing() -> None:
    told, origin = Span(4, 20, EntityType.MARITAL_STATUS, 0.7, NAME), Span(4, 9, EntityType.ETHNICITY, 0.9, "terms")
    assert apart([told, origin], TEXT) == [origin, told._replace(start=9)]
    for wider in (origin._replace(start=3), origin._replace(end=20)):
        assert told in apart([told, wider], TEXT)


def test_what_another_kind_leaves_stays_told_if_it_is_a_word_of_its_own() -> None:
    told, other = Span(0, 6, EntityType.MARITAL_STATUS, 0.7, NAME), Span(0, 3, EntityType.RELIGION, 0.9, "terms")
    assert apart([told, other], "gay ex") == [other, told._replace(start=4)]
    assert apart([told, other], "gay to") == [other]


def test_a_remainder_of_two_letters_is_no_span() -> None:
    told, name = Span(0, 6, EntityType.OCCUPATION, 0.7, NAME), Span(2, 6, EntityType.NAME, 0.9, "tagger")
    assert apart([told, name], "a Ann") == [name]


def test_a_doubtful_span_inside_cuts_nothing() -> None:
    told, name = Span(0, 12, EntityType.OCCUPATION, 0.7, NAME), Span(4, 7, EntityType.NAME, 0.2, "tagger")
    assert told in apart([told, name], TEXT)


def test_a_name_in_what_is_told_is_a_name() -> None:
    text = "She was run over by Tom Reed and lost a leg."
    told, name = Span(4, 43, EntityType.HEALTH_INFORMATION, 0.7, NAME), Span(20, 28, EntityType.NAME, 0.9, "tagger")
    kept = sorted(apart([told, name], text))
    assert [text[span.start : span.end] for span in kept] == ["was run over by", "Tom Reed", "and lost a leg"]


def test_two_letters_beside_a_sure_name_are_no_name_and_three_may_be_one() -> None:
    told, name = Span(0, 5, EntityType.NAME, 0.7, NAME), Span(2, 4, EntityType.NAME, 0.9, "eastern")
    assert apart([told, name], "夫の蒼太が") == [name]
    number = Span(3, 14, EntityType.PHONE_NUMBER, 0.9, "phone")
    assert apart([told._replace(end=14), number], "王小明13800138000") == [number, told._replace(end=3)]
    assert apart([told._replace(end=2)], "夫の") == [told._replace(end=2)]


def test_what_a_sure_span_leaves_is_dropped_where_no_word_of_it_tells_anything_by_itself() -> None:
    told = Span(0, 17, EntityType.HEALTH_INFORMATION, 0.7, NAME, sure=((13, 17),))
    name = Span(9, 12, EntityType.NAME, 0.9, "tagger")
    assert apart([told, name], "had been Ann hurt") == [name, told._replace(start=13, sure=())]
    assert apart([told._replace(sure=((9, 12),)), name], "had been Ann hurt") == [name]
    whole = apart([told], "had been Ann hurt")
    assert [(span.start, span.end) for span in whole] == [(0, 17)]


def test_of_a_user_name_that_belongs_to_an_address_nothing_is_left() -> None:
    told, email = Span(0, 24, EntityType.USERNAME, 0.7, NAME), Span(9, 24, EntityType.EMAIL, 0.9, "email")
    assert apart([told, email], "Reply to ann@example.org") == [email]


@given(st.lists(SPANS, max_size=6))
def test_no_more_than_two_letters_in_a_row_are_lost_and_none_is_added(spans: list[Span]) -> None:
    kept = letters(apart(spans, TEXT))
    assert kept <= letters(spans)
    lost = letters(spans) - kept
    assert not any({at, at + 1, at + 2} <= lost for at in lost)
