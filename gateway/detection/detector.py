"""From a text to its spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from gateway.detection.escapes import unescaped
from gateway.detection.overlap import resolve
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Recognizer
from gateway.types import Span


class Detector(Protocol):
    """Finds what identifies a person in a text."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Disjoint spans inside the text, in order, whatever their score: the policy sets the thresholds."""


class PatternDetector:
    """A detector made of recognizers that need nothing but the text.

    >>> [span.entity_type.value for span in PatternDetector().detect("Mail alex@corp.example or ring +1 415 555 0123.")]
    ['EMAIL', 'PHONE_NUMBER']
    """

    def __init__(self, recognizers: Sequence[Recognizer] = PATTERNS) -> None:
        self._recognizers = tuple(recognizers)
        self._proven = frozenset(recognizer.name for recognizer in recognizers if recognizer.has_checksum)

    def detect(self, text: str) -> tuple[Span, ...]:
        """Disjoint spans inside the text, in order, whatever their score; what stands there in JSON's escapes too."""
        spans = self._find(text)
        if said := unescaped(text):
            spans = chain(spans, map(said.escaped, self._find(said.text)))
        return resolve(spans, text, self._proven)

    def _find(self, text: str) -> Iterator[Span]:
        return chain.from_iterable(recognizer.find(text) for recognizer in self._recognizers)
