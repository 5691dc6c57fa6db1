"""One run of the oracle, from the command line's options to its measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from gateway.errors import BadRequest
from lab.search import stand_in
from lab.search.measuring import Measured, measured, table
from lab.search.prompt_files import read
from lab.search.stand_in import StandIn, needs_of
from streams.models import ProviderModel, configured, started
from streams.searcher.driver import Bounds, Driver
from streams.searcher.ledger import Head, Ledger, opened
from streams.searcher.prompts import Prompt
from streams.searcher.scorers import ModelScorer, Scorer
from streams.searcher.utility import Rubric

STAND_IN: Final = "Stand-in model: needs made up by construction. Nothing here measures a real model."


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a run. Without ``model`` the stand-in is used; without ``slacks`` the judge says pass or fail."""

    data: Sequence[Path]
    ledger: Path
    model: str | None = None
    judge: str | None = None
    config: Path | None = None
    api_base: str | None = None
    slacks: Sequence[int] = ()
    repeats: int = 5
    bounds: Bounds = field(default_factory=Bounds)

    @property
    def rubric(self) -> Rubric:
        """How answers are judged; the stand-in always gives points."""
        return Rubric.OUT_OF_TEN if self.slacks or self.model is None else Rubric.PASS_OR_FAIL

    @property
    def head(self) -> Head:
        """The first line of this run's ledger."""
        model = self.model or stand_in.NAME
        return Head(model, self.judge or model, self.rubric, self.repeats if self.model else 1)


class OracleRun(msgspec.Struct, frozen=True):
    """What ``canarygate minimize oracle`` measured. ``stand_in`` is true if no model was asked. It uses no seed.

    ``unfinished`` maps the id of each prompt without a plan to the reason.
    """

    data: list[str]
    model: str
    judge: str
    stand_in: bool
    prompts: int
    concurrency: int
    budget: int
    repeats: int
    datasets: list[Measured]
    unfinished: dict[str, str]
    seed: None
    versions: dict[str, str]


async def run(asked: Asked, environment: Mapping[str, str], versions: dict[str, str]) -> OracleRun:
    """Searches all prompts at all slacks; raises BadRequest, before it writes anything, if the options do not work."""
    prompts = read(asked.data)
    if not prompts:
        raise BadRequest("--data: there is no prompt in it")
    async with AsyncExitStack() as stack:
        scorer = await _scorer(asked, environment, stack)
        ledger = stack.enter_context(opened(asked.ledger, asked.head))
        ledger.check(prompts)
        searches = _Searches(asked, scorer, ledger)
        datasets = [
            await searches.run(list(group)) for _, group in groupby(sorted(prompts, key=_dataset), key=_dataset)
        ]
        return OracleRun(
            data=[path.name for path in asked.data],
            model=asked.head.model,
            judge=asked.head.judge,
            stand_in=asked.model is None,
            prompts=len(prompts),
            concurrency=asked.bounds.concurrency,
            budget=asked.bounds.budget,
            repeats=asked.repeats,
            datasets=datasets,
            unfinished=searches.unfinished,
            seed=None,
            versions=versions,
        )


def as_text(measured: OracleRun) -> str:
    """Returns the results as readable tables, with the model asked and the prompts without a plan and why."""
    who = f"target {measured.model}, judge {measured.judge}"
    lines = [STAND_IN if measured.stand_in else who, table(measured.datasets)]
    lines += [f"unfinished: {prompt}: {why}" for prompt, why in measured.unfinished.items()]
    return "\n".join(lines).rstrip("\n") + "\n"


async def _scorer(asked: Asked, environment: Mapping[str, str], stack: AsyncExitStack) -> Scorer:
    if asked.model is None:
        return StandIn()
    names = asked.head.model, asked.head.judge
    models, router = configured(names, asked.config, asked.api_base, environment)
    providers = await stack.enter_async_context(started(models, router))
    target, judge = (ProviderModel(name, providers) for name in names)
    return ModelScorer(target, judge, asked.rubric, asked.repeats)


class _Searches:
    """The searches of a run, data set by data set."""

    def __init__(self, asked: Asked, scorer: Scorer, ledger: Ledger) -> None:
        self._asked = asked
        self._scorer = scorer
        self._ledger = ledger
        self.unfinished: dict[str, str] = {}

    async def run(self, prompts: Sequence[Prompt]) -> Measured:
        """Searches the prompts of one data set at all slacks and measures the ledger after that."""
        began = perf_counter()
        slacks = self._asked.slacks or (0,)
        for slack in slacks:
            driver = Driver(self._scorer, self._ledger, self._asked.bounds)
            await driver.run(prompts, slack)
            self.unfinished |= driver.unfinished
        utility = None if self._asked.model else lambda prompt: needs_of(prompt).score
        return measured(prompts, slacks, self._ledger, seconds=perf_counter() - began, utility=utility)


def _dataset(prompt: Prompt) -> str:
    return prompt.dataset
