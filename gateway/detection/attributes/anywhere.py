"""Whether some terms of a language are anywhere in a sentence: most sentences have no word that opens one."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cached_property
from typing import Final, NamedTuple

from gateway.detection.attributes.listed import SCRIPTS, expression, lowered
from gateway.detection.attributes.openings import WORD, opening

_OPEN: Final = ("*", "+")


class Passage(NamedTuple):
    """A part of a text: its half-open offsets and its words, in lower case; one at an edge may be cut."""

    text: str
    start: int
    end: int
    words: Set[str]

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Passage:
        """Returns the part of a text between two offsets."""
        return cls(text, start, end, frozenset(WORD.findall(lowered(text[start:end]))))

    def __repr__(self) -> str:
        return f"Passage({self.start}, {self.end})"


class Anywhere:
    """Terms of a language that a part of a text may have.

    >>> people = Anywhere(("she", "neighbour*"), "en")
    >>> [people.are_in(Passage.of(text, 0, len(text))) for text in ("She left", "Ask neighbours", "Shelves", "neighbo")]
    [True, True, False, False]
    """

    def __init__(self, terms: tuple[str, ...], language: str) -> None:
        self._terms = terms
        self._language = language

    def are_in(self, part: Passage) -> bool:
        """Returns whether one of the terms stands in a part of a text."""
        return self._may_be_in(part) and self._expression.search(part.text, part.start, part.end) is not None

    def _may_be_in(self, part: Passage) -> bool:
        if self._language in SCRIPTS or not self._words.isdisjoint(part.words):
            return True
        shortest = self._shortest_stem
        return not self._stems.isdisjoint([word[:shortest] for word in part.words])

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return expression(self._terms, self._language)

    @cached_property
    def _words(self) -> Set[str]:
        return frozenset(opening(lowered(term)).word for term in self._terms)

    @cached_property
    def _stems(self) -> Set[str]:
        """The beginnings, of one length, of all words that open a term with any ending."""
        return frozenset(word[: self._shortest_stem] for word in self._open)

    @cached_property
    def _shortest_stem(self) -> int:
        return min(map(len, self._open), default=0)

    @cached_property
    def _open(self) -> Set[str]:
        small = map(lowered, self._terms)
        return frozenset(word for term in small if term.startswith(_OPEN, len(word := opening(term).word)))
