"""A partition's texts in the open window, cut into batches of a fixed count at fixed offsets.

What is learned follows from what stands in the partition and from nothing else: no clock, no pace and no restart has a
part in it. So two members that read the same offsets learn the same, and one can go on where another ended.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import msgspec

from gateway.records import Analytics, WindowEnd

BATCH_TEXTS: Final = 256


class Progress(msgspec.Struct, frozen=True):
    """How far a partition was read in a window: from ``first`` to before ``next``.

    Texts of windows before this one are late from ``late_from`` on. ``held`` has, by window, the offset of the first
    text of each later window: those are read again. ``end`` is None while the window is open.
    """

    window: int
    first: int
    next: int
    late_from: int
    late: int = 0
    held: dict[int, int] = {}
    end: WindowEnd | None = None

    @classmethod
    def at(cls, window: int, first: int, late_from: int) -> Progress:
        """Returns how a window begins."""
        return cls(window, first, first, late_from)


@dataclass(frozen=True, slots=True, repr=False)
class Batch:
    """Texts to learn together, and the progress when they are learned."""

    texts: tuple[str, ...]
    progress: Progress

    def __repr__(self) -> str:
        return f"Batch(texts={len(self.texts)}, next={self.progress.next})"


class Batches:
    """Takes the records of a partition in order and gives a batch whenever one is full, or the window ends.

    The contributors ``without`` are passed over.
    """

    def __init__(self, progress: Progress, without: Collection[str] = ()) -> None:
        self._start = progress
        self._without = frozenset(without)
        self._held = dict(progress.held)
        self.late = progress.late
        self._texts: list[str] = []

    @property
    def window(self) -> int:
        """The window whose texts are taken."""
        return self._start.window

    def take(self, offset: int, record: Analytics) -> Batch | None:
        """Takes the next record; returns the batch that it completes. Nothing may come after a window's end."""
        if isinstance(record, WindowEnd):
            return self._batch(offset, record) if record.window == self._start.window else None
        if record.window == self._start.window:
            return self._take_text(offset, record.contributor, record.text)
        if record.window > self._start.window:
            self._held.setdefault(record.window, offset)
        elif offset >= self._start.late_from:
            self.late += 1
        return None

    def _take_text(self, offset: int, contributor: str, text: str) -> Batch | None:
        if contributor not in self._without:
            self._texts.append(text)
        return self._batch(offset, None) if len(self._texts) == BATCH_TEXTS else None

    def _batch(self, offset: int, end: WindowEnd | None) -> Batch:
        texts, self._texts = tuple(self._texts), []
        progress = msgspec.structs.replace(self._start, next=offset + 1, late=self.late, held=dict(self._held), end=end)
        return Batch(texts, progress)
