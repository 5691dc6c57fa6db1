from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.overlap import resolve
from gateway.types import EntityType, Span

TEXT = "abcdefghij" * 4


@st.composite
def spans(draw: st.DrawFn) -> Span:
    start = draw(st.integers(0, 38))
    end = draw(st.integers(start + 1, 40))
    recognizer = draw(st.sampled_from(["one", "two", "proven"]))
    return Span(start, end, draw(st.sampled_from(EntityType)), draw(st.sampled_from([0.3, 0.6, 0.9])), recognizer)


def span(start: int, end: int, entity_type: EntityType, score: float = 0.5, recognizer: str = "some") -> Span:
    return Span(start, end, entity_type, score, recognizer)


def types_of(*claims: Span, text: str = TEXT) -> list[tuple[int, int, EntityType]]:
    return [(one.start, one.end, one.entity_type) for one in resolve(claims, text, frozenset({"proven"}))]


@given(st.lists(spans()))
def test_the_result_is_disjoint_ordered_and_covers_exactly_what_was_claimed(claims: list[Span]) -> None:
    resolved = resolve(claims, TEXT, frozenset({"proven"}))
    assert all(before.end <= after.start for before, after in pairwise(resolved))
    assert {at for one in resolved for at in range(one.start, one.end)} == {
        at for one in claims for at in range(one.start, one.end)
    }


@given(st.lists(spans()))
def test_order_of_claims_does_not_matter_and_resolving_again_changes_no_extent(claims: list[Span]) -> None:
    resolved = resolve(claims, TEXT, frozenset({"proven"}))
    assert resolve(list(reversed(claims)), TEXT, frozenset({"proven"})) == resolved
    assert resolve(resolved, TEXT, frozenset({"proven"})) == resolved


@given(st.lists(spans(), min_size=1))
def test_no_character_has_a_lower_score_than_any_claim_on_it(claims: list[Span]) -> None:
    resolved = resolve(claims, TEXT)
    for claim in claims:
        assert all(one.score >= claim.score for one in resolved if one.start < claim.end and claim.start < one.end)


def test_irreversible_beats_a_longer_reversible_one_with_a_checksum() -> None:
    assert types_of(span(0, 9, EntityType.PHONE_NUMBER, recognizer="proven"), span(0, 8, EntityType.SSN)) == [
        (0, 8, EntityType.SSN),
        (8, 9, EntityType.PHONE_NUMBER),
    ]


def test_a_url_yields_even_to_what_is_shorter_and_reversible() -> None:
    assert types_of(span(0, 9, EntityType.URL), span(0, 8, EntityType.EMAIL))[0] == (0, 8, EntityType.EMAIL)


def test_of_two_irreversible_ones_the_longer_wins_even_over_a_checksum() -> None:
    longer, card = span(0, 20, EntityType.KEYS), span(5, 10, EntityType.CREDIT_CARD, recognizer="proven")
    assert types_of(longer, card, text="a" * 20) == [(0, 20, EntityType.KEYS)]


def test_of_two_of_equal_length_a_checksum_beats_a_higher_score() -> None:
    judged, card = span(0, 9, EntityType.IBAN, 0.9), span(0, 9, EntityType.CREDIT_CARD, 0.5, recognizer="proven")
    assert types_of(judged, card) == [(0, 9, EntityType.CREDIT_CARD)]


def test_longer_beats_a_higher_score_and_takes_it_over() -> None:
    resolved = resolve([span(0, 9, EntityType.NAME, 0.3), span(2, 5, EntityType.EMAIL, 0.9)], TEXT)
    assert resolved == (span(0, 9, EntityType.NAME, 0.9),)


def test_a_higher_score_beats_a_lower_one_of_equal_length() -> None:
    assert types_of(span(0, 5, EntityType.NAME, 0.6), span(0, 5, EntityType.EMAIL, 0.7)) == [(0, 5, EntityType.EMAIL)]


def test_of_two_of_equal_length_what_is_more_exact_beats_a_higher_score() -> None:
    number, account = Span(0, 8, EntityType.ID_NUMBER, 0.9, "a"), Span(0, 8, EntityType.BANK_ACCOUNT, 0.5, "b")
    time, birth = Span(0, 8, EntityType.TIME, 0.9, "a"), Span(0, 8, EntityType.BIRTH_DATE, 0.5, "b")
    kinds = [resolve(each, "12345678")[0].entity_type for each in ([number, account], [time, birth])]
    assert kinds == [EntityType.BANK_ACCOUNT, EntityType.BIRTH_DATE]


def test_the_rest_of_a_losing_span_stays_unless_it_is_only_punctuation() -> None:
    email, url = span(0, 24, EntityType.EMAIL), span(13, 30, EntityType.URL)
    assert types_of(email, url, text="marie.dupont@example.org/valid") == [
        (0, 24, EntityType.EMAIL),
        (24, 30, EntityType.URL),
    ]
    assert types_of(email, span(13, 26, EntityType.URL), text="marie.dupont@example.org/?") == [
        (0, 24, EntityType.EMAIL)
    ]


def test_spans_that_only_touch_stay_two() -> None:
    assert len(types_of(span(0, 5, EntityType.NAME), span(5, 9, EntityType.NAME))) == 2


def test_many_spans_inside_one_are_resolved_without_looking_at_each_other() -> None:
    inside = [span(at, at + 1, EntityType.EMAIL) for at in range(0, 200_000, 2)]
    assert len(resolve([span(0, 200_000, EntityType.URL), *inside], "a" * 200_000)) == 200_000


def test_a_claim_on_punctuation_alone_is_dropped() -> None:
    assert types_of(span(1, 2, EntityType.NAME), span(4, 6, EntityType.NAME), text="a\u200db ab") == [
        (4, 6, EntityType.NAME)
    ]


@given(st.lists(spans()))
def test_each_character_goes_to_the_best_span_on_it(claims: list[Span]) -> None:
    resolved = resolve(claims, TEXT, frozenset({"proven"}))
    owners = {at: one.entity_type for one in resolved for at in range(one.start, one.end)}
    for at, owner in owners.items():
        (alone,) = resolve([best(claims, at)], TEXT)
        assert owner is alone.entity_type


def best(claims: list[Span], at: int) -> Span:
    """Returns the best span on a character by the rule's order."""
    irreversible = {"KEYS", "CREDIT_CARD", "IBAN", "BANK_ACCOUNT", "ID_NUMBER", "SSN", "PASSPORT", "DRIVER_LICENSE"}
    return min(
        (one for one in claims if one.start <= at < one.end),
        key=lambda one: (
            one.entity_type.value not in irreversible,
            one.entity_type is EntityType.URL,
            one.start - one.end,
            one.recognizer != "proven",
            -one.score,
            one.start,
            one.entity_type,
            one.recognizer,
        ),
    )
