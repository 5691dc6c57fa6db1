"""``canarygate verify`` against this gateway: nothing leaks, and what a policy retains is seen to leave."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from gateway.cli import main
from gateway.types import JsonObject
from tests.support.gateway import running_gateway
from tests.support.ports import free_ports
from tests.support.upstream import Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def verified(
    upstream: Upstream, capsys: pytest.CaptureFixture[str], policy: str, *arguments: str
) -> tuple[int, dict[str, Any]]:
    """The status and the JSON of a verification whose witness is the only deployment behind the model."""
    (port,) = free_ports(1)
    models: dict[str, JsonObject] = {"verified": {"api_base": f"http://127.0.0.1:{port}/v1"}}
    policies: dict[str, JsonObject] = {"retaining": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}
    async with running_gateway(upstream, models=models, policies=policies) as gateway:
        typed = ["verify", "--url", gateway.url, "--key", gateway.keys[policy], "--witness", f"127.0.0.1:{port}"]
        status = await asyncio.to_thread(main, [*typed, "--seed", "1", "--json", *arguments])
    return status, json.loads(capsys.readouterr().out)


async def test_no_plain_value_leaves_at_any_position_and_every_one_comes_back(
    upstream: Upstream, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = await verified(upstream, capsys, "default")
    assert [probe for probe in said["probes"] if probe["outcome"] != "clean"] == []
    assert [probe for probe in said["probes"] if not probe["restored"]] == []
    assert status == 0
    assert len(said["probes"]) > 800


async def test_a_policy_that_retains_emails_is_seen_at_every_position(
    upstream: Upstream, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ("--kinds", "EMAIL,email,SSN")
    status, said = await verified(upstream, capsys, "retaining", *chosen)
    assert status == 1
    for probe in said["probes"]:
        assert (probe["outcome"], probe["form"]) == (
            ("clean", None) if probe["kind"] == "SSN" else ("leaked", "verbatim")
        )
