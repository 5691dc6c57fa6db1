"""What a teacher says of prompts in a language: of marked ones, of unmarked ones, and of variants of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Protocol

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.words import split
from lab.training.circumstances.designs import Read, Shares, WordExample, marked, mixed, unknown
from lab.training.circumstances.variants import Neighbours, Variants
from lab.training.rows import Row

_VARIANTS: Final = 10  # of each text


class SaysShares(Protocol):
    """What says of the words of texts what they tell."""

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        """Returns the shares of the words of each text."""


def lessons(
    teacher: SaysShares,
    neighbours: Neighbours,
    eastern: EasternWords,
    marked_ones: Mapping[str, Sequence[Row]],
    others: Mapping[str, Sequence[Row]],
) -> dict[str, list[WordExample]]:
    """Returns the lessons of marked and of other texts in a language, by the name of their source.

    Half of what is said of a marked text are its marks; of variants and other texts only the teacher says something.
    ``neighbours`` are those of the words of the language; other words of variants are from the marked texts, or from
    the others if none are marked.
    """
    ours = {source: [marked_read(row, eastern) for row in rows] for source, rows in marked_ones.items()}
    theirs = {source: [_unmarked(row, eastern) for row in rows] for source, rows in others.items()}
    variants = Variants([*chain.from_iterable((ours or theirs).values())], neighbours)
    return {
        source: _taught(teacher, [*reads, *_varied(reads, variants, eastern)])
        for source, reads in (*ours.items(), *theirs.items())
    }


def marked_read(row: Row, eastern: EasternWords) -> Read:
    """Returns a row with its words, of which it is known what they tell."""
    return Read(row.text, marked(row, split(row.text, eastern)))


def _unmarked(row: Row, eastern: EasternWords) -> Read:
    return Read(row.text, unknown(split(row.text, eastern)))


def _varied(reads: Sequence[Read], variants: Variants, eastern: EasternWords) -> Iterator[Read]:
    for read in reads:
        yield from (Read(text, unknown(split(text, eastern))) for text in variants.of(read, _VARIANTS))


def _taught(teacher: SaysShares, reads: Sequence[Read]) -> list[WordExample]:
    return [mixed(read.example, shares) for read, shares in zip(reads, teacher.shares(reads), strict=True)]
