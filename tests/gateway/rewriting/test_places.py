"""Which places of a text become those of longer values around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from gateway.entities.placeholders import Placeholder
from gateway.rewriting.places import Enclosing, Place
from gateway.types import EntityType, Leaf, LeafKind, Original, Span

WORDS = ("a", "bb", "c-a", "bb")
texts = st.lists(st.sampled_from(WORDS), max_size=16).map(" ".join)
values = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


@example(["bb", "a bb", "bb a"], "a bb a bb", [(2, 4)])
@example(["a", "bb", "a bb a"], "a bb a bb a", [(0, 1), (2, 4), (5, 6), (10, 11)])
@given(
    st.lists(values, unique=True, max_size=8),
    texts,
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 6))).map(sorted),
)
def test_the_longest_values_take_the_places_inside_them_and_cut_none(
    hidden: list[str], text: str, offsets: list[tuple[int, int]]
) -> None:
    known = {Original(value): Placeholder(EntityType.NAME, at) for at, value in enumerate(hidden, 1)}
    places = [*disjoint(text, offsets)]
    widened = Enclosing(known).widened(Leaf("text", LeafKind.TEXT, text, 0), places)

    assert widened == by_definition(text, places, [*longer(text, places, hidden)])


def disjoint(text: str, offsets: Sequence[tuple[int, int]]) -> Iterator[Place]:
    done = 0
    for begin, length in offsets:
        if done <= begin < begin + length <= len(text):
            yield placed(begin, begin + length, 99)
            done = begin + length


def placed(begin: int, end: int, number: int) -> Place:
    return Place(Span(begin, end, EntityType.NAME, 1.0, "propagation"), Placeholder(EntityType.NAME, number))


def longer(text: str, places: Sequence[Place], hidden: Sequence[str]) -> Iterator[Place]:
    """The places of values of several words around a place of another value, both of whole words."""
    for place in places:
        inner = text[place.span.start : place.span.end]
        for number, value in enumerate(hidden, 1):
            for begin in range(len(text) if inner in hidden and " " in value else 0):
                end, offset = begin + len(value), place.span.start - begin
                is_inside = offset >= 0 and place.span.end <= end and inner != value
                are_whole = is_whole(text, begin, end) and is_whole(value, offset, offset + len(inner))
                if is_inside and are_whole and text.startswith(value, begin):
                    yield placed(begin, end, number)


def is_whole(text: str, begin: int, end: int) -> bool:
    words = (" " + text + " ").replace("-", " ")
    return not (words[begin : begin + 2].isalnum() or words[end : end + 2].isalnum())


def by_definition(text: str, places: Sequence[Place], wide: Sequence[Place]) -> list[Place]:
    chosen: list[Place] = []
    for place in sorted(wide, key=lambda each: (each.span.start - each.span.end, each.span.start)):
        own = covered(place)
        is_cut = any(own & covered(each) and not covered(each) <= own for each in places)
        if not is_cut and not any(own & covered(each) for each in chosen):
            chosen.append(place)
    kept = [place for place in places if not any(covered(place) <= covered(each) for each in chosen)]
    return sorted(kept + chosen, key=lambda each: each.span.start)


def covered(place: Place) -> set[int]:
    return set(range(place.span.start, place.span.end))
