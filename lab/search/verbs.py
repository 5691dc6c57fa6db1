"""The commands of ``canarygate minimize``. They write their output completely or not at all."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Final

import msgspec

from gateway.errors import BadRequest
from gateway.plans.comparator import Comparator
from lab.recovery import auditing, audits
from lab.reporting.commands import encoded, versions
from lab.reporting.files import refuse_existing, write_files, write_lines
from lab.search import comparing, predicting, prediction, training
from lab.search import report as reporting
from lab.search.gathering import Sources, gathered
from lab.search.judge_comparator import Judge
from lab.search.pairs import Pair
from lab.search.pairs import read as read_pairs
from lab.search.prediction import Compared
from lab.search.prompt_files import read as read_prompts
from lab.search.running import Asked, as_text, run
from lab.search.training import Example
from lab.search.zero_shot import Order
from streams.models import one_model
from streams.searcher.driver import Bounds

_PACKAGES: Final = ("canarygate", "numpy", "scikit-learn")


def compare(options: argparse.Namespace) -> int:
    """Prints how well each comparator agrees with people."""
    pairs = list(read_pairs(options.data))
    if not pairs:
        raise BadRequest(f"{options.data.name}: there is no pair in it")
    comparison = asyncio.run(_compared(options, pairs))
    sys.stdout.write(encoded(comparison).decode() if options.json else comparing.as_text(comparison))
    return 0


async def _compared(options: argparse.Namespace, pairs: Sequence[Pair]) -> comparing.Comparison:
    async with AsyncExitStack() as stack:
        judges: dict[str, Comparator] = {}
        if options.judge:
            judge = one_model(options.judge, options.config, options.api_base, os.environ)
            model = await stack.enter_async_context(judge)
            judges[options.judge] = Judge(lambda question: model.complete([("user", question)]))
        return await comparing.compare(options.data.name, pairs, versions(_PACKAGES), judges)


def oracle(options: argparse.Namespace) -> int:
    """Searches the prompts of a file and prints the results and costs; the ledger stores every result."""
    asked = Asked(
        data=options.data,
        ledger=options.ledger,
        model=options.model,
        judge=options.judge,
        config=options.config,
        api_base=options.api_base,
        slacks=options.slack or (),
        repeats=options.repeats,
        bounds=Bounds(options.concurrency, options.budget),
    )
    measured = asyncio.run(run(asked, os.environ, versions(_PACKAGES)))
    sys.stdout.write(encoded(measured).decode() if options.json else as_text(measured))
    return 0


def audit(options: argparse.Namespace) -> int:
    """Prints what an attacker recovers from prompts minimized by the oracle's or the strictest plans."""
    prompts = read_prompts(options.data)
    found = training.examples(prompts, options.ledger)
    measured = asyncio.run(auditing.audited(options, prompts, found, versions(_PACKAGES)))
    sys.stdout.write(encoded(measured).decode() if options.json else audits.as_text(measured))
    return 0


def train(options: argparse.Namespace) -> int:
    """Trains a predictor on the oracle's plans and writes it."""
    refuse_existing(options.out)
    found = training.examples(read_prompts(options.data), options.ledger)
    artefact = training.train([*found, *training.live_examples(options.ledger)])
    write_lines(options.out, [encoded(artefact)])
    return 0


def predict(options: argparse.Namespace) -> int:
    """Prints how each predictor compares with the oracle's plans."""
    found = training.examples(read_prompts(options.data), options.ledger)
    if not found:
        raise BadRequest("there is no plan of the oracle in the data or the ledgers: run canarygate minimize oracle")
    names = [path.name for path in [*options.data, *options.ledger]]
    asked = asyncio.run(_zero_shot(options, found)) if options.ask else []
    known = predicting.known(options.ledger)
    measured = predicting.predicted(names, found, known, asked, seed=options.seed, versions=versions(_PACKAGES))
    if options.ask:
        measured = msgspec.structs.replace(measured, asked=options.ask, order=Order(options.order))
    sys.stdout.write(encoded(measured).decode() if options.json else prediction.as_text(measured))
    return 0


def report(options: argparse.Namespace) -> int:
    """Writes tables and figures, and prints the tables."""
    refuse_existing(options.out)
    sources = Sources(
        data=options.data,
        ledgers=options.ledger,
        pairs=options.pairs,
        ablation=options.ablation,
        audits=options.audits,
        runs=options.runs,
    )
    evidence = asyncio.run(gathered(sources, read_prompts(options.data), options.seed, versions(_PACKAGES)))
    rendered, drawn = reporting.rendered(evidence)
    write_files(options.out, reporting.files(rendered, drawn))
    sys.stdout.write(encoded(rendered).decode() if options.json else reporting.markdown(rendered, drawn))
    return 0


async def _zero_shot(options: argparse.Namespace, found: Sequence[Example]) -> list[Compared]:
    async with one_model(options.ask, options.config, options.api_base, os.environ) as model:
        return [await predicting.zero_shot(model, options.ask, found, Order(options.order))]
