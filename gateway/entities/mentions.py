"""Where a text may mean a known name by another way to write it, however many names there are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple

from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.variants import Kind, Reading, Variant, Words, fold
from gateway.entities.written import Run, Text, is_written
from gateway.types import Span

_WORDS = re.compile(f"({ALPHANUMERIC}+)")
_ASCII_WORDS = re.compile("([a-z0-9]+)")
_DOTTED = re.compile(r"\.\s?[^\W\d_]\.")
_FEW = 64  # so many words are looked for one by one faster than a text is split into words
_start = attrgetter("start")


class Place(NamedTuple):
    """A form that stands in a text, the variants that it may be, and those of which it is a part there."""

    surface: str
    variants: tuple[Variant, ...]
    within: tuple[Variant, ...]


class Mentions:
    """An index of variants that finds where a text, outside what was found in it, may mean one.

    Its time grows with the text, not with the names.

    >>> from gateway.entities.variants import read
    >>> from gateway.types import EntityType
    >>> index = Mentions([read(EntityType.NAME, "Ann Lee")])
    >>> text = "Ask A. Lee, ann_lee or @alee92, not Anna or lee."
    >>> [place.surface for place in index.find(text, ()) if not place.within]
    ['A. Lee', 'ann_lee', 'alee92']
    """

    def __init__(self, names: Sequence[Reading]) -> None:
        self._names = names
        self._hints = sorted({hint for name in names for hint in _hints(name)})

    def find(self, text: str, spans: Sequence[Span]) -> list[Place]:
        """The places outside these disjoint spans where a variant may stand, each once, in order."""
        if not self._names or not self._may_mention(text, spans):
            return []
        pieces = _ASCII_WORDS.split(text.lower()) if text.isascii() else _WORDS.split(text)
        words = pieces[1::2] if text.isascii() else _folded(pieces[1::2])
        known = self._lengths
        first = [at for at, word in enumerate(words) if word in known or (word[-1:] < ":" and _stem(word) in known)]
        ends = [*accumulate(map(len, pieces))]
        runs = self._runs(Text(text, words, ends[0::2], ends[1::2]), first)
        return list(dict.fromkeys(_places(_mentions(runs, spans))))

    def _may_mention(self, text: str, spans: Sequence[Span]) -> bool:
        """Whether it is worth a closer look: where the names are too many to be looked for one by one, it always is."""
        if len(self._hints) > _FEW:
            return True
        kept = "\0".join(map(text.__getitem__, map(slice, _ends(spans), [*map(_start, spans), len(text)])))
        return any(map(fold(kept).__contains__, self._hints)) or bool(_DOTTED.search(kept))

    @cached_property
    def _ways(self) -> Mapping[Words, Sequence[Variant]]:
        ways: dict[Words, list[Variant]] = {}
        for name in self._names:
            for variant in name.variants:
                if variant.kind is not Kind.TITLED and variant not in (same := ways.setdefault(variant.words, [])):
                    same.append(variant)
        return ways

    @cached_property
    def _lengths(self) -> Mapping[str, Sequence[int]]:
        """How many words the variants have that begin with a word, the most first."""
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for words in self._ways:
            lengths[words[0]].add(len(words))
        return {word: sorted(sizes, reverse=True) for word, sizes in lengths.items()}

    def _runs(self, text: Text, first: Iterable[int]) -> Iterator[tuple[Run, Sequence[Variant]]]:
        """The runs of words that are a variant's, the longest first where one word begins more."""
        for at in first:
            for length in self._lengths.get(text.words[at], ()):
                words = tuple(text.words[at : at + length])
                if len(words) == length and (ways := self._ways.get(words)):
                    yield Run(text, at, at + length), ways
            stem = _stem(text.words[at])
            if stem != text.words[at] and (ways := self._ways.get((stem,))):
                yield Run(text, at, at + 1), [way for way in ways if way.kind in (Kind.JOINED, Kind.HANDLE)]


def _hints(name: Reading) -> Iterator[str]:
    """Words of which one stands in every text that mentions a name, unless by dotted initials alone."""
    parts = [variant.words for variant in name.variants if variant.kind is Kind.PART]
    yield from (max(words, key=len) for words in parts or [name.core] if words)
    yield from (variant.words[0] for variant in name.variants if variant.kind is Kind.ACRONYM)


def _folded(forms: Sequence[str]) -> list[str]:
    folded = {form: fold(form) for form in set(forms)}
    return [folded[form] for form in forms]


def _ends(spans: Sequence[Span]) -> list[int]:
    return [0, *(span.end for span in spans)]


def _stem(word: str) -> str:
    return word.rstrip("0123456789")


class _Mention(NamedTuple):
    start: int
    end: int
    surface: str
    variants: tuple[Variant, ...]


def _mentions(runs: Iterable[tuple[Run, Sequence[Variant]]], spans: Sequence[Span]) -> Iterator[_Mention]:
    for run, ways in runs:
        if not _overlaps(spans, run.start, run.end):
            accepted = tuple(variant for variant in ways if is_written(variant, run))
            if accepted:
                yield _Mention(run.start, run.end, run.surface, accepted)


def _overlaps(spans: Sequence[Span], start: int, end: int) -> bool:
    following = bisect_left(spans, end, key=_start)
    return following > 0 and spans[following - 1].end > start


def _places(mentions: Iterable[_Mention]) -> Iterator[Place]:
    """The mentions with what they are a part of. That starts no later, so it comes first, and not many words before."""
    around: list[_Mention] = []
    for mention in mentions:
        around = [other for other in around if other.end > mention.start]
        within = (variant for other in around if other.end >= mention.end for variant in other.variants)
        yield Place(mention.surface, mention.variants, tuple(within))
        around.append(mention)
