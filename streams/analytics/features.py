"""TF-IDF features of texts (Salton and Buckley, 1988): a sparse row of length 1 for each."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

MAX_TERMS: Final = 8192
LEAST_TEXTS: Final = 2

_TERM: Final = re.compile(r"[^\W_]{2,}")

# Words that say nothing about a topic.
STOP_WORDS: Final = frozenset({
    "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been", "before",
    "but", "by", "can", "could", "did", "do", "does", "down", "for", "from", "get", "give", "had", "has", "have",
    "he", "her", "here", "hey", "hi", "him", "his", "how", "if", "in", "into", "is", "it", "its", "just", "know",
    "like", "ll", "let", "me", "more", "my", "need", "no", "not", "now", "of", "off", "on", "one", "or", "our",
    "out", "over", "please", "re", "really", "she", "should", "so", "some", "tell", "than", "thank", "thanks",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "too", "up", "us",
    "use", "ve", "very", "want", "was", "way", "we", "were", "what", "when", "where", "which", "while", "who",
    "why", "will", "with", "would", "yes", "you", "your",
})  # fmt: skip


def terms(text: str) -> Iterator[str]:
    """The terms of a text in order: words of two letters or digits and more, in lower case, without stop words.

    >>> list(terms("Help me debug the Python code."))
    ['help', 'debug', 'python', 'code']
    """
    return (term for term in _TERM.findall(text.lower()) if term not in STOP_WORDS)


@dataclass(frozen=True, slots=True, repr=False)
class Features:
    """Texts as rows: how often each has each term, and the same weighted by TF-IDF and scaled to length 1."""

    vocabulary: tuple[str, ...]
    counts: csr_array
    weights: csr_array

    def __repr__(self) -> str:
        return f"Features(texts={self.weights.shape[0]}, terms={len(self.vocabulary)})"


def features(texts: Iterable[str]) -> Features:
    """The features of texts over the terms that at least two texts have: the most frequent 8,192 of them.

    >>> features(["red fox", "red dog", "dog"]).vocabulary
    ('dog', 'red')
    """
    numbers: dict[str, int] = {}
    columns, lengths = array("i"), array("i")
    for text in texts:
        found = [numbers.setdefault(term, len(numbers)) for term in terms(text)]
        columns.extend(found)
        lengths.append(len(found))
    return _counted(np.asarray(columns, np.int32), np.asarray(lengths, np.int64), numbers)


def _counted(columns: NDArray[np.int32], lengths: NDArray[np.int64], numbers: Mapping[str, int]) -> Features:
    """Rows of the terms that are kept, in alphabetical order, whatever order they were met in."""
    rows = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    every = csr_array((np.ones(len(columns), np.float32), (rows, columns)), shape=(len(lengths), max(1, len(numbers))))
    texts_with = np.bincount(every.indices, minlength=every.shape[1])
    names = list(numbers)
    frequent = sorted(
        (number for number in range(len(names)) if texts_with[number] >= LEAST_TEXTS),
        key=lambda number: (-texts_with[number], names[number]),
    )
    kept = sorted(frequent[:MAX_TERMS], key=names.__getitem__)
    counts = _select(every, kept)
    return Features(tuple(names[number] for number in kept), counts, _weighted(counts))


def _select(every: csr_array, kept: Sequence[int]) -> csr_array:
    """The columns ``kept``, in that order."""
    place = np.full(every.shape[1], -1, np.int32)
    place[list(kept)] = np.arange(len(kept), dtype=np.int32)
    coordinates = every.tocoo()
    columns = place[coordinates.coords[1]]
    stays = columns >= 0
    return csr_array(
        (coordinates.data[stays], (coordinates.coords[0][stays], columns[stays])),
        shape=(every.shape[0], max(1, len(kept))),
    )


def _weighted(counts: csr_array) -> csr_array:
    """Smoothed inverse text frequency, as scikit-learn weighs by default; a text without a term is a row of zeros."""
    texts_with = np.bincount(counts.indices, minlength=counts.shape[1])
    inverse = np.log((1 + counts.shape[0]) / (1 + texts_with)) + 1
    weights = counts.multiply(inverse[np.newaxis, :].astype(np.float32)).tocsr()
    lengths = np.sqrt(weights.multiply(weights).sum(axis=1))
    scale = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    weights.data *= np.repeat(scale, np.diff(weights.indptr)).astype(np.float32)
    return weights
