from __future__ import annotations

from pathlib import Path

import pytest

from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import load
from streams.detecting.pools import NamesUnavailable
from streams.detecting.service import DetectionService, detection_service

TEXT = "Please ask Margaret Thompson from Boston to write to ann@example.org"


def configured(detects: str = "", policies: str = "{}") -> DetectionService:
    return detection_service(load(f"broker: embedded\ndetection: {{{detects}}}\npolicies: {policies}\n", {}, []))


async def found(detects: DetectionService, policy: Policy) -> list[str]:
    """What is found under a policy, as the strings themselves."""

    def step(detectors: Detectors) -> list[str]:
        return [TEXT[span.start : span.end] for span in detectors.texts.detect(TEXT)]

    return await detects.run(policy, step, short=True, seconds=60)


async def test_a_step_gets_the_detectors_of_its_policy() -> None:
    detects = configured()
    assert detects.ready
    names = await found(detects, Policy("default", on_unavailable="block"))
    assert {"Margaret Thompson", "ann@example.org"} <= {*names}


async def test_without_its_model_it_is_not_ready_and_refuses(tmp_path: Path) -> None:
    detects = configured(f"names_model: {tmp_path / 'missing.npz'}")
    assert not detects.ready
    with pytest.raises(NamesUnavailable):
        await found(detects, Policy("default", on_unavailable="block"))


async def test_without_a_second_look_that_a_policy_asks_for_only_that_policy_is_refused(tmp_path: Path) -> None:
    policies = "{careful: {second_look: always}, lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    detects = configured(f"second_look: {{model: {tmp_path}}}", policies)
    assert not detects.ready
    assert "Margaret Thompson" in await found(detects, Policy("default", on_unavailable="block"))
    with pytest.raises(NamesUnavailable):
        await found(detects, Policy("careful", on_unavailable="block"))


async def test_what_is_missing_of_a_second_look_leaves_the_names_that_are_found_without_it(tmp_path: Path) -> None:
    policies = "{lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    detects = configured(f"second_look: {{model: {tmp_path}}}", policies)
    assert "Margaret Thompson" in await found(detects, Policy("lenient", on_unavailable="patterns_only"))
