"""How many turns may be in flight, in all and per API key."""

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
    """Counts turns in flight and bytes held; refuses what is over a limit, and everything once it is closed."""

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
        """Holds one place for a turn of that key; raises TooManyInFlight or Unavailable."""
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
        """Waits that long for the turns in flight; says whether all have ended."""
        try:
            async with asyncio.timeout(seconds):
                while self.in_flight:
                    self._left.clear()
                    await self._left.wait()
        except TimeoutError:
            return False
        return True

    @contextmanager
    def hold(self, size: int) -> Iterator[None]:
        """Holds that many bytes of a request; raises TooManyInFlight when the gateway holds too many already."""
        if self._bytes and self._bytes + size > self.max_bytes_in_flight:
            raise TooManyInFlight("too many bytes in flight", retry_after=RETRY_AFTER_SECONDS)
        self._bytes += size
        try:
            yield
        finally:
            self._bytes -= size
