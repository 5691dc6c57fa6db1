from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiokafka.client import AIOKafkaClient
from aiokafka.consumer import fetcher

from gateway.edge.server import EdgeServer
from gateway.errors import Unavailable
from gateway.kafka import aiokafka_changes
from gateway.kafka.aiokafka_changes import ReadOn
from gateway.kafka.connection import Connection
from gateway.rewriting.spellings import NAME, QUOTED, TEXT
from gateway.settings import Address, Role, Settings, load
from streams.analyst.member import Member
from streams.auditor.service import Auditor
from streams.detecting.service import DetectionService
from streams.engine.service import AgentService
from streams.process import Process, assemble
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.gateway.wires import RecordingProducer
from tests.support.ports import free_ports
from tests.support.waiting import eventually

DRAIN_SECONDS = 600.0
CONNECTION = Connection(("unused:1",), 7_000_000, max_bytes_in_flight=5_000)


READING = ("CANARYGATE_SEALING_KEYS", "SUPPORT_SEALING_KEYS", "CANARYGATE_HASHING_KEY")
SECRETS = {
    Role.EDGE: READING,
    Role.MINIMIZER: (*READING, "CANARYGATE_ANALYTICS_KEY", "CANARYGATE_AUDIT_KEY"),
    Role.DISPATCHER: ("OPENAI_API_KEY",),
    Role.SEARCHER: ("CANARYGATE_SEALING_KEYS", "SUPPORT_SEALING_KEYS", "TRUSTED_KEY"),
    Role.ANALYST: ("CANARYGATE_NOISE_KEY",),
    Role.AUDITOR: ("CANARYGATE_AUDIT_KEY", "CANARYGATE_AUDITOR_API_KEY"),
}


def settings(*roles: Role) -> Settings:
    names = {"KAFKA_PASSWORD", *(name for role in roles for name in SECRETS[role])}
    return load(REAL, {name: ENVIRONMENT[name] for name in names}, roles)


@dataclass(slots=True)
class Part:
    """A part that notes its life in a diary that it shares with others."""

    name: str
    diary: list[str]
    alive: bool = True
    ready: bool = True
    open_turns: int = 0
    given_up: int = 0
    failure: Exception | None = None
    last_words: Exception | None = None
    drains: list[float] = field(default_factory=list)
    started: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        """Begins, or fails."""
        if self.failure:
            raise self.failure
        self.started.set()

    async def drain(self, seconds: float) -> int:
        """Finishes its work, or gives up what it cannot finish."""
        self.drains.append(seconds)
        self.diary.append(f"{self.name} drained")
        self._say()
        given_up, self.open_turns = self.given_up, 0
        return given_up

    async def stop(self) -> None:
        """Ends."""
        self.diary.append(f"{self.name} stopped")
        self._say()

    def _say(self) -> None:
        if self.last_words:
            raise self.last_words


def process(*parts: Part) -> Process:
    return Process(RecordingProducer(), parts, Address("127.0.0.1", free_ports(1)[0]), DRAIN_SECONDS)


async def readiness(running: Process) -> int:
    url = f"http://{running.listen}/health/ready"
    async with aiohttp.ClientSession() as client, client.get(url) as response:
        return response.status


async def test_it_is_ready_when_all_of_its_parts_are_and_says_so() -> None:
    first, second = Part("first", []), Part("second", [], ready=False)
    running = process(first, second)
    await running.start()
    assert (first.started.is_set(), second.started.is_set()) == (True, True)
    assert await readiness(running) == 503
    second.ready = True
    assert await readiness(running) == 200
    await running.stop()


async def test_every_part_is_drained_in_order_before_any_is_stopped() -> None:
    diary: list[str] = []
    running = process(Part("edge", diary), Part("minimizer", diary))
    await running.start()
    await running.stop()
    assert diary == ["edge drained", "minimizer drained", "edge stopped", "minimizer stopped"]


async def test_a_part_that_fails_while_it_ends_keeps_no_other_from_ending() -> None:
    diary: list[str] = []
    running = process(Part("edge", diary, last_words=OSError("gone")), Part("minimizer", diary))
    await running.start()
    await running.stop()
    assert diary == ["edge drained", "minimizer drained", "edge stopped", "minimizer stopped"]


async def test_all_parts_together_have_the_time_of_one_to_drain(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    now = loop.time

    class Slow(Part):
        async def drain(self, seconds: float) -> int:
            """Leaves ten seconds."""
            given_up = await super().drain(seconds)
            monkeypatch.setattr(loop, "time", lambda: now() + DRAIN_SECONDS - 10)
            return given_up

    edge, minimizer, dispatcher = Slow("edge", []), Part("minimizer", []), Part("dispatcher", [])
    running = process(edge, minimizer, dispatcher)
    await running.start()
    await running.stop()
    assert edge.drains == [pytest.approx(DRAIN_SECONDS, abs=5)]
    assert [*minimizer.drains, *dispatcher.drains] == [pytest.approx(10, abs=5)] * 2


async def test_who_is_in_a_hurry_ends_the_drain_and_everything_is_stopped_all_the_same() -> None:
    class Busy(Part):
        async def drain(self, seconds: float) -> int:
            """Never ends by itself."""
            self.started.clear()
            await asyncio.Event().wait()
            return 0

    diary: list[str] = []
    busy = Busy("edge", diary)
    running = process(busy, Part("minimizer", diary))
    await running.start()
    hurry = asyncio.Event()
    stopping = asyncio.create_task(running.stop(hurry))
    await eventually(lambda: not busy.started.is_set(), 30, "the drain")
    assert not stopping.done()
    hurry.set()
    await asyncio.wait_for(stopping, 30)
    assert diary == ["edge stopped", "minimizer stopped"]


async def test_a_process_has_the_time_of_its_settings_to_drain() -> None:
    loaded = settings(Role.EDGE).model_copy(update={"drain_seconds": 7.0})
    assert assemble(loaded, CONNECTION).drain_seconds == 7


async def test_the_error_of_a_part_that_cannot_start_is_raised_and_the_rest_can_be_stopped() -> None:
    diary: list[str] = []
    running = process(Part("edge", diary), Part("minimizer", diary, failure=Unavailable("no topic")))
    with pytest.raises(Unavailable, match="no topic"):
        await running.start()
    await running.stop()
    assert diary == ["edge stopped", "minimizer stopped"]


def drains_told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, int]]:
    return [(record.msg, record.__dict__["count"]) for record in caplog.records if "drain" in record.msg]


async def test_draining_says_how_many_turns_were_open_and_how_many_were_given_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    running = process(Part("edge", [], open_turns=3, given_up=1), Part("minimizer", [], open_turns=2, given_up=1))
    await running.start()
    await running.stop()
    assert drains_told(caplog) == [("drain began", 5), ("drain ended", 2)]


async def test_a_drain_that_was_hurried_says_what_was_still_open(caplog: pytest.LogCaptureFixture) -> None:
    hurry = asyncio.Event()

    class Busy(Part):
        async def drain(self, seconds: float) -> int:
            """Never ends by itself."""
            hurry.set()
            await asyncio.Event().wait()
            return 0

    caplog.set_level(logging.INFO)
    running = process(Part("edge", [], open_turns=3, given_up=1), Busy("minimizer", [], open_turns=2))
    await running.start()
    await running.stop(hurry)
    assert drains_told(caplog) == [("drain began", 5), ("drain ended", 3)]


async def test_becoming_ready_is_one_line_and_so_is_the_end_of_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    part = Part("part", [], ready=False)
    running = process(part)
    for ready in (False, True, True, False, False):
        part.ready = ready
        running._note_readiness()
    assert [record.msg for record in caplog.records] == ["ready", "no longer ready"]


async def test_it_is_dead_when_one_of_its_parts_is() -> None:
    dying = Part("dying", [])
    running = process(Part("living", []), dying)
    waiting = asyncio.create_task(running.until_dead())
    await asyncio.sleep(0)
    assert not waiting.done()
    dying.alive = False
    await asyncio.wait_for(waiting, 30)


async def test_the_event_loop_is_measured_when_all_has_been_loaded() -> None:
    dying = Part("dying", [])
    running = process(dying)
    await running.start()
    assert running._loop_lag._timer is None, "what loading took held up no turn"
    waiting = asyncio.create_task(running.until_dead())
    await asyncio.sleep(0)
    assert running._loop_lag._timer is not None
    dying.alive = False
    await asyncio.wait_for(waiting, 30)
    await running.stop()


@pytest.mark.parametrize(
    ("roles", "parts"),
    [
        ([Role.EDGE], [EdgeServer]),
        ([Role.MINIMIZER], [AgentService, DetectionService]),
        ([Role.DISPATCHER], [AgentService]),
        ([Role.ANALYST], [Member]),
        ([Role.AUDITOR], [Auditor]),
        ([Role.MINIMIZER, Role.EDGE], [EdgeServer, AgentService, DetectionService]),
    ],
)
async def test_a_process_has_the_parts_of_its_roles_the_edge_first(roles: list[Role], parts: list[type]) -> None:
    assembled = assemble(settings(*roles), CONNECTION)
    assert [type(part) for part in assembled.parts] == parts


async def test_an_edge_has_compiled_what_restores_its_first_stream() -> None:
    for spellings in (TEXT, QUOTED, NAME):
        vars(spellings).pop("open_end", None)
    assemble(settings(Role.EDGE), CONNECTION)
    assert all("open_end" in vars(spellings) for spellings in (TEXT, QUOTED, NAME))


async def test_a_process_changes_aiokafka_before_its_clients_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AIOKafkaClient, "_metadata_update", aiokafka_changes._update_metadata)
    monkeypatch.setattr(fetcher, "PartitionRecords", ReadOn.__base__)
    assemble(settings(Role.DISPATCHER), CONNECTION)
    assert AIOKafkaClient._metadata_update is not aiokafka_changes._update_metadata
    assert fetcher.PartitionRecords is ReadOn


async def test_an_agent_reads_the_topic_of_its_role() -> None:
    minimizer, _ = assemble(settings(Role.MINIMIZER), CONNECTION).parts
    (dispatcher,) = assemble(settings(Role.DISPATCHER), CONNECTION).parts
    assert isinstance(minimizer, AgentService)
    assert isinstance(dispatcher, AgentService)
    assert (minimizer.role, minimizer.worker.topic.value) == ("minimizer", "conversations.incoming")
    assert (dispatcher.role, dispatcher.worker.topic.value) == ("dispatcher", "conversations.minimized")
