"""What a teacher says of English prompts: of marked ones, of variants of them, and of unmarked ones and theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Protocol

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.words import split
from lab.training.circumstances.designs import Example, Read, Shares, marked, mixed, unknown
from lab.training.circumstances.variants import Variants
from lab.training.rows import Row

_VARIANTS: Final = 6  # of each text


class SaysShares(Protocol):
    """What says of the words of texts what they tell."""

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        """Returns the shares of the words of each text."""


@dataclass(frozen=True, repr=False)
class Lessons:
    """Examples by the name of the source that they come from."""

    by_source: Mapping[str, Sequence[Example]]

    def of(self, sources: Iterable[str]) -> list[Example]:
        """Returns the examples of sources, in their order."""
        return [*chain.from_iterable(self.by_source[each] for each in sources)]


def lessons(
    teacher: SaysShares,
    variants: Variants,
    eastern: EasternWords,
    marked_ones: Mapping[str, Sequence[Row]],
    others: Mapping[str, Sequence[Row]],
) -> Lessons:
    """Returns the lessons of marked and unmarked texts by the name of their source.

    Half of what is said of a marked text are its marks; of variants and unmarked ones only the teacher says something.
    """
    by_source: dict[str, Sequence[Example]] = {}
    for source, rows in (*marked_ones.items(), *others.items()):
        words = [split(row.text, eastern) for row in rows]
        if source in marked_ones:
            reads = [Read(row.text, marked(row, each)) for row, each in zip(rows, words, strict=True)]
        else:
            reads = [Read(row.text, unknown(each)) for row, each in zip(rows, words, strict=True)]
        varied = [text for row in rows for text in variants.of(row.text, _VARIANTS)]
        reads += [Read(text, unknown(split(text, eastern))) for text in varied]
        said = teacher.shares(reads)
        by_source[source] = [mixed(read.example, shares) for read, shares in zip(reads, said, strict=True)]
    return Lessons(by_source)
