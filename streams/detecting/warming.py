"""Warms detectors up, so that the first request finds nothing left to be compiled or imported."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gateway.errors import GatewayError
from streams.detecting.steps import Step, result_of

if TYPE_CHECKING:
    from gateway.detectors import PolicyDetectors


def warm_up(steps: Mapping[str, Step[Any]], detectors: Mapping[str, PolicyDetectors]) -> None:
    """Runs the step of each policy with the policy's detectors; a model that is missing is not an error here."""
    for policy, step in steps.items():
        with suppress(GatewayError):
            result_of(step, detectors[policy].full or detectors[policy].rest)
