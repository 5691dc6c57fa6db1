from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import orjson
import pytest

from gateway import metrics
from gateway.detection.pattern_detector import PatternDetector
from gateway.detectors import PolicyDetectors
from gateway.errors import GatewayError, ProviderFailed
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.records import IncomingTurn, encode
from gateway.sealing import KeyRing, Purpose, Sealer
from gateway.types import Action, Actions, JsonObject
from lab.search.training import live_examples
from streams.engine.worker import Delivery
from streams.searcher.calls import Calls
from streams.searcher.driver import Bounds
from streams.searcher.handler import Counted, Searcher
from streams.searcher.ledger import Head
from streams.searcher.prompts import Prompt
from streams.searcher.scorers import Score
from streams.searcher.utility import Rubric
from tests.lab.search.made import Scores, Scripted
from tests.support.long_work import detection_by
from tests.support.metrics import metric

SEALER = Sealer(KeyRing((("k1", b"1" * 32),)), {}, os.urandom)
STRANGER = Sealer(KeyRing((("k1", b"2" * 32),)), {}, os.urandom)
DETECTORS = Detectors(PatternDetector(), PatternDetector())
HEAD = Head("inside", "inside", Rubric.PASS_OR_FAIL, 1)
BODY: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Is ann@example.org hers?"}]}


def searcher(path: Path, score: Callable[[Prompt, Actions, int], int | None]) -> Searcher:
    return Searcher(
        shares={"support": 1.0},
        sealer=SEALER,
        policies={"default": Policy()},
        detection=detection_by(PolicyDetectors(DETECTORS, DETECTORS)),
        scorer=Scores(score),
        head=HEAD,
        ledger=path,
        bounds=Bounds(2, 50),
        entities=12,
    )


def incoming(turn_id: str, *, tenant: str = "support", sealer: Sealer = SEALER, **changed: object) -> Delivery:
    turn = IncomingTurn(
        tenant=tenant,
        policy="default",
        key_name="support-bot",
        route="chat_completions",
        model="m",
        dry_run=False,
        reply_partition=0,
        ask_after_ms=0,
        deadline_ms=0,
        sealed=sealer.seal(orjson.dumps(BODY), tenant=tenant, turn_id=turn_id, purpose=Purpose.REQUEST),
    )
    return Delivery(turn_id, 0, time.time(), encode(msgspec.structs.replace(turn, **changed)))


def outcome(name: str) -> float:
    return metric("canarygate_searches_total", outcome=name)


class Gate:
    """A scorer that waits until it may answer, and says when it was asked."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    def repeats(self, prompt: Prompt) -> int:
        return 1

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        async def answer(plan: Actions, repeat: int) -> int | None:
            self.asked.set()
            await self.go.wait()
            return 10

        return answer


@asynccontextmanager
async def running(searching: Searcher) -> AsyncIterator[Searcher]:
    await searching.start()
    try:
        yield searching
    finally:
        await searching.stop()


def line_count(path: Path) -> int:
    return path.read_bytes().count(b"\n")


async def test_a_turn_of_a_tenant_that_opted_in_is_searched_and_kept_without_its_text(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    before = outcome("found")
    async with running(searcher(path, lambda prompt, plan, repeat: 10 if plan[0] < Action.REDACT else 1)) as searching:
        await searching.handle(incoming("a" * 32))
        await searching.idle()
    assert outcome("found") == before + 1
    assert [example.plan for example in live_examples([path])] == [(Action.ABSTRACT,)]
    assert b"ann" not in path.read_bytes()


@pytest.mark.parametrize(
    "delivery",
    [
        incoming("b" * 32, tenant="default"),
        incoming("b" * 32, dry_run=True),
        Delivery("b" * 32, 0, 0.0, b"Ann"),
    ],
    ids=["who has not opted in", "a dry run", "no turn"],
)
async def test_nothing_else_is_even_opened(tmp_path: Path, delivery: Delivery) -> None:
    before = [outcome(name) for name in metrics.SEARCH_OUTCOMES]
    sealed = replace(searcher(tmp_path / "l", lambda prompt, plan, repeat: 10), sealer=STRANGER)
    async with running(sealed) as searching:
        await searching.handle(delivery)
        await searching.idle()
    assert [outcome(name) for name in metrics.SEARCH_OUTCOMES] == before
    assert line_count(tmp_path / "l") == 1


@pytest.mark.parametrize(
    "delivery",
    [incoming("c" * 32, sealer=STRANGER), incoming("c" * 32, policy="other"), incoming("c" * 32, route="other")],
    ids=["cannot be opened", "an unknown policy", "an unknown route"],
)
async def test_a_turn_that_cannot_be_searched_is_counted_and_raises_nothing(tmp_path: Path, delivery: Delivery) -> None:
    before = outcome("skipped")
    async with running(searcher(tmp_path / "l", lambda prompt, plan, repeat: 10)) as searching:
        await searching.handle(delivery)
    assert outcome("skipped") == before + 1


async def test_turns_never_wait_for_a_search_and_too_many_are_dropped(tmp_path: Path) -> None:
    gate = Gate()
    before = outcome("dropped")
    searching = replace(searcher(tmp_path / "l", lambda prompt, plan, repeat: 10), scorer=gate)
    async with running(searching):
        await searching.handle(incoming(f"{0:032x}"))
        await gate.asked.wait()
        for number in range(1, 20):
            await searching.handle(incoming(f"{number:032x}"))
        assert outcome("dropped") == before + 3
        gate.go.set()
        await searching.idle()
    assert line_count(tmp_path / "l") == 1 + 17


async def test_a_search_that_fails_is_counted_and_the_next_one_goes_on(tmp_path: Path) -> None:
    def score(prompt: Prompt, plan: Actions, repeat: int) -> int:
        if prompt.id.startswith("d"):
            raise ValueError(prompt.text)
        return 10

    before = outcome("failed"), outcome("found")
    async with running(searcher(tmp_path / "l", score)) as searching:
        await searching.handle(incoming("d" * 32))
        await searching.handle(incoming("e" * 32))
        await searching.idle()
    assert (outcome("failed"), outcome("found")) == (before[0] + 1, before[1] + 1)


async def test_a_ledger_of_another_model_is_not_continued(tmp_path: Path) -> None:
    async with running(searcher(tmp_path / "l", lambda prompt, plan, repeat: 10)):
        pass
    other = replace(
        searcher(tmp_path / "l", lambda prompt, plan, repeat: 10), head=msgspec.structs.replace(HEAD, model="other")
    )
    with pytest.raises(GatewayError):
        await other.start()


async def test_calls_to_models_are_counted_by_how_they_end() -> None:
    def broken(asked: str) -> str:
        raise ProviderFailed("away")

    before = oracle_calls()
    assert await Counted(Scripted(str.upper)).complete([("user", "hi")]) == "HI"
    with pytest.raises(ProviderFailed):
        await Counted(Scripted(broken)).complete([("user", "hi")])
    assert [after - was for was, after in zip(before, oracle_calls(), strict=True)] == [1, 1]


def oracle_calls() -> list[float]:
    return [metric("canarygate_oracle_calls_total", outcome=outcome) for outcome in metrics.CALL_OUTCOMES]


class Closed(Gate):
    """A scorer whose calls fail once it may answer, as those of a closed connection do."""

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        waits = super().of(prompt, calls)

        async def answer(plan: Actions, repeat: int) -> int | None:
            await waits(plan, repeat)
            raise RuntimeError("the connection is closed")

        return answer


async def test_a_search_whose_calls_fail_while_it_is_stopped_does_not_keep_the_searcher_from_stopping(
    tmp_path: Path,
) -> None:
    gate = Closed()
    searching = replace(searcher(tmp_path / "live.jsonl", lambda *_: 10), scorer=gate)
    await searching.start()
    for number in range(3):
        await searching.handle(incoming(f"turn {number}"))
    await gate.asked.wait()
    gate.go.set()

    async with asyncio.timeout(10):
        await searching.stop()
