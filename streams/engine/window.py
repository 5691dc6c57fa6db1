"""The ordered acknowledgement window: work ends out of order, offsets are released in order.

A consumer may commit an offset only when all work at and below it is done. The window holds the open items of each
partition and returns what may be acknowledged. It does no I/O and reads no clock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(slots=True, eq=False)
class Ticket(Generic[Item]):
    """One open item. No two tickets are equal, so a redelivered offset is new work."""

    partition: Hashable
    item: Item
    size: int
    opened_at: float
    done: bool = False


@dataclass(slots=True)
class Window(Generic[Item]):
    """Open items per partition, bounded in number and in bytes.

    An item that is larger than ``max_bytes`` is still accepted, alone.

    >>> window: Window[str] = Window(max_items=2, max_bytes=100)
    >>> first, second = window.open(0, "a", 1, now=0.0), window.open(0, "b", 1, now=0.0)
    >>> window.has_room(1), window.close(second), window.close(first)
    (False, [], ['a', 'b'])
    """

    max_items: int
    max_bytes: int
    items: int = 0
    bytes: int = 0
    _partitions: dict[Hashable, OrderedDict[int, Ticket[Item]]] = field(default_factory=dict)

    def has_room(self, size: int) -> bool:
        """Whether an item of ``size`` bytes may be opened now."""
        return self.items == 0 or (self.items < self.max_items and self.bytes + size <= self.max_bytes)

    def open(self, partition: Hashable, item: Item, size: int, now: float) -> Ticket[Item]:
        """Returns a ticket for the partition's next item; call it in offset order."""
        ticket = Ticket(partition, item, size, now)
        self._partitions.setdefault(partition, OrderedDict())[id(ticket)] = ticket
        self.items += 1
        self.bytes += size
        return ticket

    def close(self, ticket: Ticket[Item]) -> list[Item]:
        """Marks a ticket's work as done; returns what may now be acknowledged, in order.

        A ticket of a revoked partition returns nothing, because its new owner does the work again.
        """
        tickets = self._partitions.get(ticket.partition)
        if tickets is None or id(ticket) not in tickets:
            return []
        ticket.done = True
        released = []
        while tickets and (head := next(iter(tickets.values()))).done:
            self._drop(tickets, head)
            released.append(head.item)
        return released

    def revoke(self, partitions: Collection[Hashable]) -> list[Item]:
        """Forgets and returns the open items of the partitions; they are never acknowledged here."""
        forgotten = []
        for partition in partitions:
            tickets = self._partitions.pop(partition, OrderedDict())
            for ticket in list(tickets.values()):
                self._drop(tickets, ticket)
                forgotten.append(ticket.item)
        return forgotten

    def stalled_since(self) -> float | None:
        """Returns when the oldest open item was opened, or None if nothing is open."""
        heads = [next(iter(tickets.values())).opened_at for tickets in self._partitions.values() if tickets]
        return min(heads, default=None)

    def _drop(self, tickets: OrderedDict[int, Ticket[Item]], ticket: Ticket[Item]) -> None:
        del tickets[id(ticket)]
        self.items -= 1
        self.bytes -= ticket.size
