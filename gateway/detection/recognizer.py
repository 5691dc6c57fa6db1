"""What finds spans: the protocol, and the recognizer that is pure data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

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
    already read. ``judge`` says which parts of a candidate are values. ``prefilter`` is a cheaper expression that a
    text must hold to be searched at all; one that begins with a character or a ``[…]`` is quick. ``context`` is an
    expression that must occur in the forty characters before the candidate, case aside.

    >>> pattern = Pattern("pin", EntityType.KEYS, r"\\d{4}", 0.5, context="pin")
    >>> [(span.start, span.end) for span in pattern.find("PIN 1234")], list(pattern.find("year 1234"))
    ([(4, 8)], [])
    """

    name: str
    entity_type: EntityType
    expression: str
    score: float
    judge: Judge = whole
    has_checksum: bool = False
    prefilter: str = ""
    context: str = ""

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The one type that its spans have."""
        return frozenset({self.entity_type})

    def find(self, text: str) -> Iterator[Span]:
        """The spans in a text, in order."""
        if not self._compiled_prefilter.search(text):
            return
        for match in self._compiled.finditer(text):
            offset, end = match.span(self._group)
            if not self._in_context(text, offset):
                continue
            for first, last in self.judge(text[offset:end]):
                yield Span(offset + first, offset + last, self.entity_type, self.score, self.name)

    def _in_context(self, text: str, offset: int) -> bool:
        if not self.context:
            return True
        return self._compiled_context.search(text, max(0, offset - CONTEXT_CHARACTERS), offset) is not None

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.expression)

    @cached_property
    def _compiled_prefilter(self) -> re.Pattern[str]:
        return re.compile(self.prefilter)

    @cached_property
    def _compiled_context(self) -> re.Pattern[str]:
        return re.compile(self.context, re.IGNORECASE)

    @cached_property
    def _group(self) -> str | int:
        return "value" if "value" in self._compiled.groupindex else 0
