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
import orjson

from gateway import metrics
from gateway.errors import Cause, GatewayError, TimedOut, Unavailable
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.minimization import Detectors, MinimizedRequest, check_model_name, dry_run, minimize_leaves
from gateway.plans.predictors.learned import Artefact
from gateway.policy import Policy
from gateway.protocols.api import Api
from gateway.records import (
    DryRun,
    Failure,
    IncomingTurn,
    MinimizedTurn,
    Record,
    Topic,
    decode,
    encode_replacement_map,
)
from gateway.sealing import CannotOpen, Purpose, Sealer, keyed_hash
from streams.detecting.service import DetectionService
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import Lane, Lanes
from streams.engine.worker import DeadLettered, Delivery, Doing
from streams.minimizer.counting import TurnCounter

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
    apis: Mapping[str, Api]
    detection: DetectionService
    cancellations: Cancellations
    short: Lanes
    long: Lanes
    predictor: Artefact | None = None
    counting: TurnCounter = field(default_factory=TurnCounter)

    async def handle(self, delivery: Delivery) -> None:
        """Forwards the minimized turn, or answers it with an error; raises DeadLettered if it needs a dead letter."""
        turn = decode(delivery.value, IncomingTurn)
        lanes = self.short if len(turn.sealed) <= SHORT_BYTES else self.long
        try:
            async with lanes.turn(Lane(turn.tenant, turn.policy), len(turn.sealed)):
                if self.cancellations.cancelled(delivery.turn_id):
                    return
                delivery.doing = Doing.MINIMIZING
                minimized = await self._minimize(turn, self._opened(delivery, turn))
            await self._forward(delivery, turn, minimized)
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

    async def _minimize(self, turn: IncomingTurn, request: bytes) -> MinimizedRequest:
        policy = self.policies.get(turn.policy)
        api = self.apis.get(turn.route)
        if policy is None or api is None:
            raise Unavailable(
                "this minimizer does not know the turn's policy or route: update its configuration",
                code=Cause.MISCONFIGURED,
            )
        with metrics.stage_seconds.labels("minimize").time():
            return await self.detection.run(
                policy,
                partial(self._step, turn, request, policy, api),
                short=len(request) <= SHORT_BYTES,
                seconds=turn.deadline_ms / 1000 - time.time(),
            )

    def _step(
        self, turn: IncomingTurn, request: bytes, policy: Policy, api: Api, detectors: Detectors
    ) -> MinimizedRequest:
        body = orjson.loads(request)
        if turn.model.endswith("*"):
            check_model_name(body, detectors.words)
        with metrics.stage_seconds.labels("detect").time():
            leaves = api.leaves(body)
            spans = detectors.spans(leaves)
        hash_identifier = partial(keyed_hash, self.hashing_key, turn.tenant)
        return minimize_leaves(
            body, api, leaves, spans, policy=policy, hash_identifier=hash_identifier, artefact=self.predictor
        )

    async def _forward(self, delivery: Delivery, turn: IncomingTurn, minimized: MinimizedRequest) -> None:
        if turn.dry_run:
            await self._reply(delivery, turn, self._dry_run(delivery, turn, minimized))
            return
        self.counting.count(delivery.turn_id, self.policies[turn.policy], minimized.minimization.report)
        await self.producer.deliver(Topic.MINIMIZED, delivery.turn_id, self._turn(delivery, turn, minimized))

    def _turn(self, delivery: Delivery, turn: IncomingTurn, minimized: MinimizedRequest) -> MinimizedTurn:
        return MinimizedTurn(
            tenant=turn.tenant,
            route=turn.route,
            model=turn.model,
            stream=minimized.body.get("stream") is True,
            reply_partition=turn.reply_partition,
            ask_after_ms=turn.ask_after_ms,
            deadline_ms=turn.deadline_ms,
            body=msgspec.Raw(orjson.dumps(minimized.body)),
            sealed_map=self._seal(
                delivery, turn, encode_replacement_map(minimized.minimization.replacement_map), Purpose.REPLACEMENT_MAP
            ),
        )

    def _dry_run(self, delivery: Delivery, turn: IncomingTurn, minimized: MinimizedRequest) -> DryRun:
        return DryRun(sealed=self._seal(delivery, turn, orjson.dumps(dry_run(minimized)), Purpose.DRY_RUN))

    def _seal(self, delivery: Delivery, turn: IncomingTurn, plaintext: bytes, purpose: Purpose) -> bytes:
        return self.sealer.seal(plaintext, tenant=turn.tenant, turn_id=delivery.turn_id, purpose=purpose)

    async def _fail(self, delivery: Delivery, turn: IncomingTurn, error: GatewayError) -> None:
        await self._reply(delivery, turn, Failure.of(error))

    async def _reply(self, delivery: Delivery, turn: IncomingTurn, reply: Record) -> None:
        await self.producer.deliver(Topic.REPLIES, delivery.turn_id, reply, turn.reply_partition)
