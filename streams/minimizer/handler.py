"""The minimizer's work on one turn: open the request, minimize it in one pure step, forward the result.

It is the only role that sees both the raw text and the plan. It answers what it cannot inspect with an error.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import msgspec

from gateway import metrics
from gateway.errors import Cause, GatewayError, TimedOut, Unavailable
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.plans.predictors.learned import Artefact
from gateway.policy import Policy
from gateway.protocols.registry import APIS_BY_NAME
from gateway.records import DryRun, Failure, IncomingTurn, MinimizedTurn, Record, Topic, decode
from gateway.sealing import CannotOpen, Purpose, Sealer
from streams.detecting.service import DetectionService
from streams.detecting.steps import Step
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import Lane, Lanes
from streams.engine.worker import DeadLettered, Delivery, Doing
from streams.minimizer.counting import TurnCounter
from streams.minimizer.emission import Emission
from streams.minimizer.step import Job, Minimized, minimized

log = logging.getLogger(__name__)

SHORT_BYTES = 16_384  # takes about ten milliseconds


class Expired(TimedOut):
    """The turn's time was over before it was minimized."""


class Unopenable(Unavailable):
    """This minimizer's keys do not open the request."""


DEAD_LETTERS: Mapping[type[GatewayError], str] = {Expired: "expired", Unopenable: "unopenable"}


@dataclass(frozen=True, slots=True)
class Minimizer:
    """Handles the records of ``conversations.incoming``. A redelivery results in the same minimized request."""

    producer: Producer
    sealer: Sealer
    hashing_key: bytes
    policies: Mapping[str, Policy]
    detection: DetectionService
    cancellations: Cancellations
    short: Lanes
    long: Lanes
    predictor: Artefact | None = None
    emission: Emission | None = None
    counting: TurnCounter = field(default_factory=TurnCounter)

    async def handle(self, delivery: Delivery) -> None:
        """Forwards the minimized turn, or answers it with an error; raises DeadLettered if it needs a dead letter.

        What the user said is emitted once the broker has the minimized turn, so that no turn waits for analytics. The
        record is open until then: a turn that nobody counted is delivered again.
        """
        turn = decode(delivery.value, IncomingTurn)
        short = len(turn.sealed) <= SHORT_BYTES
        lanes = self.short if short else self.long
        try:
            async with lanes.turn(Lane(turn.tenant, turn.policy), len(turn.sealed)):
                if self.cancellations.cancelled(delivery.turn_id):
                    return
                delivery.doing = Doing.MINIMIZING
                done = await self._minimize(turn, self._opened(delivery, turn), short=short)
            await self._forward(delivery, turn, done)
            if self.emission and done.said:
                await self.emission.emit(delivery, turn, done.said)
        except GatewayError as error:
            await self._fail(delivery, turn, error)
            if reason := DEAD_LETTERS.get(type(error)):
                raise DeadLettered(reason) from None
        except Exception:
            log.exception("a turn could not be minimized", extra=fields(turn_id=delivery.turn_id))
            await self._fail(delivery, turn, GatewayError("the gateway failed"))
            raise DeadLettered("internal_error") from None

    def _opened(self, delivery: Delivery, turn: IncomingTurn) -> bytes:
        if time.time() * 1000 > turn.deadline_ms:
            raise Expired("the turn's time was over before it was minimized")
        try:
            return self.sealer.open(turn.sealed, tenant=turn.tenant, turn_id=delivery.turn_id, purpose=Purpose.REQUEST)
        except CannotOpen:
            raise Unopenable("the request cannot be opened: check the sealing keys", code=Cause.MISCONFIGURED) from None

    async def _minimize(self, turn: IncomingTurn, request: bytes, *, short: bool) -> Minimized:
        policy = self.policies.get(turn.policy)
        if policy is None or turn.route not in APIS_BY_NAME:
            raise Unavailable(
                "this minimizer does not know the turn's policy or route: update its configuration",
                code=Cause.MISCONFIGURED,
            )
        job = Job(
            request=request,
            route=turn.route,
            tenant=turn.tenant,
            any_model=turn.model.endswith("*"),
            dry_run=turn.dry_run,
            policy=policy,
            hashing_key=self.hashing_key,
            predictor=self.predictor,
            analytics=self.emission is not None,
        )
        step: Step[Minimized] = partial(minimized, job)
        with metrics.stage_seconds.labels("minimize").time():
            done = await self.detection.run(
                policy,
                step,
                tenant=turn.tenant,
                short=short,
                seconds=turn.deadline_ms / 1000 - time.time(),
            )
        metrics.stage_seconds.labels("detect").observe(done.detect_seconds)
        return done

    async def _forward(self, delivery: Delivery, turn: IncomingTurn, done: Minimized) -> None:
        if turn.dry_run:
            await self._reply(delivery, turn, DryRun(sealed=self._seal(delivery, turn, done.body, Purpose.DRY_RUN)))
            return
        self.counting.count(delivery.turn_id, self.policies[turn.policy], done.counts)
        await self.producer.deliver(Topic.MINIMIZED, delivery.turn_id, self._turn(delivery, turn, done))

    def _turn(self, delivery: Delivery, turn: IncomingTurn, done: Minimized) -> MinimizedTurn:
        return MinimizedTurn(
            tenant=turn.tenant,
            route=turn.route,
            model=turn.model,
            stream=done.stream,
            reply_partition=turn.reply_partition,
            ask_after_ms=turn.ask_after_ms,
            deadline_ms=turn.deadline_ms,
            body=msgspec.Raw(done.body),
            sealed_map=self._seal(delivery, turn, done.replacement_map, Purpose.REPLACEMENT_MAP),
        )

    def _seal(self, delivery: Delivery, turn: IncomingTurn, plaintext: bytes, purpose: Purpose) -> bytes:
        return self.sealer.seal(plaintext, tenant=turn.tenant, turn_id=delivery.turn_id, purpose=purpose)

    async def _fail(self, delivery: Delivery, turn: IncomingTurn, error: GatewayError) -> None:
        await self._reply(delivery, turn, Failure.of(error))

    async def _reply(self, delivery: Delivery, turn: IncomingTurn, reply: Record) -> None:
        await self.producer.deliver(Topic.REPLIES, delivery.turn_id, reply, turn.reply_partition)
