"""The tagger: names, places, organisations, times and what else is said about people, by a linear model of our own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import GapKinds, numbered
from gateway.detection.names.decoding import counting, runs, tight, typed
from gateway.detection.names.features import OFFSETS
from gateway.detection.names.weights import PRESENCE, Floats, Weights
from gateway.detection.names.words import Words, split
from gateway.types import EntityType, Span

CACHED_WORDS: Final = 32_768


class Tagger:
    """A recognizer that judges each word by itself and by two words to either side; its spans are whole words.

    It sees nothing further away than its line and two words, so that appended text changes only what stands there.
    What a word adds is remembered for the most recent words, which changes no result. Safe to share between threads.
    """

    def __init__(self, weights: Weights, cached_words: int = CACHED_WORDS) -> None:
        self._weights = weights
        self._words = _WordCache(weights, cached_words)
        self._gap_kinds = GapKinds()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return "tagger"

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """All types that its spans may have: those with a threshold that a score can reach."""
        return frozenset(
            each for each, least in zip(self._weights.types, self._weights.thresholds, strict=True) if least <= 1
        )

    @property
    def has_checksum(self) -> bool:
        """No checksum proves a name."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """The spans in a text, disjoint and in order."""
        words = split(text)
        if not words.forms:
            return
        logits, gaps = self._logits(text, words)
        scores = self._weights.scores(logits[:, PRESENCE])
        of_types = logits[:, 1:]
        best = of_types.argmax(axis=1).astype(np.int32)
        counts = counting(scores, self._weights.thresholds[best], tight(gaps))
        for start, end in runs(counts, best, gaps, self._weights.types):
            yield from self._spans(words, scores, of_types, start, end)

    def logits(self, text: str) -> Floats:
        """Of each word the raw logits, presence first and then the types: what training calibrates."""
        words = split(text)
        return self._logits(text, words)[0] if words.forms else np.zeros((0, len(self._weights.bias)), dtype=np.float32)

    def likeliest(self, text: str, start: int, end: int) -> EntityType | None:
        """The type that fits the words between two offsets best, entity or not; None if there is no word."""
        words = split(text)
        inside = [at for at, last in enumerate(words.ends) if last > start and words.starts[at] < end]
        if not inside:
            return None
        of_types = self._logits(text, words)[0][inside, 1:]
        return self._weights.types[int(of_types.sum(axis=0).argmax())]

    def _logits(self, text: str, words: Words) -> tuple[Floats, NDArray[np.int32]]:
        with self._lock:
            kinds, cues, added = self._words.numbers(words.forms)
            seen = numbered(text, words, kinds, cues, self._gap_kinds.__getitem__)
        return self._weights.logits(added, seen), seen.gaps

    def _spans(self, words: Words, scores: Floats, of_types: Floats, start: int, end: int) -> Iterator[Span]:
        at = start
        for type_index, group in groupby(typed(of_types[start:end])):
            until = at + len(list(group))
            score = float(scores[at:until].max())
            yield Span(words.starts[at], words.ends[until - 1], self._weights.types[type_index], score, self.name)
            at = until


class _WordCache:
    """What recent words add, as rows of one array; it starts anew when it is full."""

    def __init__(self, weights: Weights, capacity: int) -> None:
        self._weights = weights
        self._rows: dict[str, int] = {}
        self._capacity = capacity
        self._kinds = np.zeros(capacity, dtype=np.int32)
        self._cues = np.zeros(capacity, dtype=np.int32)
        self._added = np.zeros((capacity, OFFSETS, len(weights.bias)), dtype=np.int16)

    def numbers(self, forms: list[str]) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]:
        """The kinds, the cues and the additions of words, in their order."""
        blocks = [self._block(forms[at : at + self._capacity]) for at in range(0, len(forms), self._capacity)]
        if len(blocks) == 1:
            return blocks[0]
        kinds, cues, added = zip(*blocks, strict=True)
        return np.concatenate(kinds), np.concatenate(cues), np.concatenate(added)

    def _block(self, forms: list[str]) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]:
        missing = set(forms) - self._rows.keys()
        if missing:
            self._remember(missing, set(forms))
        rows = np.fromiter(map(self._rows.__getitem__, forms), dtype=np.int64, count=len(forms))
        return self._kinds[rows], self._cues[rows], self._added[rows]

    def _remember(self, missing: set[str], needed: set[str]) -> None:
        if len(self._rows) + len(missing) > self._capacity:
            self._rows.clear()
            missing = needed
        for form in missing:
            row = len(self._rows)
            self._kinds[row], self._cues[row], self._added[row] = self._weights.of_word(form)
            self._rows[form] = row
