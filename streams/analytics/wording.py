"""The words of a text that may become terms of a summary, and the phrases that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import normalize

from streams.analytics.features import STOP_WORDS

LONGEST_PHRASE: Final = 3
LONGEST_WORD: Final = 40  # longer ones are keys and encodings, not words

# Scripts without spaces between words: Thai to Burmese, Khmer, and those of Chinese and Japanese.
_UNSPACED: Final = (
    "\u0e00-\u109f\u1780-\u17ff\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u31f0-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKER: Final = re.compile(r"\[[A-Z][A-Z_]*\d*(?:[._]\d+)?\]")
# What ends a run: all but letters, digits, white space, hyphens and apostrophes.
_BREAK: Final = re.compile(r"[^\w\s'’-]+|_+")
_APOSTROPHE: Final = re.compile("['’]")
_UNSPACED_OR_NOT: Final = re.compile(f"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_IS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_LETTER: Final = re.compile(r"[^\W\d_]")

Words = tuple[str, ...]


def normalised(text: str) -> str:
    """Returns a text in the one form in which words are compared: NFKC, lower case, without redaction markers.

    >>> normalised("Mail [EMAIL1] ＡＢＣ")
    'mail \\x00 abc'
    """
    return normalize("NFKC", _MARKER.sub("\0", text)).lower()


def segments(text: str) -> Iterator[Words]:
    """Yields the runs of words that stand side by side, without stop words.

    Stop words, numbers, punctuation and redaction markers end a run, so no phrase crosses them. Where a script has no
    spaces, each two neighbouring characters count as a word, as is usual in searching Chinese and Japanese.

    >>> list(segments("My damaged parcel, from [NAME1] in Rome: refund it"))
    [('damaged', 'parcel'), ('rome',), ('refund',)]
    >>> list(segments("预订酒店"))
    [('预订', '订酒', '酒店')]
    """
    for piece in _BREAK.split(normalised(text)):
        run: list[str] = []
        for token in piece.replace("-", " ").split():
            words = _words(token)
            if run and not words:
                yield tuple(run)
                run = []
            run += words
        if run:
            yield tuple(run)


def phrases(segment: Words, words: int) -> Iterator[Words]:
    """Yields the phrases of so many words in a segment, from left to right.

    >>> list(phrases(("late", "parcel", "refund"), 2))
    [('late', 'parcel'), ('parcel', 'refund')]
    """
    return (segment[start : start + words] for start in range(len(segment) - words + 1))


def written(phrase: Sequence[str]) -> str:
    """Returns a phrase as it is shown: with spaces, or in a script without them as it was written.

    >>> written(("damaged", "parcel")), written(("预订", "订酒"))
    ('damaged parcel', '预订酒')
    """
    shown = phrase[0]
    for word in phrase[1:]:
        overlaps = _IS_UNSPACED.match(word) and word[0] == shown[-1]
        shown += word[1:] if overlaps else f" {word}"
    return shown


def _words(token: str) -> list[str]:
    """Returns the words of a token: none for a stop word, a number or "don't", the second part of "l'hôtel"."""
    if token.isalpha() and token.isascii():
        return [token] if 2 <= len(token) <= LONGEST_WORD and token not in STOP_WORDS else []
    if token.endswith(("n't", "n’t")):
        return []
    parts = [part for each in _APOSTROPHE.split(token) for part in _UNSPACED_OR_NOT.findall(each)]
    return [word for part in parts for word in (_pairs(part) if _IS_UNSPACED.match(part) else [part]) if _is_term(word)]


def _pairs(part: str) -> list[str]:
    return [part[start : start + 2] for start in range(max(1, len(part) - 1))]


def _is_term(word: str) -> bool:
    long_enough = 2 <= len(word) <= LONGEST_WORD or _IS_UNSPACED.match(word)
    return bool(long_enough) and word not in STOP_WORDS and _LETTER.search(word) is not None
