"""Finds the other secrets beside one that is found: an old password, the next line of a list of logins."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from gateway.detection.overlap import OrderedSpans, completed
from gateway.detection.passwords import is_odd, is_short_code
from gateway.detection.recognizer import Extent
from gateway.types import EntityType, Span

RECOGNIZER: Final = "beside_secrets"
_REACH: Final = 400  # characters before and behind a secret
_NEXT_TO: Final = 80
_SURE: Final = 0.6
_SCORE: Final = 0.6
_BLANK_LINE: Final = "\n\n"
_WORD: Final = re.compile(
    r"(?<![\w.@/%&?$-])[^\s\"'`“”„«»‘’「」()\[\]<>{}，。、/|=:;,\\]{5,40}(?<![.!?*…])(?![\w(@/\[{=$])"
)
# A variable, a digest as Git and MD5 write it, a file.
_NO_SECRET: Final = re.compile(
    r"[A-Z]+(?:_[A-Z]+)+|[0-9a-f]{7}|[0-9a-f]{32}|[0-9a-f]{40}"
    r"|.*\.(?:txt|asc|sig|gz|xz|zip|tar|json|ya?ml|py|js|ts|sh|log|md|csv|sql|conf|cfg|lock)"
)
_SIZES: Final = frozenset(range(4, 9))  # digits of a PIN
_PIN: Final = re.compile(r"(?<![\w.,:/€$£+-])[*]?(?!(?:19|20)\d\d(?!\d))(?P<digits>\d{4,8})#?(?![\w%°€]|[.,:/-]\d)")
# What a part of a secret may look like.
_PARTS: Final = frozenset({EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.TIME})


def beside_secrets(spans: tuple[Span, ...], text: str) -> tuple[Span, ...]:
    """Returns disjoint spans in order: the given ones, and words that look like passwords beside a secret.

    Such a word mixes letters with digits or signs and lies in the same paragraph; a code of capitals and digits lies
    close by, and so does a number with as many digits as a PIN. What another span says to be something else stays
    that. The time is linear in the text.

    >>> text = "the password is Wren-41x, before it was Heron77"
    >>> [text[each.start : each.end] for each in beside_secrets((Span(16, 24, EntityType.KEYS, 0.9, "told"),), text)]
    ['Wren-41x', 'Heron77']
    """
    secrets = [each for each in spans if each.entity_type is EntityType.KEYS and each.score >= _SURE]
    if not secrets:
        return spans
    words = {
        *_words(secrets, text, _REACH, is_odd),
        *_words(secrets, text, _NEXT_TO, is_short_code),
        *_pins(secrets, text),
    }
    others = OrderedSpans(spans)
    free = (word for word in sorted(words) if all(map(_is_part, others.meeting(*word))))
    return completed(spans, (Span(*word, EntityType.KEYS, _SCORE, RECOGNIZER) for word in free), text)


def _words(secrets: Sequence[Span], text: str, reach: int, judge: Callable[[str], bool]) -> Iterator[Extent]:
    for begin, end in _stretches(secrets, text, reach):
        words = (word for word in _WORD.finditer(text, begin, end) if not word[0].isalpha())
        yield from (word.span() for word in words if judge(word[0]) and not _NO_SECRET.fullmatch(word[0]))


def _pins(secrets: Sequence[Span], text: str) -> Iterator[Extent]:
    """Yields the numbers right beside a PIN that have as many digits, but for years."""
    by_size: defaultdict[int, list[Span]] = defaultdict(list)
    for secret in secrets:
        by_size[len(_digits(text, secret))].append(secret)
    for size in _SIZES & by_size.keys():
        for begin, end in _stretches(by_size[size], text, _NEXT_TO):
            yield from (each.span() for each in _PIN.finditer(text, begin, end) if len(each["digits"]) == size)


def _digits(text: str, secret: Span) -> str:
    value = text[secret.start : secret.end].strip("*#")
    return value if value.isdecimal() else ""


def _stretches(secrets: Sequence[Span], text: str, reach: int) -> Iterator[Extent]:
    """Yields the parts of the text beside secrets, disjoint and in order."""
    begin = end = 0
    for secret in secrets:
        first, last = max(0, secret.start - reach), min(len(text), secret.end + reach)
        first = max(first, text.rfind(_BLANK_LINE, first, secret.start))
        blank = text.find(_BLANK_LINE, secret.end, last)
        if first > end:
            yield begin, end
            begin = first
        end = last if blank < 0 else blank
    yield begin, end


def _is_part(span: Span) -> bool:
    return span.entity_type in _PARTS
