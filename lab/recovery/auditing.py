"""One run of ``canarygate minimize audit``, from the command line's options to its measurements."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.errors import BadRequest
from gateway.types import Action, Actions
from lab.recovery.attacker import Attacker
from lab.recovery.audits import Audit, span_wise, type_wise
from lab.recovery.built_in import BuiltIn
from lab.recovery.model_attacker import ModelAttacker
from lab.search.stand_in import NAME as STAND_IN
from lab.search.training import Example
from streams.models import one_model
from streams.searcher.prompts import Prompt

BUILT_IN: Final = "built in"


async def audited(
    options: argparse.Namespace, prompts: Sequence[Prompt], found: Sequence[Example], versions: dict[str, str]
) -> Audit:
    """Returns both audits of the requested plans; raises BadRequest if there are none."""
    plans: list[tuple[Prompt, Actions]] = [(example.prompt, example.plan) for example in found]
    if options.redact_all:
        plans = [(prompt, (Action.REDACT,) * len(prompt.entities)) for prompt in prompts]
    if not plans:
        raise BadRequest("there is no plan to audit: run canarygate minimize oracle, or ask for --redact-all")
    models = sorted({example.model for example in found})
    async with _attacker(options) as attacker:
        return await audit(
            attacker,
            plans,
            data=[path.name for path in [*options.data, *options.ledger]],
            made_by="everything redacted" if options.redact_all else f"the oracle's, of {', '.join(models)}",
            attacked_by=options.attacker or BUILT_IN,
            stand_in=not options.redact_all and STAND_IN in models,
            versions=versions,
        )


async def audit(
    attacker: Attacker,
    plans: Sequence[tuple[Prompt, Actions]],
    *,
    data: list[str],
    made_by: str,
    attacked_by: str,
    stand_in: bool,
    versions: dict[str, str],
) -> Audit:
    """Returns both audits of these plans."""
    spans, recovered = await span_wise(attacker, plans)
    types = await type_wise(attacker, plans)
    prompts = len({prompt.id for prompt, _ in plans})
    return Audit(data, made_by, attacked_by, stand_in, prompts, spans, types, recovered, seed=None, versions=versions)


def built_in() -> BuiltIn:
    """Returns the attacker without a model."""
    return BuiltIn(PatternDetector((*PATTERNS, *ATTRIBUTES, Tagger(load())), few_texts=True).detect)


@asynccontextmanager
async def _attacker(options: argparse.Namespace) -> AsyncIterator[Attacker]:
    if options.attacker is None:
        yield built_in()
        return
    async with one_model(options.attacker, options.config, options.api_base, os.environ) as model:
        yield ModelAttacker(lambda question: model.complete([("user", question)]))
