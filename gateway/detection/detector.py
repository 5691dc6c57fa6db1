"""From a text to its spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from gateway.detection.business_addresses import of_businesses
from gateway.detection.engine import engine
from gateway.detection.overlap import resolve
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer
from gateway.detection.views import READINGS, SPELLINGS, read
from gateway.detection.views.view import View
from gateway.types import Span


class Detector(Protocol):
    """Finds what identifies a person in a text."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Disjoint spans inside the text, in order, whatever their score: the policy sets the thresholds."""


class PatternDetector:
    """A detector made of recognizers that need nothing but the text.

    It looks at a text as it is written, and as it reads once escapes, entities, invisible characters and the like are
    undone. Where a text spells a value out (``john (at) acme dot com``), patterns look at that part written plainly.

    >>> [span.entity_type.value for span in PatternDetector().detect("Mail alex@corp.example or ring +1 415 555 0123.")]
    ['EMAIL', 'PHONE_NUMBER']
    """

    def __init__(self, recognizers: Sequence[Recognizer] = PATTERNS, *, few_texts: bool = False) -> None:
        """``few_texts`` makes one that is ready sooner, for a command that looks at a text or two."""
        patterns = [recognizer for recognizer in recognizers if isinstance(recognizer, Pattern)]
        self._engine = engine(recognizers, few_texts=few_texts)
        self._patterns = engine(patterns, few_texts=few_texts)
        self._proven = frozenset(recognizer.name for recognizer in recognizers if recognizer.has_checksum)

    def detect(self, text: str) -> tuple[Span, ...]:
        """Disjoint spans inside the text, in order, whatever their score.

        What is appended after a blank line and two words changes no span, but for a private key that was still open.
        """
        found = chain(self._engine.find(text), self._find_beneath(View(text)))
        return of_businesses(resolve(found, text, self._proven), text)

    def _find_beneath(self, view: View) -> Iterator[Span]:
        for reading in read(view, READINGS):
            view = reading
            yield from map(view.original, self._engine.find(view.text))
        for spelling in read(view, SPELLINGS):
            found = self._patterns.find(spelling.text)
            yield from (spelling.original(span) for span in found if spelling.touches(span))
