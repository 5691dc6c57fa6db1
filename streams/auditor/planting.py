"""Plants canaries in live traffic: requests through the edge, as any client with a key sends them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import aiohttp

from gateway.background import Background
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import MintedCanary, ProbeAnswered, Topic
from gateway.settings import AuditSettings
from gateway.types import Surface
from streams.auditor.allowance import ProbeAllowance
from streams.auditor.asking import ProbeAnswer, ProbeOutcome, ask
from streams.auditor.clients import ProbeClient
from streams.auditor.deadlines import Deadlines
from streams.auditor.ledger import AuditLedger
from streams.auditor.tally import AuditTally
from streams.auditor.witness import AuditWitness, Search
from streams.canaries.carriers import Position, Probe, ProbeWeights, draw_probe
from streams.canaries.disguises import Disguise
from streams.canaries.drawing import Chance, Draw
from streams.canaries.faults import Fault, spoiled
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import UsedUp, mint
from streams.canaries.promises import is_promised

log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 120.0
QUIET_SECONDS: Final = 60.0
LEAVE_SECONDS: Final = 5.0  # for the answers to probes that are on their way: their canaries would count as lost


def weights(audit: AuditSettings) -> ProbeWeights:
    """Returns the weights that the settings say."""
    return ProbeWeights(
        positions={Position(name): weight for name, weight in audit.positions.items()},
        disguises={Disguise(name): weight for name, weight in audit.disguises.items()},
    )


@dataclass(slots=True)
class Planter:
    """Sends probes at the rate of the settings, with jitter. What is planted was written down before.

    ``clients`` are as whom, ``model`` is the name of the entry that serves what they ask for, and ``faults`` are what
    may be wrong with the share of probes that is invalid.
    """

    audit: AuditSettings
    edge: str
    clients: Sequence[ProbeClient]
    model: str
    faults: Sequence[Fault]
    ledger: AuditLedger
    deadlines: Deadlines
    chance: Chance
    draw_id: Callable[[], str]
    producer: Producer
    tally: AuditTally
    allowance: ProbeAllowance
    witness: AuditWitness | None = None
    _probes: Background = field(default_factory=Background)
    _said: dict[tuple[str, ProbeOutcome], float] = field(default_factory=dict)

    async def run(self, search: Search) -> None:
        """Plants until it is cancelled; what answers say that are errors is searched."""
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        async with aiohttp.ClientSession(self.edge, timeout=timeout) as session:
            try:
                while True:
                    await asyncio.sleep(60 / self.audit.probes_per_minute * (0.5 + self.chance.random()))
                    self._probes.spawn(self._plant(session, search))
            finally:
                await self._probes.drain(LEAVE_SECONDS)

    async def _plant(self, session: aiohttp.ClientSession, search: Search) -> None:
        client = Draw(self.chance).one(self.clients)
        canary = self._drawn(client)
        if canary is None:
            self._note(client, ProbeOutcome.NOT_SENT)
            return
        probe = draw_probe(canary, self.audit.model or "", weights(self.audit), self.chance)
        fault = self._fault()
        name, minted = self.draw_id(), self._minted(client, canary, probe, fault)
        self.allowance.note(minted.minted_ms)
        await self.producer.persist(Topic.MINTED, name, minted)
        self.ledger.mint(name, minted)
        request = spoiled(probe.body, canary.value, fault)
        answer = await ask(session, request.route, request.content, client.api_key)
        self._note(client, answer.outcome, is_meant=fault is not None and answer.outcome is ProbeOutcome.REFUSED)
        await self._take(name, answer, search)

    def _drawn(self, client: ProbeClient) -> Canary | None:
        """A canary that the client is to plant; None if there is nothing left that may be planted."""
        kind = Draw(self.chance).one(client.kinds)
        if not self.allowance.has_room(round(time.time() * 1000)):
            return None
        try:
            return mint(kind, self.chance, self.ledger.scanner.clashes)
        except UsedUp:
            log.warning("the values of a kind of canary are used up", extra=fields(reason=kind))
            return None

    def _fault(self) -> Fault | None:
        return Draw(self.chance).one(self.faults) if self.chance.random() < self.audit.invalid_share else None

    def _minted(self, client: ProbeClient, canary: Canary, probe: Probe, fault: Fault | None) -> MintedCanary:
        now_ms = round(time.time() * 1000)
        promised = is_promised(canary.kind, probe.position, probe.disguise)
        return MintedCanary(
            canary_kind=canary.kind,
            value=canary.value,
            minted_ms=now_ms,
            expires_ms=self.deadlines.expires_ms(now_ms),
            deadlines_ms=self.deadlines.of(probe.position, now_ms, promised=promised, is_valid=fault is None),
            tenant=client.tenant,
            model=self.model,
            position=fault.value if fault else probe.position.value,
            disguise=Disguise.PLAIN.value if fault else probe.disguise.value,
            promised=promised if fault is None else KINDS[canary.kind].entity_type is not None,
            client=client.name,
        )

    async def _take(self, name: str, answer: ProbeAnswer, search: Search) -> None:
        if answer.outcome is ProbeOutcome.ANSWERED and answer.turn_id:
            received = self.witness is not None and self.witness.received(answer.answer_id)
            answered_ms = round(time.time() * 1000)
            answered = ProbeAnswered(turn_id=answer.turn_id, answered_ms=answered_ms, received=received)
            await self.producer.persist(Topic.MINTED, name, answered)
            self.ledger.answer(name, answered)
            return
        await search(Surface.ERRORS, f"errors/{name}", answer.text)
        if answer.outcome is ProbeOutcome.REFUSED:
            self.ledger.refused(name, time.time())

    def _note(self, client: ProbeClient, outcome: ProbeOutcome, *, is_meant: bool = False) -> None:
        """Counts what became of a client's probe, and says once a minute what was not meant."""
        self.tally.asked(client.name, outcome)
        now, what = time.monotonic(), (client.name, outcome)
        if outcome is ProbeOutcome.ANSWERED or is_meant or now < self._said.get(what, now):
            return
        self._said[what] = now + QUIET_SECONDS
        log.warning("a probe was not answered", extra=fields(key=client.name, outcome=outcome.value))
