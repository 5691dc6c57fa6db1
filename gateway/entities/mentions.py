"""Finds mentions: where a text may mean a known entity in another wording."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from gateway.entities.drafts import Gap
from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.recurring import FORMS
from gateway.entities.wordings import DIGITS, Wording, WordingKind, Words, fold
from gateway.entities.written import Run, SplitText, is_written

_WORDS = re.compile(f"({ALPHANUMERIC}+)")
_ASCII_WORDS = re.compile("([a-z0-9]+)")
_JOINED = frozenset({WordingKind.JOINED, WordingKind.HANDLE})
_MIN_NUMBERED = 4  # letters of a form with a number after it; shorter ones are a unit or a type: utf8, int32
_MAX_SEARCHED = 64  # up to so many first words, searching for each is faster than splitting the text into words
_start = itemgetter(0)


class MentionedForm(NamedTuple):
    """A form in a text, the wordings that it may be, and the wordings of the longer mentions that it is part of."""

    surface: str
    wordings: tuple[Wording, ...]
    within: tuple[Wording, ...]


class Mentions:
    """An index of wordings that finds mentions; its time grows with the text, not with the number of names.

    >>> from gateway.entities.wordings import read
    >>> from gateway.types import EntityType
    >>> index = Mentions(read(EntityType.NAME, "Ann Lee").wordings)
    >>> text = "Ask A. Lee, ann_lee or @alee92, not Anna or lee."
    >>> [mention.surface for mention in index.find(text, [(0, len(text))]) if not mention.within]
    ['A. Lee', 'ann_lee', 'alee92']
    """

    def __init__(self, wordings: Iterable[Wording]) -> None:
        self._by_words: dict[Words, list[Wording]] = {}
        for wording in wordings:
            if wording.kind is not WordingKind.TITLED and wording not in self._by_words.setdefault(wording.words, []):
                self._by_words[wording.words].append(wording)
        self._lengths = _lengths(self._by_words)

    def __bool__(self) -> bool:
        """Whether there is any wording to find."""
        return bool(self._lengths)

    def find(self, text: str, gaps: Sequence[Gap]) -> list[MentionedForm]:
        """Returns the mentions between these pairs of offsets, each once, in order."""
        if not self._lengths or not gaps or not self._may_mention(text, gaps):
            return []
        pieces = _ASCII_WORDS.split(text.lower()) if text.isascii() else _WORDS.split(text)
        words = pieces[1::2] if text.isascii() else _folded(pieces[1::2])
        known = self._lengths
        first = [at for at, word in enumerate(words) if word in known or (word[-1:] < ":" and _stem(word) in known)]
        if not first:
            return []
        ends = [*accumulate(map(len, pieces))]
        split = SplitText(text, words, ends[0::2], ends[1::2])
        kept = (at for at in first if _is_within(gaps, split.starts[at], split.ends[at]))
        runs = self._runs(split, kept)
        return list(dict.fromkeys(_forms(_mentions(runs, gaps))))

    def _may_mention(self, text: str, gaps: Sequence[Gap]) -> bool:
        """Whether to search the text word by word: always if there are too many first words to check one by one."""
        if len(self._lengths) > min(_MAX_SEARCHED, len(text)):
            return True
        kept = fold("\0".join([text[start:end] for start, end in gaps]))
        return any(map(kept.__contains__, self._lengths))

    def _runs(self, text: SplitText, first: Iterable[int]) -> Iterator[tuple[Run, Sequence[Wording]]]:
        """Yields the runs of words that match wordings; of those that begin with one word, the longest first."""
        for at in first:
            for length in self._lengths.get(text.words[at], ()):
                words = tuple(text.words[at : at + length])
                if len(words) == length and (wordings := self._by_words.get(words)):
                    yield Run(text, at, at + length), wordings
            stem = _stem(text.words[at])
            if stem != text.words[at] and (wordings := self._by_words.get((stem,))):
                yield Run(text, at, at + 1), [each for each in wordings if _may_be_numbered(each, stem)]


def _lengths(found: Iterable[Words]) -> Mapping[str, Sequence[int]]:
    """Returns by first word the lengths in words of the wordings that begin with it, the longest first."""
    lengths: defaultdict[str, set[int]] = defaultdict(set)
    for words in found:
        lengths[words[0]].add(len(words))
    return {word: sorted(sizes, reverse=True) for word, sizes in lengths.items()}


def _may_be_numbered(wording: Wording, stem: str) -> bool:
    """Whether digits may follow without a space: "annlee92", "smith2010"."""
    return wording.kind in _JOINED or (wording.kind in FORMS and len(stem) >= _MIN_NUMBERED)


def _folded(forms: Sequence[str]) -> list[str]:
    folded = {form: fold(form) for form in set(forms)}
    return [folded[form] for form in forms]


def _stem(word: str) -> str:
    return word.rstrip(DIGITS)


class _Mention(NamedTuple):
    start: int
    end: int
    surface: str
    wordings: tuple[Wording, ...]


def _mentions(runs: Iterable[tuple[Run, Sequence[Wording]]], gaps: Sequence[Gap]) -> Iterator[_Mention]:
    for run, wordings in runs:
        if _is_within(gaps, run.start, run.end):
            accepted = tuple(wording for wording in wordings if is_written(wording, run))
            if accepted:
                yield _Mention(run.start, run.end, run.surface, accepted)


def _is_within(gaps: Sequence[Gap], start: int, end: int) -> bool:
    following = bisect_right(gaps, start, key=_start)
    return following > 0 and gaps[following - 1][1] >= end


def _forms(mentions: Iterable[_Mention]) -> Iterator[MentionedForm]:
    """Yields each mention with the mentions that contain it. These start no later, so they come first."""
    around: list[_Mention] = []
    for mention in mentions:
        around = [other for other in around if other.end > mention.start]
        within = (wording for other in around if other.end >= mention.end for wording in other.wordings)
        yield MentionedForm(mention.surface, mention.wordings, tuple(within))
        around.append(mention)
