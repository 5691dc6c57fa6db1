"""Detection as a part of a process: it runs where it holds nobody up, and a missing model is never ignored."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from gateway import metrics
from gateway.logs import fields
from gateway.policy import Policy
from gateway.settings import Settings
from streams.detecting.messages import Answer, Setup, WorkOrder
from streams.detecting.pools import NamesUnavailable, Steps, Threads
from streams.detecting.processes import Processes
from streams.detecting.steps import Step, result_of
from streams.detecting.warming import warm_up

if TYPE_CHECKING:
    from gateway.detectors import PolicyDetectors

log = logging.getLogger(__name__)

result_type = TypeVar("result_type")


class StepFailed(Exception):
    """A step failed in another process, which keeps what it raised: that could carry a user's text."""


class LongWork(Protocol):
    """Runs long steps elsewhere."""

    @property
    def ready(self) -> bool:
        """Whether it can take orders."""
        ...

    async def start(self) -> None:
        """Returns when it can take orders at once."""
        ...

    async def run(self, order: WorkOrder, seconds: float) -> Answer:
        """Returns what became of the order; raises TimedOut after ``seconds``, and Unavailable where it cannot."""
        ...

    async def stop(self) -> None:
        """Takes no more orders."""
        ...


@dataclass(frozen=True, slots=True)
class DetectionService:
    """Detects for a role; it is not ready while a model is missing, or while no process can take long work."""

    detectors: Mapping[str, PolicyDetectors]
    threads: Threads
    seconds: float
    long: LongWork
    steps: Steps = field(default_factory=Steps)
    alive: ClassVar[bool] = True
    open_turns: ClassVar[int] = 0  # its callers count them

    @property
    def ready(self) -> bool:
        """Whether every policy has all detectors that it asks for, and long work can be done."""
        return self.long.ready and all(detectors.full is not None for detectors in self.detectors.values())

    def serves(self, policy: Policy) -> bool:
        """Whether it has all that the policy asks for, or the policy goes on without."""
        return self.detectors[policy.name].full is not None or policy.on_unavailable == "patterns_only"

    async def run(
        self, policy: Policy, step: Step[result_type], *, tenant: str, short: bool, seconds: float
    ) -> result_type:
        """Returns what the step returns for the policy's detectors; ``short`` says if it is short without slow ones.

        What is remembered of texts is the tenant's own, and its short steps that wait at the same time are detected
        together. A step that is not short is pickled. Slow detectors have the configured time, but at most ``seconds``.
        After that, or if a model is missing, the policy's ``on_unavailable`` decides: NamesUnavailable is raised, or
        the step runs with the other detectors and is counted.
        """
        detectors = self.detectors[policy.name].of(tenant)
        try:
            if detectors.full is None:
                raise NamesUnavailable("the names model is missing: nothing that has to be inspected can pass")
            if detectors.slow:
                return await self.threads.run(partial(result_of, step, detectors.full), min(self.seconds, seconds))
            if short:
                return await self.steps.run(step, detectors.full, among=(policy.name, tenant, "full"))
            return await self._elsewhere(WorkOrder(policy.name, tenant, True, step), seconds)
        except NamesUnavailable:
            if policy.on_unavailable == "block":
                raise
        metrics.patterns_only_total.inc()
        if short:
            return await self.steps.run(step, detectors.rest, among=(policy.name, tenant, "rest"))
        return await self._elsewhere(WorkOrder(policy.name, tenant, False, step), seconds)

    async def _elsewhere(self, order: WorkOrder, seconds: float) -> result_type:
        answer = await self.long.run(order, seconds)
        metrics.detection_cache_total.labels("hit").inc(answer.hits)
        metrics.detection_cache_total.labels("miss").inc(answer.misses)
        if answer.error is not None:
            raise answer.error
        if answer.failed_at:
            log.error("a step failed in a detection process", extra=fields(reason=answer.failed_at))
            raise StepFailed
        result: result_type = answer.result
        return result

    async def start(self) -> None:
        """Returns when long work can be done at once: the models of this process are already loaded."""
        await self.long.start()

    async def drain(self, seconds: float) -> int:
        """Does nothing: the callers wait for their detection."""
        return 0

    async def stop(self) -> None:
        """Starts no more detection."""
        self.threads.stop()
        await self.long.stop()


def detection_service(settings: Settings, warm_ups: Mapping[str, Step[Any]]) -> DetectionService:
    """Returns the detection that the settings describe, with its models loaded.

    ``warm_ups`` are steps by policy; each was run once here, and is run once in every process for long work.
    """
    detection = settings.detection
    quick = detection.model_copy(update={"second_look": None})
    processes = Processes(detection.processes, Setup(quick, settings.policies, warm_ups))
    from gateway.detectors import load_detectors  # noqa: PLC0415 - it takes long, and the processes begin meanwhile

    detectors = load_detectors(detection, settings.policies, looked=_count)
    warm_up(warm_ups, detectors)
    return DetectionService(detectors, Threads(detection.queue), detection.seconds, processes)


def _count(found: bool) -> None:
    metrics.detection_cache_total.labels("hit" if found else "miss").inc()
