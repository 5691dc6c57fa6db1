"""Detection as a part of a process: slow detectors run off the event loop, and a missing model is never ignored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, TypeVar

from gateway import metrics
from gateway.detectors import PolicyDetectors, load_detectors
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import Settings
from streams.detecting.pools import NamesUnavailable, Steps, Threads

result_type = TypeVar("result_type")


@dataclass(frozen=True, slots=True)
class DetectionService:
    """Detects for a role; it is not ready while a model is missing."""

    detectors: Mapping[str, PolicyDetectors]
    threads: Threads
    seconds: float
    steps: Steps = field(default_factory=Steps)
    alive: ClassVar[bool] = True
    open_turns: ClassVar[int] = 0  # its callers count them

    @property
    def ready(self) -> bool:
        """Whether every policy has all detectors that it asks for."""
        return all(detectors.full is not None for detectors in self.detectors.values())

    async def run(
        self, policy: Policy, step: Callable[[Detectors], result_type], *, short: bool, seconds: float
    ) -> result_type:
        """Returns what the step returns for the policy's detectors; ``short`` says if it is short without slow ones.

        Slow detectors have the configured time, but at most ``seconds``. After that, or if a model is missing, the
        policy's ``on_unavailable`` decides: NamesUnavailable is raised, or the step runs with the other detectors and
        is counted.
        """
        detectors = self.detectors[policy.name]
        try:
            if detectors.full is None:
                raise NamesUnavailable("the names model is missing: nothing that has to be inspected can pass")
            if detectors.slow:
                return await self.threads.run(partial(step, detectors.full), min(self.seconds, seconds))
            return await self.steps.run(partial(step, detectors.full), short=short)
        except NamesUnavailable:
            if policy.on_unavailable == "block":
                raise
        metrics.patterns_only_total.inc()
        return await self.steps.run(partial(step, detectors.rest), short=short)

    async def start(self) -> None:
        """Does nothing: the models are already loaded."""

    async def drain(self, seconds: float) -> None:
        """Does nothing: the callers wait for their detection."""

    async def stop(self) -> None:
        """Starts no more detection."""
        self.threads.stop()
        self.steps.stop()


def detection_service(settings: Settings) -> DetectionService:
    """Returns the detection that the settings describe, with its models loaded."""
    detection = settings.detection
    return DetectionService(load_detectors(settings), Threads(detection.queue), detection.seconds)
