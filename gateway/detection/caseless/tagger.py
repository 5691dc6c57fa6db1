"""Finds people, places and organisations in scripts without letter case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gateway.detection.caseless.affixes import Attached, inside
from gateway.detection.caseless.announced import announced, whole
from gateway.detection.caseless.features import attached
from gateway.detection.caseless.letters import LETTER, folded, without_foreign_lines
from gateway.detection.caseless.ordinary import is_ordinary
from gateway.detection.caseless.organisations import is_description, organisations
from gateway.detection.model_names import CASELESS
from gateway.detection.names.lexicon import CLASS_BITS, Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.detection.names.words import split
from gateway.types import EntityType, Span

_AND: Final = ("و", "ו")
_LISTED: Final = frozenset({EntityType.NAME, EntityType.GEOLOCATION})
_ANNOUNCED: Final = 0.7  # the score of what only the words beside it tell


class CaselessTagger:
    """A recognizer for words in Arabic, Hebrew, Devanagari and Bengali script; it costs nothing in other texts.

    Its spans have at least one such letter. They leave out a conjunction, a preposition or a case ending that is
    written together with a word, where the word without it is in a public list and the word with it is not.
    """

    def __init__(self, weights: Weights) -> None:
        self._tagger = Tagger(weights)
        self._lexicon = weights.lexicon

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return CASELESS

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""
        return self._tagger.entity_types

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text."""
        found: list[list[Span]] = [[] for _ in texts]
        own = [number for number, text in enumerate(texts) if not text.isascii() and LETTER.search(text)]
        read = [without_foreign_lines(texts[number]) for number in own]
        for number, spans in zip(own, self._tagger.find_all(read), strict=True):
            found[number] = self._corrected(texts[number], spans)
        return found

    def _corrected(self, text: str, spans: Iterable[Span]) -> list[Span]:
        """Returns the model's spans without ordinary words, and organisations and names that words beside them tell."""
        parts = (part for span in spans for part in self._parted(text, span) if _is_own(text, part))
        kept = [self._with_honorific(text, part) for part in parts if not _is_ordinary(text, part)]
        places = [(span.start, span.end) for span in kept]
        for start, end in organisations(text, places):
            kept = [span for span in kept if span.end <= start or end <= span.start or span.start < start]
            kept.append(Span(start, end, EntityType.AFFILIATION, _ANNOUNCED, self.name))
        for start, end in announced(text, self._lexicon):
            if all(span.end <= start or end <= span.start for span in kept):
                kept.append(Span(*whole(text, start, end), EntityType.NAME, _ANNOUNCED, self.name))
        return _disjoint(kept)

    def _with_honorific(self, text: str, span: Span) -> Span:
        if span.entity_type is not EntityType.NAME:
            return span
        start, end = whole(text, span.start, span.end)
        return span._replace(start=start, end=end)

    def _parted(self, text: str, span: Span) -> Iterator[Span]:
        """Yields the span without what is attached at its ends; a list of names or places is split at its "and"s."""
        words = split(text[span.start : span.end])
        begin, stop, last = 0, span.end - span.start, len(words.forms) - 1
        for at, form in enumerate(words.forms):
            apart = _apart(form, self._lexicon)
            if apart is None:
                continue
            first, end = inside(form, apart)
            if not at:
                begin = first
            elif apart.before.startswith(_AND) and span.entity_type in _LISTED:
                yield self._part(span, begin, words.ends[at - 1])
                begin = words.starts[at] + first
            if at == last:
                stop = words.starts[at] + end
        yield self._part(span, begin, stop)

    def _part(self, span: Span, begin: int, stop: int) -> Span:
        return span._replace(start=span.start + begin, end=span.start + stop, recognizer=self.name)


def _apart(form: str, lexicon: Lexicon) -> Attached | None:
    """Returns how to take a word apart, if that is clear: the lists have it without what is attached to it only."""
    return None if lexicon.entry(folded(form)) & CLASS_BITS else attached(form, lexicon)


def _is_ordinary(text: str, span: Span) -> bool:
    words = text[span.start : span.end]
    if span.entity_type is EntityType.AFFILIATION:
        return is_description(words)
    return span.entity_type in _LISTED and all(map(is_ordinary, split(words).forms))


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    """Returns the spans in order, each beginning where the one before it ends or later."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda each: (each.start, -each.end)):
        end = kept[-1].end if kept else 0
        if span.start >= end:
            kept.append(span)
        elif span.end > end:
            kept.append(span._replace(start=end))
    return kept


def _is_own(text: str, span: Span) -> bool:
    return LETTER.search(text, span.start, span.end) is not None
