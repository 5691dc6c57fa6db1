"""A command beside the running product: it finds its broker, and in it the person whom the minimizer counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from gateway.cli import main
from gateway.records import AnalyticsText, PrivacyRequest, Topic, Undecodable, decode, decode_privacy
from gateway.types import JsonObject
from tests.e2e.bodies import chat, said
from tests.support.dump import dump
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.ports import free_ports
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANALYTICS_KEY = "an analytics key of at least 32 characters"
ID = "kowalski-17"
WAIT_SECONDS = 30.0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """The product with an analytics key that others may know, and with a metrics port that they can find."""
    analytics: JsonObject = {"key": ANALYTICS_KEY, "trusted_tenants": ["default"]}
    metrics: JsonObject = {"listen": f"127.0.0.1:{free_ports(1)[0]}"}
    async with running_gateway(upstream, sections={"analytics": analytics, "metrics": metrics}) as gateway:
        yield gateway


async def command(gateway: Gateway, *arguments: str) -> int:
    where = ["--metrics-listen", str(gateway.settings.metrics.listen)]
    return await asyncio.to_thread(main, [*arguments, *where])


async def ask(gateway: Gateway) -> None:
    body = chat([said("user", "Tell me about trains")], user=ID)
    async with gateway.session() as session, session.post("/v1/chat/completions", json=body) as response:
        assert response.status == 200


async def texts(gateway: Gateway) -> list[AnalyticsText]:
    """The texts that stand on the broker; the analyst writes other records among them."""
    found: list[AnalyticsText] = []
    for each in await dump(gateway.bootstrap, Topic.ANALYTICS):
        with suppress(Undecodable):
            found.append(decode(each.value, AnalyticsText))
    return found


async def test_who_opts_out_by_command_is_found_in_what_was_counted_and_counted_no_more(
    gateway: Gateway, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def one_text() -> bool:
        return len(await texts(gateway)) == 1

    config = tmp_path / "trial.yaml"
    config.write_text(f"analytics: {{key: {ANALYTICS_KEY}, trusted_tenants: [default]}}")
    await ask(gateway)
    await eventually(one_text, WAIT_SECONDS, "the text")
    (text,) = await texts(gateway)

    person = ("--tenant", "default", "--contributor", ID, "--config", str(config))
    assert await command(gateway, "privacy", "opt-out", *person) == 0
    (record,) = await dump(gateway.bootstrap, Topic.PRIVACY_REQUESTS)
    request = decode_privacy(record.value)
    assert isinstance(request, PrivacyRequest)
    assert request.contributors[text.window] == text.contributor

    await eventually(lambda: metric("canarygate_opted_out_subjects") == 1, WAIT_SECONDS, "the opt-out")
    before = metric("canarygate_analytics_texts_total", outcome="opted_out")
    await ask(gateway)
    await eventually(
        lambda: metric("canarygate_analytics_texts_total", outcome="opted_out") == before + 1, WAIT_SECONDS, "the turn"
    )
    assert await one_text()
    assert ID not in "".join(capsys.readouterr())


async def test_summaries_of_a_running_trial_are_listed(gateway: Gateway, capsys: pytest.CaptureFixture[str]) -> None:
    assert await command(gateway, "summaries", "list") == 0
    assert capsys.readouterr().out == "nothing is published or withheld yet\n"
