"""Finds what people tell of their lives: conditions, jobs, grades, money, families, in whatever words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.caseless.letters import LETTER, without_foreign_lines
from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.languages import in_english, sign
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.spelling import LINE, is_caseless
from gateway.detection.circumstances.surroundings import Rows
from gateway.detection.circumstances.words import ParagraphWords, split
from gateway.detection.names.edges import little_words
from gateway.detection.recognizer import Recognizer
from gateway.detection.sequences import Floats, runs, runs_with
from gateway.detection.word_cache import CACHED, Arrays, WordCache
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
SECRETS: Final = (EntityType.KEYS, EntityType.USERNAME)
_JUDGED_ANYWHERE: Final = frozenset((*TOLD, *SECRETS))
_BETWEEN: Final = "\n\n"
_CORE: Final = 0.42  # a span has a word that is so likely to tell something,
# Or so likely: nobody else needs to know a secret, and general texts talk of schools and families, too.
_CORES: Final[Mapping[EntityType, float]] = {
    EntityType.KEYS: 0.12,
    EntityType.USERNAME: 0.5,
    EntityType.DEMOGRAPHIC_ATTRIBUTE: 0.6,
    EntityType.EDUCATIONAL_RECORD: 0.6,
}
_CORE_ELSEWHERE: Final = 0.37  # or so likely, in other languages than English: fewer texts in them tell nothing
_REST: Final = 0.04  # and all of its words are so likely,
_GAP: Final = 0.01  # but for single ones between two, which are so likely,
_ALONE: Final = 0.1  # of what others leave of a span, one word is so likely, or nothing of it counts
_LITTLE_EDGE: Final = 0.2  # and but for little words at its edges, which are so likely
_LETTERS: Final = re.compile(
    "[A-Za-z\u0400-\u04ff]{2}|[\u0590-\u06ff\u0900-\u09ff\u0e01-\u0e5b\u3041-\u9fff\uac00-\ud7a3]"
)
_OPENING: Final = re.compile(r"\A\s*\n")  # no line of the text: alone it is judged as it is behind another text
_OTHERS_REST: Final = 0.1  # of names, places, organisations and times, which end where others begin
_TIMES_REST: Final = 0.27  # of times in words with letter case
_MOST_OF_NOTHING: Final = 1 - _GAP + 0.001  # of a word that tells less, whatever is rounded: it is in no span
_NEVER: Final = 2.0  # no share is so large
_ANY, _LITTLE, _SIGN, _STOP, _LINE = range(5)
_UNSURE: Final = -1
_FEW: Final = 8  # words, too few to tell what a text is about
_SENTENCE_ENDS: Final = frozenset(".;!?。！？；।؟؛")
EDGES: Final = listed_in(Path(__file__).with_name("edges.txt")) | little_words()


class CircumstanceTagger(Recognizer):
    """A recognizer of what only its context tells: a word is judged by the fifteen on either side and what is around.

    It reads the languages of ``LANGUAGES`` and is nearly silent in others; texts without their letters cost nothing. A
    paragraph is judged by itself. Its spans begin and end with a letter or a digit. Safe to share between threads.
    """

    name: Final = NAME
    has_checksum: Final = False

    def __init__(self, model: CircumstanceModel, cached_words: int = CACHED) -> None:
        self._model = model
        self._known = EasternWords(model.known)
        blank = np.zeros(model.size, dtype=np.uint8), *np.array([_SIGN, False, 0], dtype=np.int8)
        self._words = WordCache(self._by_itself, blank, cached_words)
        self._others = np.flatnonzero([each not in _JUDGED_ANYWHERE for each in model.types])
        least = [[least_share(each, in_caseless) for each in model.types] for in_caseless in (False, True)]
        self._least = np.array(least, dtype=np.float32)
        cores = [[least_core(each, is_english) for each in model.types] for is_english in (False, True)]
        self._cores = np.array(cores, dtype=np.float32)

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

    def read_all(self, texts: Sequence[str]) -> list[Reading]:
        """Returns the spans in each text, and how likely its words tell anything: names and the like, too."""
        lettered = [number for number, text in enumerate(texts) if _LETTERS.search(text)]
        words = split(_BETWEEN.join(_readable(texts[number]) for number in lettered), self._known)
        if not words.forms:
            return [_UNREAD] * len(texts)
        told, spans = self._judged_words(words)
        begins = [*accumulate([len(texts[number]) + len(_BETWEEN) for number in lettered], initial=0)]
        found: list[list[Span]] = [[] for _ in lettered]
        for span in spans:
            at = bisect_right(begins, span.start) - 1
            found[at].append(_moved(span, -begins[at]))
        readings = [_UNREAD] * len(texts)
        for number, begin, own in zip(lettered, begins, found, strict=False):
            readings[number] = Reading(own, told, begin)
        return readings

    def _by_itself(self, forms: list[str]) -> Arrays:
        looks = [(_role(form), is_caseless(form), sign(form)) for form in forms]
        return self._model.first(forms), *np.array(looks, dtype=np.int8).reshape(-1, 3).T

    def _judged_words(self, words: ParagraphWords) -> tuple[Told, Iterator[Span]]:
        """Returns how likely each word tells anything, and the spans of what is told."""
        first, roles, are_caseless, signs = self._words.of(words.forms)
        are_english = (in_english(signs, words.paragraphs) & (are_caseless == 0)).astype(np.int8)
        shares = self._model.shares(first, words.paragraphs)
        judged = self._judged(shares, are_caseless, are_english)
        likely = np.where(_are_few(words.paragraphs), np.float32(1), 1 - shares[:, 0])
        told = Told(words.starts, words.ends, likely.tolist(), are_english.astype(bool).tolist())
        return told, self._spans(words, roles, judged)

    def _spans(self, words: ParagraphWords, roles: NDArray[np.int8], judged: _Judged) -> Iterator[Span]:
        inside = _inside(judged.telling, np.where(judged.is_others, _LINE, roles))
        for run in runs_with(inside, judged.kinds != _UNSURE):
            for begin, end in _of_one_kind(*run, judged.kinds):
                if bare := _bare(begin, end, roles, judged.telling):
                    at, until = words.starts[bare.start], words.ends[bare.stop - 1]
                    alone = judged.telling_alone(bare)
                    sure = tuple((words.starts[each.start], words.ends[each.stop - 1]) for each in alone)
                    yield Span(at, until, self._model.types[judged.kind(bare)], judged.score(bare), self.name, sure)

    def _judged(self, each: Floats, are_caseless: NDArray[np.int8], are_english: NDArray[np.int8]) -> _Judged:
        """Judges words by the shares of their classes; most tell nothing, and are left out at once."""
        judged = _Judged.nothing(len(each), len(self._model.types))
        places = np.flatnonzero(each[:, 0] <= _MOST_OF_NOTHING)
        each, are_caseless, are_english = each[places], are_caseless[places], are_english[places]
        # The shares of the types, without those that are too small to count.
        found = np.where(each[:, 1:] >= self._least[are_caseless], each[:, 1:], np.float32(0))
        told = np.round(found.sum(axis=1), 4)
        judged.found[places] = found
        judged.telling[places] = told
        of_others = np.round(each[:, 1 + self._others].max(axis=1, initial=0), 4)
        judged.is_others[places] = (are_caseless == 0) & (told < of_others)
        kinds = found.argmax(axis=1)
        judged.kinds[places] = np.where(told >= self._cores[are_english, kinds], kinds, _UNSURE)
        return judged


class Told(NamedTuple):
    """Words, in order, how likely each of them tells anything for all that is known, and which are English."""

    starts: Sequence[int]
    ends: Sequence[int]
    likely: Sequence[float]
    are_english: Sequence[bool]


class Reading(NamedTuple):
    """What the model makes of a text: its spans, and what its words tell, among the words of other texts.

    >>> reading = Reading((), Told([0, 4, 8], [3, 7, 11], [0.1, 0.9, 0.2], [True, True, False]))
    >>> [reading.likeliest(*each) for each in ((0, 3), (0, 5), (3, 4))]
    [0.1, 0.9, 1.0]
    >>> reading.is_english(4, 11), reading.is_english(8, 11)
    (True, False)
    """

    spans: Sequence[Span]
    told: Told
    begin: int = 0

    def likeliest(self, start: int, end: int) -> float:
        """Returns how likely the surest word between two offsets tells anything.

        It is 1 if the model reads no word there, or few in the paragraph: it knows little of a name by itself.
        """
        return max(self.told.likely[self._words(start, end)], default=1.0)

    def is_english(self, start: int, end: int) -> bool:
        """Returns whether a word between two offsets is English."""
        return any(self.told.are_english[self._words(start, end)])

    def _words(self, start: int, end: int) -> slice:
        first = bisect_right(self.told.ends, self.begin + start)
        return slice(first, bisect_left(self.told.starts, self.begin + end))


_UNREAD: Final = Reading((), Told((), (), (), ()))


class _Judged(NamedTuple):
    """What words tell: the shares of the types, how likely anything at all, and the types of the sure ones.

    ``is_others`` says which are more likely names and the like, which other recognizers find.
    """

    found: Floats
    telling: Floats
    is_others: NDArray[np.bool_]
    kinds: NDArray[np.intp]

    @classmethod
    def nothing(cls, count: int, types: int) -> _Judged:
        """Returns so many words that tell nothing."""
        found, telling = np.zeros((count, types), dtype=np.float32), np.zeros(count, dtype=np.float32)
        return cls(found, telling, np.zeros(count, dtype=np.bool_), np.full(count, _UNSURE, dtype=np.intp))

    def kind(self, words: slice) -> int:
        """Returns the likeliest type of some words together."""
        return int(self.found[words].sum(axis=0).argmax())

    def score(self, words: slice) -> float:
        """Returns how likely the surest of some words tells something."""
        return round(float(max(self.telling[words].tolist())), 4)

    def telling_alone(self, words: slice) -> list[slice]:
        """Returns those of some words that are likely enough without the others, by runs; none if all of them are."""
        are_likely = self.telling[words] >= _ALONE
        if are_likely.all():
            return []
        return [slice(words.start + begin, words.start + end) for begin, end in runs(are_likely)]


def _moved(span: Span, by: int) -> Span:
    sure = tuple((start + by, end + by) for start, end in span.sure)
    return span._replace(start=span.start + by, end=span.end + by, sure=sure)


def _readable(text: str) -> str:
    """Returns a text with spaces for what is not read, its first empty lines and lines in other languages."""
    text = _OPENING.sub(lambda opening: " " * len(opening[0]), text)
    return without_foreign_lines(text) if LETTER.search(text) else text


def least_share(kind: EntityType, in_caseless: bool) -> float:
    """Returns the share from which on a type counts; other recognizers find names in words with letter case.

    >>> [least_share(each, in_caseless=False) for each in (EntityType.AGE, EntityType.TIME, EntityType.NAME)]
    [0.0, 0.27, 2.0]
    """
    if kind in _JUDGED_ANYWHERE:
        return 0.0
    if in_caseless:
        return _OTHERS_REST
    return _TIMES_REST if kind is EntityType.TIME else _NEVER


def least_core(kind: EntityType, is_english: bool) -> float:
    """Returns how likely the surest word of a span must be: less in other languages, and least for secrets.

    >>> [least_core(each, is_english=True) for each in (EntityType.AGE, EntityType.KEYS, EntityType.USERNAME)]
    [0.42, 0.12, 0.5]
    >>> [least_core(each, is_english=False) for each in (EntityType.AGE, EntityType.KEYS, EntityType.USERNAME)]
    [0.37, 0.12, 0.37]
    """
    core = _CORES.get(kind, _CORE)
    return core if is_english else min(core, _CORE_ELSEWHERE)


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


def _are_few(paragraphs: Rows) -> NDArray[np.bool_]:
    """Returns which words stand in a paragraph of few, given the numbers of their paragraphs."""
    return np.asarray(np.bincount(paragraphs)[paragraphs] < _FEW)


def _inside(telling: Floats, roles: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Returns which words may belong to a span: no line break, and no sentence's end as a gap."""
    inside = (telling >= _REST) & (roles != _LINE)
    gaps = (telling >= _GAP) & (roles < _STOP)
    gaps[1:-1] &= inside[:-2] & inside[2:]
    gaps[:1] = gaps[-1:] = False
    return np.asarray(inside | gaps)


def _of_one_kind(begin: int, end: int, kinds: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Yields the parts of a run between whose sure words the kind changes; it has a sure word.

    >>> list(_of_one_kind(1, 7, np.array([0, _UNSURE, 0, _UNSURE, 0, _UNSURE, 2])))
    [(1, 6), (6, 7)]
    """
    sure = [(at, kind) for at, kind in enumerate(kinds[begin:end].tolist(), begin) if kind != _UNSURE]
    changes = [at for (_, before), (at, kind) in pairwise(sure) if kind != before]
    yield from pairwise([begin, *changes, end])


def _bare(begin: int, end: int, roles: NDArray[np.int8], telling: Floats) -> slice | None:
    """Returns a run of words without the signs and the little words at its edges; None if it has no others.

    Little words that are likely enough to tell something stay: "has a cold".
    """
    words = [(at, role) for at, role in enumerate(roles[begin:end].tolist(), begin) if role <= _LITTLE]
    able = [at for at, role in words if role == _ANY or telling[at] >= _LITTLE_EDGE]
    return slice(able[0], able[-1] + 1) if any(role == _ANY for _, role in words) else None
