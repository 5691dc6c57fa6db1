"""Finds what people tell of their lives: conditions, jobs, grades, money, families, in whatever words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.caseless.letters import LETTER, without_foreign_lines
from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.network import REACH, CircumstanceNetwork, Rows
from gateway.detection.circumstances.spelling import LINE, is_caseless
from gateway.detection.circumstances.words import split
from gateway.detection.names.edges import little_words
from gateway.detection.recognizer import Recognizer
from gateway.detection.sequences import Floats, runs, shares
from gateway.detection.word_cache import CACHED, WordCache
from gateway.detection.words import listed_in
from gateway.types import EntityType, Span

NAME: Final = "circumstances"
LANGUAGES: Final = frozenset(
    {"ar", "bn", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "zh"}
)
TOLD: Final = (
    EntityType.HEALTH_INFORMATION,
    EntityType.OCCUPATION,
    EntityType.EDUCATIONAL_RECORD,
    EntityType.DEMOGRAPHIC_ATTRIBUTE,
    EntityType.MARITAL_STATUS,
    EntityType.FINANCIAL_INFORMATION,
    EntityType.DIETARY_PREFERENCE,
    EntityType.RELIGION,
    EntityType.ETHNICITY,
    EntityType.SEXUAL_ORIENTATION,
    EntityType.GENDER,
    EntityType.AGE,
)
_BETWEEN: Final = "\n\n"
_HINT: Final = 0.02  # a word that may tell something by itself, so likely,
_NEAR: Final = 8  # is so near to all that is told
_CORE: Final = 0.65  # a span has a word that is so likely to tell something,
_REST: Final = 0.05  # and all of its words are so likely,
_GAP: Final = 0.025  # but for single ones between two, which are so likely
_LETTERS: Final = re.compile(
    "[A-Za-z\u0400-\u04ff]{2}|[\u0590-\u06ff\u0900-\u09ff\u0e01-\u0e5b\u3041-\u9fff\uac00-\ud7a3]"
)
_OPENING: Final = re.compile(r"\A\s*\n")  # no line of the text: alone it is judged as it is behind another text
_OTHERS_REST: Final = 0.1  # of names, places, organisations and times, which end where others begin
_TIMES_REST: Final = 0.3  # of times in words with letter case
_NEVER: Final = 2.0  # no share is so large
_ANY, _INNER, _STOP, _LINE = range(4)
_UNSURE: Final = -1
_SENTENCE_ENDS: Final = frozenset(".;!?。！？；।؟؛")
EDGES: Final = listed_in(Path(__file__).with_name("edges.txt")) | little_words()


class CircumstanceTagger(Recognizer):
    """A recognizer of what only its context tells: each word is judged among the fifteen on either side.

    Only words near one that may tell something by itself are judged, so what tells nothing costs little. It reads the
    languages of ``LANGUAGES`` and is nearly silent in others; texts without letters of theirs cost nothing. A paragraph
    is judged by itself. Its spans begin and end with a letter or a digit. Safe to share between threads.
    """

    name: Final = NAME
    has_checksum: Final = False

    def __init__(self, network: CircumstanceNetwork, cached_words: int = CACHED) -> None:
        self._network = network
        self._known = EasternWords(network.known)
        blank = np.zeros(len(network.bias), dtype=np.uint8), *np.array([_INNER, False, False], dtype=np.uint8)
        self._words = WordCache(self._by_itself, blank, cached_words)
        self._others = np.flatnonzero([each not in TOLD for each in network.types])
        least = [[least_share(each, in_caseless) for each in network.types] for in_caseless in (False, True)]
        self._least = np.array(least, dtype=np.float32)

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have; names, places and organisations only in scripts without letter case."""
        return frozenset(self._network.types)

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text: the same as one by one, but many short texts take far less time together."""
        found: list[list[Span]] = [[] for _ in texts]
        lettered = [number for number, text in enumerate(texts) if _LETTERS.search(text)]
        if not lettered:
            return found
        begins = [*accumulate([len(texts[number]) + len(_BETWEEN) for number in lettered], initial=0)]
        for span in self._spans(_BETWEEN.join(_readable(texts[number]) for number in lettered)):
            at = bisect_right(begins, span.start) - 1
            found[lettered[at]].append(span._replace(start=span.start - begins[at], end=span.end - begins[at]))
        return found

    def _by_itself(self, forms: list[str]) -> tuple[NDArray[np.uint8], ...]:
        first = self._network.first(forms)
        are_caseless = np.array([*map(is_caseless, forms)], dtype=np.uint8)
        alone = self._found(shares(self._network.logits(first, np.arange(len(forms)))), are_caseless)
        are_hints = np.round(alone.sum(axis=1), 4) >= _HINT
        roles = np.array([_role(form) for form in forms], dtype=np.uint8)
        return first.astype(np.uint8), roles, are_caseless, are_hints.astype(np.uint8)

    def _found(self, each: Floats, are_caseless: NDArray[np.uint8]) -> Floats:
        """Returns the shares of the types, without those that are too small to count."""
        found = each[:, 1:]
        return np.where(found >= self._least[are_caseless], found, np.float32(0))

    def _spans(self, text: str) -> Iterator[Span]:
        words = split(text, self._known)
        first, roles, are_caseless, are_hints = self._words.of(words.forms)
        near = around(are_hints > 0, words.paragraphs, _NEAR)
        if not near.any():
            return
        each = self._shares(first, words.paragraphs, near)
        found = self._found(each, are_caseless)
        telling = np.round(found.sum(axis=1), 4)
        is_others = (are_caseless == 0) & (telling < np.round(each[:, 1 + self._others].max(axis=1, initial=0), 4))
        inside = _inside(telling, np.where(is_others, _LINE, roles))
        kinds = np.where(telling >= _CORE, found.argmax(axis=1), _UNSURE)
        for run in runs(inside):
            for begin, end in _of_one_kind(*run, kinds):
                if bare := _bare(begin, end, roles):
                    kind = found[bare].sum(axis=0).argmax()
                    at, until = words.starts[bare.start], words.ends[bare.stop - 1]
                    score = round(float(telling[bare].max()), 4)
                    yield Span(at, until, self._network.types[kind], score, self.name)

    def _shares(self, first: NDArray[np.uint8], paragraphs: Rows, near: NDArray[np.bool_]) -> Floats:
        """Returns the share of each class for the words that are near a hint; for all others it is nothing's."""
        seen = np.flatnonzero(around(near, paragraphs, REACH))
        begins = (np.diff(seen, prepend=0) > 1) | (np.diff(paragraphs[seen], prepend=0) > 0)
        found = shares(self._network.logits(first[seen].astype(np.float32), np.cumsum(begins)))
        every = np.zeros((len(near), found.shape[1]), dtype=np.float32)
        every[seen] = found * near[seen, None]
        return every


def _readable(text: str) -> str:
    """Returns a text with spaces for what is not read, its first empty lines and lines in other languages."""
    text = _OPENING.sub(lambda opening: " " * len(opening[0]), text)
    return without_foreign_lines(text) if LETTER.search(text) else text


def around(are: NDArray[np.bool_], paragraphs: Rows, reach: int) -> NDArray[np.bool_]:
    """Returns which words have one of some words within reach in their paragraph.

    >>> around(np.array([True, False, False, False]), np.array([0, 0, 0, 1]), 1).tolist()
    [True, True, False, False]
    """
    counts = np.concatenate([[0], np.cumsum(are)])
    places = np.arange(len(are))
    first = np.maximum(places - reach, np.searchsorted(paragraphs, paragraphs, "left"))
    last = np.minimum(places + reach + 1, np.searchsorted(paragraphs, paragraphs, "right"))
    return np.asarray(counts[last] > counts[first])


def least_share(kind: EntityType, in_caseless: bool) -> float:
    """Returns the share from which on a type counts; other recognizers find names in words with letter case.

    >>> [least_share(each, in_caseless=False) for each in (EntityType.AGE, EntityType.TIME, EntityType.NAME)]
    [0.0, 0.3, 2.0]
    """
    if kind in TOLD:
        return 0.0
    if in_caseless:
        return _OTHERS_REST
    return _TIMES_REST if kind is EntityType.TIME else _NEVER


def _role(form: str) -> int:
    r"""Returns what a word is to a span: its edge or its inside only, or the end of a sentence or line.

    >>> [_role(each) for each in ("flu", "the", ",", ".", "\n")] == [*map(int, (_ANY, _INNER, _INNER, _STOP, _LINE))]
    True
    """
    if form[0] == LINE:
        return _LINE
    if form in _SENTENCE_ENDS:
        return _STOP
    return _ANY if form[0].isalnum() and form.lower() not in EDGES else _INNER


def _inside(telling: Floats, roles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Returns which words may belong to a span: no line break, and no sentence's end as a gap."""
    inside = (telling >= _REST) & (roles != _LINE)
    gaps = (telling >= _GAP) & (roles < _STOP)
    gaps[1:-1] &= inside[:-2] & inside[2:]
    gaps[:1] = gaps[-1:] = False
    return np.asarray(inside | gaps)


def _of_one_kind(begin: int, end: int, kinds: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Yields the parts of a run between whose sure words the kind changes; none if no word is sure.

    >>> list(_of_one_kind(1, 7, np.array([0, _UNSURE, 0, _UNSURE, 0, _UNSURE, 2])))
    [(1, 6), (6, 7)]
    """
    sure = begin + np.flatnonzero(kinds[begin:end] != _UNSURE)
    if len(sure):
        changes = sure[1:][kinds[sure[1:]] != kinds[sure[:-1]]].tolist()
        yield from pairwise([begin, *changes, end])


def _bare(begin: int, end: int, roles: NDArray[np.uint8]) -> slice | None:
    """Returns a run of words without the signs and little words at its edges; None if it has no others."""
    able = np.flatnonzero(roles[begin:end] == _ANY)
    return slice(begin + int(able[0]), begin + int(able[-1]) + 1) if len(able) else None
