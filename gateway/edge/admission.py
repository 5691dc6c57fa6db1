"""Limits on the turns and bytes in flight, in total and per API key."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.errors import TooManyInFlight, Unavailable

RETRY_AFTER_SECONDS = 1.0


@dataclass(slots=True)
class Admission:
    """Counts turns and bytes in flight. Refuses what exceeds a limit, and everything once it is closed."""

    max_in_flight: int
    max_in_flight_per_key: int
    max_bytes_in_flight: int
    in_flight: int = 0
    closed: bool = False
    _bytes: int = 0
    _per_key: Counter[str] = field(default_factory=Counter)
    _left: asyncio.Event = field(default_factory=asyncio.Event)

    @contextmanager
    def admit(self, key_name: str) -> Iterator[None]:
        """Counts one turn of this key while the context lasts; raises TooManyInFlight or Unavailable."""
        if self.closed:
            raise Unavailable("this gateway is stopping", retry_after=RETRY_AFTER_SECONDS)
        if self.in_flight >= self.max_in_flight or self._per_key[key_name] >= self.max_in_flight_per_key:
            raise TooManyInFlight("too many requests in flight", retry_after=RETRY_AFTER_SECONDS)
        self.in_flight += 1
        self._per_key[key_name] += 1
        try:
            yield
        finally:
            self.in_flight -= 1
            self._per_key[key_name] -= 1
            self._left.set()

    async def idle(self, seconds: float) -> bool:
        """Waits up to ``seconds`` for the turns in flight; returns whether all have ended."""
        try:
            async with asyncio.timeout(seconds):
                while self.in_flight:
                    self._left.clear()
                    await self._left.wait()
        except TimeoutError:
            return False
        return True

    @contextmanager
    def hold(self) -> Iterator[Held]:
        """Yields the byte count of one request, which starts at 0 and is given back when the context ends."""
        held = Held(self)
        try:
            yield held
        finally:
            self._bytes -= held.size


@dataclass(slots=True)
class Held:
    """The bytes that one request holds."""

    admission: Admission
    size: int = 0

    def take(self, size: int) -> None:
        """Adds ``size`` bytes; raises TooManyInFlight if all requests together would then hold too many."""
        admission = self.admission
        others = admission._bytes - self.size
        if others and admission._bytes + size > admission.max_bytes_in_flight:
            raise TooManyInFlight("too many bytes in flight", retry_after=RETRY_AFTER_SECONDS)
        admission._bytes += size
        self.size += size
