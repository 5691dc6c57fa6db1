"""The metrics of the turns that a minimizer forwards: each turn is counted once, however often it is delivered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gateway import metrics
from gateway.policy import Policy
from gateway.types import Action
from streams.minimizer.step import SpanCount

_REMEMBERED: Final = 16_384


class TurnCounter:
    """Counts minimized turns and their spans.

    A redelivered turn is not counted again if it is among the last ``remembered`` turns of this process.
    """

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._remembered = remembered
        self._turns: dict[str, None] = {}

    def count(self, turn_id: str, policy: Policy, counts: Iterable[SpanCount]) -> None:
        """Counts a turn's plan by its predictor, and its spans by their actions.

        The characters of a retained span are disclosed; a placeholder or an abstraction discloses none.
        """
        if not self._is_new(turn_id):
            return
        metrics.plans_total.labels(policy.predictor).inc()
        for entity_type, action, spans, characters in counts:
            metrics.spans_total.labels(entity_type.value, action.name).inc(spans)
            metrics.detected_characters_total.inc(characters)
            if action is Action.RETAIN:
                metrics.disclosed_characters_total.inc(characters)

    def _is_new(self, turn_id: str) -> bool:
        if turn_id in self._turns:
            return False
        self._turns[turn_id] = None
        if len(self._turns) > self._remembered:
            del self._turns[next(iter(self._turns))]
        return True
