"""Finds known values in a text, as whole words only, however many values there are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gateway.entities.placeholders import ALPHANUMERIC, NAME_PREFIXES

_WORD = re.compile(f"{ALPHANUMERIC}+")
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
        if len(self._values) > _MAX_SEARCHED:
            for start, end in gaps:
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
                is_whole = (begin == start or not joins(text, begin, end)) and not joins(text, stop, end)
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
                is_whole = begin >= done and (begin == start or not joins(text, begin, end))
                if is_whole and (stop := self._match(text, begin, end, in_name)):
                    yield begin, stop
                    done = stop  # this may be before the word, and then another value may begin with it

    def _match(self, text: str, begin: int, end: int, in_name: bool) -> int | None:
        """Returns the end of the longest value that stands at ``begin`` as a whole word, None if there is none.

        In sorted order, everything between a text and a prefix of it starts with that prefix. So every value that the
        text starts with is the nearest one before it, or a prefix of that one.
        """
        nearest = bisect_right(self._values, text[begin : min(end, begin + self._longest)]) - 1
        value = self._values[nearest] if nearest >= 0 else None
        while value is not None:
            stop = begin + len(value)
            fits = stop <= end and text.startswith(value, begin) and not joins(text, stop, end)
            if fits and not (in_name and _is_joined(text, begin, stop)):
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


def joins(text: str, position: int, end: int) -> bool:
    """Whether a word or number goes on at a position of a text that counts up to ``end``.

    >>> joins("Ann Lee", 1, 7), joins("Ann Lee", 3, 7), joins("Ann Lee", 7, 7)
    (True, False, False)
    """
    return 0 < position < end and text[position - 1].isalnum() and text[position].isalnum()
