"""Words that name nobody: those that join others, open sentences, or are frequent in requests and letters."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.words import listed_in

OPENINGS: Final = Path(__file__).with_name("openings.txt")
PLAIN_WORDS: Final = Path(__file__).with_name("plain_words.txt")
LITTLE_WORDS: Final = Path(__file__).with_name("little_words.txt")
FUNCTION_WORDS: Final = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "did", "do", "does", "for",
        "from", "had", "has", "have", "he", "her", "him", "his", "how", "i", "if", "in", "is", "it", "its", "me",
        "my", "no", "not", "of", "on", "or", "our", "please", "she", "should", "so", "some", "than", "that", "the",
        "their", "them", "then", "there", "these", "they", "this", "those", "to", "was", "we", "were", "what",
        "when", "where", "which", "while", "who", "why", "will", "with", "would", "you", "your", "yours",
    }
)  # fmt: skip


@cache
def openings() -> frozenset[str]:
    """Returns words in lower case that open requests and sentences, or label a value, in languages with letter case.

    >>> "napisz" in openings(), "kasia" in openings()
    (True, False)
    """
    return listed_in(OPENINGS)


@cache
def plain_words() -> frozenset[str]:
    """Returns words of requests and letters that are no one's name, in lower case.

    They are Russian, Ukrainian, Greek, Arabic, Hebrew, Hindi and Bengali.

    >>> "здравствуйте" in plain_words(), "иван" in plain_words()
    (True, False)
    """
    return listed_in(PLAIN_WORDS)


@cache
def little_words() -> frozenset[str]:
    """Returns pronouns, prepositions and the like of eight languages in Latin letters that are no one's first name.

    >>> "und" in little_words(), "dan" in little_words()
    (True, False)
    """
    return listed_in(LITTLE_WORDS)
