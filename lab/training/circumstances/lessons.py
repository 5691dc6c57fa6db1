"""What a teacher says of English prompts: of marked ones, of variants of them, and of unmarked ones and theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.words import split
from lab.training.circumstances.designs import Read, Shares, WordExample, marked, mixed, unknown
from lab.training.circumstances.variants import Variants
from lab.training.rows import Row

_VARIANTS: Final = 6  # of each text


class SaysShares(Protocol):
    """What says of the words of texts what they tell."""

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        """Returns the shares of the words of each text."""


def lessons(
    teacher: SaysShares,
    variants: Variants,
    eastern: EasternWords,
    marked_ones: Mapping[str, Sequence[Row]],
    others: Mapping[str, Sequence[Row]],
) -> dict[str, list[WordExample]]:
    """Returns the lessons of marked and of other texts by the name of their source.

    Half of what is said of a marked text are its marks; of variants and other texts only the teacher says something.
    """
    reads = {source: [_read(row, eastern, is_marked=True) for row in rows] for source, rows in marked_ones.items()}
    reads |= {source: [_read(row, eastern, is_marked=False) for row in rows] for source, rows in others.items()}
    return {
        source: _taught(teacher, [*of_source, *_varied(of_source, variants, eastern)])
        for source, of_source in reads.items()
    }


def _read(row: Row, eastern: EasternWords, *, is_marked: bool) -> Read:
    words = split(row.text, eastern)
    return Read(row.text, marked(row, words) if is_marked else unknown(words))


def _varied(reads: Sequence[Read], variants: Variants, eastern: EasternWords) -> Iterator[Read]:
    for read in reads:
        yield from (Read(text, unknown(split(text, eastern))) for text in variants.of(read.text, _VARIANTS))


def _taught(teacher: SaysShares, reads: Sequence[Read]) -> list[WordExample]:
    return [mixed(read.example, shares) for read, shares in zip(reads, teacher.shares(reads), strict=True)]
