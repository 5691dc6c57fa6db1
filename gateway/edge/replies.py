"""The edge's mailbox: one partition of ``conversations.replies``, read from its end and sorted by turn.

The edge draws its partition at start and names it in every turn. Edges may share a partition, so replies to turns of
other edges are dropped, and their inquiries are left to them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.edge.control import ControlWriter
from gateway.edge.letter_claims import LetterClaims
from gateway.kafka.reading import Received, dead_letter_of
from gateway.records import Inquiry, Reply, Topic, Undecodable, decode_reply, turn_id_of


@dataclass(slots=True)
class Inbox:
    """The replies to one turn, in order; an unreadable one is None.

    Whatever comes for a turn proves that Kafka has it, an inquiry too: then ``on_proof`` is called.
    """

    replies: asyncio.Queue[Reply | None] = field(default_factory=asyncio.Queue)
    proven: bool = False
    on_proof: Callable[[], None] | None = None

    def prove(self) -> None:
        """Notes that Kafka has the turn."""
        self.proven = True
        if self.on_proof is not None:
            self.on_proof()


@dataclass(slots=True)
class Replies:
    """Puts the replies of this edge's partition into the inboxes of the waiting turns, and answers inquiries."""

    partition: int
    control: ControlWriter
    claims: LetterClaims
    _waiting: dict[str, Inbox] = field(default_factory=dict)

    @contextmanager
    def wait_for(self, turn_id: str) -> Iterator[Inbox]:
        """Yields the turn's inbox. Before and after the context nothing arrives, and no inquiry is answered."""
        self._waiting[turn_id] = inbox = Inbox()
        try:
            yield inbox
        finally:
            del self._waiting[turn_id]

    def take(self, record: Received) -> None:
        """Delivers one record to its turn; if it is unreadable, delivers None and raises Undecodable.

        One that names no turn is as much the other edges' as this one's: its dead letter is claimed.
        """
        try:
            turn_id = turn_id_of(record.headers)
        except Undecodable as refused:
            self.claims.claim(dead_letter_of(Topic.REPLIES, record, refused.reason))
            return
        inbox = self._waiting.get(turn_id)
        if inbox is None:
            return
        inbox.prove()
        try:
            reply = decode_reply(record.value)
        except Undecodable:
            inbox.replies.put_nowait(None)
            raise
        if isinstance(reply, Inquiry):
            self.control.confirm(turn_id)
        else:
            inbox.replies.put_nowait(reply)
