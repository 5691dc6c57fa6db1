"""Tells the consumers of a process that its producer has written something for them to fetch.

A broker answers a waiting fetch as soon as a record comes. The embedded one does not: an empty fetch always waits its
whole time there, so that consumers would have to ask hundreds of times a second. But almost all records of the embedded
broker are written by the process that it runs in; those of a command beside it are fetched after a rest, which grows
up to ``LONGEST_REST_SECONDS`` while nothing comes.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakSet

from aiokafka import AIOKafkaConsumer

REST_SECONDS = 0.25
LONGEST_REST_SECONDS = 1.0

Fetch = Callable[[Any, int, Any], Coroutine[Any, Any, bool]]


class Doorbell:
    """Rings when a topic has new records; who is attached and reads that topic fetches then, and otherwise rests."""

    def __init__(self) -> None:
        self._listening: defaultdict[str, WeakSet[asyncio.Event]] = defaultdict(WeakSet)

    def ring(self, topic: str) -> None:
        """Says that a record of the topic can be fetched now; ``topic`` is its name on the broker."""
        for rung in self._listening[topic]:
            rung.set()

    def attach(self, consumer: AIOKafkaConsumer) -> None:
        """Lets a started consumer fetch when it rings, on while there is more, and else after a rest."""
        fetch: Fetch = consumer._fetcher._proc_fetch_request
        rung = asyncio.Event()
        rung.set()
        rest = REST_SECONDS

        async def fetch_if_rung(assignment: Any, node: int, request: Any) -> bool:
            nonlocal rest
            for topic, _ in request.topics:
                self._listening[topic].add(rung)
            try:
                await _wait(rung, rest)
            except asyncio.CancelledError:  # as aiokafka's own does: the consumer stops, or has other partitions now
                return False
            rung.clear()
            brought = await fetch(assignment, node, request)
            if brought:
                rung.set()
            rest = REST_SECONDS if brought else min(2 * rest, LONGEST_REST_SECONDS)
            return brought

        consumer._fetcher._proc_fetch_request = fetch_if_rung


async def _wait(rung: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await rung.wait()
    except TimeoutError:
        return
