"""The features for clustering and summarizing a text: its terms, and their weights as a sparse row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

import re2
from scipy.sparse import csr_array

_TERM: Final = re.compile(r"[^\W_]{2,}")
# Beyond ASCII a word has marks too, such as the vowel signs of Hindi.
_WORD: Final = re2.compile(r"[\p{L}\p{N}\p{M}]{2,}")
# Scripts without spaces between words.
_CHINESE_JAPANESE: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_THAI_LAO_BURMESE_KHMER: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_RUN: Final = re.compile(
    f"(?P<pairs>[{_CHINESE_JAPANESE}]+)|(?P<triples>[{_THAI_LAO_BURMESE_KHMER}]+)"
    f"|[^{_CHINESE_JAPANESE}{_THAI_LAO_BURMESE_KHMER}]{{2,}}"
)

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

    In scripts without spaces, terms are the pairs of neighbouring characters (triples in Thai, Lao, Burmese and Khmer).

    >>> list(terms("Help me debug the Python code.")), list(terms("修剪玫瑰 v12"))
    (['help', 'debug', 'python', 'code'], ['修剪', '剪玫', '玫瑰', 'v12'])
    """
    words = _TERM.findall(text.lower()) if text.isascii() else _words(normalize("NFKC", text).lower())
    return (word for word in words if word not in STOP_WORDS)


def _words(text: str) -> Iterator[str]:
    # A lone surrogate, which re2 refuses, is no letter.
    for word in _WORD.findall(text.encode(errors="replace").decode()):
        for run in _RUN.finditer(word):
            yield from _grams(run[0], 2 if run["pairs"] else 3 if run["triples"] else len(run[0]))


def _grams(run: str, length: int) -> Iterator[str]:
    return (run[start : start + length] for start in range(max(1, len(run) - length + 1)))


@dataclass(frozen=True, slots=True, repr=False)
class TermMatrix:
    """Texts as rows of TF-IDF weights, one column for each term of the vocabulary (Salton and Buckley, 1988).

    A row has length 1, or 0 where its text has no such term; a weight is above 0 where the text has the term.
    """

    vocabulary: tuple[str, ...]
    weights: csr_array

    def __repr__(self) -> str:
        return f"TermMatrix(texts={self.weights.shape[0]}, terms={len(self.vocabulary)})"
