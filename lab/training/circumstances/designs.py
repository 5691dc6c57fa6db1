"""Words as the network learns them: their features, their paragraphs, and what they should be said to tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.judging import SECRETS, TOLD
from gateway.detection.circumstances.spelling import spelled
from gateway.detection.circumstances.surroundings import ParagraphPieces, Rows
from gateway.detection.circumstances.traits import WordTraits, features
from gateway.detection.circumstances.words import ParagraphWords
from gateway.detection.sequences import Floats
from gateway.types import EntityType
from lab.training.rows import Row

TYPES: Final = (*TOLD, EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.TIME, *SECRETS)
SAME: Final[Mapping[EntityType, EntityType]] = {
    EntityType.GPA: EntityType.EDUCATIONAL_RECORD,
    EntityType.INCOME: EntityType.FINANCIAL_INFORMATION,
}
Shares = NDArray[np.float16]
"""A row for each word: how likely it tells nothing, and each of ``TYPES``; not-a-number where nobody knows."""


@dataclass(frozen=True, repr=False)
class WordExample:
    """The words of a text, and what they should be said to tell."""

    words: ParagraphWords
    shares: Shares


class Read(NamedTuple):
    """A text with its words, as the network splits it."""

    text: str
    example: WordExample


@dataclass(frozen=True, repr=False)
class Vectors:
    """The words that have a vector, with their rows, and the vectors; the last row is nothing."""

    known: Mapping[str, int]
    rows: NDArray[np.int8]


@dataclass(frozen=True, repr=False)
class WordDesign:
    """The words of many examples one behind the other."""

    features: WordTraits
    paragraphs: Rows
    shares: Shares

    @cached_property
    def pieces(self) -> ParagraphPieces:
        """The pieces of the paragraphs."""
        return ParagraphPieces.of(self.paragraphs)

    @cached_property
    def are_known(self) -> NDArray[np.bool_]:
        """Whether it is known what a word tells."""
        return ~np.isnan(self.shares[:, 0])

    @cached_property
    def gold(self) -> Floats:
        """The shares, with zeros for what nobody knows."""
        return np.nan_to_num(self.shares.astype(np.float32))


def marked(row: Row, words: ParagraphWords) -> WordExample:
    """Returns the words of a row, each of which surely tells what the row's spans say; arguable ones are unknown."""
    starts, ends = np.array(words.starts), np.array(words.ends)
    classes = np.zeros(len(words.forms), dtype=np.intp)
    for start, end, entity_type in row.spans:
        kind = SAME.get(entity_type, entity_type)
        if kind in TYPES:
            classes[(starts < end) & (ends > start)] = 1 + TYPES.index(kind)
    shares = np.eye(1 + len(TYPES), dtype=np.float16)[classes]
    for start, end in row.unknown:
        shares[(starts < end) & (ends > start)] = np.nan
    return WordExample(words, shares)


def unknown(words: ParagraphWords) -> WordExample:
    """Returns words of which nobody knows what they tell."""
    return WordExample(words, np.full((len(words.forms), 1 + len(TYPES)), np.nan, dtype=np.float16))


def mixed(example: WordExample, taught: Shares) -> WordExample:
    """Returns an example whose words should tell half what is marked and half what a teacher says.

    Where one of them knows nothing, the other decides.

    >>> words = ParagraphWords(["a", "b"], [0, 2], [1, 3], np.array([0, 0]))
    >>> marks, taught = np.array([[0, 1], [np.nan, np.nan]], np.float16), np.array([[0.5, 0.5], [0, 1]], np.float16)
    >>> mixed(WordExample(words, marks), taught).shares.tolist()
    [[0.25, 0.75], [0.0, 1.0]]
    """
    marks = np.where(np.isnan(example.shares), taught, example.shares)
    halves = (marks + np.where(np.isnan(taught), marks, taught)) / 2
    return WordExample(example.words, halves.astype(np.float16))


def met(examples: Iterable[WordExample], least: int) -> Mapping[str, int]:
    """Returns the words that occur so often, each with the number of its row from one on."""
    counts = Counter(spelled(form) for each in examples for form in each.words.forms)
    often = sorted(form for form, count in counts.items() if count >= least)
    return {form: number for number, form in enumerate(often, 1)}


def designed(example: WordExample, known: Mapping[str, int], met: Mapping[str, int], alike: WordGroups) -> WordDesign:
    """Returns an example with the features of its words; ``known``, ``met`` and ``alike`` are those of the network."""
    return WordDesign(features(example.words.forms, known, met, alike), example.words.paragraphs, example.shares)


def joined(designs: Sequence[WordDesign]) -> WordDesign:
    """Returns designs one behind the other, each in paragraphs of its own."""
    begins = np.cumsum([0] + [each.paragraphs[-1] + 1 for each in designs])
    traits = (np.concatenate([getattr(each.features, name.name) for each in designs]) for name in fields(WordTraits))
    return WordDesign(
        WordTraits(*traits),
        np.concatenate([each.paragraphs + begin for each, begin in zip(designs, begins, strict=False)]),
        np.concatenate([each.shares for each in designs]),
    )
