"""What a planter makes of the edge's answers. The edge is a server that the test scripts."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest
from aiohttp import web

from gateway.kafka.producer import Producer
from gateway.records import MintedCanary, ProbeAnswered, Record, Topic, WrittenVerdict
from gateway.settings import AuditSettings
from gateway.types import Surface
from streams.auditor.allowance import ProbeAllowance
from streams.auditor.clients import ProbeClient
from streams.auditor.deadlines import Deadlines
from streams.auditor.ledger import AuditEntry, AuditLedger
from streams.auditor.planting import Planter
from streams.auditor.tally import AuditTally
from streams.canaries.faults import Fault
from streams.evidence.counts import AuditCounts
from tests.support.metrics import metric

TURN = "1" * 32
CLIENTS = (ProbeClient("cg-1", ("EMAIL",), "one", "sales"), ProbeClient("cg-2", ("NAME", "AGE"), "two", "legal"))
Answer = Callable[[web.Request, str], web.Response]


class Broker(Producer):
    """Keeps what is written, and says when there is more."""

    def __init__(self) -> None:
        self.written: list[tuple[str, Record]] = []
        self.came = asyncio.Condition()

    async def persist(
        self, topic: Topic, key: str, record: Record | bytes | None, *, partition: int | None = None
    ) -> None:
        assert topic is Topic.MINTED
        assert not isinstance(record, bytes)
        assert record is not None
        self.written.append((key, record))

    def of(self, kind: type[Record]) -> list[Record]:
        return [record for _, record in self.written if isinstance(record, kind)]


class Searched:
    """What was found on the surfaces that are searched with the planter's answers."""

    def __init__(self, ledger: AuditLedger, count: int) -> None:
        self.ledger, self.entries = ledger, list[AuditEntry]()
        self.texts: list[str] = []
        self.done, self.count = asyncio.Event(), count

    async def __call__(self, surface: Surface, place: str, text: str) -> None:
        assert surface is Surface.ERRORS
        self.texts.append(text)
        self.entries += self.ledger.look(surface, place, text, 1.0)
        if len(self.texts) >= self.count:
            self.done.set()

    def outcomes(self) -> Counter[str]:
        return Counter(each.record.outcome for each in self.entries if isinstance(each.record, WrittenVerdict))


@asynccontextmanager
async def planting(
    answer: Answer, searches: int, invalid_share: float, clients: Sequence[ProbeClient] = CLIENTS[:1]
) -> AsyncIterator[tuple[Broker, Searched]]:
    """A planter in front of an edge that answers so, until that many answers were searched."""

    async def handle(request: web.Request) -> web.Response:
        return answer(request, await request.text())

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    broker, ledger, chance = Broker(), AuditLedger(b"key", "settings"), Random(7)
    planter = Planter(
        audit=AuditSettings(model="m", probes_per_minute=600, invalid_share=invalid_share, kinds=("EMAIL",)),
        edge=f"http://127.0.0.1:{runner.addresses[0][1]}",
        clients=clients,
        model="m",
        faults=[Fault.UNKNOWN_FIELD, Fault.CUT_OFF],
        ledger=ledger,
        deadlines=Deadlines(frozenset(Surface), 0.0),
        chance=chance,
        draw_id=lambda: f"{chance.getrandbits(64):016x}",
        producer=broker,
        tally=AuditTally(AuditCounts("settings"), ["EMAIL"], ["one"], frozenset(Surface), 0.0),
        allowance=ProbeAllowance(None),
    )
    searched = Searched(ledger, searches)
    running = asyncio.create_task(planter.run(searched))
    try:
        await searched.done.wait()
        yield broker, searched
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await runner.cleanup()


def refusing(status: int, *, quotes: bool) -> Answer:
    def answer(request: web.Request, body: str) -> web.Response:
        said = f"cannot read {request.path} {body}" if quotes else "cannot read this"
        return web.json_response({"error": {"message": said}}, status=status)

    return answer


@pytest.mark.parametrize("quotes", [True, False])
async def test_an_error_that_quotes_the_request_is_a_leak(quotes: bool) -> None:
    async with planting(refusing(400, quotes=quotes), 3, 1.0) as (broker, searched):
        minted = broker.of(MintedCanary)
        assert {each.position for each in minted if isinstance(each, MintedCanary)} <= {"unknown_field", "cut_off"}
        expected = {Surface.ERRORS, Surface.METRICS}
        assert all({*each.deadlines_ms} == expected for each in minted if isinstance(each, MintedCanary))
        assert searched.outcomes()["leaked"] == quotes * len(searched.texts)
        assert broker.of(ProbeAnswered) == []


@pytest.mark.parametrize(("status", "outcome"), [(401, "unauthorized"), (429, "too_many"), (503, "unavailable")])
async def test_a_probe_that_is_turned_away_is_counted_lost_and_not_leaked(status: int, outcome: str) -> None:
    before = metric("canarygate_probes_total", client="one", outcome=outcome)
    async with planting(refusing(status, quotes=False), 2, 0.0) as (broker, searched):
        assert metric("canarygate_probes_total", client="one", outcome=outcome) >= before + 2
        assert broker.of(ProbeAnswered) == []
        end = max(each.minted_ms for each in broker.of(MintedCanary) if isinstance(each, MintedCanary)) / 1000 + 61
        ticks = [end - 60 + 10 * step for step in range(8)]
        entries = [entry for now in ticks for entry in searched.ledger.tick(now)]
        judged = Counter(
            (each.record.surface, each.record.outcome) for each in entries if isinstance(each.record, WrittenVerdict)
        )
        assert judged[Surface.EGRESS, "lost"] + judged[Surface.REPLIES, "lost"] > 0
        assert {outcome for _, outcome in judged} == {"lost"}
        assert searched.outcomes() == Counter()


async def test_an_answer_is_written_down_with_its_turn() -> None:
    answers = iter([200, 200, 400])

    def answer(request: web.Request, body: str) -> web.Response:
        assert json.loads(body)["model"] == "m"
        status = next(answers, 400)
        return web.json_response({"id": "chatcmpl-1"}, status=status, headers={"x-canarygate-turn-id": TURN})

    async with planting(answer, 1, 0.0) as (broker, _):
        written = broker.of(ProbeAnswered)
        assert len(written) == 2
        for each in written:
            assert isinstance(each, ProbeAnswered)
            assert (each.turn_id, each.received) == (TURN, False)


async def test_every_client_plants_its_own_kinds_with_its_own_key() -> None:
    keys: dict[str, str] = {}

    def answer(request: web.Request, body: str) -> web.Response:
        keys[body] = request.headers["authorization"].removeprefix("Bearer ")
        return web.json_response({}, status=401)

    async with planting(answer, 12, 0.0, CLIENTS) as (broker, _):
        minted = [each for each in broker.of(MintedCanary) if isinstance(each, MintedCanary)]
        assert {(each.client, each.tenant) for each in minted} == {("one", "sales"), ("two", "legal")}
        by_name = {each.name: each for each in CLIENTS}
        assert all(each.canary_kind in by_name[each.client].kinds for each in minted)
        sent_with = {each.value: key for each in minted for body, key in keys.items() if each.value in body}
        assert sent_with
        assert all(sent_with.get(each.value, key) == key for each in minted for key in [by_name[each.client].api_key])
        assert metric("canarygate_probes_total", client="two", outcome="unauthorized") > 0
