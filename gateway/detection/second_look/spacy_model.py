"""A second look with any spaCy pipeline that the user has installed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.contexts import line_kinds
from gateway.detection.names.features import LINES
from gateway.detection.names.words import Words, split
from gateway.detection.recognizer import Extent
from gateway.detection.second_look.windows import paragraphs, sentences, windows
from gateway.types import EntityType, Span

if TYPE_CHECKING:
    from spacy.language import Language

ENTITY_TYPES: Final[Mapping[str, EntityType]] = MappingProxyType(
    {
        "PERSON": EntityType.NAME,
        "PER": EntityType.NAME,
        "GPE": EntityType.GEOLOCATION,
        "LOC": EntityType.GEOLOCATION,
        "FAC": EntityType.GEOLOCATION,
        "ORG": EntityType.AFFILIATION,
        "DATE": EntityType.TIME,
        "TIME": EntityType.TIME,
    }
)
SCORE: Final = 0.85  # spaCy gives no scores; Presidio uses this one for spaCy's spans

_MOST_CHARACTERS: Final = 10_000
_CODE_CHARACTERS: Final = re.compile(r"[=(){}\[\]<>\\|`;_$%]|::|->")
_SAYS_WHEN: Final = re.compile(
    r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE
)
_CODE: Final = LINES.index("code")


class SpacyClassifier:
    """A recognizer of whole words that runs a spaCy pipeline and drops its common mistakes.

    It drops spans with characters of code or on lines of code, names in lower case, and times without a digit, month or
    weekday. Threads take turns. spaCy keeps nothing of a text after it was read.
    """

    def __init__(self, name: str, pipeline: Language) -> None:
        self._name = name
        self._pipeline = pipeline
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return self._name

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""
        return frozenset(ENTITY_TYPES.values())

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        return self.find_in(text, paragraphs(text))

    def find_in(self, text: str, extents: Iterable[Extent]) -> Iterator[Span]:
        """Yields the spans in disjoint stretches of a text; each stretch is judged by itself."""
        for start, end in extents:
            breaks = [0, *(last - start for _, last in sentences(text, start, end))]
            for first, last in windows(breaks, _MOST_CHARACTERS):
                yield from self._spans(text[start + first : start + last], start + first)

    def _spans(self, text: str, offset: int) -> Iterator[Span]:
        words = split(text)
        on_code = line_kinds(text, words) == _CODE
        reached = 0
        for first, last, entity_type in self._entities(text):
            at, until = _words_of(words, max(first, reached), last)
            if at == until or on_code[at]:
                continue
            start, reached = words.starts[at], words.ends[until - 1]
            if _is_likely(text[start:reached], entity_type):
                yield Span(offset + start, offset + reached, entity_type, SCORE, self.name)

    def _entities(self, text: str) -> list[tuple[int, int, EntityType]]:
        readable = text.encode("utf-8", "replace").decode()
        with self._lock, self._pipeline.memory_zone():
            return [
                (each.start_char, each.end_char, ENTITY_TYPES[each.label_])
                for each in self._pipeline(readable).ents
                if each.label_ in ENTITY_TYPES
            ]


def load(model: str) -> SpacyClassifier:
    """Returns the pipeline with this name as a classifier; raises ArtefactError if it or spaCy is not installed."""
    if find_spec("spacy") is None:
        raise ArtefactError("a second look by spaCy needs the package spacy: pip install 'spacy>=3.8'")
    import spacy  # noqa: PLC0415 - an option

    try:
        return SpacyClassifier(f"spacy:{model}", spacy.load(model))
    except OSError:
        raise ArtefactError(f"spaCy has no pipeline {model}: install its package beside the gateway") from None


def _words_of(words: Words, start: int, end: int) -> Extent:
    """Returns the half-open indexes of the words that touch a stretch."""
    return int(np.searchsorted(words.ends, start, side="right")), int(np.searchsorted(words.starts, end, side="left"))


def _is_likely(value: str, entity_type: EntityType) -> bool:
    if _CODE_CHARACTERS.search(value):
        return False
    if entity_type is EntityType.TIME:
        return _SAYS_WHEN.search(value) is not None
    return value != value.lower() or entity_type is not EntityType.NAME
