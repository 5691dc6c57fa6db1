"""The detector made of recognizers: it reads a text in all its views, and settles what they claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gateway.detection.agreement import agreed
from gateway.detection.attributes.beside_people import beside_people
from gateway.detection.beside_secrets import beside_secrets
from gateway.detection.business_addresses import of_businesses
from gateway.detection.captions import without_captions
from gateway.detection.circumstances.apart import apart
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.circumstances.told_secrets import without_unlikely_secrets
from gateway.detection.columns import columned
from gateway.detection.detector import Detector
from gateway.detection.engine import engine
from gateway.detection.overlap import resolve
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer
from gateway.detection.store import Store
from gateway.detection.views import READINGS, SPELLINGS, read
from gateway.detection.views.view import View
from gateway.detection.whole_addresses import whole_addresses
from gateway.detection.whole_handles import whole_handles
from gateway.types import Span

# Each finds the rest of something of which others found a part.
_COMPLETING: Final = (whole_handles, beside_secrets, columned)


class PatternDetector(Detector):
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
        self._circumstances = next((each for each in recognizers if isinstance(each, CircumstanceTagger)), None)
        others = [recognizer for recognizer in recognizers if recognizer is not self._circumstances]
        self._engine = engine(others, among=among, few_texts=few_texts, store=store)
        self._patterns = engine(patterns, among=among, few_texts=few_texts, store=store)
        self._proven = frozenset(recognizer.name for recognizer in recognizers if recognizer.has_checksum)

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns disjoint spans inside the text, in order and with any score.

        Text appended after a blank line and two words changes no earlier span, except that of an unfinished private
        key.
        """
        return self.detect_all([text])[0]

    def detect_all(self, texts: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        """Returns what ``detect`` returns for each text; many short texts cost much less together than one by one."""
        readings: list[tuple[int, View]] = []
        spellings: list[tuple[int, View]] = []
        for number, text in enumerate(texts):
            views = [View(text), *read(View(text), READINGS)]
            readings += ((number, view) for view in views[1:])
            spellings += ((number, view) for view in read(views[-1], SPELLINGS))
        found = self._find_all([*texts, *(view.text for _, view in readings)])
        for (number, view), spans in zip(readings, found[len(texts) :], strict=True):
            found[number].extend(map(view.original, spans))
        in_spellings = self._patterns.find_all([view.text for _, view in spellings])
        for (number, view), spans in zip(spellings, in_spellings, strict=True):
            found[number].extend(view.original(span) for span in spans if view.touches(span))
        own = zip(texts, found, strict=False)  # what follows was found in views
        return [self._resolved(spans, text) if spans else () for text, spans in own]

    def _find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns what all recognizers find in each text, without what the network of what people tell doubts."""
        found = self._engine.find_all(texts)
        if self._circumstances is None:
            return found
        told = zip(found, self._circumstances.read_all(texts), strict=True)
        return [[*agreed(spans, reading), *reading.spans] for spans, reading in told]

    def _resolved(self, spans: Sequence[Span], text: str) -> tuple[Span, ...]:
        kept = without_captions(spans, text)
        kept = without_unlikely_secrets(apart(beside_people(kept, text), text), text)
        resolved = resolve(whole_addresses(kept, text), text, self._proven)
        for complete in _COMPLETING:
            resolved = complete(resolved, text)
        return of_businesses(resolved, text)
