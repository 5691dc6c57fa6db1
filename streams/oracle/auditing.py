"""A run of ``canarygate minimize audit``, from what the command line asks to what was measured."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from gateway.detection.detector import PatternDetector
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.patterns import PATTERNS
from gateway.errors import BadRequest
from gateway.minimization.recovery.attacker import Attacker
from gateway.minimization.recovery.built_in import BuiltIn
from gateway.minimization.recovery.model_attacker import ModelAttacker
from gateway.types import Action, Actions
from streams.oracle.audits import Audit, span_wise, type_wise
from streams.oracle.models import ProviderModel, configured, started
from streams.oracle.prompts import Prompt
from streams.oracle.stand_in import NAME as STAND_IN
from streams.oracle.training import Example


async def audited(
    options: argparse.Namespace, prompts: Sequence[Prompt], found: Sequence[Example], versions: dict[str, str]
) -> Audit:
    """Both audits of the plans that were asked for; raises BadRequest where there are none."""
    plans: list[tuple[Prompt, Actions]] = [(example.prompt, example.plan) for example in found]
    if options.redact_all:
        plans = [(prompt, (Action.REDACT,) * len(prompt.entities)) for prompt in prompts]
    if not plans:
        raise BadRequest("there is no plan to audit: run canarygate minimize oracle, or ask for --redact-all")
    models = sorted({example.model for example in found})
    async with _attacker(options) as attacker:
        spans, recovered = await span_wise(attacker, plans)
        types = await type_wise(attacker, plans)
    return Audit(
        data=[path.name for path in [*options.data, *options.ledger]],
        plans="everything redacted" if options.redact_all else f"the oracle's, of {', '.join(models)}",
        attacker=options.attacker or "built in",
        stand_in=not options.redact_all and STAND_IN in models,
        prompts=len({prompt.id for prompt, _ in plans}),
        spans=spans,
        types=types,
        recovered=recovered,
        seed=None,
        versions=versions,
    )


@asynccontextmanager
async def _attacker(options: argparse.Namespace) -> AsyncIterator[Attacker]:
    if options.attacker is None:
        yield BuiltIn(PatternDetector((*PATTERNS, Tagger(load()))).detect)
        return
    models, router = configured(options.attacker, options.config, options.api_base, os.environ)
    async with started(models, router) as providers:
        model = ProviderModel(options.attacker, providers)

        async def complete(asked: str) -> str:
            return await model.complete([("user", asked)])

        yield ModelAttacker(complete)
