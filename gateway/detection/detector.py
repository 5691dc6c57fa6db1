"""Detectors: they find the spans in a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from gateway.detection.business_addresses import of_businesses
from gateway.detection.engine import Store, engine
from gateway.detection.overlap import resolve
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer
from gateway.detection.views import READINGS, SPELLINGS, read
from gateway.detection.views.view import View
from gateway.types import Span


class Detector(Protocol):
    """Finds what identifies a person in a text."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns disjoint spans inside the text, in order and with any score: the policy sets the thresholds."""


class PatternDetector:
    """A detector made of recognizers that need only the text.

    It searches the text as written, and again with escapes, HTML entities, invisible characters etc. undone. If a text
    spells out a value (``john (at) acme dot com``), patterns also search that part written normally.

    >>> [span.entity_type.value for span in PatternDetector().detect("Mail alex@corp.example or ring +1 415 555 0123.")]
    ['EMAIL', 'PHONE_NUMBER']
    """

    def __init__(
        self,
        recognizers: Sequence[Recognizer] = PATTERNS,
        *,
        among: Sequence[Recognizer] = (),
        few_texts: bool = False,
        store: Store | None = None,
    ) -> None:
        """With ``few_texts`` it is ready sooner but slower, for commands that read only a few texts.

        ``among`` and ``store`` are the engine's.
        """
        patterns = [recognizer for recognizer in recognizers if isinstance(recognizer, Pattern)]
        self._engine = engine(recognizers, among=among, few_texts=few_texts, store=store)
        self._patterns = engine(patterns, among=among, few_texts=few_texts, store=store)
        self._proven = frozenset(recognizer.name for recognizer in recognizers if recognizer.has_checksum)

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns disjoint spans inside the text, in order and with any score.

        Text appended after a blank line and two words changes no earlier span, except that of an unfinished private
        key.
        """
        found = chain(self._engine.find(text), self._find_in_views(View(text)))
        return of_businesses(resolve(found, text, self._proven), text)

    def _find_in_views(self, view: View) -> Iterator[Span]:
        for reading in read(view, READINGS):
            view = reading
            yield from map(view.original, self._engine.find(view.text))
        for spelling in read(view, SPELLINGS):
            found = self._patterns.find(spelling.text)
            yield from (spelling.original(span) for span in found if spelling.touches(span))
