"""Judges that find listed terms in a phrase."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import Final

from gateway.detection.recognizer import Extent, Judge
from gateway.detection.words import somewhere

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_STOP_WORDS: Final = frozenset(
    {
        "about", "after", "all", "and", "any", "as", "at", "because", "before", "but", "by", "during", "every",
        "for", "from", "he", "her", "his", "how", "i", "if", "in", "into", "is", "it", "last", "my", "on", "or",
        "our", "over", "she", "since", "so", "some", "that", "the", "their", "them", "these", "they", "this", "to",
        "two", "until", "was", "we", "what", "when", "where", "which", "while", "who", "with", "you", "your",
    }
)  # fmt: skip
_DIGIT: Final = re.compile(r"\d")
_MOST_WORDS: Final = 4
_BEGINNING: Final = 10  # letters


def holding(terms: Collection[str]) -> Judge:
    """Returns a judge that takes every listed term in a phrase, in any case; longer terms win.

    >>> list(holding({"type 2 diabetes", "asthma"})("Type 2 diabetes and asthma"))
    [(0, 15), (20, 26)]
    """
    beginnings = frozenset(_WORD.findall(term)[0] for term in terms)
    return lambda phrase: _terms_in(phrase, terms, beginnings)


def any_of(terms: Collection[str]) -> str:
    """Returns an expression that every text with one of the terms matches: short terms as words, long ones as prefixes.

    A term with a digit ("type 2 diabetes") must contain another term, because engines read digits differently.

    >>> meets = re.compile(any_of({"flu", "hypertension"}))
    >>> [bool(meets.search(text)) for text in ("Flu, again", "influence", "his Hypertensive mother")]
    [True, False, True]
    """
    beginnings = {term[:_BEGINNING] for term in terms if not _DIGIT.search(term)}
    long = somewhere("|".join(sorted(each for each in beginnings if len(each) == _BEGINNING)))
    short = somewhere("|".join(sorted(each for each in beginnings if len(each) < _BEGINNING)))
    return f"{long}|(?:^|[^A-Za-z])(?:{short})(?:[^A-Za-z]|$)"


def ending_in(heads: Collection[str]) -> Judge:
    """Returns a judge that takes a phrase up to its last word in ``heads``, or nothing if it has none.

    >>> list(ending_in({"nurse"})("registered nurse in Utah")), list(ending_in({"nurse"})("big fan of it"))
    ([(0, 16)], [])
    """
    return lambda phrase: _up_to_head(phrase, heads)


def before_stop_word(phrase: str) -> Iterator[Extent]:
    """Yields the extent of the words before the first stop word; a judge.

    >>> list(before_stop_word("severe lower back pain since May")), list(before_stop_word("by her doctor"))
    ([(0, 22)], [])
    """
    words = list(takewhile(lambda word: word[0].lower() not in _STOP_WORDS, _WORD.finditer(phrase)))
    if words:
        yield words[0].start(), words[-1].end()


def _terms_in(phrase: str, terms: Collection[str], beginnings: Collection[str]) -> Iterator[Extent]:
    words = [match.span() for match in _WORD.finditer(phrase)]
    at = 0
    while at < len(words):
        begins = _plain(phrase[slice(*words[at])]) in beginnings
        length = _longest(phrase, words[at : at + _MOST_WORDS], terms) if begins else 0
        if length:
            yield words[at][0], words[at + length - 1][1]
        at += max(1, length)


def _longest(phrase: str, words: list[Extent], terms: Collection[str]) -> int:
    said = (_plain(phrase[words[0][0] : words[length - 1][1]]) for length in range(len(words), 0, -1))
    return next((len(words) - at for at, each in enumerate(said) if each in terms), 0)


def _plain(words: str) -> str:
    return words.lower().replace("’", "'")


def _up_to_head(phrase: str, heads: Collection[str]) -> Iterator[Extent]:
    ends = [match.end() for match in _WORD.finditer(phrase) if match[0].lower() in heads]
    if ends:
        yield 0, ends[-1]
