from __future__ import annotations

import logging
from pathlib import Path

import pytest

from gateway import metrics
from gateway.detection.names.installed import SHIPPED, manifest_of
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import load
from streams.detecting.pools import NamesUnavailable
from streams.detecting.service import Detection, detection

TEXT = "Please ask Margaret Thompson from Boston to write to ann@example.org"


def configured(detects: str = "", policies: str = "{}") -> Detection:
    return detection(load(f"broker: embedded\ndetection: {{{detects}}}\npolicies: {policies}\n", {}, []))


async def found(detects: Detection, policy: str = "default", text: str = TEXT) -> list[str]:
    """What is found under a policy, as the strings themselves."""
    chosen = Policy(policy, on_unavailable="block")

    def step(detectors: Detectors) -> list[str]:
        return [text[span.start : span.end] for span in detectors.texts.detect(text)]

    return await detects.run(chosen, step, short=True, seconds=60)


async def test_names_are_found_by_default() -> None:
    detects = configured()
    assert detects.ready
    assert {"Margaret Thompson", "ann@example.org"} <= {*await found(detects)}


async def test_a_text_is_looked_at_once_for_all_policies_without_a_deny_list() -> None:
    detects = configured(policies="{other: {}, denying: {deny_list: [write]}}")
    hits = metrics.detection_cache_total.labels("hit")
    before = hits._value.get()
    await found(detects)
    await found(detects, "other")
    assert hits._value.get() == before + 1
    await found(detects, "denying")
    assert hits._value.get() == before + 1


async def test_a_deny_list_is_its_policys_own() -> None:
    detects = configured(policies="{denying: {deny_list: [write]}}")
    assert "write" in await found(detects, "denying")
    assert "write" not in await found(detects)


async def test_a_recognizer_of_the_configuration_finds_its_own() -> None:
    ticket = "{name: ticket, entity_type: ID_NUMBER, pattern: 'TK-[0-9]{4}', score: 0.9"
    ticket += ", examples: {match: [TK-1234], no_match: [TK-12]}}"
    assert "TK-4711" in await found(configured(f"recognizers: [{ticket}]"), text="It is TK-4711")


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """The shipped model with one byte changed, beside its manifest."""
    model = tmp_path / "altered.npz"
    data = bytearray(SHIPPED.read_bytes())
    data[len(data) // 2] ^= 1
    model.write_bytes(data)
    manifest_of(model).write_bytes(manifest_of(SHIPPED).read_bytes())
    return model


@pytest.mark.parametrize("kind", ["missing", "altered"])
async def test_without_its_model_it_is_not_ready_refuses_and_says_why(
    kind: str, tmp_path: Path, altered: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model = altered if kind == "altered" else tmp_path / "missing.npz"
    with caplog.at_level(logging.CRITICAL):
        detects = configured(f"names_model: {model}")
    assert not detects.ready
    with pytest.raises(NamesUnavailable):
        await found(detects)
    (record,) = caplog.records
    assert ("hash" if kind == "altered" else "missing.npz") in record.__dict__["reason"]
    assert str(tmp_path) not in record.__dict__["reason"]


async def test_without_a_second_look_that_a_policy_asks_for_only_that_policy_is_refused(tmp_path: Path) -> None:
    policies = "{careful: {second_look: always}, lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    detects = configured(f"second_look: {{model: {tmp_path}}}", policies)
    assert not detects.ready
    assert "Margaret Thompson" in await found(detects)
    with pytest.raises(NamesUnavailable):
        await found(detects, "careful")


async def test_what_is_missing_of_a_second_look_leaves_the_names_that_are_found_without_it(tmp_path: Path) -> None:
    policies = "{lenient: {second_look: doubtful, on_unavailable: patterns_only}}"
    detects = configured(f"second_look: {{model: {tmp_path}}}", policies)

    def step(detectors: Detectors) -> list[str]:
        return [TEXT[span.start : span.end] for span in detectors.texts.detect(TEXT)]

    lenient = Policy("lenient", on_unavailable="patterns_only")
    assert "Margaret Thompson" in await detects.run(lenient, step, short=True, seconds=60)
