"""Judges words one by one: from which share on a type counts, and which words are sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.sequences import Floats, runs
from gateway.types import EntityType

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
_CORE: Final = 0.42  # a span has a word that is so likely to tell something,
# Or so likely: nobody else needs to know a secret, and general texts talk of schools and families, too.
_CORES: Final[Mapping[EntityType, float]] = {
    EntityType.KEYS: 0.12,
    EntityType.USERNAME: 0.5,
    EntityType.DEMOGRAPHIC_ATTRIBUTE: 0.6,
    EntityType.EDUCATIONAL_RECORD: 0.6,
}
_CORE_ELSEWHERE: Final = 0.37  # or so likely, in other languages than English: fewer texts in them tell nothing
GAP: Final = 0.01  # so likely a single word inside of a span tells something
_ALONE: Final = 0.2  # of what others leave of a span, one word is so likely, or nothing of it counts;
_ALONE_OF: Final = MappingProxyType({EntityType.NAME: 0.4})  # of names, others know better where they end
_OTHERS_REST: Final = 0.1  # of names, places, organisations and times, which end where others begin
_TIMES_REST: Final = 0.27  # of times in words with letter case
_MOST_OF_NOTHING: Final = 1 - GAP + 0.001  # of a word that tells less, whatever is rounded: it is in no span
_NEVER: Final = 2.0  # no share is so large
UNSURE: Final = -1


class WordJudge:
    """Judges words by the shares of "nothing" and of these types."""

    def __init__(self, types: Sequence[EntityType]) -> None:
        self._count = len(types)
        self._others = np.flatnonzero([each not in _JUDGED_ANYWHERE for each in types])
        least = [[least_share(each, in_caseless) for each in types] for in_caseless in (False, True)]
        self._least = np.array(least, dtype=np.float32)
        cores = [[least_core(each, is_english) for each in types] for is_english in (False, True)]
        self._cores = np.array(cores, dtype=np.float32)

    def judged(self, each: Floats, are_caseless: NDArray[np.int8], are_english: NDArray[np.bool_]) -> JudgedWords:
        """Returns what words tell by the shares of their classes; most tell nothing, and are left out at once."""
        judged = JudgedWords.nothing(len(each), self._count)
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
        judged.kinds[places] = np.where(told >= self._cores[are_english.astype(np.int8), kinds], kinds, UNSURE)
        return judged


class JudgedWords(NamedTuple):
    """What words tell: the shares of the types, how likely anything at all, and the types of the sure ones.

    ``is_others`` says which are more likely names and the like, which other recognizers find.
    """

    found: Floats
    telling: Floats
    is_others: NDArray[np.bool_]
    kinds: NDArray[np.intp]

    @classmethod
    def nothing(cls, count: int, types: int) -> JudgedWords:
        """Returns so many words that tell nothing."""
        found, telling = np.zeros((count, types), dtype=np.float32), np.zeros(count, dtype=np.float32)
        return cls(found, telling, np.zeros(count, dtype=np.bool_), np.full(count, UNSURE, dtype=np.intp))

    def kind(self, words: slice) -> int:
        """Returns the likeliest type of some words together."""
        return int(self.found[words].sum(axis=0).argmax())


def alone(likely: Sequence[float], kind: EntityType) -> list[tuple[int, int]]:
    """Returns the runs of words that are likely enough to tell something without the others; none if all of them are.

    >>> alone([0.9, 0.15, 0.3], EntityType.TIME), alone([0.9, 0.3], EntityType.TIME), alone([0.9, 0.3], EntityType.NAME)
    ([(0, 1), (2, 3)], [], [(0, 1)])
    """
    are_likely = [each >= _ALONE_OF.get(kind, _ALONE) for each in likely]
    return [] if all(are_likely) else [*runs(np.array(are_likely))]


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
