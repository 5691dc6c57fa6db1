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
from gateway.detection.circumstances.judging import GAP, UNSURE, JudgedWords, WordJudge, alone
from gateway.detection.circumstances.languages import in_english, sign
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.reading import UNREAD, CircumstanceReading, Told, likely
from gateway.detection.circumstances.spelling import LINE, is_caseless
from gateway.detection.circumstances.words import ParagraphWords, split
from gateway.detection.model_names import CIRCUMSTANCES
from gateway.detection.names.small_words import little_words
from gateway.detection.recognizer import Recognizer
from gateway.detection.sequences import Floats, runs_with
from gateway.detection.word_cache import CACHED, Arrays, WordCache
from gateway.detection.words import listed_in
from gateway.types import EntityType, Span

LANGUAGES: Final = frozenset(
    {"ar", "bn", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "zh"}
)
_BETWEEN: Final = "\n\n"
_REST: Final = 0.04  # all words of a span are so likely to tell something, but for single ones between two,
_LITTLE_EDGE: Final = 0.2  # and for little words at its edges, which are so likely
_LETTERS: Final = re.compile(
    "[A-Za-z\u0400-\u04ff]{2}|[\u0590-\u06ff\u0900-\u09ff\u0e01-\u0e5b\u3041-\u9fff\uac00-\ud7a3]"
)
_OPENING: Final = re.compile(r"\A\s*\n")  # no line of the text: alone it is judged as it is behind another text
_ANY, _LITTLE, _SIGN, _STOP, _LINE = range(5)
_SENTENCE_ENDS: Final = frozenset(".;!?。！？；।؟؛")
EDGES: Final = listed_in(Path(__file__).with_name("edges.txt")) | little_words()


class CircumstanceTagger(Recognizer):
    """A recognizer of what only its context tells: a word is judged by the fifteen on either side and what is around.

    It reads the languages of ``LANGUAGES`` and is nearly silent in others; texts without their letters cost nothing. A
    paragraph is judged by itself. Its spans begin and end with a letter or a digit. Safe to share between threads.
    """

    name: Final = CIRCUMSTANCES
    has_checksum: Final = False

    def __init__(self, model: CircumstanceModel, cached_words: int = CACHED) -> None:
        self._model = model
        self._known = EasternWords(model.known)
        blank = np.zeros(model.size, dtype=np.uint8), *np.array([_SIGN, False, 0], dtype=np.int8)
        self._words = WordCache(self._by_itself, blank, cached_words)
        self._judge = WordJudge(model.types)

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have; names, places and organisations only in scripts without letter case."""
        return frozenset(self._model.types)

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text: the same as one by one, but many short texts take far less time together."""
        return [[*reading.spans] for reading in self.read_all(texts)]

    def read_all(self, texts: Sequence[str]) -> list[CircumstanceReading]:
        """Returns the spans in each text, and how likely its words tell anything: names and the like, too."""
        readings = [UNREAD] * len(texts)
        lettered = [number for number, text in enumerate(texts) if _LETTERS.search(text)]
        if not lettered:
            return readings
        words = split(_BETWEEN.join(_readable(texts[number]) for number in lettered), self._known)
        if not words.forms:
            return readings
        told, spans = self._judged_words(words)
        begins = [*accumulate([len(texts[number]) + len(_BETWEEN) for number in lettered], initial=0)]
        found: list[list[Span]] = [[] for _ in lettered]
        for span in spans:
            at = bisect_right(begins, span.start) - 1
            found[at].append(_moved(span, -begins[at]) if at else span)
        for number, begin, own in zip(lettered, begins, found, strict=False):
            readings[number] = CircumstanceReading(own, told, begin)
        return readings

    def _by_itself(self, forms: list[str]) -> Arrays:
        looks = [(_role(form), is_caseless(form), sign(form)) for form in forms]
        return self._model.first(forms), *np.array(looks, dtype=np.int8).reshape(-1, 3).T

    def _judged_words(self, words: ParagraphWords) -> tuple[Told, Iterator[Span]]:
        """Returns how likely each word tells anything, and the spans of what is told."""
        first, roles, are_caseless, signs = self._words.of(words.forms)
        are_english = in_english(signs, words.paragraphs) & (are_caseless == 0)
        shares = self._model.shares(first, words.paragraphs)
        judged = self._judge.judged(shares, are_caseless, are_english)
        told = Told(words.starts, words.ends, likely(shares, words.paragraphs).tolist(), are_english.tolist())
        return told, self._spans(words, roles, judged)

    def _spans(self, words: ParagraphWords, roles: NDArray[np.int8], judged: JudgedWords) -> Iterator[Span]:
        inside = _inside(judged.telling, np.where(judged.is_others, _LINE, roles))
        telling = judged.telling.tolist()
        for run in runs_with(inside, judged.kinds != UNSURE):
            for begin, end in _of_one_kind(*run, judged.kinds):
                if bare := _bare(begin, roles[begin:end].tolist(), telling):
                    starts, ends, told = words.starts[bare], words.ends[bare], telling[bare]
                    kind, score = self._model.types[judged.kind(bare)], round(max(told), 4)
                    sure = tuple((starts[first], ends[last - 1]) for first, last in alone(told, kind))
                    yield Span(starts[0], ends[-1], kind, score, self.name, sure)


def _moved(span: Span, by: int) -> Span:
    sure = tuple((start + by, end + by) for start, end in span.sure)
    return span._replace(start=span.start + by, end=span.end + by, sure=sure)


def _readable(text: str) -> str:
    """Returns a text with spaces for what is not read, its first empty lines and lines in other languages."""
    text = _OPENING.sub(lambda opening: " " * len(opening[0]), text)
    return without_foreign_lines(text) if LETTER.search(text) else text


def _role(form: str) -> int:
    r"""Returns what a word is to a span: its edge, seldom its edge, its inside only, or where a sentence or line ends.

    >>> [_role(each) for each in ("flu", "the", ",", ".", "\n")] == [_ANY, _LITTLE, _SIGN, _STOP, _LINE]
    True
    """
    if form[0] == LINE:
        return _LINE
    if form in _SENTENCE_ENDS:
        return _STOP
    if not form[0].isalnum():
        return _SIGN
    return _LITTLE if form.lower() in EDGES else _ANY


def _inside(telling: Floats, roles: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Returns which words may belong to a span: no line break, and no sentence's end as a gap."""
    inside = (telling >= _REST) & (roles != _LINE)
    gaps = (telling >= GAP) & (roles < _STOP)
    gaps[1:-1] &= inside[:-2] & inside[2:]
    gaps[:1] = gaps[-1:] = False
    return np.asarray(inside | gaps)


def _of_one_kind(begin: int, end: int, kinds: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Yields the parts of a run between whose sure words the kind changes; it has a sure word.

    >>> list(_of_one_kind(1, 7, np.array([0, UNSURE, 0, UNSURE, 0, UNSURE, 2])))
    [(1, 6), (6, 7)]
    """
    sure = [(at, kind) for at, kind in enumerate(kinds[begin:end].tolist(), begin) if kind != UNSURE]
    changes = [at for (_, before), (at, kind) in pairwise(sure) if kind != before]
    yield from pairwise([begin, *changes, end])


def _bare(begin: int, roles: Sequence[int], telling: Sequence[float]) -> slice | None:
    """Returns a run of words without the signs and the little words at its edges; None if it has no others.

    Little words that are likely enough to tell something stay: "has a cold".
    """
    words = [(at, role) for at, role in enumerate(roles, begin) if role <= _LITTLE]
    able = [at for at, role in words if role == _ANY or telling[at] >= _LITTLE_EDGE]
    return slice(able[0], able[-1] + 1) if any(role == _ANY for _, role in words) else None
