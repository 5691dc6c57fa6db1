"""Commands as a person types them beside a running trial, whose broker they find at its metrics port."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from gateway.cli import main
from gateway.health import MetricsServer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Record, Topic
from streams.commands.contents import contents
from streams.commands.folding import Kept
from streams.topics.embedded import FETCH_WAIT_MS, PARTITIONS, EmbeddedBroker
from tests.support.ports import free_ports


@dataclass
class Beside:
    """A trial's broker, and commands that run beside it; ``out`` and ``err`` are what the last one printed."""

    connection: Connection
    producer: Producer
    metrics: str
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    out: str = ""
    err: str = ""

    async def run(self, *arguments: str, stdin: bytes = b"", terminal: bool = False) -> int:
        """The exit status of a command."""
        typed = io.TextIOWrapper(io.BytesIO(stdin))
        self.monkeypatch.setattr(typed, "isatty", lambda: terminal)
        self.monkeypatch.setattr(sys, "stdin", typed)
        where = [] if "--config" in arguments else ["--metrics-listen", self.metrics]
        try:
            status = await asyncio.to_thread(main, [*arguments, *where])
        except SystemExit as ended:
            status = int(ended.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return status

    async def write(self, topic: Topic, *records: tuple[str, Record | None]) -> None:
        """Writes records by key."""
        for key, record in records:
            await self.producer.write(topic, key, record)

    async def read(self, topic: Topic) -> list[Kept]:
        """All that the topic holds."""
        return [*(await contents(self.connection, {topic: PARTITIONS}))[topic]]


@asynccontextmanager
async def beside(
    broker: EmbeddedBroker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Beside]:
    """A broker with the metrics port of its process."""
    (port,) = free_ports(1)
    server = MetricsServer("127.0.0.1", port, lambda: True, broker.bootstrap)
    connection = Connection((broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)
    producer = Producer(connection)
    await server.start()
    await producer.start()
    try:
        yield Beside(connection, producer, f"127.0.0.1:{port}", capsys, monkeypatch)
    finally:
        await producer.stop()
        await server.stop()
