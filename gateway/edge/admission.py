"""Limits on the turns and bytes in flight: in all, per tenant and per API key. Who is refused is told by which."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.errors import Cause, TooManyInFlight, Unavailable
from gateway.settings import ApiKey

RETRY_AFTER_SECONDS = 1.0


@dataclass(slots=True)
class Admission:
    """Counts turns and bytes in flight. Refuses what exceeds a limit, and once it is closed, everything."""

    max_in_flight: int
    max_in_flight_per_tenant: int
    max_in_flight_per_key: int
    max_bytes_in_flight: int
    in_flight: int = 0
    closed: bool = False
    _bytes: int = 0
    _per_tenant: Counter[str] = field(default_factory=Counter)
    _per_key: Counter[str] = field(default_factory=Counter)
    _left: asyncio.Event = field(default_factory=asyncio.Event)

    @contextmanager
    def admit(self, key: ApiKey) -> Iterator[None]:
        """Counts one turn of this key while the context lasts; raises TooManyInFlight or Unavailable."""
        if self.closed:
            raise Unavailable("this gateway is stopping", code=Cause.DRAINING, retry_after=RETRY_AFTER_SECONDS)
        if full := self._full(key):
            raise _too_many(*full)
        self._count(key, 1)
        try:
            yield
        finally:
            self._count(key, -1)
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

    def _full(self, key: ApiKey) -> tuple[Cause, str] | None:
        if self._per_key[key.name] >= self.max_in_flight_per_key:
            return Cause.KEY_LIMIT, "turns of this API key (edge.max_in_flight_per_key)"
        if self._per_tenant[key.tenant] >= self.max_in_flight_per_tenant:
            return Cause.TENANT_LIMIT, "turns of this tenant (edge.max_in_flight_per_tenant)"
        if self.in_flight >= self.max_in_flight:
            return Cause.EDGE_LIMIT, "turns (edge.max_in_flight)"
        return None

    def _count(self, key: ApiKey, turns: int) -> None:
        self.in_flight += turns
        self._per_tenant[key.tenant] += turns
        self._per_key[key.name] += turns


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
            raise _too_many(Cause.BYTES_LIMIT, f"bytes ({admission.max_bytes_in_flight} in all)")
        self.add(size)

    def add(self, size: int) -> None:
        """Adds ``size`` bytes of an answer: a turn that runs is not ended because others hold much."""
        self.admission._bytes += size
        self.size += size


def _too_many(cause: Cause, what: str) -> TooManyInFlight:
    return TooManyInFlight(f"too many {what} in flight", code=cause, retry_after=RETRY_AFTER_SECONDS)
