"""Works on an agent's records: many at a time, none lost, acknowledged in order, after the result was confirmed.

A handler returns when the broker has confirmed its result; it raises DeadLettered for a record that ends as a dead
letter. Records are redelivered sooner or later, so handlers are idempotent by turn. While a turn is being worked on
here, a second delivery of it waits for the first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from gateway.background import Background
from gateway.kafka.producer import NO_TURN
from gateway.kafka.reading import Received, dead_letter_of
from gateway.logs import fields
from gateway.records import DeadLetter, Topic, Undecodable, turn_id_of
from streams.engine.window import Ticket, Window

log = logging.getLogger(__name__)


class Message(Received, Protocol):
    """What a worker needs from a Kafka message."""

    @property
    def topic(self) -> str:
        """The topic's name on the broker."""
        ...


class Event(Protocol):
    """What a worker needs from a Faust event."""

    @property
    def message(self) -> Message:
        """The record."""
        ...

    def ack(self) -> bool:
        """Lets the consumer commit past the record when all records before it are acknowledged."""
        ...


@dataclass(frozen=True, slots=True)
class Delivery:
    """One record of a turn, as a handler gets it; ``timestamp`` is in seconds since the epoch."""

    turn_id: str
    partition: int
    timestamp: float
    value: bytes = field(repr=False)


class DeadLettered(Exception):
    """The record ends as a dead letter, for one of the reasons in ``metrics.DEAD_LETTER_REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Handle = Callable[[Delivery], Awaitable[None]]
SendDeadLetter = Callable[[DeadLetter, str], Awaitable[None]]


@dataclass(slots=True)
class Worker:
    """Runs a handler at least once on every record of one topic; it is ``full`` while a record waits for room."""

    topic: Topic
    handle: Handle
    send_dead_letter: SendDeadLetter
    window: Window[Event]
    background: Background = field(default_factory=Background)
    closing: bool = False
    full: bool = False
    admitted: dict[int, int] = field(default_factory=dict)
    _revoked: Counter[int] = field(default_factory=Counter)
    _running: dict[str, asyncio.Future[None]] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, events: AsyncIterator[Event]) -> None:
        """Takes in events as there is room for them, until the stream ends."""
        async for event in events:
            partition, revoked = event.message.partition, self._revoked[event.message.partition]
            await self._wait_for_room(len(event.message.value or b""))
            # A record that waited while its partition was revoked is delivered again, from the last commit on.
            if self._revoked[partition] == revoked:
                self._take_in(event)

    def revoke(self, partitions: Collection[int]) -> None:
        """Forgets the partitions: their open work continues but is never acknowledged here."""
        self._revoked.update(partitions)
        self.window.revoke(partitions)
        for partition in partitions:
            self.admitted.pop(partition, None)
        self._changed.set()

    async def settle(self, seconds: float) -> None:
        """Waits until nothing is open, for ``seconds`` at most."""
        try:
            async with asyncio.timeout(seconds):
                while self.window.items:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            log.info("records are still being worked on", extra=fields(count=self.window.items))

    async def drain(self, seconds: float) -> bool:
        """Takes in nothing more and waits up to ``seconds`` for open work; returns whether all of it ended."""
        self.closing = True
        return await self.background.drain(seconds)

    def oldest_seconds(self, now: float) -> float:
        """Returns for how many seconds the oldest open record has been worked on."""
        since = self.window.stalled_since()
        return 0.0 if since is None else max(0.0, now - since)

    async def _wait_for_room(self, size: int) -> None:
        while self.closing or not self.window.has_room(size):
            self.full = True
            self._changed.clear()
            await self._changed.wait()
        self.full = False

    def _take_in(self, event: Event) -> None:
        message = event.message
        ticket = self.window.open(message.partition, event, len(message.value or b""), time.monotonic())
        self.admitted[message.partition] = message.offset + 1
        self.background.spawn(self._work(ticket))

    async def _work(self, ticket: Ticket[Event]) -> None:
        message = ticket.item.message
        try:
            turn_id = turn_id_of(message.headers)
        except Undecodable:
            await self.send_dead_letter(dead_letter_of(self.topic, message, "undecodable"), NO_TURN)
        else:
            await self._once(turn_id, message)
        for event in self.window.close(ticket):
            event.ack()
        self._changed.set()

    async def _once(self, turn_id: str, message: Message) -> None:
        if running := self._running.get(turn_id):
            await asyncio.wait([running])
            return
        done = asyncio.get_running_loop().create_future()
        self._running[turn_id] = done
        try:
            await self._handle_or_dead_letter(turn_id, message)
        finally:
            del self._running[turn_id]
            done.set_result(None)

    async def _handle_or_dead_letter(self, turn_id: str, message: Message) -> None:
        try:
            await self.handle(Delivery(turn_id, message.partition, message.timestamp, message.value or b""))
        except DeadLettered as ended:
            await self.send_dead_letter(dead_letter_of(self.topic, message, ended.reason), turn_id)
        except Undecodable:
            await self.send_dead_letter(dead_letter_of(self.topic, message, "undecodable"), turn_id)
        except Exception:
            log.exception("a record could not be worked on", extra=fields(turn_id=turn_id, topic=message.topic))
            await self.send_dead_letter(dead_letter_of(self.topic, message, "internal_error"), turn_id)
