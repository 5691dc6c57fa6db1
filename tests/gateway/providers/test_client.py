from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import msgspec
import pytest
from pydantic import SecretStr

from gateway import metrics
from gateway.errors import NotFound, TimedOut
from gateway.logs import JsonFormatter
from gateway.providers.client import Providers
from gateway.settings import LitellmParams, ModelSettings, RouterSettings
from gateway.types import JsonObject
from tests.support.behaviour import Behaviour
from tests.support.metrics import metric
from tests.support.upstream import Upstream

BODY: JsonObject = {"model": "echo", "messages": [{"role": "user", "content": "Write to [EMAIL1]"}]}


@asynccontextmanager
async def providers(*models: ModelSettings) -> AsyncIterator[Providers]:
    made = Providers(models, RouterSettings())
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


def model(name: str, leads_to: str, api_base: str | None = None) -> ModelSettings:
    params = LitellmParams.model_validate({"model": leads_to, "api_base": api_base})
    return ModelSettings(model_name=name, litellm_params=params)


def in_time() -> float:
    return asyncio.get_running_loop().time() + 60


def calls(name: str, outcome: str) -> float:
    return metric("canarygate_provider_calls_total", model=name, outcome=outcome)


def tokens(name: str) -> float:
    return metric("canarygate_provider_tokens_total", model=name, direction="completion")


async def test_the_next_call_has_the_new_key_and_a_stream_that_began_with_the_old_one_goes_on() -> None:
    paced = Upstream(script=lambda _: Behaviour(pace=0.02))
    async with paced as upstream, providers(keyed("old", upstream.url)) as made:
        async with aclosing(made.stream({**BODY, "model": "m", "stream": True}, in_time())) as events:
            begun = await anext(events)
            made.use([keyed("new", upstream.url)])
            assert begun
            assert [event async for batch in events for event in batch]
        await made.complete({**BODY, "model": "m"}, in_time())
    assert [dict(request.headers)["Authorization"] for request in upstream.requests] == ["Bearer old", "Bearer new"]


def keyed(key: str, api_base: str) -> ModelSettings:
    params = LitellmParams.model_validate({"model": "openai/m", "api_base": api_base, "api_key": SecretStr(key)})
    return ModelSettings(model_name="m", litellm_params=params)


async def test_a_body_goes_to_the_provider_of_its_model_and_the_call_is_counted() -> None:
    before, counted = calls("echo", "answered"), tokens("echo")
    async with providers(model("echo", "echo")) as made:
        answer = await made.complete(BODY, in_time())
    assert b"Write to [EMAIL1]" in answer
    assert calls("echo", "answered") == before + 1
    assert tokens("echo") == counted + msgspec.json.decode(answer)["usage"]["completion_tokens"]


async def test_a_stream_comes_as_events() -> None:
    async with providers(model("echo", "echo")) as made, aclosing(made.stream(BODY, in_time())) as batches:
        events = [msgspec.json.decode(event) async for batch in batches for event in batch]
    assert "".join(event["choices"][0]["delta"].get("content", "") for event in events).endswith("Write to [EMAIL1]")


async def test_a_call_is_counted_under_the_configured_name_and_never_under_what_a_client_typed() -> None:
    async with Upstream() as upstream, providers(model("open/*", "openai/*", upstream.url)) as made:
        before = calls("open/*", "answered")
        await made.complete({**BODY, "model": "open/ann@example.org"}, in_time())
        assert calls("open/*", "answered") == before + 1
    typed = [
        sample.labels.get("model") for family in metrics.provider_calls_total.collect() for sample in family.samples
    ]
    assert "open/ann@example.org" not in typed


async def test_how_long_a_call_and_its_first_event_took_is_counted_by_model() -> None:
    waits = ("canarygate_provider_seconds_count", "canarygate_provider_first_token_seconds_count")
    before = [metric(name, model="slowly") for name in waits]
    async with Upstream() as upstream, providers(model("slowly", "openai/m?size=8", upstream.url)) as made:
        await made.complete({**BODY, "model": "slowly"}, in_time())
        assert [metric(name, model="slowly") for name in waits] == [before[0] + 1, before[1]]
        async with aclosing(made.stream({**BODY, "model": "slowly", "stream": True}, in_time())) as batches:
            _ = [batch async for batch in batches]
    assert [metric(name, model="slowly") for name in waits] == [before[0] + 2, before[1] + 1]


async def test_a_call_is_in_flight_until_it_ends() -> None:
    async with Upstream() as upstream, providers(model("hung", "openai/m?start=stall", upstream.url)) as made:
        call = asyncio.create_task(made.complete({**BODY, "model": "hung"}, in_time()))
        await upstream.until(lambda: bool(upstream.requests))
        assert metric("canarygate_provider_calls_in_flight", model="hung") == 1
        call.cancel()
        await asyncio.wait([call])
    assert metric("canarygate_provider_calls_in_flight", model="hung") == 0


async def test_the_end_of_each_call_is_a_line_with_its_attempt_and_the_class_of_the_status(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with Upstream() as upstream, providers(model("failing", "openai/m?status=503&times=1", upstream.url)) as made:
        await made.complete({**BODY, "model": "failing"}, in_time())
    told = [json.loads(JsonFormatter().format(record)) for record in caplog.records if "provider call" in record.msg]
    assert [(line["attempt"], line["upstream"], line["outcome"]) for line in told] == [
        (1, "5xx", "failed"),
        (2, "2xx", "answered"),
    ]
    assert told[0]["reason"] == "The provider failed (HTTP 503)."
    assert "reason" not in told[1]
    assert all(line["model"] == "failing" and line["seconds"] >= 0 for line in told)


async def test_a_model_that_nobody_serves_is_not_found_whole_or_streamed() -> None:
    async with providers(model("echo", "echo")) as made:
        with pytest.raises(NotFound):
            await made.complete({**BODY, "model": "other"}, in_time())
        with pytest.raises(NotFound):
            made.stream({**BODY, "model": "other"}, in_time())


async def test_a_call_ends_with_its_turns_time_and_is_counted_so() -> None:
    before = calls("slow", "timed_out")
    async with Upstream() as upstream, providers(model("slow", "openai/m?start=stall", upstream.url)) as made:
        with pytest.raises(TimedOut):
            await made.complete({**BODY, "model": "slow"}, asyncio.get_running_loop().time() + 0.2)
    assert calls("slow", "timed_out") == before + 1


async def test_what_was_never_started_can_be_stopped() -> None:
    await Providers([model("echo", "echo")], RouterSettings()).stop()


LIGHT = """
import asyncio, sys
from gateway.providers.client import Providers
from gateway.settings import LitellmParams, ModelSettings, RouterSettings

async def main():
    models = [ModelSettings(model_name="gpt", litellm_params=LitellmParams(model="openai/gpt"))]
    providers = Providers(models, RouterSettings())
    await providers.start()
    await providers.stop()

asyncio.run(main())
sys.exit("litellm" in sys.modules)
"""


def test_litellm_is_not_loaded_for_models_that_do_not_need_it() -> None:
    assert subprocess.run([sys.executable, "-c", LIGHT], check=False).returncode == 0


WARM = """
import asyncio, sys
from gateway.providers.client import Providers
from gateway.settings import LitellmParams, ModelSettings, RouterSettings
from tests.support.upstream import Upstream

async def main():
    async with Upstream() as upstream:
        params = LitellmParams(model="openai/gpt", api_base=upstream.url, api_key="k", organization="o")
        providers = Providers([ModelSettings(model_name="gpt", litellm_params=params)], RouterSettings())
        await providers.start()
        before, until = {*sys.modules}, asyncio.get_running_loop().time() + 60
        body = {"model": "gpt", "messages": [{"role": "user", "content": "Hello"}]}
        await providers.complete(body, until)
        async for _ in providers.stream({**body, "stream": True}, until):
            pass
        await providers.stop()
        assert "litellm" in before
        print(*{*sys.modules} - before)

asyncio.run(main())
"""


def test_the_first_calls_through_litellm_import_nothing_more() -> None:
    done = subprocess.run([sys.executable, "-c", WARM], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr
