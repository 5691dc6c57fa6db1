from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection, connect_to
from gateway.keys import hash_key
from gateway.settings import Kafka, Settings, load
from streams import running
from streams.process import Process
from tests.gateway.edge.house import SEALER
from tests.gateway.wires import RecordingProducer
from tests.streams.test_process import Part, process
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


class NotingEdge(EdgeServer):
    """An edge that notes which keys it is to let in."""

    keys: list[str]

    def use_keys(self, keys: object) -> None:
        """Notes the names of the keys."""
        assert isinstance(keys, tuple)
        self.keys = [key.name for key in keys]


def configuration(*names: str) -> str:
    keys = ", ".join(f'{{name: {name}, hash: "{hash_key(name)}"}}' for name in names)
    return f"api_keys: [{keys}]\n"


def settings_of(config: Path) -> Settings:
    return load(config.read_text(), {}, [])


@asynccontextmanager
async def watched(config: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[NotingEdge]:
    """An edge whose keys follow the file."""
    monkeypatch.setattr(running, "RELOAD_SECONDS", 0.02)
    settings = settings_of(config)
    edge = NotingEdge(settings, Connection(("unused:1",), 1, embedded=True), RecordingProducer(), SEALER)
    edge.keys = []
    whole = Process(RecordingProducer(), [edge], settings.metrics.listen, settings.drain_seconds)
    task = asyncio.create_task(running._reload_keys(whole, settings, config))
    await asyncio.sleep(0)
    yield edge
    assert not task.done()
    task.cancel()


async def test_the_producer_of_a_process_wakes_its_consumers_on_the_embedded_broker_only() -> None:
    async with running._connection(load(None, {}, [])) as embedded:
        assert embedded.doorbell is not None
    assert connect_to(Kafka(bootstrap="kafka-1:9092"), 1).doorbell is None


def rewrite(config: Path, text: str) -> None:
    before = config.stat().st_mtime_ns
    config.write_text(text)
    os.utime(config, ns=(before + 1_000_000, before + 1_000_000))


async def test_changed_keys_are_taken_over_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "canarygate.yaml"
    config.write_text(configuration("first"))
    async with watched(config, monkeypatch) as edge:
        rewrite(config, configuration("first", "second"))
        await eventually(lambda: edge.keys == ["first", "second"], WAIT_SECONDS, "the new key")
        rewrite(config, configuration("second"))
        await eventually(lambda: edge.keys == ["second"], WAIT_SECONDS, "the end of the old key")


async def test_an_invalid_file_changes_nothing_and_a_corrected_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    config = tmp_path / "canarygate.yaml"
    config.write_text(configuration("first"))
    async with watched(config, monkeypatch) as edge:
        for wrong in ("api_keys: [{name: planted}]", "{", "api_keys: 7", "\x00"):
            caplog.clear()
            rewrite(config, wrong)
            await eventually(lambda: bool(caplog.records), WAIT_SECONDS, "the refusal")
            assert edge.keys == []
            assert "planted" not in caplog.text
        caplog.clear()
        config.unlink()
        await eventually(lambda: bool(caplog.records), WAIT_SECONDS, "the refusal")
        config.write_text(configuration("second"))
        await eventually(lambda: edge.keys == ["second"], WAIT_SECONDS, "the new key")


async def test_a_stop_that_was_asked_for_is_no_failure() -> None:
    stopping = asyncio.Event()
    stopping.set()
    assert await running._until_stopped(process(Part("living", [])), stopping) == 0


async def test_the_death_of_a_part_ends_the_process_as_a_failure() -> None:
    assert await running._until_stopped(process(Part("dying", [], alive=False)), asyncio.Event()) == running.DIED


async def test_a_process_that_cannot_stop_in_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Part):
        async def stop(self) -> None:
            """Never returns."""
            await asyncio.Event().wait()

    left: list[int] = []
    hanging = process(Hanging("hanging", []))
    hanging.drain_seconds = 0
    monkeypatch.setattr(running, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(os, "_exit", left.append)
    await running._stop(hanging, asyncio.Event())
    assert left == [running.DIED]


async def test_the_first_signal_asks_for_a_drain_and_the_second_ends_it() -> None:
    stopping, hurrying = asyncio.Event(), asyncio.Event()
    running._set_next(stopping, hurrying)
    assert (stopping.is_set(), hurrying.is_set()) == (True, False)
    for _ in range(2):
        running._set_next(stopping, hurrying)
        assert hurrying.is_set()
