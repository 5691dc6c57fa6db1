"""Hashed TF-IDF for a stream (Salton and Buckley, 1988; Weinberger et al., 2009): terms are hashed to a fixed number of
columns, and document frequencies fade, so that memory is bounded and the weights follow what is common now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from river.base import Transformer, tags
from scipy.sparse import csr_array

from streams.analytics.features import terms

TERMS: Final = 8192
HALF_LIFE: Final = 16_384
LONGEST_TERM: Final = 64
STEM: Final = 5
REMEMBERED_TERMS: Final = 65_536


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DocumentFrequencies:
    """In how many texts, fading, each column's terms stood, of how many texts."""

    by_column: NDArray[np.float64]
    documents: float = 0.0

    @classmethod
    def none(cls, n_terms: int = TERMS) -> Self:
        """Returns the document frequencies of no text."""
        return cls(np.zeros(n_terms))

    def faded(self, share: float) -> Self:
        """Returns the same frequencies counted with this share."""
        return type(self)(self.by_column * share, self.documents * share)

    def recent(self, most: int) -> Self:
        """Returns the same shares, counted as of so many texts at most."""
        return self.faded(min(1.0, most / max(self.documents, 1.0)))

    def __add__(self, other: Self) -> Self:
        return type(self)(self.by_column + other.by_column, self.documents + other.documents)

    @property
    def rarities(self) -> NDArray[np.float64]:
        """The inverse document frequency of each column: 1 where every text has it."""
        return np.log((1 + self.documents) / (1 + self.by_column)) + 1


class HashedTfIdf(Transformer):
    """Turns texts into rows of TF-IDF weights: a row has length 1, or 0 where its text has no term.

    A term counts for the column that its hash names, the same in every process. ``half_life`` is the number of texts
    after which a document frequency counts half.

    >>> features = HashedTfIdf()
    >>> features.learn_many(["prune the roses", "water the roses"])
    >>> features.transform_many(["prune roses", "the"]).shape
    (2, 8192)
    """

    def __init__(self, n_terms: int = TERMS, half_life: int = HALF_LIFE) -> None:
        self.n_terms = n_terms
        self.half_life = half_life
        self.frequencies = DocumentFrequencies.none(n_terms)

    @classmethod
    def resumed(cls, frequencies: DocumentFrequencies) -> Self:
        """Returns features that begin with these document frequencies."""
        features = cls(len(frequencies.by_column))
        features.frequencies = frequencies
        return features

    def learn_many(self, texts: Sequence[str]) -> None:
        """Counts in how many of the texts each term stands."""
        self._count(self._term_counts(texts))

    def transform_many(self, texts: Sequence[str]) -> csr_array:
        """Returns a row for each text, by the document frequencies of now."""
        return self._weighted(self._term_counts(texts))

    def learn_transform_many(self, texts: Sequence[str]) -> csr_array:
        """Learns the texts, then returns their rows: the same as both calls, in less time."""
        counts = self._term_counts(texts)
        self._count(counts)
        return self._weighted(counts)

    def learn_one(self, x: str) -> None:  # type: ignore[override]
        """Learns one text."""
        self.learn_many([x])

    def transform_one(self, x: str) -> dict[int, float]:  # type: ignore[override]
        """Returns one text's weights by term number.

        >>> list(HashedTfIdf().transform_one("roses").values())
        [1.0]
        """
        row = self.transform_many([x])
        return dict(zip(row.indices.tolist(), row.data.tolist(), strict=True))

    @property
    def _tags(self) -> set[str]:
        return {tags.TEXT_INPUT}

    def _term_counts(self, texts: Sequence[str]) -> csr_array:
        columns = [[one for term in terms(text) for one in columns_of(term[:LONGEST_TERM])] for text in texts]
        starts = np.zeros(len(texts) + 1, np.int32)
        np.cumsum([len(each) for each in columns], out=starts[1:])
        flat = np.fromiter((one % self.n_terms for each in columns for one in each), np.int32, starts[-1])
        counts = csr_array((np.ones(len(flat), np.float32), flat, starts), shape=(len(texts), self.n_terms))
        counts.sum_duplicates()
        return counts

    def _count(self, counts: csr_array) -> None:
        new = DocumentFrequencies(np.bincount(counts.indices, minlength=self.n_terms).astype(float), counts.shape[0])
        self.frequencies = self.frequencies.faded(0.5 ** (counts.shape[0] / self.half_life)) + new

    def _weighted(self, counts: csr_array) -> csr_array:
        weights = (1 + np.log(counts.data)) * self.frequencies.rarities[counts.indices]
        rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
        lengths = np.sqrt(np.bincount(rows, weights * weights, counts.shape[0]))
        return csr_array(
            ((weights / lengths[rows]).astype(np.float32), counts.indices, counts.indptr), shape=counts.shape
        )


@lru_cache(REMEMBERED_TERMS)
def columns_of(term: str) -> tuple[int, ...]:
    """Returns the numbers of a term and, of a long one, of its first letters: so inflected words have one in common
    (McNamee and Mayfield, 2004).

    >>> len(set(columns_of("transfer")) & set(columns_of("transferring")))
    1
    """
    return (column(term), column(f"{term[:STEM]}-")) if len(term) > STEM else (column(term),)


def column(term: str) -> int:
    """Returns the number that a term is hashed to, the same in every process.

    >>> column("roses") == column("roses") != column("tulips")
    True
    """
    return int.from_bytes(blake2b(term.encode(), digest_size=4).digest(), "little")
