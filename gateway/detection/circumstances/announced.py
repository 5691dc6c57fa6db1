"""A secret in ordinary words needs a word that announces it: else every second sentence would hold a password."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gateway.detection.attributes.listed import lowered
from gateway.detection.circumstances.tagger import NAME
from gateway.detection.words import by_initials, sections_in
from gateway.types import EntityType, Span

_WORDS: Final = sections_in(Path(__file__).with_name("secret_words.txt"))
_PARTS: Final = by_initials("|".join(map(re.escape, _WORDS["parts"])))
_ALONE: Final = by_initials("|".join(map(re.escape, _WORDS["words"])))
_ANNOUNCING: Final = re.compile(rf"{_PARTS}|(?<![^\W_])(?:{_ALONE})(?![^\W_])")
_NUMBER: Final = rf"(?<!\w)(?:{by_initials('|'.join(_WORDS['numbers']))})(?!\w)"
# What few sentences have: digits, signs of programs, a capital inside a word; two numbers in words are a code.
_ODD: Final = re.compile(
    r"[\d_@#$%^&*+=<>/\\|~]|[^\W\d_A-Z][A-Z]|[零〇一二三四五六七八九]{3}|[공영일이삼사오육칠팔구]{3}"
    rf"|{_NUMBER}.*{_NUMBER}",
    re.DOTALL,
)
_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n")


def announced(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, but of the secrets that only their context tells no ordinary words that nothing announces.

    A word for a secret, for what it opens or for who signs in does, before it or in its paragraph: what follows after a
    blank line changes nothing.

    >>> span = Span(0, 13, EntityType.KEYS, 0.9, NAME)
    >>> len(announced([span], "open all year is how we like it")), len(announced([span], "open all year is the code"))
    (0, 1)
    """
    if not any(_is_ordinary(each, text) for each in spans):
        return spans
    begin = _first_announced(text)
    return [each for each in spans if each.end > begin or not _is_ordinary(each, text)]


def _is_ordinary(span: Span, text: str) -> bool:
    is_told = span.recognizer == NAME and span.entity_type is EntityType.KEYS
    return is_told and not _ODD.search(text, span.start, span.end)


def _first_announced(text: str) -> int:
    """Returns where the paragraph with the first announcing word begins; the text's end if there is none."""
    word = _ANNOUNCING.search(lowered(text))
    if not word:
        return len(text)
    blank_lines = [match.start() for match in _BLANK_LINE.finditer(text, 0, word.start())]
    return blank_lines[-1] if blank_lines else 0
