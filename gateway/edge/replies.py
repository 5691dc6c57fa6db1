"""The edge's mailbox: one partition of ``conversations.replies``, read from its end and sorted by turn.

The edge draws its partition at start and names it in every turn. Edges may share a partition, so replies to turns of
other edges are dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.kafka.reading import Received
from gateway.records import Inquiry, Reply, Undecodable, decode_reply, turn_id_of

Inbox = asyncio.Queue[Reply | None]


@dataclass(slots=True)
class Replies:
    """Puts the replies of this edge's partition into the inboxes of the waiting turns."""

    partition: int
    _waiting: dict[str, Inbox] = field(default_factory=dict)

    @contextmanager
    def wait_for(self, turn_id: str) -> Iterator[Inbox]:
        """Yields the inbox that a turn's replies arrive in, in order; an unreadable reply arrives as None."""
        inbox: Inbox = asyncio.Queue()
        self._waiting[turn_id] = inbox
        try:
            yield inbox
        finally:
            del self._waiting[turn_id]

    def take(self, record: Received) -> None:
        """Delivers one record to its turn; if it is unreadable, delivers None and raises Undecodable."""
        inbox = self._waiting.get(turn_id_of(record.headers))
        if inbox is None:
            return
        try:
            reply = decode_reply(record.value)
        except Undecodable:
            inbox.put_nowait(None)
            raise
        if not isinstance(reply, Inquiry):
            inbox.put_nowait(reply)
