"""The features for clustering and summarizing a text: its terms, and their weights as a sparse row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scipy.sparse import csr_array

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
    """Yields the terms of a text in order: words of at least two letters or digits, in lower case, without stop words.

    >>> list(terms("Help me debug the Python code."))
    ['help', 'debug', 'python', 'code']
    """
    return (term for term in _TERM.findall(text.lower()) if term not in STOP_WORDS)


@dataclass(frozen=True, slots=True, repr=False)
class TermMatrix:
    """Texts as rows of TF-IDF weights, one column for each term of the vocabulary (Salton and Buckley, 1988).

    A row has length 1, or 0 where its text has no such term; a weight is above 0 where the text has the term.
    """

    vocabulary: tuple[str, ...]
    weights: csr_array

    def __repr__(self) -> str:
        return f"TermMatrix(texts={self.weights.shape[0]}, terms={len(self.vocabulary)})"
