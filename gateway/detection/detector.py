"""Detectors: they find the spans in a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gateway.types import Span


class Detector(Protocol):
    """Finds what identifies a person in a text."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns disjoint spans inside the text, in order and with any score: the policy sets the thresholds."""
        ...

    def detect_all(self, texts: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        """Returns what ``detect`` returns for each text; many short texts may cost less together than one by one."""
        return [self.detect(text) for text in texts]
