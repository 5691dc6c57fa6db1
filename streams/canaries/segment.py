"""An automaton over what is looked for of some canaries; it never changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar

from ahocorasick_rs import BytesAhoCorasick, Implementation

from streams.canaries.folding import DIGIT_WORDS
from streams.canaries.forms import Canary, cores, fragments

COMMON: Final = 8
SPELLED_PAIRS: Final = frozenset(f"{first}{second}".encode() for first in DIGIT_WORDS for second in DIGIT_WORDS)

key = TypeVar("key")
Keys = tuple[key, ...]


class Segment(Generic[key]):
    """Which canaries have which needle as their core, and which as a fragment.

    Pairs of spelled digits are needles, too, but of no canary.

    A fragment that more than eight canaries have tells nothing and is nobody's.
    """

    def __init__(
        self,
        whole: Mapping[bytes, Keys[key]],
        parts: Mapping[bytes, Keys[key]],
    ) -> None:
        self.names = frozenset(name for owners in whole.values() for name in owners)
        self._whole, self._parts = whole, parts
        self._needles = list(dict.fromkeys((*whole, *parts, *SPELLED_PAIRS)))
        self._automaton = BytesAhoCorasick(self._needles, implementation=Implementation.ContiguousNFA)

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

    def find(self, folded: bytes) -> list[tuple[int, int, int]]:
        """Returns number, start and end of each needle that stands in the folded text."""
        return self._automaton.find_matches_as_indexes(folded, overlapping=True)

    def owners(self, number: int) -> Keys[key]:
        """Returns the canaries whose core this needle is."""
        return self._whole.get(self._needles[number], ())

    def sharers(self, number: int) -> Keys[key] | None:
        """Returns the canaries of which this needle is a fragment, nobody for a common one, None if it is none."""
        return self._parts.get(self._needles[number])

    def hints_at_spelled_digits(self, number: int) -> bool:
        """Whether this needle is a pair of spelled digits, so that a spelled number may stand there."""
        return self._needles[number] in SPELLED_PAIRS

    def items(self, outstanding: Mapping[key, Canary]) -> Iterator[tuple[bytes, Keys[key], Keys[key], bool]]:
        """Yields each needle with those of its canaries that are outstanding, and whether it is a common fragment."""
        for needle in self._needles:
            parts = self._parts.get(needle)
            whole = tuple(name for name in self._whole.get(needle, ()) if name in outstanding)
            yield needle, whole, tuple(name for name in parts or () if name in outstanding), parts == ()


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
