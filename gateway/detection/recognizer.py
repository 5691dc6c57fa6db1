"""Recognizers find spans: their protocol, and a recognizer defined by data alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Final, Protocol, runtime_checkable

from gateway.detection.sre_codes import Expression, compiled
from gateway.detection.words import somewhere
from gateway.types import EntityType, Span

CONTEXT_CHARACTERS: Final = 40
_AHEAD: Final = 1000  # characters behind a candidate in which words for the next ones are looked for as well


Extent = tuple[int, int]
"""Half-open offsets of a value inside a candidate."""

Judge = Callable[[str], Iterable[Extent]]
"""Returns the extents of the values in a candidate; none if the candidate is not a value."""


class Recognizer(Protocol):
    """Finds the spans of some entity types in a text, in linear time.

    Its own spans are disjoint and lie inside the text.
    """

    @property
    def name(self) -> str:
        """A short name, unique in a detector; its spans have it as ``recognizer``."""

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""

    @property
    def has_checksum(self) -> bool:
        """Whether a checksum has verified each of its spans."""

    def find(self, text: str) -> Iterable[Span]:
        """Yields the spans in a text."""


@runtime_checkable
class BatchRecognizer(Recognizer, Protocol):
    """A recognizer that reads many short texts faster together than one by one."""

    def find_all(self, texts: Sequence[str]) -> Sequence[Iterable[Span]]:
        """Returns the spans in each text, the same as ``find`` yields."""


@runtime_checkable
class Compiled(Recognizer, Protocol):
    """A recognizer with expressions that take long to compile: an engine does that before a text comes."""

    @property
    def expressions(self) -> Iterable[Expression]:
        """The expressions, as they are given to ``sre_codes.compiled`` when they are needed."""


def whole(candidate: str) -> tuple[Extent, ...]:
    """Returns the whole candidate; the judge of patterns whose expression alone decides.

    >>> whole("abc")
    ((0, 3),)
    """
    return ((0, len(candidate)),)


def whole_if(holds: Callable[[str], bool]) -> Judge:
    """Returns a judge that takes the whole candidate if ``holds`` is true for it, else nothing.

    >>> whole_if(str.isdigit)("12"), whole_if(str.isdigit)("x")
    (((0, 2),), ())
    """
    return partial(_whole_if, holds)


def _whole_if(holds: Callable[[str], bool], candidate: str) -> tuple[Extent, ...]:
    return whole(candidate) if holds(candidate) else ()


@dataclass(frozen=True)
class _Words:
    """Words before a candidate, in any case; what is cheaper to search, and must occur where they do, comes first."""

    expression: str
    stated_hint: str = ""

    def stand_before(self, offset: int, text: str) -> bool:
        first = max(0, offset - CONTEXT_CHARACTERS)
        return (
            self._needed.search(text, first, offset) is not None
            and self._compiled.search(text, first, offset) is not None
        )

    def sweep(self, text: str) -> Callable[[int], bool]:
        """Returns whether words may stand before an offset, for offsets in order: it reads most of a text once."""
        if not self.hint.expression:
            return _always
        return _Sweep(self._hint, text).may_stand_before

    @cached_property
    def expressions(self) -> tuple[Expression, Expression]:
        return Expression(somewhere(self.expression)), Expression(self.expression, re.IGNORECASE)

    @cached_property
    def hint(self) -> Expression:
        """What words before a candidate have, and others."""
        return Expression(self.stated_hint or somewhere(self.expression).replace("\\b", ""))

    @cached_property
    def _hint(self) -> re.Pattern[str]:
        return compiled(*self.hint)

    @cached_property
    def _needed(self) -> re.Pattern[str]:
        return compiled(*self.expressions[0])

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return compiled(*self.expressions[1])


class _Sweep:
    """Looks for words before offsets in order, and remembers up to where it has found none."""

    def __init__(self, words: re.Pattern[str], text: str) -> None:
        self._words = words
        self._text = text
        self._none_before = -1

    def may_stand_before(self, offset: int) -> bool:
        """Returns whether words begin in the characters before an offset; they may end behind it."""
        if offset <= self._none_before:
            return False
        first = max(0, offset - CONTEXT_CHARACTERS)
        found = self._words.search(self._text, first, offset + _AHEAD)
        self._none_before = found.start() if found else offset + _AHEAD
        return offset > self._none_before


def _always(offset: int) -> bool:
    return True


@dataclass(frozen=True)
class Pattern:
    """A recognizer of one entity type, defined by data.

    ``expression`` finds candidates; the candidate is its group ``value``, or else the whole match. It must take linear
    time, so a search must never start again inside a run that it has already read. ``judge`` says which parts of a
    candidate are values. ``context`` must match in the forty characters before the candidate, in any case; if
    ``raises`` matches there, the score moves half the way to 1, if ``lowers`` does, it is halved. ``prefilter`` is a
    cheaper expression that must occur in a text before it is searched: without look-around, and with character sets
    (``[0-9]``) instead of classes (``\\d``), so that every engine reads it alike. ``hint`` is a cheaper expression
    without look-around that every match of the context has; lists of words have one by themselves. ``languages`` are
    the languages (ISO 639-1) of the pattern's words; none means any language.

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
    hint: str = ""

    def __reduce__(self) -> tuple[type[Pattern], tuple[object, ...]]:
        # What is compiled stays in its process.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The type of its spans."""
        return frozenset({self.entity_type})

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """Expressions that must all occur in a text before it is searched: the prefilter and the context's words."""
        return tuple(filter(None, (self.prefilter, somewhere(self.context))))

    @property
    def expressions(self) -> Iterator[Expression]:
        """All that it may search a text with that meets the conditions."""
        yield Expression(self.expression)
        if self.context:
            yield self._context.hint
        for words in (self._context, self._raises, self._lowers):
            if words.expression:
                yield from words.expressions

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text, in order."""
        if all(condition.search(text) for condition in self._compiled_conditions):
            yield from self.search(text)

    def search(self, text: str) -> Iterator[Span]:
        """Yields the spans, in order, in a text that is known to meet the conditions."""
        may_have_context = self._context.sweep(text) if self.context else _always
        for match in self._compiled.finditer(text):
            offset, end = match.span(self._group)
            if not may_have_context(offset):
                continue
            extents = tuple(self.judge(text[offset:end]))
            # Judges come first: they are cheaper than the search for a context and reject more.
            if not extents or (self.context and not self._context.stand_before(offset, text)):
                continue
            score = self._score(text, offset)
            for first, last in extents:
                yield Span(offset + first, offset + last, self.entity_type, score, self.name)

    def _score(self, text: str, offset: int) -> float:
        score = self.score
        if self.raises and self._raises.stand_before(offset, text):
            score += (1 - score) / 2
        if self.lowers and self._lowers.stand_before(offset, text):
            score /= 2
        return score

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return compiled(self.expression)

    @cached_property
    def _compiled_conditions(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(re.compile, self.conditions))

    @cached_property
    def _context(self) -> _Words:
        return _Words(self.context, self.hint)

    @cached_property
    def _raises(self) -> _Words:
        return _Words(self.raises)

    @cached_property
    def _lowers(self) -> _Words:
        return _Words(self.lowers)

    @cached_property
    def _group(self) -> str | int:
        return "value" if "value" in self._compiled.groupindex else 0
