from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gateway.errors import NotFound
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import load
from streams.detecting.pools import NamesUnavailable
from streams.detecting.service import DetectionService, StepFailed, detection_service
from tests.support.metrics import metric

TEXT = "Please ask Margaret Thompson from Boston to write to ann@example.org"


@asynccontextmanager
async def detecting(detects: str = "", policies: str = "{}") -> AsyncIterator[DetectionService]:
    """The detection of a configuration, with one process for long work."""
    section = f"{{processes: 1{detects and f', {detects}'}}}"
    service = detection_service(load(f"broker: embedded\ndetection: {section}\npolicies: {policies}\n", {}, []), {})
    try:
        yield service
    finally:
        await service.stop()


def names(detectors: Detectors) -> list[str]:
    """What is found, as the strings themselves."""
    return [TEXT[span.start : span.end] for span in detectors.texts.detect(TEXT)]


def refused(detectors: Detectors) -> None:
    """Raises an error for the client."""
    raise NotFound("no such model", code="model_not_found", param="model")


def broken(detectors: Detectors) -> None:
    """Raises an error that carries a text."""
    raise ValueError(TEXT)


async def found(detects: DetectionService, policy: Policy, *, short: bool = True, tenant: str = "support") -> list[str]:
    return await detects.run(policy, names, tenant=tenant, short=short, seconds=60)


async def test_a_step_gets_the_detectors_of_its_policy_wherever_it_runs() -> None:
    policies = "{careful: {deny_list: [Please]}}"
    async with detecting(policies=policies) as detects:
        assert not detects.ready
        await detects.start()
        assert detects.ready
        for short in (True, False):
            assert {"Margaret Thompson", "ann@example.org"} <= {*await found(detects, Policy(), short=short)}
            assert "Please" in await found(detects, Policy("careful"), short=short)


async def test_what_another_tenant_sent_is_a_miss_wherever_it_is_looked_at_and_the_metric_says_so() -> None:
    async with detecting() as detects:
        await detects.start()
        for short in (True, False):
            before = looked_up()
            for tenant in ("a", "b", "a", "b"):
                await found(detects, Policy(), short=short, tenant=tenant)
            assert [after - was for was, after in zip(before, looked_up(), strict=True)] == [2, 2]


def looked_up() -> list[float]:
    """Hits and misses so far."""
    return [metric("canarygate_detection_cache_total", outcome=outcome) for outcome in ("hit", "miss")]


async def test_an_error_for_the_client_comes_back_whole_from_another_process() -> None:
    async with detecting() as detects:
        await detects.start()
        with pytest.raises(NotFound, match="no such model") as raised:
            await detects.run(Policy(), refused, tenant="a", short=False, seconds=60)
        assert (raised.value.code, raised.value.param) == ("model_not_found", "model")


async def test_of_any_other_failure_only_its_place_leaves_the_process(caplog: pytest.LogCaptureFixture) -> None:
    async with detecting() as detects:
        await detects.start()
        with pytest.raises(StepFailed) as raised:
            await detects.run(Policy(), broken, tenant="a", short=False, seconds=60)
        assert "Margaret" not in repr(raised.value) + str(raised.value) + caplog.text
        (record,) = caplog.records
        assert record.__dict__["reason"].startswith("ValueError at ")
        assert "Margaret" not in str(record.__dict__)


async def test_without_its_model_it_is_not_ready_and_refuses(tmp_path: Path) -> None:
    async with detecting(f"names_model: {tmp_path / 'missing.npz'}") as detects:
        await detects.start()
        assert not detects.ready
        for short in (True, False):
            with pytest.raises(NamesUnavailable):
                await found(detects, Policy("default", on_unavailable="block"), short=short)


async def test_what_is_left_without_a_model_is_found_in_long_texts_too(tmp_path: Path) -> None:
    policies = "{lenient: {on_unavailable: patterns_only}}"
    async with detecting(f"names_model: {tmp_path / 'missing.npz'}", policies) as detects:
        await detects.start()
        lenient = Policy("lenient", on_unavailable="patterns_only")
        assert await found(detects, lenient, short=False) == ["ann@example.org"]


async def test_without_a_second_look_that_a_policy_asks_for_only_that_policy_is_refused(tmp_path: Path) -> None:
    policies = "{careful: {second_look: always}, lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    async with detecting(f"second_look: {{model: {tmp_path}}}", policies) as detects:
        await detects.start()
        assert not detects.ready
        assert "Margaret Thompson" in await found(detects, Policy("default", on_unavailable="block"))
        with pytest.raises(NamesUnavailable):
            await found(detects, Policy("careful", on_unavailable="block"))


@pytest.mark.parametrize("short", [True, False])
async def test_what_is_missing_of_a_second_look_leaves_the_names_that_are_found_without_it(
    tmp_path: Path, short: bool
) -> None:
    policies = "{lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    async with detecting(f"second_look: {{model: {tmp_path}}}", policies) as detects:
        await detects.start()
        lenient = Policy("lenient", on_unavailable="patterns_only")
        assert "Margaret Thompson" in await found(detects, lenient, short=short)
