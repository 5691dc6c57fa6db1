"""``canarygate verify``: opens the witness, sends the probes, and says what reached it."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from random import Random
from typing import Final

import aiohttp

from gateway.errors import BadRequest
from gateway.settings.audit import CANARY_KINDS
from gateway.settings.environment import Environment
from gateway.settings.sections import address
from streams.canaries.carriers import Position
from streams.canaries.disguises import Disguise
from streams.canaries.kinds import KINDS
from streams.verify.asking import GatewayClient, base_of
from streams.verify.judging import GatewayAnswer, Mark, judged
from streams.verify.plan import PlannedProbe, ProbePlan, planned
from streams.verify.report import Verification, as_json, report
from streams.verify.witness import WitnessServer

PATIENCE: Final = 24  # probes that may go elsewhere than to the witness: a provider may be paid for them
# A phrase has no entity type: nobody promises to hide it.
KIND_NAMES: Final = tuple(kind for kind in CANARY_KINDS if KINDS[kind].entity_type is not None)
DISGUISES: Final = (Disguise.PLAIN,)
IN_ENVIRONMENT: Final = "os.environ/"


def verify(options: Namespace) -> int:
    """Runs the command; returns 0 where nothing leaked, 1 where something did, 2 where that cannot be said."""
    verification = asyncio.run(_verified(options))
    said = as_json(verification) if options.json else report(verification, f"http://{options.witness}/v1")
    sys.stdout.write(said + "\n")
    return verification.status


async def _verified(options: Namespace) -> Verification:
    plan = _plan(options)
    mark = Mark(secrets.token_hex(4))
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    base, headers = base_of(options.url), {"authorization": f"Bearer {_key(options.key)}"}
    timeout = aiohttp.ClientTimeout(total=options.timeout)
    connector = aiohttp.TCPConnector(limit=0)
    async with (
        WitnessServer(address(options.witness), mark) as witness,
        aiohttp.ClientSession(headers=headers, timeout=timeout, connector=connector) as session,
    ):
        client = GatewayClient(session, base, options.concurrency)
        probes = [*planned(plan, options.model or await client.only_model(), Random(seed))]
        if not probes:
            raise BadRequest("nothing can be planted: no chosen position takes the chosen kinds and disguises")
        started = time.monotonic()
        answers = await _answers(client, witness, probes)
        found = judged(probes, answers, witness.received, mark)
        return Verification(found, len(probes) - len(answers), seed, time.monotonic() - started)


async def _answers(
    client: GatewayClient, witness: WitnessServer, probes: Sequence[PlannedProbe]
) -> list[GatewayAnswer]:
    answers = await client.ask_all(probes[:PATIENCE])
    return answers + await client.ask_all(probes[PATIENCE:]) if witness.received else answers


def _plan(options: Namespace) -> ProbePlan:
    return ProbePlan(
        _chosen(options.kinds, tuple(KINDS), "--kinds") or KIND_NAMES,
        [Position(each) for each in _chosen(options.positions, tuple(Position), "--positions")] or [*Position],
        [Disguise(each) for each in _chosen(options.disguises, tuple(Disguise), "--disguises")] or DISGUISES,
        options.everywhere,
        options.probes,
    )


def _chosen(names: Sequence[str], known: Sequence[str], option: str) -> Sequence[str]:
    unknown = [each for each in names if each not in known and each != "all"]
    if unknown:
        raise BadRequest(f"{option}: should be of {', '.join(known)}, or all")
    return known if "all" in names else tuple(dict.fromkeys(names))


def _key(given: str) -> str:
    reference = given.removeprefix(IN_ENVIRONMENT)
    key = given if reference == given else Environment(os.environ).get(reference, "")
    if not key or not key.isprintable():
        raise BadRequest("--key: should be a key, or os.environ/NAME with the name of a variable that holds one")
    return key
