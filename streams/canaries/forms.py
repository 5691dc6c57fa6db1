"""In which forms a canary is recognized, and what of it is enough to tell it from all others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Final

import msgspec

from streams.canaries.folding import WORD, fold, latin, letters

SHORTEST: Final = 5
STRONG_DIGITS: Final = 14
FRAGMENT: Final = 12
MIXED_FRAGMENT: Final = 8

# The kinds of which a part tells as much as the whole. A part of others may stand in anybody's text: a date of a date
# and time, a street and town of an address.
IDENTIFIERS: Final = frozenset(
    {
        "email", "EMAIL", "NAME", "URL", "USERNAME", "KEYS", "CREDIT_CARD", "IBAN", "PASSPORT", "DRIVER_LICENSE",
        "VEHICLE", "ONLINE_IDENTITY", "ID_NUMBER",
    }
)  # fmt: skip


class Canary(msgspec.Struct, frozen=True):
    """A planted string and its kind. Its repr does not show the value."""

    kind: str
    value: str

    def __repr__(self) -> str:
        return f"Canary(kind={self.kind!r}, characters={len(self.value)})"


class Form(StrEnum):
    """How a canary stands in a text; the first that holds counts."""

    VERBATIM = "verbatim"
    NORMALISED = "normalised"  # but for case, width, separators, look-alike letters and spelled digits
    SPLIT = "split"  # its pieces in order, with up to four other words between two of them
    ENCODED = "encoded"  # in base64, hexadecimal, URL or JSON escapes, or reversed; normalised or not
    FRAGMENT = "fragment"  # its beginning or its end, where only one canary has it


def cores(value: str) -> Sequence[bytes]:
    """Returns what of a value is looked for in folded texts, nothing if that is too short to recognize it by.

    >>> cores("Alex.Patel"), cores("A-7"), cores("one-day pass")
    ((b'alexpatel',), (), (b'onedaypass', b'1daypass'))
    """
    found = dict.fromkeys((letters(value), fold(value).encode()))
    return tuple(core for core in found if len(core) >= SHORTEST)


def fragments(canary: Canary) -> Iterator[bytes]:
    """Yields the shortest beginning and the shortest end of an identifier, in whole pieces, that is strong enough.

    It has a third of the value at least, and 8 letters and digits, with a letter and four digits among them; or 12
    digits; or 12 letters of a name.

    >>> list(fragments(Canary("email", "alex.patel.42157@example.com")))
    [b'alexpatel42157', b'42157examplecom']
    >>> list(fragments(Canary("NAME", "Ines Rosa Okafor-Weber"))), list(fragments(Canary("SSN", "536-90-4399")))
    ([b'inesrosaokafor', b'rosaokaforweber'], [])
    """
    if canary.kind not in IDENTIFIERS:
        return
    pieces = [letters(piece) for piece in WORD.findall(latin(canary.value))]
    whole = sum(map(len, pieces))
    heads = accumulate(pieces[:-1])
    tails = accumulate(reversed(pieces[1:]), lambda tail, piece: piece + tail)
    for candidates in (heads, tails):
        yield from [each for each in candidates if _is_strong(each, canary.kind) and 3 * len(each) >= whole][:1]


def _is_strong(fragment: bytes, kind: str) -> bool:
    digits = len(fragment) - len(fragment.translate(None, b"0123456789"))
    if digits in (0, len(fragment)):
        return len(fragment) >= FRAGMENT and bool(digits or kind == "NAME")
    return len(fragment) >= MIXED_FRAGMENT and digits >= 4


def is_weak(core: bytes) -> bool:
    """Whether other numbers may hold these digits by chance, so that more must agree than the digits.

    >>> is_weak(b"536904399"), is_weak(b"4111111111111111"), is_weak(b"a536904399")
    (True, False, False)
    """
    return core.isdigit() and len(core) < STRONG_DIGITS


def is_grouped_alike(written: str, value: str) -> bool:
    """Whether digits are written in the value's own groups, in several of these joined, or each by itself.

    >>> [is_grouped_alike(written, "536-90-4399") for written in ("536904399", "5 3 6 90 4399", "53.6904399")]
    [True, True, False]
    """
    ends = {0, *_ends(value)}
    start = 0
    for end in _ends(written):
        if end - start > 1 and not {start, end} <= ends:
            return False
        start = end
    return True


def _ends(text: str) -> Iterator[int]:
    return accumulate(map(len, _DIGITS.findall(latin(text))))


_DIGITS: Final = re.compile(r"\d+")
