"""Long work for tests in which it does not matter where it is done: it is done here, on orders that were pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gateway.detectors import PolicyDetectors
from streams.detecting.child import Lookups, answered
from streams.detecting.messages import Answer, WorkOrder, framed, opened
from streams.detecting.pools import Threads
from streams.detecting.service import DetectionService


@dataclass(frozen=True, slots=True)
class DoneHere:
    """Does each order at once, as a detection process with these detectors would."""

    detectors: Mapping[str, PolicyDetectors]
    ready: bool = True

    async def start(self) -> None:
        """Does nothing."""

    async def run(self, order: WorkOrder, seconds: float) -> Answer:
        """What became of the order."""
        _, data = answered(framed(order)[1], self.detectors, Lookups())
        answer: Answer = opened(data)
        return answer

    async def stop(self) -> None:
        """Does nothing."""


def detection_by(detectors: PolicyDetectors, seconds: float = 60.0) -> DetectionService:
    """The detection of a role whose only policy, ``default``, has these detectors."""
    by_policy = {"default": detectors}
    return DetectionService(by_policy, Threads(queue=4), seconds, DoneHere(by_policy))
