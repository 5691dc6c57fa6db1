"""Turns that a client can ask for again: a retry with the same ``Idempotency-Key`` gets the turn that still lives.

Such a turn does not depend on its client. It lives until a client has its whole answer, until it fails, or to its
deadline; until then what came of the answer is kept, in the memory of this process only.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256

from gateway.background import Background
from gateway.edge.admission import Held
from gateway.edge.turns import Turn, Turns
from gateway.errors import BadRequest, GatewayError, ProviderFailed
from gateway.records import Chunk, IncomingTurn
from gateway.types import ReplacementMap


@dataclass(frozen=True, slots=True, repr=False)
class RetryKey:
    """What a client asks for: its API key's name and its Idempotency-Key as one hash, and the hash of its request."""

    key: bytes
    request: bytes

    @classmethod
    def of(cls, key_name: str, idempotency_key: str, route: str, raw: bytes) -> RetryKey:
        """Returns the hashes: equal for equal requests, and for no others.

        >>> RetryKey.of("bot", "1", "chat", b"{}") == RetryKey.of("bot", "1", "chat", b"{}")
        True
        >>> RetryKey.of("bot", "1", "chat", b"{}").key == RetryKey.of("other", "1", "chat", b"{}").key
        False
        """
        key = f"{len(key_name)}:{key_name}{idempotency_key}".encode("utf-8", "surrogateescape")
        return cls(sha256(key).digest(), sha256(route.encode() + b"\0" + raw).digest())


@dataclass(slots=True)
class SharedTurn:
    """A turn that several requests may read, each from the start."""

    turn_id: str
    retry_key: RetryKey
    deadline: float
    chunks: list[Chunk] = field(default_factory=list)
    turn: Turn | None = None
    error: GatewayError | None = None
    readers: int = 0
    delivered: bool = False
    work: asyncio.Task[None] | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def announce(self) -> None:
        """Wakes everybody who waits for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self) -> None:
        """Returns after the next change."""
        await self._changed.wait()


@dataclass(slots=True)
class Reader:
    """One request's way through a shared turn's answer; to its client it is like a turn of its own."""

    _shared: SharedTurn
    _read: int = 0

    @property
    def turn_id(self) -> str:
        """The turn's id."""
        return self._shared.turn_id

    @property
    def finished(self) -> bool:
        """Whether the whole answer was read."""
        return self._read > 0 and self._shared.chunks[self._read - 1].last

    async def chunks(self) -> AsyncIterator[Chunk]:
        """Yields the chunks of the answer, in order; raises the GatewayError that ends the turn early."""
        while not self.finished:
            yield await self.chunk()

    async def chunk(self) -> Chunk:
        """Returns the answer's next chunk; raises the GatewayError that ends the turn early."""
        while self._read == len(self._shared.chunks):
            if self._shared.error is not None:
                raise self._shared.error
            await self._shared.change()
        self._read += 1
        return self._shared.chunks[self._read - 1]

    def replacement_map(self, chunk: Chunk) -> ReplacementMap:
        """Returns the map that came with an attempt's first chunk."""
        if self._shared.turn is None:
            raise ProviderFailed("the answer was empty")
        return self._shared.turn.replacement_map(chunk)


@dataclass(slots=True)
class SharedTurns:
    """The shared turns that live. Each holds its place and its bytes in the admission until it ends."""

    turns: Turns
    background: Background
    _closed: bool = False
    _living: dict[bytes, SharedTurn] = field(default_factory=dict)

    def find(self, retry_key: RetryKey) -> SharedTurn | None:
        """Returns the living turn of this key, if any; raises BadRequest if it was begun by another request."""
        shared = self._living.get(retry_key.key)
        if shared is not None and shared.retry_key != retry_key:
            message = "this Idempotency-Key belongs to another request that is not answered yet: use a new one"
            raise BadRequest(message, code="idempotency_key_reused")
        return shared

    def begin(self, shared: SharedTurn, incoming: IncomingTurn, places: ExitStack, held: Held) -> SharedTurn:
        """Begins a turn that lives by itself; it gives up ``places`` when it ends."""
        self._living[shared.retry_key.key] = shared
        shared.work = self.background.spawn(self._live(shared, incoming, places, held))
        return shared

    def close(self) -> None:
        """Ends, from now on, each turn for which no client waits."""
        self._closed = True
        for shared in self._living.values():
            self._end_if_forsaken(shared)

    @contextmanager
    def reading(self, shared: SharedTurn) -> Iterator[Reader]:
        """Yields a reader. A context that ends without an error has delivered what was read."""
        reader = Reader(shared)
        shared.readers += 1
        try:
            yield reader
            shared.delivered |= reader.finished
        finally:
            shared.readers -= 1
            shared.announce()
            self._end_if_forsaken(shared)

    async def _live(self, shared: SharedTurn, incoming: IncomingTurn, places: ExitStack, held: Held) -> None:
        try:
            with places:
                await self._collect(shared, incoming, held)
                await _until_delivered(shared)
        except GatewayError as error:
            shared.error = error
        finally:
            del self._living[shared.retry_key.key]
            shared.error = shared.error or GatewayError("the gateway failed")
            shared.announce()

    async def _collect(self, shared: SharedTurn, incoming: IncomingTurn, held: Held) -> None:
        async with self.turns.open(shared.turn_id, incoming, shared.deadline) as turn:
            shared.turn = turn
            async for chunk in turn.chunks():
                held.add(sum(memoryview(event).nbytes for event in chunk.events))
                shared.chunks.append(chunk)
                shared.announce()

    def _end_if_forsaken(self, shared: SharedTurn) -> None:
        if self._closed and not shared.readers and shared.work is not None:
            shared.work.cancel()


async def _until_delivered(shared: SharedTurn) -> None:
    try:
        async with asyncio.timeout_at(shared.deadline):
            while shared.readers or not shared.delivered:
                await shared.change()
    except TimeoutError:
        return
