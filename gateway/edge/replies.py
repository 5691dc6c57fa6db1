"""The edge's mailbox: one partition of ``conversations.replies``, read from its end, sorted by turn.

An edge draws its partition at start and names it in every turn; edges may share one, so what nobody here waits for is
dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.kafka.reading import Received
from gateway.records import Reply, Undecodable, decode_reply, turn_id_of

Inbox = asyncio.Queue[Reply | None]


@dataclass(slots=True)
class Replies:
    """Sorts the replies of this edge's partition into the inboxes of the turns that wait here."""

    partition: int
    _waiting: dict[str, Inbox] = field(default_factory=dict)

    @contextmanager
    def wait_for(self, turn_id: str) -> Iterator[Inbox]:
        """The inbox that a turn's replies arrive in, in order, while the context lasts; None is one unreadable."""
        inbox: Inbox = asyncio.Queue()
        self._waiting[turn_id] = inbox
        try:
            yield inbox
        finally:
            del self._waiting[turn_id]

    def take(self, record: Received) -> None:
        """Delivers one record; raises Undecodable, and tells the turn that waits for what cannot be read."""
        inbox = self._waiting.get(turn_id_of(record.headers))
        if inbox is None:
            return
        try:
            inbox.put_nowait(decode_reply(record.value))
        except Undecodable:
            inbox.put_nowait(None)
            raise
