"""What finds spans: the protocol, and the recognizer that is pure data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from gateway.detection.words import somewhere
from gateway.types import EntityType, Span

CONTEXT_CHARACTERS: Final = 40


Extent = tuple[int, int]
"""Half-open offsets of a value inside a candidate."""

Judge = Callable[[str], Iterable[Extent]]
"""Where in a candidate values lie: nowhere if it is none."""


class Recognizer(Protocol):
    """Finds the spans of some entity types in a text, in time that grows no faster than the text.

    Its own spans are disjoint and lie inside the text. ``has_checksum`` says that a checksum proved each of them.
    """

    @property
    def name(self) -> str:
        """A short name, unique in a detector, that spans carry."""

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """All types that its spans may have."""

    @property
    def has_checksum(self) -> bool:
        """Whether a checksum proved each of its spans."""

    def find(self, text: str) -> Iterable[Span]:
        """The spans in a text."""


def whole(candidate: str) -> tuple[Extent, ...]:
    """All of a candidate: the judge of a pattern whose expression says enough.

    >>> whole("abc")
    ((0, 3),)
    """
    return ((0, len(candidate)),)


def whole_if(holds: Callable[[str], bool]) -> Judge:
    """A judge that takes all of a candidate of which something holds, and nothing otherwise.

    >>> whole_if(str.isdigit)("12"), whole_if(str.isdigit)("x")
    (((0, 2),), ())
    """
    return lambda candidate: whole(candidate) if holds(candidate) else ()


@dataclass(frozen=True)
class Pattern:
    """A recognizer of one entity type, given as data.

    ``expression`` finds candidates; its group ``value``, if it has one, is the candidate, else the whole match. The
    expression must be linear in the text, which includes that a search never starts again inside a run that it has
    already read. ``judge`` says which parts of a candidate are values. ``context`` is an expression that must occur in
    the forty characters before the candidate, case aside; where ``raises`` occurs there the score goes half the way
    to 1, where ``lowers`` does it is halved. ``prefilter`` is a cheaper expression that a text must hold to be searched
    at all: without look-around, and with sets of characters (``[0-9]``) for classes (``\\d``), so that every engine
    reads it alike. ``languages`` are the languages (ISO 639-1) whose words the pattern is made of; none is any.

    >>> pattern = Pattern("pin", EntityType.KEYS, r"\\d{4}", 0.5, context="pin", raises="secret")
    >>> [(span.start, span.score) for span in pattern.find("PIN 1234, secret pin 5678")], list(pattern.find("in 1234"))
    ([(4, 0.5), (21, 0.75)], [])
    """

    name: str
    entity_type: EntityType
    expression: str
    score: float
    judge: Judge = whole
    has_checksum: bool = False
    prefilter: str = ""
    context: str = ""
    raises: str = ""
    lowers: str = ""
    languages: tuple[str, ...] = ()

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The one type that its spans have."""
        return frozenset({self.entity_type})

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """Expressions that must all occur in a text for it to be searched: the prefilter, and the context's words."""
        return tuple(filter(None, (self.prefilter, somewhere(self.context))))

    def compiled(self) -> Pattern:
        """This pattern with every expression that it searches for compiled now, so that no text waits for it."""
        for expression in (self._compiled, self._compiled_context, self._compiled_raises, self._compiled_lowers):
            assert expression is not None
        return self

    def find(self, text: str) -> Iterator[Span]:
        """The spans in a text, in order."""
        if all(condition.search(text) for condition in self._compiled_conditions):
            yield from self.search(text)

    def search(self, text: str) -> Iterator[Span]:
        """The spans in a text of which it is known that it meets the conditions, in order."""
        for match in self._compiled.finditer(text):
            offset, end = match.span(self._group)
            extents = tuple(self.judge(text[offset:end]))
            # Judges cost less than the search for a context, and let fewer through.
            if not extents or (self.context and not self._is_before(self._compiled_context, text, offset)):
                continue
            score = self._score(text, offset)
            for first, last in extents:
                yield Span(offset + first, offset + last, self.entity_type, score, self.name)

    def _score(self, text: str, offset: int) -> float:
        score = self.score
        if self.raises and self._is_before(self._compiled_raises, text, offset):
            score += (1 - score) / 2
        if self.lowers and self._is_before(self._compiled_lowers, text, offset):
            score /= 2
        return score

    def _is_before(self, words: re.Pattern[str], text: str, offset: int) -> bool:
        return words.search(text, max(0, offset - CONTEXT_CHARACTERS), offset) is not None

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.expression)

    @cached_property
    def _compiled_conditions(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(re.compile, self.conditions))

    @cached_property
    def _compiled_context(self) -> re.Pattern[str]:
        return re.compile(self.context, re.IGNORECASE)

    @cached_property
    def _compiled_raises(self) -> re.Pattern[str]:
        return re.compile(self.raises, re.IGNORECASE)

    @cached_property
    def _compiled_lowers(self) -> re.Pattern[str]:
        return re.compile(self.lowers, re.IGNORECASE)

    @cached_property
    def _group(self) -> str | int:
        return "value" if "value" in self._compiled.groupindex else 0
