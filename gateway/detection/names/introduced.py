"""Judges names behind words that introduce them: "my name is" and the like may also be followed by anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.names.small_words import FUNCTION_WORDS, little_words, openings, plain_words
from gateway.detection.recognizer import Extent
from gateway.detection.words import listed_in

_NO_NAMES: Final = Path(__file__).with_name("no_names.txt")
_FEW: Final = 2  # words in lower case, up to a sign or a little word: more of them are a sentence
_AND: Final = re.compile(r",? (?:and|und|et|y|e|en|i|и|та|й|&) |, ?")
_JOINING: Final = frozenset(
    {"&", "al", "bin", "da", "de", "del", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van", "von"}
)  # fmt: skip


def named(candidate: str, *, in_few: bool) -> Iterator[Extent]:
    """Yields the extent of the name that begins a candidate, if it begins with one.

    ``in_few`` says that a name in lower case has few words behind it, up to a sign or a little word.

    >>> [[*named(each, in_few=True)] for each in ("ann and I", "back when you can", "tired of all those long mails")]
    [[(0, 3)], [], [(0, 5)]]
    """
    words = candidate.split(" ")
    count = _of_name(words) if words[0][0].isupper() and not words[0][1:].isupper() else _of_lower_case(words, in_few)
    if count:
        yield 0, len(" ".join(words[:count]))


def _of_name(words: Sequence[str]) -> int:
    """Returns how many words a name in capitals has: up to the first other one that joins no such words."""
    count = 1
    for number, word in enumerate(words[1:], 2):
        if word[0].isupper():
            count = number
        elif word not in _JOINING:
            break
    return count


def _of_lower_case(words: Sequence[str], in_few: bool) -> int:
    """Returns how many words a name in lower case, or in capitals alone, has: none if a sentence follows instead."""
    before = next((at for at, word in enumerate(words) if _names_nobody(word.lower())), len(words))
    if before <= _FEW:
        return before
    return 0 if in_few else 1


def named_each(candidate: str) -> Iterator[Extent]:
    """Yields the extents of the names that a candidate lists, up to the first that is none.

    >>> [*named_each("ann, bo lee and in town")]
    [(0, 3), (5, 11)]
    """
    start = 0
    for end, further in (*((each.start(), each.end()) for each in _AND.finditer(candidate)), (len(candidate), 0)):
        found = [*named(candidate[start:end], in_few=True)]
        yield from ((start + first, start + last) for first, last in found)
        if not found:
            return
        start = further


def _names_nobody(word: str) -> bool:
    return (
        len(word) == 1
        or word in FUNCTION_WORDS
        or any(word in listed() for listed in (little_words, openings, plain_words, _no_names))
    )


@cache
def _no_names() -> frozenset[str]:
    return listed_in(_NO_NAMES)
