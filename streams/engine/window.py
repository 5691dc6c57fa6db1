"""The open records of each partition, and up to where a consumer may commit: work ends out of order, offsets do not.

A consumer may commit an offset only when all work below it is done. Work that has ended behind an open record costs a
number, not a place: the record may be redelivered, which changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from heapq import heappop, heappush


@dataclass(slots=True, eq=False)
class Ticket:
    """One open record. No two tickets are equal, so a redelivered offset is new work."""

    partition: int
    offset: int
    done: bool = False


@dataclass(slots=True)
class Window:
    """The open records per partition. It does no I/O and reads no clock.

    ``next_offsets`` are those after the record that was opened last. Offsets may have gaps, and may go back.

    >>> window = Window()
    >>> first, second = window.open(0, 7), window.open(0, 8)
    >>> window.close(second)
    >>> window.committable(0)
    7
    >>> window.close(first)
    >>> window.committable(0)
    9
    """

    next_offsets: dict[int, int] = field(default_factory=dict)
    _tickets: dict[int, list[tuple[int, int, Ticket]]] = field(default_factory=dict)

    def open(self, partition: int, offset: int) -> Ticket:
        """Returns a ticket for a record."""
        ticket = Ticket(partition, offset)
        heappush(self._tickets.setdefault(partition, []), (offset, id(ticket), ticket))
        self.next_offsets[partition] = offset + 1
        return ticket

    def close(self, ticket: Ticket) -> None:
        """Ends the work on a record; without effect if its partition was revoked, as its new owner does it again."""
        ticket.done = True

    def committable(self, partition: int) -> int | None:
        """Returns the offset below which all records are done, or None if none has come since the last revoke."""
        tickets = self._tickets.get(partition, [])
        while tickets and tickets[0][2].done:
            heappop(tickets)
        next_offset = self.next_offsets.get(partition)
        if next_offset is None or not tickets:
            return next_offset
        return min(next_offset, tickets[0][0])

    def revoke(self, partitions: Collection[int]) -> None:
        """Forgets the partitions: their open records are never committed here."""
        for partition in partitions:
            self._tickets.pop(partition, None)
            self.next_offsets.pop(partition, None)
