"""Where a text may mean a known name by another way to write it, in time that grows with the text, not with the names.

What counts is how it is written there. A part of a name counts with its capital only, and not where it is an ordinary
word ("Will you", "the price"); a handle counts where handles stand ("@alee"); initials need their dots.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from gateway.minimization.name_words import DOTTED, NEVER_ALONE, ORDINARY
from gateway.minimization.placeholders import ALPHANUMERIC
from gateway.minimization.variants import Kind, Variant, Words, fold
from gateway.types import Span

_WORDS = re.compile(f"({ALPHANUMERIC}+)")
_DOTTED = re.compile(r"[^\W\d_]\.\s?[^\W\d_]\.")
_JOINT = re.compile(r"\s{1,2}|\.\s?|['’_+-]|,\s?")
_HANDLE_JOINTS = frozenset("._+-")
_MARKS = re.compile(r"^[\u0300-\u036f]+")
_IN_SENTENCE = re.compile(r"[^\W\d_A-Z][,;]?[ \u00a0]$|(?:\b(?:Mr|Mrs|Ms|Dr|Prof)\.?) $")


class Mention(NamedTuple):
    """A form that stands in a text, where in its place it does, and the variants that it may be."""

    start: int
    end: int
    surface: str
    variants: tuple[Variant, ...]


# Mentions that overlap: only some of them can be meant.
Place = tuple[Mention, ...]


class Mentions:
    """An index of variants that finds where a text, outside what was found in it, may mean one.

    >>> from gateway.minimization.variants import variants
    >>> from gateway.types import EntityType
    >>> index = Mentions(variants(EntityType.NAME, "Ann Lee"))
    >>> text = "Ask A. Lee, ann_lee or @alee92, not Anna or lee."
    >>> [[mention.surface for mention in place] for place in index.find(text, ())]
    [['A. Lee', 'Lee'], ['ann_lee'], ['alee92']]
    """

    def __init__(self, ways: Iterable[Variant]) -> None:
        self._ways: defaultdict[Words, list[Variant]] = defaultdict(list)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for variant in dict.fromkeys(ways):
            if variant.kind is not Kind.TITLED:
                self._ways[variant.words].append(variant)
                lengths[variant.words[0]].add(len(variant.words))
        self._lengths = {word: sorted(sizes, reverse=True) for word, sizes in lengths.items()}
        self._telling = frozenset(word for words in self._ways for word in words if len(word) > 1)

    def find(self, text: str, spans: Sequence[Span]) -> list[Place]:
        """The places outside these disjoint spans where a variant may stand, each once, in order."""
        if not self._ways:
            return []
        pieces = _WORDS.split(text.lower() if text.isascii() else text)
        words = pieces[1::2] if text.isascii() else [fold(form) for form in pieces[1::2]]
        known = self._lengths
        first = [at for at, word in enumerate(words) if word in known or (word[-1:] < ":" and _stem(word) in known)]
        if all(len(words[at]) == 1 for at in first) and self._telling.isdisjoint(words) and not _DOTTED.search(text):
            return []
        ends = [*accumulate(map(len, pieces))]
        runs = self._runs(_Text(text, words, ends[0::2], ends[1::2]), first)
        return list(dict.fromkeys(_places(_mentions(runs, spans))))

    def _runs(self, text: _Text, first: Iterable[int]) -> Iterator[tuple[_Run, Sequence[Variant]]]:
        """The runs of words that are a variant's, the longest first where one word begins more."""
        for at in first:
            for length in self._lengths.get(text.words[at], ()):
                words = tuple(text.words[at : at + length])
                if len(words) == length and (ways := self._ways.get(words)):
                    yield _Run(text, at, at + length), ways
            stem = _stem(text.words[at])
            if stem != text.words[at] and (ways := self._ways.get((stem,))):
                yield _Run(text, at, at + 1), [way for way in ways if way.kind in (Kind.JOINED, Kind.HANDLE)]


class _Text(NamedTuple):
    """A text, its words without case and diacritics, and where each of them starts and ends."""

    whole: str
    words: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]


class _Run(NamedTuple):
    """Words of a text that follow each other."""

    text: _Text
    first: int
    last: int

    @property
    def words(self) -> Sequence[str]:
        """The words without case and diacritics."""
        return self.text.words[self.first : self.last]

    @property
    def start(self) -> int:
        """Where the first word starts."""
        return self.text.starts[self.first]

    @property
    def end(self) -> int:
        """Where the last word ends."""
        return self.text.ends[self.last - 1]

    @property
    def surface(self) -> str:
        """What is written there."""
        return self.text.whole[self.start : self.end]

    @property
    def before(self) -> str:
        """The character before it, if any, and some more."""
        return self.text.whole[max(0, self.start - 8) : self.start]

    @property
    def after(self) -> str:
        """The character after it, if any."""
        return self.text.whole[self.end : self.end + 1]

    def joints(self) -> list[str]:
        """What stands between the words, without the marks of a letter."""
        ends, starts = self.text.ends[self.first : self.last - 1], self.text.starts[self.first + 1 : self.last]
        return [_MARKS.sub("", self.text.whole[end:start]) for end, start in zip(ends, starts, strict=True)]

    def initials(self) -> str:
        """The first letter of each word, as it is written."""
        return "".join(self.text.whole[start] for start in self.text.starts[self.first : self.last])


def _stem(word: str) -> str:
    return word.rstrip("0123456789")


def _mentions(runs: Iterable[tuple[_Run, Sequence[Variant]]], spans: Sequence[Span]) -> Iterator[Mention]:
    for run, ways in runs:
        if not _overlaps(spans, run.start, run.end):
            accepted = tuple(variant for variant in ways if _is_written(variant, run))
            if accepted:
                yield Mention(run.start, run.end, run.surface, accepted)


def _overlaps(spans: Sequence[Span], start: int, end: int) -> bool:
    following = bisect_left(spans, end, key=lambda span: span.start)
    return following > 0 and spans[following - 1].end > start


def _places(mentions: Iterable[Mention]) -> Iterator[Place]:
    """The mentions in groups of those that overlap, with offsets from the start of each group."""
    group: list[Mention] = []
    end = 0
    for mention in mentions:
        if group and mention.start >= end:
            yield _place(group)
            group = []
        end = max(end, mention.end) if group else mention.end
        group.append(mention)
    if group:
        yield _place(group)


def _place(group: Sequence[Mention]) -> Place:
    origin = group[0].start
    return tuple(mention._replace(start=mention.start - origin, end=mention.end - origin) for mention in group)


def _is_written(variant: Variant, run: _Run) -> bool:
    """Whether what stands there is written as such a variant is."""
    if run.last - run.first == 1:
        return _is_written_alone(variant, run)
    joints = run.joints()
    if not all(map(_JOINT.fullmatch, joints)):
        return False
    return _are_initials(variant, run, joints) if variant.kind is Kind.INITIALS else _is_run(variant, run, joints)


def _is_written_alone(variant: Variant, run: _Run) -> bool:
    surface, (word,) = run.surface, run.words
    if variant.kind is Kind.JOINED or word != variant.words[0]:
        return True
    if variant.kind is Kind.ACRONYM:
        return surface.isupper()
    if variant.kind is Kind.PART and surface[0].isupper():
        return word not in ORDINARY or (surface[1:].islower() and _is_named(word, run))
    return word not in ORDINARY and len(surface) > 2 and _is_handle(run)


def _is_named(word: str, run: _Run) -> bool:
    """Whether an ordinary word with a capital stands where only a name has one."""
    return word not in NEVER_ALONE and bool(_IN_SENTENCE.search(run.before))


def _is_handle(run: _Run) -> bool:
    return run.before.endswith(("@", "/", "\\", "~")) or run.after == "@"


def _are_initials(variant: Variant, run: _Run, joints: Sequence[str]) -> bool:
    has_dots = run.after == "." and all(joint.startswith(".") for joint in joints)
    return has_dots and run.surface.isupper() and "".join(variant.words) not in DOTTED


def _is_run(variant: Variant, run: _Run, joints: Sequence[str]) -> bool:
    is_joined = _HANDLE_JOINTS.issuperset(joints)
    has_comma = joints[0].startswith(",")
    if has_comma != (variant.kind is Kind.SWAPPED and not is_joined) or any("," in joint for joint in joints[1:]):
        return False
    has_capitals = run.initials().isupper()
    has_initial = any(len(word) == 1 for word in run.words)
    is_telling = any(len(word) > 1 and word not in ORDINARY for word in run.words)
    if is_joined or not (variant.kind is Kind.PART or has_initial or has_comma):
        return has_capitals or is_telling
    return has_capitals and (is_telling or any(joint.startswith(".") for joint in joints))
