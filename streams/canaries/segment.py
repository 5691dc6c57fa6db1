"""An automaton over what is looked for of some canaries; it never changes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar

from ahocorasick_rs import BytesAhoCorasick, Implementation

from streams.canaries.folding import DIGIT_WORDS
from streams.canaries.forms import Canary, cores, fragments

COMMON: Final = 8
NUMBER_ANCHOR: Final = 8
LETTER_ANCHOR: Final = 12
SPELLED_PAIRS: Final = frozenset(f"{first}{second}".encode() for first in DIGIT_WORDS for second in DIGIT_WORDS)

_NUMBER: Final = re.compile(rb"[0-9]{3}")

key = TypeVar("key")
Keys = tuple[key, ...]
Needle = tuple[bytes, int, int]


class Segment(Generic[key]):
    """Which canaries have which needle as their core, and which as a fragment.

    The automaton looks for a few characters of each needle, its anchor, so that it is small and soon built. Pairs of
    spelled digits are needles, too, but of no canary. A fragment that more than eight canaries have tells nothing and
    is nobody's.
    """

    def __init__(self, whole: Mapping[bytes, Keys[key]], parts: Mapping[bytes, Keys[key]]) -> None:
        self.names = frozenset(name for owners in whole.values() for name in owners)
        self._whole, self._parts = whole, parts
        anchored: defaultdict[bytes, list[tuple[bytes, int]]] = defaultdict(list)
        for needle in dict.fromkeys((*whole, *parts, *SPELLED_PAIRS)):
            window, offset = anchor(needle)
            anchored[window].append((needle, offset))
        self._anchored = [tuple(needles) for needles in anchored.values()]
        self._automaton = BytesAhoCorasick(list(anchored), implementation=Implementation.ContiguousNFA)

    @classmethod
    def of(cls, canaries: Mapping[key, Canary]) -> Segment[key]:
        """Returns the segment of these canaries."""
        whole: defaultdict[bytes, list[key]] = defaultdict(list)
        parts: defaultdict[bytes, list[key]] = defaultdict(list)
        for name, canary in canaries.items():
            for core in cores(canary.value):
                whole[core].append(name)
            for fragment in fragments(canary):
                parts[fragment].append(name)
        return cls(_frozen(whole), {part: _few(tuple(names)) for part, names in parts.items()})

    def __len__(self) -> int:
        return len(self.names)

    def find(self, folded: bytes) -> list[Needle]:
        """Returns each needle that stands in the folded text, with its start and end."""
        return [
            (needle, at - offset, at - offset + len(needle))
            for number, at, _ in self._automaton.find_matches_as_indexes(folded, overlapping=True)
            for needle, offset in self._anchored[number]
            if at >= offset and folded.startswith(needle, at - offset)
        ]

    def owners(self, needle: bytes) -> Keys[key]:
        """Returns the canaries whose core this needle is."""
        return self._whole.get(needle, ())

    def sharers(self, needle: bytes) -> Keys[key] | None:
        """Returns the canaries of which this needle is a fragment, nobody for a common one, None if it is none."""
        return self._parts.get(needle)

    def items(self, outstanding: Mapping[key, Canary]) -> Iterator[tuple[bytes, Keys[key], Keys[key], bool]]:
        """Yields each needle with those of its canaries that are outstanding, and whether it is a common fragment."""
        for needle in dict.fromkeys((*self._whole, *self._parts)):
            parts = self._parts.get(needle)
            whole = tuple(name for name in self._whole.get(needle, ()) if name in outstanding)
            yield needle, whole, tuple(name for name in parts or () if name in outstanding), parts == ()


def anchor(needle: bytes) -> tuple[bytes, int]:
    """Returns what of a needle few others and few texts have, and where in it that is: from its first number on.

    >>> anchor(b"alexpatel42157examplecom"), anchor(b"inesrosaokaforweber")
    ((b'42157exa', 9), (b'inesrosaokaf', 0))
    """
    number = _NUMBER.search(needle)
    start, length = (number.start(), NUMBER_ANCHOR) if number else (0, LETTER_ANCHOR)
    start = max(0, min(start, len(needle) - length))
    return needle[start : start + length], start


def merged(segments: Iterable[Segment[key]], outstanding: Mapping[key, Canary]) -> Segment[key]:
    """Returns one segment with the canaries of several that are still outstanding."""
    whole: defaultdict[bytes, list[key]] = defaultdict(list)
    parts: defaultdict[bytes, list[key]] = defaultdict(list)
    common: set[bytes] = set()
    for segment in segments:
        for needle, owners, sharers, is_common in segment.items(outstanding):
            if owners:
                whole[needle] += owners
            if sharers:
                parts[needle] += sharers
            if is_common:
                common.add(needle)
    few = {part: () if part in common else _few(tuple(names)) for part, names in parts.items()}
    return Segment(_frozen(whole), few | dict.fromkeys(common, ()))


def _frozen(owners: Mapping[bytes, list[key]]) -> dict[bytes, Keys[key]]:
    return {needle: tuple(names) for needle, names in owners.items()}


def _few(names: Keys[key]) -> Keys[key]:
    return names if len(names) <= COMMON else ()
