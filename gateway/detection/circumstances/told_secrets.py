"""What counts of the secrets that only their context tells: most ordinary words are none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gateway.detection.attributes.listed import lowered
from gateway.detection.model_names import CIRCUMSTANCES
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
_NEAR: Final = 400  # characters to a word that announces a secret
_LIKELY: Final = 0.2  # the score of a secret that nothing announces


def without_unlikely_secrets(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, without the secrets that only their context tells and that are hardly any.

    A word for a secret, for what it opens or for who signs in announces one near it: behind the word, or before it in
    the same paragraph. What follows after a blank line changes nothing. Ordinary words need such a word, and any other
    secret a higher score without one.

    >>> span = Span(0, 13, EntityType.KEYS, 0.9, CIRCUMSTANCES)
    >>> sentences = ("open all year is how we like it", "open all year is the code")
    >>> [len(without_unlikely_secrets([span], each)) for each in sentences]
    [0, 1]
    """
    doubtful = {each for each in spans if not _is_likely(each, text)}
    if not doubtful:
        return spans
    announcing = [match.start() for match in _ANNOUNCING.finditer(lowered(text))]
    return [each for each in spans if each not in doubtful or _is_announced(each, text, announcing)]


def _is_likely(span: Span, text: str) -> bool:
    """Returns whether a span needs no word that announces it."""
    if span.recognizer != CIRCUMSTANCES or span.entity_type is not EntityType.KEYS:
        return True
    return span.score >= _LIKELY and _ODD.search(text, span.start, span.end) is not None


def _is_announced(span: Span, text: str, announcing: Sequence[int]) -> bool:
    following = bisect_left(announcing, span.end)
    if following and span.start - announcing[following - 1] <= _NEAR:
        return True
    if following == len(announcing) or announcing[following] - span.end > _NEAR:
        return False
    return not _BLANK_LINE.search(text, span.end, announcing[following])
