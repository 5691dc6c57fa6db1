"""``python -m tests.bench.oracle``: what the oracle's search costs and saves. Nothing is asserted.

The search by itself, in microseconds a plan; and prompts whose model takes a while for every answer, by the paper's
sequential algorithm and by ours, with more and more calls in flight. The model is the stand-in, slowed down.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from gateway.given import GivenEntity
from gateway.plans.comparator import PlanOrder
from gateway.types import Action, Actions, EntityType
from lab.search.prompt_files import read
from lab.search.stand_in import StandIn, needs_of
from streams.searcher.calls import Calls
from streams.searcher.driver import Bounds, Driver
from streams.searcher.ledger import Head, opened
from streams.searcher.prompts import Prompt, order, rewriter
from streams.searcher.scorers import Score
from streams.searcher.search import Search, Space
from streams.searcher.utility import HIGHEST, Rubric, Verdict
from tests.bench.results import Batch, Micro, batches, micro

CONCURRENCIES = (1, 4, 16)
SIZES = (6, 12, 33)
PLANS = 2000


def main() -> int:
    """Measures and prints; always 0."""
    options = _parser().parse_args()
    prompts = read(options.data)[: options.prompts] if options.data else made(options.prompts)
    print(micro(steps()), end="\n\n")
    print(batches(list(rows(prompts, options.latency))))
    return 0


def steps() -> list[Micro]:
    """What the search costs for each plan that it judges, and the rewriting of a message by a plan."""
    searching = [Micro(f"search of {n} entities, a plan", _seconds_a_plan(n) * 1e6, PLANS) for n in SIZES]
    return [*searching, *_rewriting()]


def rows(prompts: Sequence[Prompt], latency: float) -> Iterator[Batch]:
    """Prompts whose model takes so long for every answer, by the paper's algorithm and by ours."""
    what = f"{len(prompts)} prompts, {latency * 1000:.0f} ms an answer"
    seconds, plans = asyncio.run(_sequential(prompts, latency))
    yield Batch(f"{what}: the paper's algorithm, {plans} plans", seconds)
    for concurrency in CONCURRENCIES:
        seconds, plans = asyncio.run(_ours(prompts, Slow(latency), concurrency))
        yield Batch(f"{what}: ours, {concurrency} calls in flight, {plans} plans", seconds)


def _rewriting() -> Iterator[Micro]:
    prompt = max(made(20), key=lambda each: len(each.entities))
    rewriting, count = rewriter(prompt), len(prompt.entities)
    plans = [tuple(Random(seed).choices(list(Action), k=count)) for seed in range(PLANS)]
    began = perf_counter()
    for plan in plans:
        rewriting.rewritten(plan)
    yield Micro(f"a message of {count} entities rewritten by a plan", (perf_counter() - began) / PLANS * 1e6, PLANS)
    began = perf_counter()
    for _ in range(PLANS // 20):
        rewriter(prompt)
    seconds = (perf_counter() - began) / (PLANS // 20)
    yield Micro(f"a message of {count} entities made ready to be rewritten", seconds * 1e6, PLANS // 20)


class Slow(StandIn):
    """The stand-in, with a latency."""

    def __init__(self, latency: float) -> None:
        self._latency = latency

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        """Every call sleeps as long as a model would take."""
        needs = needs_of(prompt)

        async def score(plan: Actions, repeat: int) -> int | None:
            async def answer() -> int:
                await asyncio.sleep(self._latency)
                return needs.score(plan)

            return await calls.make(answer)

        return score


async def _sequential(prompts: Sequence[Prompt], latency: float) -> tuple[float, int]:
    """The paper's algorithm as it is printed: seconds and plans judged."""
    began, judged = perf_counter(), 0
    for prompt in prompts:
        needs, key, n = needs_of(prompt), order(prompt).key, len(prompt.entities)

        async def passes(plan: Actions) -> bool:
            nonlocal judged
            judged += 1
            await asyncio.sleep(latency)
            return needs.score(plan) == HIGHEST  # noqa: B023 - called before the loop goes on

        root = []
        for index in range(n):
            redacted, abstracted = [
                await passes(tuple(action if at == index else Action.RETAIN for at in range(n)))
                for action in (Action.REDACT, Action.ABSTRACT)
            ]
            root.append(Action.REDACT if redacted else Action.ABSTRACT if abstracted else Action.RETAIN)
        queue, seen = [(key(tuple(root)), 0, tuple(root))], {tuple(root)}
        while not await passes(plan := heapq.heappop(queue)[2]):
            for index, action in enumerate(plan):
                child = (*plan[:index], Action(max(0, action - 1)), *plan[index + 1 :])
                if child not in seen:
                    seen.add(child)
                    heapq.heappush(queue, (key(child), len(seen), child))
    return perf_counter() - began, judged


async def _ours(prompts: Sequence[Prompt], scorer: StandIn, concurrency: int) -> tuple[float, int]:
    with TemporaryDirectory() as folder, opened(Path(folder) / "l", Head("m", "m", Rubric.OUT_OF_TEN, 1)) as ledger:
        began = perf_counter()
        await Driver(scorer, ledger, Bounds(concurrency)).run(prompts, 0)
        return perf_counter() - began, len(ledger.scores)


def _seconds_a_plan(n: int) -> float:
    search, plans = Search(PlanOrder((1,) * n).key, Space.unrestricted(n)), 0
    began = perf_counter()
    while search.result is None and plans < PLANS:
        plan = search.wanted(1)[0]
        plans += 1
        search.learn(plan, Verdict.PASS if plans <= n else Verdict.FAIL)
    return (perf_counter() - began) / plans


def made(count: int) -> list[Prompt]:
    """Prompts of two to ten people."""
    random, names = Random(0), ("Ann", "Bob", "Cid", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan")
    sizes = [random.randint(2, len(names)) for _ in range(count)]
    return [
        Prompt(
            f"made-{number}",
            "made",
            ", ".join(names[:size]),
            tuple(GivenEntity(EntityType.NAME, (name,), f"person {name[0]}") for name in names[:size]),
        )
        for number, size in enumerate(sizes)
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", metavar="FILE", help="instead of made prompts")
    parser.add_argument("--prompts", type=int, default=20)
    parser.add_argument("--latency", type=float, default=0.05, metavar="SECONDS")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
