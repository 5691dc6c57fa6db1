"""Puts the words of many languages in groups that a teacher takes to be alike.

A teacher that has read very much knows what a word is that the marked prompts do not have, in each of its languages:
its states for "coach", "reporter" and "surgeon" are near each other. The words of a group learn together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, Protocol

import numpy as np

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.spelling import spelled
from gateway.detection.circumstances.words import split
from gateway.detection.sequences import Floats
from lab.training.networks import components

# Their words stand apart. Greek, Turkish and Ukrainian have no marked prompts: they learn from the other languages.
LANGUAGES: Final = ("en", "de", "es", "fr", "it", "nl", "pl", "pt", "ru", "uk", "el", "tr", "ar", "he", "hi", "bn")
_CAPITALIZED: Final = "de"  # most of its words are nouns
_FREQUENT: Final = 25_000  # words of each language
_GROUPS: Final = 2048
_SAMPLE: Final = 12_000  # words that say which directions matter
_DIRECTIONS: Final = 128
_TOGETHER: Final = 512  # words
_SEED: Final = 0


class HasStates(Protocol):
    """What has a state for each word, near to those of words that tell alike."""

    def states(self, words: Sequence[str]) -> Floats:
        """Returns the state of each word by itself."""


def frequent(language: str) -> list[str]:
    """Returns the most frequent words of one of ``LANGUAGES``, as they are written."""
    from wordfreq import top_n_list  # noqa: PLC0415 - only training needs it

    words = filter(is_word, top_n_list(language, _FREQUENT))
    return [word.capitalize() if language == _CAPITALIZED else word for word in words]


def is_word(form: str) -> bool:
    """Returns whether this is one word of two letters or more, as the network splits texts.

    >>> is_word("flu"), is_word("don't"), is_word("b2b"), is_word("a")
    (True, False, False, False)
    """
    return len(form) > 1 and form[0].isalpha() and split(form, EasternWords(())).forms == [form]


def grouped(teacher: HasStates, words: Iterable[str]) -> dict[str, int]:
    """Returns the number of the group of each word, from one on, by its spelling in tables.

    The same teacher and words give the same groups on the same machine. Of words that are spelled alike, the first one
    is asked about.
    """
    from sklearn.cluster import MiniBatchKMeans  # noqa: PLC0415 - only training needs it

    written = {spelled(word): word for word in reversed([*words])}
    spellings = sorted(written, key=lambda each: (len(each), each))  # so that little is filled up
    chosen = Random(_SEED).sample(spellings, min(_SAMPLE, len(spellings)))
    sample = np.concatenate([*_states(teacher, [written[each] for each in chosen])])
    mean, directions = components(sample, _DIRECTIONS)
    states = _states(teacher, [written[each] for each in spellings])
    reduced = np.concatenate([(each - mean) @ directions for each in states])
    means = MiniBatchKMeans(min(_GROUPS, len(spellings)), random_state=_SEED, batch_size=16_384, n_init=1)
    return {word: int(group) + 1 for word, group in zip(spellings, means.fit_predict(reduced), strict=True)}


def others_of(groups: Mapping[str, int], words: Iterable[str]) -> dict[str, list[str]]:
    """Returns the words of a language that are in the same group as each of them, by its spelling in tables.

    >>> others_of({"nurse": 1, "cook": 1, "flu": 2}, ["Nurse", "cook", "flu"])["cook"]
    ['Nurse', 'cook']
    """
    members: dict[int, list[str]] = {}
    for word in sorted({*words}):
        if group := groups.get(spelled(word)):
            members.setdefault(group, []).append(word)
    return {spelled(word): of_group for of_group in members.values() for word in of_group}


def _states(teacher: HasStates, words: Sequence[str]) -> Iterator[Floats]:
    for at in range(0, len(words), _TOGETHER):
        yield teacher.states(words[at : at + _TOGETHER])
