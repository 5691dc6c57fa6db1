"""The dispatcher's work on one turn: call the provider, send its answer as it arrives, record how the turn ended.

It sees minimized text only and has no key that opens more. The order is the last reply, then the outcome, then the
acknowledgement, so a crash in between repeats a turn instead of losing it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial

from gateway import metrics
from gateway.errors import GatewayError, ProviderFailed, TimedOut, Unavailable
from gateway.kafka.producer import Producer
from gateway.logs import CURRENT_TURN, fields
from gateway.providers.client import Providers
from gateway.records import MinimizedTurn, Outcome, OutcomeKind, Topic, decode
from streams.dispatcher.attempt import Attempt
from streams.dispatcher.claims import Claimed, Claims
from streams.dispatcher.egress import EgressHolds
from streams.dispatcher.inquiries import Inquiries
from streams.dispatcher.outcomes import Outcomes
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import Lane, Lanes
from streams.engine.worker import DeadLettered, Delivery, Doing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """Handles the records of ``conversations.minimized``. A turn that has ended is not sent to a provider again."""

    producer: Producer
    providers: Providers
    cancellations: Cancellations
    outcomes: Outcomes
    lanes: Lanes
    claims: Claims
    inquiries: Inquiries
    holds: EgressHolds
    _attempts: dict[str, Attempt] = field(default_factory=dict)

    async def handle(self, delivery: Delivery) -> None:
        """Answers the turn, or ends it with an error; raises DeadLettered if it needs a dead letter."""
        CURRENT_TURN.set(delivery.turn_id)
        if await self.outcomes.ended(delivery):
            return
        turn = decode(delivery.value, MinimizedTurn)
        outcome = await self._outcome(delivery, turn)
        self.claims.end(delivery.turn_id)
        await self.producer.deliver(
            Topic.OUTCOMES, delivery.turn_id, Outcome(outcome=outcome), partition=delivery.partition
        )
        self.outcomes.add(delivery.turn_id)
        log.info("turn ended", extra=fields(turn_id=delivery.turn_id, outcome=outcome.value, model=turn.model))
        if outcome is OutcomeKind.EXPIRED:
            raise DeadLettered("expired")

    async def claim(self, deliveries: Collection[Delivery]) -> Collection[str]:
        """Claims the turns that are being answered; returns them."""
        turns = {
            delivery.turn_id: Claimed(delivery.partition, attempt.attempt_id)
            for delivery in deliveries
            if (attempt := self._attempts.get(delivery.turn_id))
        }
        await self.claims.claim(turns)
        return turns.keys()

    async def _outcome(self, delivery: Delivery, turn: MinimizedTurn) -> OutcomeKind:
        if self.cancellations.cancelled(delivery.turn_id):
            return OutcomeKind.CANCELLED
        self._attempts[delivery.turn_id] = attempt = Attempt(self.producer, delivery.turn_id, turn)
        call = asyncio.create_task(self._in_turn(delivery, attempt))
        self.cancellations.watch(delivery.turn_id, call.cancel)
        error: GatewayError
        try:
            await call
            return OutcomeKind.ANSWERED
        except asyncio.CancelledError:
            if self.cancellations.cancelled(delivery.turn_id):
                return OutcomeKind.CANCELLED
            call.cancel()
            if not attempt.sent:
                await self.claims.give_back(delivery.turn_id)
                raise  # another dispatcher answers the turn
            error = ProviderFailed("the attempt that was answering was stopped")
        except GatewayError as failure:
            error = failure
        except Exception:
            log.exception("an attempt failed", extra=fields(turn_id=delivery.turn_id, attempt_id=attempt.attempt_id))
            error = GatewayError("the gateway failed")
        finally:
            self.cancellations.unwatch(delivery.turn_id)
            del self._attempts[delivery.turn_id]
        await attempt.fail(error)
        return OutcomeKind.EXPIRED if attempt.expired else OutcomeKind.FAILED

    async def _in_turn(self, delivery: Delivery, attempt: Attempt) -> None:
        turn = attempt.turn
        try:
            async with (
                asyncio.timeout(attempt.seconds_left()),
                self.lanes.turn(Lane(turn.tenant, turn.model), len(delivery.value)),
            ):
                await self._ask_if_late(attempt)
                delivery.doing = Doing.AT_PROVIDER
                at_it = self.inquiries.at(attempt.turn_id, turn.reply_partition)
                with at_it, metrics.stage_seconds.labels("provider").time():
                    await attempt.answer(self.providers, partial(self.holds.check, turn.tenant))
        except TimeoutError:
            raise TimedOut("the turn's time is over") from None

    async def _ask_if_late(self, attempt: Attempt) -> None:
        turn = attempt.turn
        if time.time() * 1000 <= turn.ask_after_ms:
            return
        if not await self.inquiries.is_awaited(attempt.turn_id, turn.reply_partition):
            raise Unavailable("the turn came late, and its edge did not say that the client still waits")
