"""A probe that the edge does not answer is lost, never leaked nor clean, and the log says why."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from aiohttp import web

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import MintedCanary, Topic, WrittenVerdict, decode_minted
from gateway.settings import AuditSettings
from gateway.types import Surface
from streams.auditor.ledger import AuditLedger
from streams.auditor.planting import Deadlines, Planter
from streams.topics.embedded import FETCH_WAIT_MS, MAX_RECORD_BYTES, EmbeddedBroker
from tests.support.dump import dump
from tests.support.waiting import eventually

PROBES, SECONDS = 3, 30.0
WATCHED = frozenset({Surface.EGRESS, Surface.REPLIES})
KIND = "VEHICLE"


@asynccontextmanager
async def refusing(status: int) -> AsyncIterator[str]:
    """The URL of an edge that answers every request with this status."""

    async def refuse(request: web.Request) -> web.Response:
        return web.json_response({"error": {}}, status=status, headers={"retry-after": "1"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("status", [401, 429, 503])
async def test_a_probe_that_the_edge_refuses_is_lost_and_the_log_says_so(
    embedded_broker: EmbeddedBroker, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    connection = Connection((embedded_broker.bootstrap,), MAX_RECORD_BYTES, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)
    producer, ledger, names = Producer(connection), AuditLedger(b"key", "settings"), map(str, itertools.count())
    await producer.start()
    async with refusing(status) as edge:
        audit = AuditSettings(model="m", kinds=(KIND,), probes_per_minute=600)
        planter = Planter(audit, edge, ledger, Deadlines(WATCHED, 0.0), Random(1), lambda: next(names), producer)
        planting = asyncio.create_task(planter.run())
        await eventually(lambda: len(refusals(caplog)) >= PROBES, SECONDS, "refused probes")
        planting.cancel()
        await asyncio.wait([planting])
    await producer.stop()
    assert {each.status for each in refusals(caplog)} == {status}  # type: ignore[attr-defined]
    written = [decode_minted(each.value) for each in await dump(embedded_broker.bootstrap, Topic.MINTED)]
    assert len(written) >= PROBES
    assert all(isinstance(each, MintedCanary) for each in written)  # none says that it was answered
    began = time.time()
    entries = [entry for second in range(120) for entry in ledger.tick(began + second)]
    verdicts = [each.record for each in entries if isinstance(each.record, WrittenVerdict)]
    assert len(verdicts) >= PROBES * len(WATCHED)
    assert {each.outcome for each in verdicts} == {"lost"}


def refusals(caplog: pytest.LogCaptureFixture) -> list[object]:
    return [each for each in caplog.records if each.getMessage() == "a probe was not answered"]
