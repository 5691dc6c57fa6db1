"""Plants canaries in live traffic: requests through the edge, as any client with a key sends them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Final

import aiohttp

from gateway.background import Background
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import MintedCanary, ProbeAnswered, Topic
from gateway.settings import AuditSettings
from gateway.types import JsonObject, Surface
from streams.auditor.ledger import OF_TYPES_ONLY, AuditLedger
from streams.auditor.texts import OF_ANALYTICS
from streams.canaries.carriers import Position, Probe, ProbeWeights, draw_probe
from streams.canaries.disguises import Disguise
from streams.canaries.drawing import Chance, Draw
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import UsedUp, mint

log = logging.getLogger(__name__)

PASS_SECONDS: Final = 30.0
LOOKED_FOR_SECONDS: Final = 3600.0
ANSWER_SECONDS: Final = 120.0
PATH: Final = "/v1/chat/completions"
TURN_ID: Final = "x-canarygate-turn-id"
# Only what a user says at last becomes an analytics text.
SAID: Final = frozenset({Position.USER, Position.PART})
# Plainly only: a name may not hold most values as they are.
WEIGHTS: Final = ProbeWeights(
    positions={position: 1.0 for position in Position if position is not Position.NAME},
    disguises={Disguise.PLAIN: 1.0},
)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """For how long a canary may be on its way: ``summary_seconds`` until the summary of its cluster is decided."""

    watched: Set[Surface]
    summary_seconds: float

    def of(self, kind: str, position: Position, now_ms: int) -> dict[Surface, int]:
        """Returns each surface that the canary should pass, with the time until when."""
        seconds = dict.fromkeys((Surface.EGRESS, Surface.REPLIES), PASS_SECONDS)
        if position in SAID:
            seconds |= dict.fromkeys(OF_ANALYTICS, PASS_SECONDS + self.summary_seconds)
            seconds[Surface.ANALYTICS] = PASS_SECONDS
        typed = KINDS[kind].entity_type is not None
        return {
            surface: now_ms + round(1000 * after)
            for surface, after in seconds.items()
            if surface in self.watched and (typed or surface not in OF_TYPES_ONLY)
        }

    def expires_ms(self, now_ms: int) -> int:
        """Returns until when a canary is looked for: wherever it stood, its window's summaries must not hold it."""
        return now_ms + round(1000 * (PASS_SECONDS + self.summary_seconds + LOOKED_FOR_SECONDS))


@dataclass(slots=True)
class Planter:
    """Sends probes at the rate of the settings, with jitter. What is planted was written down before."""

    audit: AuditSettings
    edge: str
    ledger: AuditLedger
    deadlines: Deadlines
    chance: Chance
    draw_id: Callable[[], str]
    producer: Producer
    _probes: Background = field(default_factory=Background)

    async def run(self) -> None:
        """Plants until it is cancelled."""
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        api_key = self.audit.api_key.get_secret_value() if self.audit.api_key else ""
        headers = {"authorization": f"Bearer {api_key}"}
        async with aiohttp.ClientSession(self.edge, headers=headers, timeout=timeout) as session:
            try:
                while True:
                    await asyncio.sleep(60 / self.audit.probes_per_minute * (0.5 + self.chance.random()))
                    self._probes.spawn(self._plant(session))
            finally:
                await self._probes.drain(0)

    async def _plant(self, session: aiohttp.ClientSession) -> None:
        kind = Draw(self.chance).one(self.audit.kinds)
        try:
            canary = mint(kind, self.chance, self.ledger.scanner.clashes)
        except UsedUp:
            log.warning("the values of a kind of canary are used up", extra=fields(reason=kind))
            return
        probe = draw_probe(canary, self.audit.model or "", WEIGHTS, self.chance)
        name, minted = self.draw_id(), self._minted(canary, probe)
        await self.producer.persist(Topic.MINTED, name, minted)
        self.ledger.mint(name, minted)
        turn_id = await _ask(session, probe.body)
        if turn_id is not None:
            answered = ProbeAnswered(turn_id=turn_id, answered_ms=round(time.time() * 1000))
            await self.producer.persist(Topic.MINTED, name, answered)
            self.ledger.answer(name, answered)

    def _minted(self, canary: Canary, probe: Probe) -> MintedCanary:
        now_ms = round(time.time() * 1000)
        return MintedCanary(
            canary_kind=canary.kind,
            value=canary.value,
            minted_ms=now_ms,
            expires_ms=self.deadlines.expires_ms(now_ms),
            deadlines_ms=self.deadlines.of(canary.kind, probe.position, now_ms),
        )


async def _ask(session: aiohttp.ClientSession, body: JsonObject) -> str | None:
    """Sends a probe and reads its answer to the end; returns the turn's id, None if it was not answered."""
    try:
        async with session.post(PATH, json=body) as response:
            await response.read()
            if response.status == 200:
                return response.headers.get(TURN_ID)
            log.warning("a probe was not answered", extra=fields(status=response.status))
    except (aiohttp.ClientError, TimeoutError) as error:
        log.warning("a probe was not answered", extra=fields(reason=type(error).__name__))
    return None
