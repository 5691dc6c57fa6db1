"""The places of a text that are replaced: disjoint, each with its placeholder, and the new text between them."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import Final, NamedTuple

from gateway.entities.drafts import Gap
from gateway.entities.drafts import start as start_of_span
from gateway.entities.entities import Entities, Key
from gateway.entities.occurrences import Occurrences, joins
from gateway.entities.placeholders import Placeholder
from gateway.types import Action, Leaf, LeafKind, Original, Span

_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 8  # a longer value is a sentence rather than a name


class Place(NamedTuple):
    """A span that is replaced and its placeholder; ``is_whole`` is False for the rest of a span after an overlap."""

    span: Span
    placeholder: Placeholder
    is_whole: bool = True

    @property
    def key(self) -> Key:
        """The type and number of its entity."""
        return self.placeholder[:2]


def start(place: Place) -> int:
    """Returns where a place starts, as a sort key."""
    return place.span.start


def overlaps(span: Span, places: Sequence[Place]) -> bool:
    """Whether a span and one of these places, which are in order and disjoint, have a character in common.

    >>> from gateway.types import EntityType
    >>> place = Place(Span(4, 9, EntityType.EMAIL, 1.0, "email"), Placeholder(EntityType.EMAIL, 1))
    >>> [overlaps(place.span._replace(start=at, end=at + 2), [place]) for at in (2, 3, 8, 9)]
    [False, True, True, False]
    """
    following = bisect_left(places, span.end, key=start)
    return following > 0 and places[following - 1].span.end > span.start


class Text(NamedTuple):
    """A leaf, the disjoint places that are replaced in it, in order, the text between them, and the retained spans."""

    leaf: Leaf
    places: Sequence[Place]
    gaps: Sequence[Gap]
    retained: Sequence[Span] = ()

    @property
    def takes_phrases(self) -> bool:
        """Whether abstractions are allowed here; names, keys and other parts for programs take placeholders only."""
        return self.leaf.kind is LeafKind.TEXT

    def original(self, place: Place) -> Original:
        """Returns what a place covers."""
        return Original(self.leaf.text[place.span.start : place.span.end], self.leaf.kind is LeafKind.NUMBER)

    def __repr__(self) -> str:
        return f"Text(places={len(self.places)}, retained={len(self.retained)})"


class Parts:
    """Makes overlapping places disjoint; the rest of a place after an overlap is a further variant of its entity."""

    def __init__(self, known: Entities) -> None:
        self._known = known
        self._last: Counter[Key] = Counter()
        self._placeholders: dict[tuple[Key, Original], Placeholder] = {}

    def disjoint(self, leaf: Leaf, places: list[Place], actions: Mapping[Key, Action]) -> list[Place]:
        """Returns the places in order and without overlaps; they still cover every letter and digit.

        The stricter action wins, then the longer place. The rest of the other is a place too, without a phrase.
        """
        if len(places) < 2 or all(one.span.end <= other.span.start for one, other in pairwise(places)):
            return places
        chosen: list[Place] = []
        for place in sorted(places, key=lambda each: (-actions[each.key], each.span.start - each.span.end)):
            chosen += self._free(leaf, place, chosen)
        return sorted(chosen, key=start)

    def _free(self, leaf: Leaf, place: Place, taken: Sequence[Place]) -> list[Place]:
        begin, end = place.span.start, place.span.end
        within = sorted(
            (each.span for each in taken if each.span.start < end and each.span.end > begin), key=start_of_span
        )
        if not within:
            return [place]
        edges = [begin, *(edge for each in within for edge in (each.start, each.end)), end]
        free = [(start, stop) for start, stop in list(pairwise(edges))[::2] if start < stop]
        return [
            self._part(leaf, place, start, stop) for start, stop in free if any(map(str.isalnum, leaf.text[start:stop]))
        ]

    def _part(self, leaf: Leaf, place: Place, begin: int, end: int) -> Place:
        part = place.key, Original(leaf.text[begin:end])
        if part not in self._placeholders:
            self._last[place.key] += 1
            variant = self._known.last_variant(place.key) + self._last[place.key]
            self._placeholders[part] = Placeholder(*place.key, variant)
        span = Span(begin, end, place.span.entity_type, place.span.score, place.span.recognizer)
        return Place(span, self._placeholders[part], is_whole=False)


class Enclosing:
    """Hidden values with other hidden values inside them: "USA TODAY", where "USA" is hidden too.

    Where a recognizer found only the shorter value in a text, the longer one may stand there all the same. Longer
    values are looked up by their size and where the shorter one begins: a city may stand in thousands of addresses.
    """

    def __init__(self, hidden: Mapping[Original, Placeholder]) -> None:
        texts = {original.text for original in hidden}
        sizes: defaultdict[str, set[int]] = defaultdict(set)  # of the values that begin with a word, in words
        for words in map(_WORD.findall, texts):
            sizes["".join(words[:1])].add(len(words))
        self._around: defaultdict[str, dict[Gap, dict[str, Placeholder]]] = defaultdict(dict)
        for original, placeholder in hidden.items():
            text = original.text
            for begin, end in _inner_runs(text, sizes):
                if text[begin:end] in texts:
                    self._around[text[begin:end]].setdefault((begin, len(text)), {})[text] = placeholder

    def widened(self, leaf: Leaf, places: list[Place]) -> list[Place]:
        """Returns the places in order, with the longer value's place instead of those of values inside it."""
        if not self._around or leaf.kind is not LeafKind.TEXT:
            return places
        text = leaf.text
        inner = [place for place in places if text[place.span.start : place.span.end] in self._around]
        wide = sorted((each for place in inner for each in self._of(text, place)), key=_longest_first)
        if not wide:
            return places
        chosen: list[Place] = []
        for place in wide:
            if not (_cuts(place.span.start, places) or _cuts(place.span.end, places) or overlaps(place.span, chosen)):
                insort(chosen, place, key=start)
        return sorted(chosen + [each for each in places if not overlaps(each.span, chosen)], key=start)

    def _of(self, text: str, place: Place) -> Iterator[Place]:
        for (offset, size), values in self._around[text[place.span.start : place.span.end]].items():
            begin = place.span.start - offset
            end = begin + size
            known = values.get(text[begin:end]) if begin >= 0 else None
            if known and not (joins(text, begin, len(text)) or joins(text, end, len(text))):
                yield Place(Span(begin, end, known.entity_type, 1.0, "propagation"), known)


def _inner_runs(text: str, sizes: Mapping[str, Set[int]]) -> Iterator[Gap]:
    """Yields the offsets of runs of words in a longer value with letters, by the sizes of what begins with a word."""
    if " " not in text or text.upper() == text.lower():
        return
    words = [*_WORD.finditer(text)]
    for first, word in enumerate(words if len(words) <= _MOST_WORDS else ()):
        for size in sizes.get(word[0], ()):
            if size < len(words) and first + size <= len(words):
                yield word.start(), words[first + size - 1].end()


def _cuts(offset: int, places: Sequence[Place]) -> bool:
    """Whether an offset lies inside one of these places, which are in order and disjoint."""
    following = bisect_left(places, offset, key=start)
    return following > 0 and places[following - 1].span.end > offset


def _longest_first(place: Place) -> tuple[int, int]:
    return place.span.start - place.span.end, place.span.start


def spelling_phrases(each: Text, phrases: Mapping[Key, str], hidden: Occurrences) -> Iterator[Key]:
    """Yields the entities whose phrases, together with the text around them, would spell a hidden value.

    Dropping these phrases spells no other value, because a placeholder only separates the text around it.
    """
    if not each.takes_phrases:
        return
    for piece, said in _pieces(each, phrases):
        for begin, end in hidden.find(piece, [(0, len(piece))]) if said else ():
            yield from (key for start, stop, key in said if start < end and stop > begin)


_Said = list[tuple[int, int, Key]]


def _pieces(each: Text, phrases: Mapping[Key, str]) -> Iterator[tuple[str, _Said]]:
    """Yields the new text between placeholders, and the offsets of the phrases in it."""
    text, done, piece = each.leaf.text, 0, ""
    said: _Said = []
    for place in each.places:
        piece += text[done : place.span.start]
        done = place.span.end
        phrase = phrases.get(place.key) if place.is_whole else None
        if phrase is None:
            yield piece, said
            piece, said = "", []
            continue
        said.append((len(piece), len(piece) + len(phrase), place.key))
        piece += phrase
    yield piece + text[done:], said
