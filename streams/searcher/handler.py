"""The role ``searcher``: searches a sample of the turns of tenants that opted in, beside their way to a provider.

It reads raw text, so it calls only ``trusted_models``. A sampled turn that it cannot open, cannot search or has no room
for is counted and skipped; the turn's answer does not depend on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from gateway import metrics
from gateway.background import Background
from gateway.errors import GatewayError, Unavailable
from gateway.logs import fields
from gateway.policy import Policy
from gateway.protocols.registry import APIS_BY_NAME
from gateway.records import DeadLetter, IncomingTurn, Undecodable, decode
from gateway.sealing import CannotOpen, Purpose, Sealer
from streams.detecting.service import DetectionService
from streams.engine.worker import Delivery
from streams.models import Messages, Model
from streams.searcher.driver import Bounds
from streams.searcher.ledger import Head, Ledger, opened
from streams.searcher.proposer import Proposer
from streams.searcher.sampling import Sample, is_sampled, sample_of, searched
from streams.searcher.scorers import Scorer

log = logging.getLogger(__name__)

_WAITING: Final = 16  # searches that wait; a turn that comes then is dropped


@dataclass(frozen=True, slots=True)
class Counted:
    """A model whose calls are counted."""

    model: Model

    async def complete(self, messages: Messages) -> str:
        """Returns the model's answer."""
        try:
            answer = await self.model.complete(messages)
        except GatewayError:
            metrics.oracle_calls_total.labels("failed").inc()
            raise
        metrics.oracle_calls_total.labels("answered").inc()
        return answer


@dataclass(slots=True)
class Searcher:
    """Handles the records of ``conversations.incoming``; as a resource of its agent it holds the ledger open.

    One search runs at a time, with as many calls in flight as its bounds allow.
    """

    shares: Mapping[str, float]
    sealer: Sealer
    policies: Mapping[str, Policy]
    detection: DetectionService
    scorer: Scorer
    head: Head
    ledger: Path
    bounds: Bounds
    entities: int
    proposer: Proposer | None = None
    _stack: ExitStack = field(default_factory=ExitStack)
    _background: Background = field(default_factory=Background)
    _stopping: bool = False
    _waiting: asyncio.Queue[Sample] = field(default_factory=lambda: asyncio.Queue(_WAITING))

    async def start(self) -> None:
        """Opens the ledger, new or existing; raises GatewayError if it belongs to another model or is in use."""
        ledger = self._stack.enter_context(opened(self.ledger, self.head))
        self._background.spawn(self._search_all(ledger))

    async def stop(self) -> None:
        """Cancels the running and the waiting searches; closes the ledger."""
        self._stopping = True
        await self._background.drain(0)
        self._stack.close()

    async def idle(self) -> None:
        """Returns when every accepted turn is searched."""
        await self._waiting.join()

    async def handle(self, delivery: Delivery) -> None:
        """Queues a sampled turn if it can be searched; never waits for a search, and skips unreadable turns."""
        try:
            turn = decode(delivery.value, IncomingTurn)
        except Undecodable:
            return
        if turn.dry_run or not is_sampled(delivery.turn_id, self.shares.get(turn.tenant, 0.0)):
            return
        try:
            taken = await self._sample(delivery.turn_id, turn)
        except (CannotOpen, GatewayError):
            taken = None
        if taken is None:
            metrics.searches_total.labels("skipped").inc()
            return
        try:
            self._waiting.put_nowait(taken)
        except asyncio.QueueFull:
            metrics.searches_total.labels("dropped").inc()

    async def leave(self, letter: DeadLetter, turn_id: str) -> None:
        """Does nothing: the minimizer writes the dead letter of an unreadable record."""

    async def _sample(self, turn_id: str, turn: IncomingTurn) -> Sample | None:
        request = self.sealer.open(turn.sealed, tenant=turn.tenant, turn_id=turn_id, purpose=Purpose.REQUEST)
        policy = self.policies.get(turn.policy)
        if policy is None or turn.route not in APIS_BY_NAME:
            raise Unavailable("this searcher does not know the turn's policy or route")
        step = partial(sample_of, turn_id, request, turn.route, policy=policy, tenant=turn.tenant, most=self.entities)
        return await self.detection.run(policy, step, tenant=turn.tenant, short=False, seconds=self.detection.seconds)

    async def _search_all(self, ledger: Ledger) -> None:
        while True:
            taken = await self._waiting.get()
            try:
                if self.proposer is not None:
                    taken = await self.proposer.abstracted(taken)
                found = await searched(taken, self.scorer, self.head, self.bounds)
                ledger.add(found)
                metrics.searches_total.labels(found.ending.value).inc()
            except Exception:
                if self._stopping:
                    # Calls that fail while they are cancelled arrive as an error that hides the cancellation.
                    raise asyncio.CancelledError from None
                metrics.searches_total.labels("failed").inc()
                log.exception("a search failed", extra=fields(turn_id=taken.prompt.id))
            finally:
                self._waiting.task_done()
