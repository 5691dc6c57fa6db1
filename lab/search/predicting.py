"""One run of ``canarygate minimize predict``, from the command line's options to its measurements."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter

from gateway.types import Action, Actions
from lab.reporting.statistics import Estimate, rate
from lab.search.prediction import Compared, Fit, Prediction, compared, fit, overlaps, zero_shot_name
from lab.search.stand_in import NAME as STAND_IN
from lab.search.stand_in import needs_of
from lab.search.training import Example, by_model
from lab.search.zero_shot import REPAIR, Order, answered, decided, question
from streams.models import Model
from streams.searcher.ledger import Head, Scored, actions, decode_all
from streams.searcher.prompts import Prompt
from streams.searcher.utility import HIGHEST

REPAIRS = 1
AT_ONCE = 8

Known = Mapping[tuple[str, str, Actions], bool]
"""Maps model, prompt and plan to whether every decode of the plan had the full score."""


def known(ledgers: Iterable[Path]) -> Known:
    """Returns what the ledgers know about plans, both the oracle's own and others that its search tried."""
    passed: dict[tuple[str, str, Actions], bool] = {}
    for ledger in ledgers:
        model = ""
        for _, record in decode_all(ledger.read_bytes(), ledger.name):
            if isinstance(record, Head):
                model = record.model
            elif isinstance(record, Scored):
                place = (model, record.prompt, actions(record.plan))
                passed[place] = passed.get(place, True) and record.score == HIGHEST
    return passed


def predicted(
    data: Sequence[str],
    found: Sequence[Example],
    known_plans: Known,
    asked: Sequence[Compared],
    *,
    seed: int,
    versions: dict[str, str],
) -> Prediction:
    """Compares predictors with the oracle's plans, by model and dataset.

    ``asked`` are a model's plans for ``found``. Predictors are trained on plans of the same model.
    """
    places = {model: [at for at, each in enumerate(found) if each.model == model] for model in by_model(found)}
    entities = sum(len(example.plan) for example in found)
    return Prediction(
        data=list(data),
        prompts=len({example.prompt.id for example in found}),
        entities=entities,
        stand_in=any(example.model == STAND_IN for example in found),
        fits={
            model: _of_model([found[at] for at in own], [each.among(own) for each in asked], known_plans, seed)
            for model, own in places.items()
        },
        oracle={model: _shares(own) for model, own in by_model(found).items()},
        overlaps=overlaps(found),
        seed=seed,
        versions=versions,
    )


async def zero_shot(model: Model, name: str, found: Sequence[Example], order: Order = Order.NOTION) -> Compared:
    """Returns the plans of a model that is asked once per prompt, and a second time if its answer states no plan.

    Entities without an action after that are redacted and counted.
    Raises GatewayError if the model cannot be reached.
    """
    slots = asyncio.Semaphore(AT_ONCE)
    began = perf_counter()
    stated = await asyncio.gather(*(_asked(model, example.prompt, slots, order) for example in found))
    seconds = (perf_counter() - began) / max(1, len(found))
    return Compared(zero_shot_name(name), [*map(decided, stated)], seconds, [each.count(None) for each in stated])


async def _asked(model: Model, prompt: Prompt, slots: asyncio.Semaphore, order: Order) -> tuple[Action | None, ...]:
    messages = [("user", question("\n".join([prompt.text, *prompt.choices]), prompt.entities, order))]
    count = len(prompt.entities)
    stated: tuple[Action | None, ...] = (None,) * count
    async with slots:
        for _ in range(1 + REPAIRS):
            answer = await model.complete(messages)
            stated = tuple(
                old if new is None else new for new, old in zip(answered(answer, count), stated, strict=True)
            )
            if None not in stated:
                break
            messages += [("assistant", answer), ("user", REPAIR)]
    return stated


def _of_model(
    own: Sequence[Example], asked: Sequence[Compared], known_plans: Known, seed: int
) -> dict[str, dict[str, Fit]]:
    plans = [*compared(own, seed), *asked]
    return {dataset: _fits(own, places, plans, known_plans) for dataset, places in _places(own).items()}


def _fits(
    found: Sequence[Example], places: Sequence[int], plans: Sequence[Compared], known_plans: Known
) -> dict[str, Fit]:
    examples = [found[at] for at in places]
    model = examples[0].model

    def passes(prompt: Prompt, plan: Actions) -> bool | None:
        if model == STAND_IN:
            return needs_of(prompt).score(plan) == HIGHEST
        return known_plans.get((model, prompt.id, plan))

    return {each.name: fit(each.among(places), examples, passes) for each in plans}


def _places(own: Sequence[Example]) -> dict[str, list[int]]:
    """Returns the indexes of the examples by dataset, and of all datasets together if there are several."""
    places: dict[str, list[int]] = {}
    for at, example in enumerate(own):
        places.setdefault(example.prompt.dataset, []).append(at)
    return {**places, "all": list(range(len(own)))} if len(places) > 1 else places


def _shares(examples: Sequence[Example]) -> dict[str, Estimate]:
    chosen = [action for example in examples for action in example.plan]
    return {action.name: rate(chosen.count(action), len(chosen)) for action in reversed(Action)}
