"""Where a text may mean a known name by another way to write it, however many names there are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from operator import itemgetter
from typing import NamedTuple

from gateway.entities.drafts import Gap
from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.recurring import FORMS
from gateway.entities.wordings import ReadForm, Wording, WordingKind, Words, fold
from gateway.entities.written import Run, SplitText, is_written

_WORDS = re.compile(f"({ALPHANUMERIC}+)")
_ASCII_WORDS = re.compile("([a-z0-9]+)")
_DOTTED = re.compile(r"\.\s?[^\W\d_]\.")
_JOINED = frozenset({WordingKind.JOINED, WordingKind.HANDLE})
_LEAST_NUMBERED = 4  # letters of a form with a number behind it; shorter ones are a unit or a type: utf8, int32
_FEW = 64  # so many words are looked for one by one faster than a text is split into words
_start = itemgetter(0)


class MentionedForm(NamedTuple):
    """A form that stands in a text, the wordings that it may be, and those of which it is a part there."""

    surface: str
    wordings: tuple[Wording, ...]
    within: tuple[Wording, ...]


class Mentions:
    """An index of wordings that finds where a text, outside what was found in it, may mean one.

        Its time grows with the text, not with the names.

    >>> from gateway.entities.wordings import read
        >>> from gateway.types import EntityType
        >>> index = Mentions([read(EntityType.NAME, "Ann Lee")])
        >>> text = "Ask A. Lee, ann_lee or @alee92, not Anna or lee."
        >>> [place.surface for place in index.find(text, [(0, len(text))]) if not place.within]
        ['A. Lee', 'ann_lee', 'alee92']
    """

    def __init__(self, names: Sequence[ReadForm], forms: Sequence[Sequence[Wording]] = ()) -> None:
        """``forms`` are the wordings in which each known form may recur, none of them empty."""
        self._wordings = [*(name.wordings for name in names), *forms]
        hints = chain(chain.from_iterable(map(_hints, names)), map(_hint_of_form, forms))
        self._hints = sorted(set(hints))

    def find(self, text: str, gaps: Sequence[Gap]) -> list[MentionedForm]:
        """The places between these pairs of offsets where a wording may stand, each once, in order."""
        if not self._hints or not self._may_mention(text, gaps):
            return []
        pieces = _ASCII_WORDS.split(text.lower()) if text.isascii() else _WORDS.split(text)
        words = pieces[1::2] if text.isascii() else _folded(pieces[1::2])
        known = self._lengths
        first = [at for at, word in enumerate(words) if word in known or (word[-1:] < ":" and _stem(word) in known)]
        ends = [*accumulate(map(len, pieces))]
        runs = self._runs(SplitText(text, words, ends[0::2], ends[1::2]), first)
        return list(dict.fromkeys(_forms(_mentions(runs, gaps))))

    def _may_mention(self, text: str, gaps: Sequence[Gap]) -> bool:
        """Whether it is worth a closer look: where the names are too many to be looked for one by one, it always is."""
        if len(self._hints) > _FEW:
            return True
        kept = "\0".join([text[start:end] for start, end in gaps])
        return any(map(fold(kept).__contains__, self._hints)) or bool(_DOTTED.search(kept))

    @cached_property
    def _ways(self) -> Mapping[Words, Sequence[Wording]]:
        ways: dict[Words, list[Wording]] = {}
        for wording in chain.from_iterable(self._wordings):
            if wording.kind is not WordingKind.TITLED and wording not in (same := ways.setdefault(wording.words, [])):
                same.append(wording)
        return ways

    @cached_property
    def _lengths(self) -> Mapping[str, Sequence[int]]:
        """How many words the wordings have that begin with a word, the most first."""
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for words in self._ways:
            lengths[words[0]].add(len(words))
        return {word: sorted(sizes, reverse=True) for word, sizes in lengths.items()}

    def _runs(self, text: SplitText, first: Iterable[int]) -> Iterator[tuple[Run, Sequence[Wording]]]:
        """The runs of words that are a wording's, the longest first where one word begins more."""
        for at in first:
            for length in self._lengths.get(text.words[at], ()):
                words = tuple(text.words[at : at + length])
                if len(words) == length and (ways := self._ways.get(words)):
                    yield Run(text, at, at + length), ways
            stem = _stem(text.words[at])
            if stem != text.words[at] and (ways := self._ways.get((stem,))):
                yield Run(text, at, at + 1), [way for way in ways if _may_be_numbered(way, stem)]


def _hints(name: ReadForm) -> Iterator[str]:
    """Words of which one stands in every text that mentions a name, unless by dotted initials alone."""
    parts = [wording.words for wording in name.wordings if wording.kind is WordingKind.PART]
    yield from (max(words, key=len) for words in parts or [name.core] if words)
    yield from (wording.words[0] for wording in name.wordings if wording.kind is WordingKind.ACRONYM)


def _hint_of_form(wordings: Sequence[Wording]) -> str:
    """What stands in every text in which a form recurs: its longest word; of a single one, what inflections share."""
    *others, hint = wordings[0].words
    if others:
        return max(others, key=len)
    while not all(wording.words[0].startswith(hint) for wording in wordings):
        hint = hint[:-1]
    return hint


def _may_be_numbered(wording: Wording, stem: str) -> bool:
    """Whether digits may follow without a space: "annlee92", "smith2010"."""
    return wording.kind in _JOINED or (wording.kind in FORMS and len(stem) >= _LEAST_NUMBERED)


def _folded(forms: Sequence[str]) -> list[str]:
    folded = {form: fold(form) for form in set(forms)}
    return [folded[form] for form in forms]


def _stem(word: str) -> str:
    return word.rstrip("0123456789")


class _Mention(NamedTuple):
    start: int
    end: int
    surface: str
    wordings: tuple[Wording, ...]


def _mentions(runs: Iterable[tuple[Run, Sequence[Wording]]], gaps: Sequence[Gap]) -> Iterator[_Mention]:
    for run, ways in runs:
        if _is_within(gaps, run.start, run.end):
            accepted = tuple(wording for wording in ways if is_written(wording, run))
            if accepted:
                yield _Mention(run.start, run.end, run.surface, accepted)


def _is_within(gaps: Sequence[Gap], start: int, end: int) -> bool:
    following = bisect_right(gaps, start, key=_start)
    return following > 0 and gaps[following - 1][1] >= end


def _forms(mentions: Iterable[_Mention]) -> Iterator[MentionedForm]:
    """The mentions with what they are a part of. That starts no later, so it comes first, and not many words before."""
    around: list[_Mention] = []
    for mention in mentions:
        around = [other for other in around if other.end > mention.start]
        within = (wording for other in around if other.end >= mention.end for wording in other.wordings)
        yield MentionedForm(mention.surface, mention.wordings, tuple(within))
        around.append(mention)
