"""How a window opens: the state that all partitions share, from the end of the window before."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import msgspec

from streams.analyst.windows import NEVER
from streams.analytics.noise import Budget
from streams.analytics.snapshots import SnapshotRefused
from streams.analytics.topics import Topics

_END: Final = b"\n"


class PartitionStart(msgspec.Struct, frozen=True):
    """Where a partition's texts of a window are read from, and from where on texts of earlier windows are late."""

    first: int
    late_from: int


class Header(msgspec.Struct, frozen=True):
    """What a window opens with, besides topics.

    ``number`` counts openings, ``counted`` is the last window before that had texts, ``spent`` the privacy budget's.
    ``kept`` has, by window and cluster, in how many records the contributors of summaries that may have been published
    are kept.
    """

    topic: str
    number: int
    window: int
    starts: tuple[PartitionStart, ...]
    counted: int = NEVER
    spent: tuple[tuple[int, int, str], ...] = ()
    kept: dict[int, dict[int, int]] = {}
    v: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Opening:
    """What a window opens with; ``topics`` are those of the window before, None before the first one."""

    header: Header
    topics: Topics | None = None

    @property
    def window(self) -> int:
        """The window that is open."""
        return self.header.window

    def budget(self, limit: Fraction, period: int) -> Budget:
        """Returns the privacy budget, with what was spent of it."""
        spent = {(window, number): Fraction(cost) for window, number, cost in self.header.spent}
        return Budget(limit, period, spent)


def spent_in(budget: Budget, since: int) -> tuple[tuple[int, int, str], ...]:
    """Returns what was spent on windows from ``since`` on, as plain values.

    >>> spent_in(Budget(Fraction(9), 100, {(0, 0): Fraction(1), (60, 0): Fraction(1, 2)}), 60)
    ((60, 0, '1/2'),)
    """
    return tuple((window, number, str(cost)) for (window, number), cost in budget.spent.items() if window >= since)


def to_bytes(opening: Opening) -> bytes:
    """Returns an opening as bytes."""
    header = opening.header
    topics = opening.topics.snapshot(_position(header)) if opening.topics else b""
    return msgspec.json.encode(header) + _END + topics


def from_bytes(content: bytes, topic: str) -> Opening:
    """Returns the opening that these bytes hold; raises SnapshotRefused if it is of another version or topic.

    >>> header = Header("conversations.analytics", 0, 60, (PartitionStart(0, 0),))
    >>> from_bytes(to_bytes(Opening(header)), "conversations.analytics").window
    60
    """
    line, _, topics = content.partition(_END)
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError:
        raise SnapshotRefused(
            "the analyst's state was written by another version of the program, or is damaged: run that version, or"
            " empty analytics.snapshots and begin anew"
        ) from None
    if header.topic != topic:
        raise SnapshotRefused(
            f"the analyst's state is of the topic {header.topic}, not {topic}: check broker.topic_prefix, or empty"
            " analytics.snapshots and begin anew"
        )
    if not topics:
        return Opening(header)
    return Opening(header, Topics.restore(topics, _position(header))[0])


def _position(header: Header) -> dict[str, str | int]:
    return {"topic": header.topic, "opening": header.number}
