"""Works on an agent's records: all at a time, none lost, committed in order, after the result was confirmed.

A handler returns when the broker has confirmed its result; it raises DeadLettered for a record that ends as a dead
letter. Records are redelivered sooner or later, so handlers are idempotent by turn. While a turn is being worked on
here, a second delivery of it waits for the first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from gateway.background import Background
from gateway.kafka.producer import NO_TURN
from gateway.kafka.reading import Received, dead_letter_of
from gateway.logs import fields
from gateway.records import DeadLetter, Topic, Undecodable, turn_id_of
from streams.engine.window import Ticket, Window

log = logging.getLogger(__name__)

SETTLE_SECONDS = 1.0


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


class Doing(StrEnum):
    """What an open turn is doing."""

    WAITING = "waiting"
    CLAIMED_ELSEWHERE = "claimed_elsewhere"
    MINIMIZING = "minimizing"
    AT_PROVIDER = "at_provider"

    @property
    def begun(self) -> bool:
        """Whether work on the turn has begun here."""
        return self in {Doing.MINIMIZING, Doing.AT_PROVIDER}


@dataclass(slots=True)
class Delivery:
    """One record of a turn, as a handler gets it; ``timestamp`` is in seconds since the epoch.

    The handler keeps ``doing`` true. ``since`` is when it came, in seconds of the monotonic clock.
    """

    turn_id: str
    partition: int
    timestamp: float
    value: bytes = field(repr=False)
    doing: Doing = field(default=Doing.WAITING, compare=False)
    since: float = field(default_factory=time.monotonic, compare=False)


class DeadLettered(Exception):
    """The record ends as a dead letter, for one of the reasons in ``metrics.DEAD_LETTER_REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Handle = Callable[[Delivery], Awaitable[None]]
SendDeadLetter = Callable[[DeadLetter, str], Awaitable[None]]
Claim = Callable[[Collection[Delivery]], Awaitable[Collection[str]]]


async def claim_nothing(deliveries: Collection[Delivery]) -> Collection[str]:
    """Returns no turn: the new owner of a partition works on all of them again."""
    return ()


@dataclass(slots=True)
class Worker:
    """Runs a handler at least once on every record of one topic.

    It takes in what comes, up to ``max_bytes`` that are open, and is ``full`` while a record waits for them: what may
    run at once is for the handler to decide.
    ``claim`` gets the turns that have begun when their partitions leave, and returns those that their new owner will
    not work on.
    """

    topic: Topic
    handle: Handle
    send_dead_letter: SendDeadLetter
    max_bytes: int
    claim: Claim = claim_nothing
    window: Window = field(default_factory=Window)
    background: Background = field(default_factory=Background)
    closing: bool = False
    bytes: int = 0
    full: bool = False
    _revoked: Counter[int] = field(default_factory=Counter)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    _running: dict[str, asyncio.Future[bool]] = field(default_factory=dict)
    _open: dict[Ticket, tuple[Delivery, asyncio.Task[None]]] = field(default_factory=dict)

    async def run(self, events: AsyncIterator[Event]) -> None:
        """Takes in the events until the stream ends."""
        async for event in events:
            message = event.message
            revoked = self._revoked[message.partition]
            await self._wait_for_room(len(message.value or b""))
            # What waited while its partition was revoked is delivered again, from the last commit on.
            if not self.closing and self._revoked[message.partition] == revoked:
                self._take_in(message)

    async def hand_over(self, partitions: Collection[int]) -> None:
        """Makes the partitions ready for a new owner: turns that wait are left to it; those that have begun go on here.

        Returns when the turns that go on are claimed. Those that cannot be claimed have a second to end.
        """
        leaving = [work for ticket, work in self._open.items() if ticket.partition in partitions]
        for delivery, task in leaving:
            if not delivery.doing.begun:
                task.cancel()
        claimed = await self.claim([delivery for delivery, _ in leaving if delivery.doing.begun])
        if ending := [task for delivery, task in leaving if delivery.turn_id not in claimed]:
            await asyncio.wait(ending, timeout=SETTLE_SECONDS)

    def revoke(self, partitions: Collection[int]) -> None:
        """Forgets the partitions: what is open of them is never committed here."""
        self._revoked.update(partitions)
        self.window.revoke(partitions)

    async def drain(self, seconds: float) -> int:
        """Takes in nothing more and waits up to ``seconds`` for open work; returns how many turns it gave up."""
        self.closing = True
        return await self.background.drain(seconds)

    def open_turns(self) -> Iterator[Delivery]:
        """Yields the open turns."""
        return (delivery for delivery, _ in self._open.values())

    @property
    def count(self) -> int:
        """How many records are open."""
        return len(self._open)

    async def _wait_for_room(self, size: int) -> None:
        while self.bytes and self.bytes + size > self.max_bytes:
            self.full = True
            self._ended.clear()
            await self._ended.wait()
        self.full = False

    def _take_in(self, message: Message) -> None:
        ticket = self.window.open(message.partition, message.offset)
        try:
            turn_id = turn_id_of(message.headers)
        except Undecodable:
            self.background.spawn(self._refuse(ticket, message))
            return
        delivery = Delivery(turn_id, message.partition, message.timestamp, message.value or b"")
        task = self.background.spawn(self._work(ticket, delivery, message))
        self._open[ticket] = (delivery, task)
        self.bytes += len(delivery.value)
        task.add_done_callback(lambda _: self._leave(ticket))

    def _leave(self, ticket: Ticket) -> None:
        delivery, _ = self._open.pop(ticket)
        self.bytes -= len(delivery.value)
        self._ended.set()

    async def _refuse(self, ticket: Ticket, message: Message) -> None:
        await self.send_dead_letter(dead_letter_of(self.topic, message, "undecodable"), NO_TURN)
        self.window.close(ticket)

    async def _work(self, ticket: Ticket, delivery: Delivery, message: Message) -> None:
        while running := self._running.get(delivery.turn_id):
            if await asyncio.shield(running):
                return self.window.close(ticket)
        self._running[delivery.turn_id] = running = asyncio.get_running_loop().create_future()
        ended = False
        try:
            await self._handle_or_dead_letter(delivery, message)
            ended = True
            self.window.close(ticket)
        finally:
            del self._running[delivery.turn_id]
            running.set_result(ended)

    async def _handle_or_dead_letter(self, delivery: Delivery, message: Message) -> None:
        turn_id = delivery.turn_id
        try:
            await self.handle(delivery)
        except DeadLettered as ended:
            await self.send_dead_letter(dead_letter_of(self.topic, message, ended.reason), turn_id)
        except Undecodable as refused:
            await self.send_dead_letter(dead_letter_of(self.topic, message, refused.reason), turn_id)
        except Exception:
            log.exception("a record could not be worked on", extra=fields(turn_id=turn_id, topic=message.topic))
            await self.send_dead_letter(dead_letter_of(self.topic, message, "internal_error"), turn_id)
