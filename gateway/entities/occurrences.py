"""Finds known values in a text, as whole words only, however many values there are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gateway.detection.characters import UNSPACED_LETTERS
from gateway.entities.placeholders import NAME_PREFIXES

# In a script without spaces each letter counts as a word, for a value may begin and end anywhere.
_WORD = re.compile(rf"[{UNSPACED_LETTERS}]|[^\W_{UNSPACED_LETTERS}]+")
_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]")
# Long enough to mean the same inside a sentence without spaces; a shorter one is part of other words.
_ANYWHERE = re.compile(f"[\u3400-\u9fff\uac00-\ud7a3]{{2}}|[{UNSPACED_LETTERS}]{{4}}")
_MAX_SEARCHED = 64  # up to so many values, searching for each is faster than splitting the text into words


class Occurrences:
    """An index of values that finds their longest occurrences; its time grows with the text, not with the values.

    Values without any letter or digit never occur. An occurrence is exact, and neither starts nor ends inside a longer
    run of letters and digits between the offsets.

    >>> text = "Ann Lee met Ann and Anna"
    >>> [text[start:end] for start, end in Occurrences(["Ann", "Ann Lee"]).find(text, [(0, len(text))])]
    ['Ann Lee', 'Ann']
    """

    def __init__(self, values: Iterable[str]) -> None:
        self._values = sorted(filter(_WORD.search, set(values)))
        self._longest = max(map(len, self._values), default=0)

    @cached_property
    def _offsets(self) -> Mapping[str, Sequence[int]]:
        return _first_words(self._values)

    @cached_property
    def _prefixes(self) -> Mapping[str, str]:
        return _longest_prefixes(self._values)

    def find(self, text: str, gaps: Sequence[tuple[int, int]], *, in_name: bool = False) -> Iterator[tuple[int, int]]:
        """Yields the offsets of disjoint occurrences between these pairs of offsets, from left to right.

        In a name only values that begin and end with a letter or digit count, so none of these stands next to them.
        """
        if len(self._values) > min(_MAX_SEARCHED, len(text)):
            first = self._offsets.keys()
            for start, end in gaps:
                if not first.isdisjoint(_WORD.findall(text, start, end)):
                    yield from self._between(text, start, end, in_name)
            return
        kept = "\0".join([text[start:end] for start, end in gaps])
        present = [value for value in self._values if value in kept]
        for start, end in gaps if present else ():
            yield from self._one_by_one(present, text, start, end, in_name)

    def _one_by_one(
        self, values: Iterable[str], text: str, start: int, end: int, in_name: bool
    ) -> Iterator[tuple[int, int]]:
        """Finds the same as ``_between``, for few values: in order of their first words, then the longest."""
        found: list[tuple[int, int, int]] = []
        for value in values:
            word = _first_word(value).start()
            begin = text.find(value, start, end)
            while begin >= 0:
                stop = begin + len(value)
                is_whole = (begin == start or ends_at(text, begin, end, value)) and ends_at(text, stop, end, value)
                if is_whole and not (in_name and _is_joined(text, begin, stop)):
                    found.append((begin + word, begin, -stop))
                begin = text.find(value, begin + 1, end)
        done = start
        for _, begin, stop in sorted(found):
            if begin >= done:
                yield begin, -stop
                done = -stop

    def _between(self, text: str, start: int, end: int, in_name: bool) -> Iterator[tuple[int, int]]:
        done = start
        for word in _WORD.finditer(text, start, end):
            for offset in self._offsets.get(word.group(), ()):
                begin = word.start() - offset
                if begin >= done and (stop := self._match(text, begin, start, end, in_name)):
                    yield begin, stop
                    done = stop  # this may be before the word, and then another value may begin with it

    def _match(self, text: str, begin: int, start: int, end: int, in_name: bool) -> int | None:
        """Returns the end of the longest value that stands at ``begin`` as a whole word, None if there is none.

        In sorted order, everything between a text and a prefix of it starts with that prefix. So every value that the
        text starts with is the nearest one before it, or a prefix of that one.
        """
        nearest = bisect_right(self._values, text[begin : min(end, begin + self._longest)]) - 1
        value = self._values[nearest] if nearest >= 0 else None
        while value is not None:
            stop = begin + len(value)
            fits = stop <= end and text.startswith(value, begin) and ends_at(text, stop, end, value)
            is_whole = fits and (begin == start or ends_at(text, begin, end, value))
            if is_whole and not (in_name and _is_joined(text, begin, stop)):
                return stop
            value = self._prefixes.get(value)
        return None


def _first_word(value: str) -> re.Match[str]:
    """Returns the first word of a value."""
    word = _WORD.search(value)
    assert word is not None  # values without a word are left out
    return word


def _first_words(values: list[str]) -> dict[str, list[int]]:
    """Returns, for each word that comes first in a value, its offsets there, the largest first."""
    offsets: dict[str, set[int]] = defaultdict(set)
    for value in values:
        word = _first_word(value)
        offsets[word.group()].add(word.start())
    return {word: sorted(starts, reverse=True) for word, starts in offsets.items()}


def _longest_prefixes(ordered: list[str]) -> dict[str, str]:
    """Returns, for each of these sorted values, the longest other one that it starts with, if any."""
    prefixes: dict[str, str] = {}
    chain: list[str] = []
    for value in ordered:
        while chain and not value.startswith(chain[-1]):
            chain.pop()
        if chain:
            prefixes[value] = chain[-1]
        chain.append(value)
    return prefixes


def _is_joined(name: str, begin: int, end: int) -> bool:
    """Whether a part of a name cannot be replaced without its neighbour."""
    return name.endswith(NAME_PREFIXES, 0, begin) or not (name[begin].isalnum() and name[end - 1].isalnum())


def ends_at(text: str, position: int, end: int, value: str) -> bool:
    """Whether a value may begin or end at a position of a text that counts up to ``end``.

    In a script without spaces a value of two characters, or of four letters, may stand anywhere; where such a letter
    and another one meet, a word ends.

    >>> ends_at("王小明说", 3, 4, "王小明"), ends_at("王国", 1, 2, "王"), ends_at("叫Ann", 1, 4, "Ann")
    (True, False, True)
    """
    if not joins(text, position, end):
        return True
    before, after = (_UNSPACED.match(text, at) is not None for at in (position - 1, position))
    return before != after or (before and _ANYWHERE.search(value) is not None)


def joins(text: str, position: int, end: int) -> bool:
    """Whether a word or number goes on at a position of a text that counts up to ``end``.

    >>> joins("Ann Lee", 1, 7), joins("Ann Lee", 3, 7), joins("Ann Lee", 7, 7)
    (True, False, False)
    """
    return 0 < position < end and text[position - 1].isalnum() and text[position].isalnum()
