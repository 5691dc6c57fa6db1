"""The words of a text that may become terms of a summary, and the phrases that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import normalize

import re2

from streams.analytics.features import STOP_WORDS
from streams.analytics.function_words import FUNCTION_WORDS

LONGEST_PHRASE: Final = 3
LONGEST_WORD: Final = 40  # longer ones are keys and encodings, not words

# Scripts without spaces between words; those of South East Asia have marks too, so three characters are a word there.
_PAIRS: Final = "\u3005-\u3007\u3040-\u30ff\u31f0-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TRIPLES: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_MARKER: Final = re.compile(r"\[[A-Z][A-Z_]*\d*(?:[._]\d+)?\]")
# What ends a run: all but letters, digits, white space, hyphens and apostrophes; beyond ASCII, words have marks too.
_BREAK: Final = re.compile(r"[^a-z0-9\s'-]+")
_BREAK_BEYOND_ASCII: Final = re2.compile(r"[^\p{L}\p{N}\p{M}\s'’-]+")
_APOSTROPHE: Final = re.compile("['’]")
_PART: Final = re.compile(f"(?P<pairs>[{_PAIRS}]+)|(?P<triples>[{_TRIPLES}]+)|[^{_PAIRS}{_TRIPLES}]+")
_UNSPACED: Final = re.compile(f"[{_PAIRS}{_TRIPLES}]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_NO_TERMS: Final = STOP_WORDS | FUNCTION_WORDS

Words = tuple[str, ...]


def normalised(text: str) -> str:
    """Returns a text in the one form in which words are compared: NFKC, lower case, without redaction markers.

    >>> normalised("Mail [EMAIL1] ＡＢＣ")
    'mail \\x00 abc'
    """
    marked = _MARKER.sub("\0", text)
    # A lone surrogate, which re2 refuses, is no letter.
    return (marked if marked.isascii() else normalize("NFKC", marked).encode(errors="replace").decode()).lower()


def segments(text: str) -> Iterator[Words]:
    """Yields the runs of words that stand side by side, without stop words.

    Stop words, numbers, punctuation and redaction markers end a run, so no phrase crosses them. Where a script has no
    spaces, each two neighbouring characters count as a word (three in Thai, Lao, Burmese and Khmer).

    >>> list(segments("My damaged parcel, from [NAME1] in Rome: refund it"))
    [('damaged', 'parcel'), ('rome',), ('refund',)]
    >>> list(segments("预订酒店"))
    [('预订', '订酒', '酒店')]
    """
    plain = normalised(text)
    for piece in (_BREAK if plain.isascii() else _BREAK_BEYOND_ASCII).split(plain):
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
        overlaps = len(word) > 1 and _UNSPACED.match(word) and shown.endswith(word[:-1])
        shown += word[-1] if overlaps else f" {word}"
    return shown


def _words(token: str) -> list[str]:
    """Returns the words of a token: none for a stop word, a number or "don't", the second part of "l'hôtel"."""
    if token.isascii() and token.isalpha():
        return [token] if 2 <= len(token) <= LONGEST_WORD and token not in _NO_TERMS else []
    if token.endswith(("n't", "n’t")):
        return []
    return [word for part in _APOSTROPHE.split(token) for match in _PART.finditer(part) for word in _of_script(match)]


def _of_script(match: re.Match[str]) -> list[str]:
    part, length = match[0], {"pairs": 2, "triples": 3}.get(match.lastgroup or "", 0)
    if length:
        return [part[start : start + length] for start in range(max(1, len(part) - length + 1))]
    is_word = 2 <= len(part) <= LONGEST_WORD and part not in _NO_TERMS and _LETTER.search(part)
    return [part] if is_word else []
