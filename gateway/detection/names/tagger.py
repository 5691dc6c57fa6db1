"""The tagger: a small neural network that finds names, places, organisations, times and more about people."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from threading import Lock
from typing import Final, NamedTuple

import numpy as np

from gateway.detection.model_names import NAMES
from gateway.detection.names.contexts import GapKinds, Indices, Numbered, joint, line_kinds
from gateway.detection.names.decoding import counting, parts
from gateway.detection.names.doubts import names_nobody
from gateway.detection.names.edges import Piece, refined
from gateway.detection.names.extents import Sentence, extended
from gateway.detection.names.features import KINDS, LINES, OFFSETS
from gateway.detection.names.weights import Floats, Logits, Weights
from gateway.detection.names.words import Words, joined, split
from gateway.detection.word_cache import CACHED, WordCache
from gateway.types import EntityType, Span

ON_CODE: Final = 0.6  # the least score on a line that looks like code
# The least score of a span's surest word, where less is seldom right: of what lies below, one in fifteen was.
_SURE: Final[Mapping[EntityType, float]] = {
    EntityType.NAME: 0.25,
    EntityType.AFFILIATION: 0.3,
    EntityType.HEALTH_INFORMATION: 0.5,
    EntityType.OCCUPATION: 0.6,
}
_SURE_IN_LOWER_CASE: Final = 0.4  # of a name: people seldom write "tcpdump" otherwise

_TOGETHER: Final = 32_768  # characters of texts that are judged together: more take more memory and no less time

_CODE: Final = LINES.index("code")


class Tagger:
    """A recognizer that judges each word with two words on either side; its spans are whole words.

    It uses nothing but these and the word's line, so appended text changes only spans near the end. The contributions
    of recent words are cached, which does not change results. Safe to share between threads.
    """

    def __init__(self, weights: Weights, cached_words: int = CACHED) -> None:
        self._weights = weights
        blank = np.array(KINDS, dtype=np.int32), np.zeros((OFFSETS, len(weights.bias)), dtype=np.int16)
        self._words = WordCache(weights.of_words, blank, cached_words)
        self._gap_kinds = GapKinds()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return NAMES

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have: those whose threshold a score can reach."""
        return frozenset(
            each for each, least in zip(self._weights.types, self._weights.thresholds, strict=True) if least <= 1
        )

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text: the same as one by one, but many short texts take far less time together."""
        found: list[list[Span]] = [[] for _ in texts]
        for first, last in _blocks(texts):
            for number, span in self._found(texts[first:last]):
                found[first + number].append(span)
        return found

    def _found(self, texts: Sequence[str]) -> Iterator[tuple[int, Span]]:
        """Yields the spans in the texts, in order, each with the number of its text."""
        words = joined((text, split(text)) for text in texts)
        if not any(words.forms):
            return
        evaluated = self._evaluate("\n".join(texts), words)
        best = evaluated.logits.of_types.argmax(axis=1)
        scores = np.where(evaluated.kinds == KINDS, 0, self._weights.scores(evaluated.logits.presence, best))
        least = self._weights.thresholds[best]
        least = np.where(evaluated.lines == _CODE, np.maximum(least, ON_CODE), least)
        gaps: list[int] = evaluated.gaps.tolist()
        counted = counting(scores, least, gaps, words.forms)
        if not counted:
            return
        values: list[float] = scores.tolist()
        types = self._weights.types
        pieces = (
            Piece(first, last, types[type_index], max(values[first:last]))
            for first, last, type_index in parts(counted, best, evaluated.logits.of_types, gaps, types)
        )
        begins = [*accumulate([len(text) + 1 for text in texts], initial=0)]
        whole = refined(pieces, words.forms, gaps)
        for piece in extended(whole, Sentence(words.forms, gaps), self._weights.lexicon):
            if piece.score < _least(piece, words.forms) or names_nobody(piece, words, self._weights.lexicon):
                continue
            start, end = words.starts[piece.first], words.ends[piece.last - 1]
            number = bisect_right(begins, start) - 1
            yield number, Span(start - begins[number], end - begins[number], piece.entity_type, piece.score, self.name)

    def scored(self, text: str) -> tuple[Words, Floats]:
        """Returns the words of a text and their calibrated probabilities of belonging to an entity."""
        words = split(text)
        presence, of_types = self._evaluate(text, words).logits
        return words, self._weights.scores(presence, of_types.argmax(axis=1))

    def logits(self, text: str) -> Logits:
        """Returns the raw logits of each word, which training calibrates."""
        return self._evaluate(text, split(text)).logits

    def likeliest(self, text: str, start: int, end: int) -> EntityType | None:
        """Returns the best type for the words between two offsets, entity or not; None if there are no words."""
        words = split(text)
        inside = [at for at, last in enumerate(words.ends) if last > start and words.starts[at] < end]
        if not inside:
            return None
        of_types = self._evaluate(text, words).logits.of_types[inside]
        return self._weights.types[int(of_types.sum(axis=0).argmax())]

    def _evaluate(self, text: str, words: Words) -> _Evaluated:
        kinds, added = self._words.of(words.forms)
        with self._lock:
            gaps = self._gap_kinds.of(words.gaps)
        lines = line_kinds(text, words)
        return _Evaluated(kinds, gaps, lines, self._weights.logits(added, joint(Numbered(kinds, lines, gaps))))


class _Evaluated(NamedTuple):
    """The words' kinds, gaps and lines, and the model's logits for them; between two texts the kind is ``KINDS``."""

    kinds: Indices
    gaps: Indices
    lines: Indices
    logits: Logits


def _least(piece: Piece, forms: Sequence[str]) -> float:
    """Returns the score that a piece needs."""
    if piece.entity_type is EntityType.NAME and all(map(str.islower, forms[piece.first : piece.last])):
        return _SURE_IN_LOWER_CASE
    return _SURE.get(piece.entity_type, 0)


def _blocks(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yields half-open ranges of texts that are short together; a long text is alone."""
    first = characters = 0
    for at, text in enumerate(texts):
        if at > first and characters + len(text) > _TOGETHER:
            yield first, at
            first, characters = at, 0
        characters += len(text)
    if texts:
        yield first, len(texts)
