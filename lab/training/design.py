"""Turns labelled rows into sparse matrices with one row per word, with the same features as the tagger's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import JOINT, GapKinds, Numbered, joint, line_kinds
from gateway.detection.names.features import OFFSETS, REACH, Describe, describe, lowered
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.words import Words, split
from lab.training.rows import Row

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_LEAST_SEEN = 12  # occurrences that a feature needs in the training rows


class Vocabulary:
    """The features that a model may use, and a cache of words' features."""

    def __init__(self, features: Mapping[str, int], lexicon: Lexicon, describe: Describe = describe) -> None:
        self.features = features
        self.lexicon = lexicon
        self.describe = describe
        self._known: dict[str, tuple[int, list[int]]] = {}

    def of_word(self, form: str) -> tuple[int, list[int]]:
        """Returns a word's kind and the numbers of its features."""
        if form not in self._known:
            kind, features = self.describe(form, self.lexicon)
            self._known[form] = kind, [self.features[each] for each in features if each in self.features]
        return self._known[form]

    @property
    def columns(self) -> int:
        """The width of the matrix: features at each position, then joint features."""
        return len(self.features) * OFFSETS + JOINT


def vocabulary(
    rows: Iterable[Row], lexicon: Lexicon, public: frozenset[str], describe: Describe = describe
) -> Vocabulary:
    """Returns the features that occur often enough in the rows; words only if they are in ``public``."""
    forms = Counter(chain.from_iterable(split(row.text).forms for row in rows))
    seen: Counter[str] = Counter()
    for form, count in forms.items():
        for feature in describe(form, lexicon).features:
            if lowered(form) in public or not feature.startswith("word "):
                seen[feature] += count
    features = sorted(feature for feature, count in seen.items() if count >= _LEAST_SEEN)
    return Vocabulary({feature: number for number, feature in enumerate(features)}, lexicon, describe)


@dataclass(frozen=True, repr=False)
class Design:
    """A matrix with one row per word, and the number of each word's text."""

    matrix: csr_matrix
    texts: NDArray[np.int32]


def design(texts: Sequence[str], vocabulary: Vocabulary) -> Design:
    """Returns the features of all words in the texts."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415 - only training needs it

    gap_kinds = GapKinds()
    indices: list[NDArray[np.int32]] = []
    lengths: list[int] = []
    numbers: list[int] = []
    for number, text in enumerate(texts):
        words = split(text)
        if words.forms:
            of_words = list(_features(text, words, vocabulary, gap_kinds))
            indices += of_words
            lengths += map(len, of_words)
            numbers += [number] * len(of_words)
    columns = np.concatenate(indices)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    values = np.ones(len(columns), dtype=np.float32)
    matrix = csr_matrix((values, columns, starts), shape=(len(lengths), vocabulary.columns))
    return Design(matrix, np.array(numbers, dtype=np.int32))


def _features(text: str, words: Words, vocabulary: Vocabulary, gap_kinds: GapKinds) -> Iterator[NDArray[np.int32]]:
    known = [vocabulary.of_word(form) for form in words.forms]
    kinds = np.array([each[0] for each in known], dtype=np.int32)
    joined = joint(Numbered(kinds, line_kinds(text, words), gap_kinds.of(words.gaps)))
    joined += len(vocabulary.features) * OFFSETS
    for at in range(len(known)):
        own = [
            row * OFFSETS + REACH + offset
            for offset in range(-REACH, REACH + 1)
            if 0 <= at + offset < len(known)
            for row in known[at + offset][1]
        ]
        yield np.concatenate([np.array(own, dtype=np.int32), joined[at]])
