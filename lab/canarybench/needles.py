"""Finding many strings in many texts at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

GRAM: Final = 6


class Needles:
    """Strings to look for, indexed by the rarest six characters of each, so that common parts cost nothing.

    >>> sorted(Needles({"alex.1@example.com": [0], "alex.2@example.com": [1]}).find("to alex.2@example.com, today"))
    [1]
    """

    def __init__(self, needles: Mapping[str, Iterable[int]]) -> None:
        """``needles`` says for each string which numbers it stands for; empty strings are never found."""
        self._by_length: dict[int, dict[str, list[tuple[str, tuple[int, ...]]]]] = {}
        by_length: defaultdict[int, list[str]] = defaultdict(list)
        for needle in needles:
            by_length[min(GRAM, len(needle))].append(needle)
        by_length.pop(0, None)
        for length, group in by_length.items():
            anchors: defaultdict[str, list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
            frequency = Counter(gram for needle in group for gram in _grams(needle, length))
            for needle in group:
                anchors[min(_grams(needle, length), key=frequency.__getitem__)].append((needle, tuple(needles[needle])))
            self._by_length[length] = dict(anchors)

    def find(self, text: str) -> set[int]:
        """Return the numbers of all strings that the text holds."""
        found: set[int] = set()
        for length, anchors in self._by_length.items():
            for gram in anchors.keys() & set(_grams(text, length)):
                for needle, numbers in anchors[gram]:
                    if needle in text:
                        found.update(numbers)
        return found


def _grams(text: str, length: int) -> Iterator[str]:
    return (text[start : start + length] for start in range(len(text) - length + 1))
