"""Names on their way through the product: they stay inside, they come back, and nothing leaves without a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from openai import InternalServerError

from gateway.types import JsonObject
from tests.e2e.bodies import chat, said
from tests.e2e.exchange import streamed, whole
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

ECHO = "m?echo=messages&size=7"
NAMES = ("Margaret Thompson", "Boston")
TEXT = "My neighbour Margaret Thompson moved to Boston last year. Write to her at maggie@quartz7.example, please."
TOOLS: JsonObject = {
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "get_weather",
                "description": "The weather in a city.",
                "parameters": {
                    "type": "object",
                    "properties": {"unit": {"type": "string", "enum": ["celsius", "fahrenheit"]}},
                    "required": ["unit"],
                },
            },
        }
    ]
}


def asked() -> JsonObject:
    return chat([said("system", "You help."), said("user", TEXT)], ECHO)


async def test_names_do_not_leave_and_come_back(gateway: Gateway, upstream: Upstream) -> None:
    client = gateway.client()
    answers = [await ask(client, asked()) for ask in (whole, streamed)]
    for request, answer in zip(upstream.requests[-2:], answers, strict=True):
        assert not [name for name in (*NAMES, "maggie") if name.encode() in request.wire]
        assert TEXT in answer.content


async def test_what_a_provider_has_to_understand_of_a_tool_leaves_as_it_is(
    gateway: Gateway, upstream: Upstream
) -> None:
    await whole(gateway.client(), {**asked(), **TOOLS})
    assert upstream.requests[-1].json["tools"] == TOOLS["tools"]


async def test_a_history_that_is_sent_again_costs_its_new_texts_only(gateway: Gateway) -> None:
    history = [said(role, f"{role} {number} of {TEXT}") for number in range(5) for role in ("user", "assistant")]
    client = gateway.client()
    await whole(client, chat(history, ECHO))
    hits, misses = (metric("canarygate_detection_cache_total", outcome=outcome) for outcome in ("hit", "miss"))
    await whole(client, chat([*history, said("user", "A text that nobody sent before.")], ECHO))
    assert metric("canarygate_detection_cache_total", outcome="hit") >= hits + len(history)
    assert metric("canarygate_detection_cache_total", outcome="miss") == misses + 1


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def without_model(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Gateway]:
    """A gateway whose names model is not there; the policy ``lenient`` goes on without it."""
    missing: Path = tmp_path_factory.mktemp("models") / "missing.npz"
    policies: Mapping[str, JsonObject] = {"lenient": {"on_unavailable": "patterns_only"}}
    async with running_gateway(upstream, policies=policies, detection={"names_model": str(missing)}) as gateway:
        yield gateway


async def test_without_its_model_a_gateway_is_not_ready_and_answers_503(
    without_model: Gateway, upstream: Upstream
) -> None:
    before = len(upstream.requests)
    with pytest.raises(InternalServerError) as raised:
        await whole(without_model.client(), asked())
    assert raised.value.status_code == 503
    assert "model" in raised.value.message
    assert not without_model.process.ready
    assert len(upstream.requests) == before


async def test_a_policy_may_go_on_without_the_model_and_values_of_patterns_stay_inside(
    without_model: Gateway, upstream: Upstream
) -> None:
    before = metric("canarygate_patterns_only_total")
    answer = await whole(without_model.client("lenient"), asked())
    assert TEXT in answer.content
    assert b"maggie" not in upstream.requests[-1].wire
    assert b"Margaret" in upstream.requests[-1].wire
    assert metric("canarygate_patterns_only_total") == before + 1
