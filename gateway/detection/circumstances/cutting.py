"""Cuts letters that are written together into known words, in Chinese, Japanese, Korean and Thai."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from gateway.detection.circumstances.spelling import spelled

_EASTERN: Final = "\u0e01-\u0e5b\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_OF_ONE_KIND: Final = re.compile(f"[{_EASTERN}]+|[^{_EASTERN}]+")
_IS_EASTERN: Final = re.compile(f"[{_EASTERN}]")
# Vowel signs and tones of Thai: no word begins there.
_MARKS: Final = frozenset(map(chr, (0x0E31, *range(0x0E34, 0x0E3B), *range(0x0E47, 0x0E4F))))


class EasternWords:
    """The known words of these scripts, to cut letters into; ``known`` has words as ``spelled`` spells them.

    >>> [*EasternWords(["我", "妈", "用"]).cut("我妈用Python吗")]
    ['我', '妈', '用', 'Python', '吗']
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._words = frozenset(filter(_IS_EASTERN.match, known))
        self._longest: defaultdict[str, int] = defaultdict(int)
        for word in self._words:
            self._longest[word[0]] = max(self._longest[word[0]], len(word))

    def cut(self, run: str) -> Iterator[str]:
        """Yields the longest known words of a run of letters, from the left on, and as one what is unknown between two.

        Letters of other scripts stay together.
        """
        for part in _OF_ONE_KIND.findall(run):
            if _IS_EASTERN.match(part):
                yield from self._from_left(part, spelled(part))
            else:
                yield part

    def _from_left(self, run: str, simple: str) -> Iterator[str]:
        at = rest = 0
        while at < len(run):
            end = self._end(simple, at)
            if end > at:
                if rest < at:
                    yield run[rest:at]
                yield run[at:end]
                rest = end
            at = max(end, at + 1)
        if rest < len(run):
            yield run[rest:]

    def _end(self, simple: str, at: int) -> int:
        """Returns where the longest word ends that begins here, or here if there is none."""
        end = min(len(simple), at + self._longest.get(simple[at], 0))
        while end > at and (simple[end : end + 1] in _MARKS or simple[at:end] not in self._words):
            end -= 1
        return end
