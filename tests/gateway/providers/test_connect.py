from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from gateway.providers.connect import needs_litellm, routing_table, speaks_openai
from gateway.providers.echo import Echo
from gateway.providers.litellm_provider import LitellmProvider
from gateway.providers.openai_compatible import OpenAICompatible, new_session
from gateway.providers.routing import Target
from gateway.settings.models import LitellmParams, ModelSettings, RouterSettings


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with new_session() as session:
        yield session


def model(name: str, **params: object) -> ModelSettings:
    return ModelSettings.model_validate({"model_name": name, "litellm_params": params})


def target(session: aiohttp.ClientSession, asked: str, *models: ModelSettings) -> Target:
    return routing_table(models, RouterSettings(), session).find(asked).groups[0][0]


@pytest.mark.parametrize(
    ("params", "kind", "upstream_model"),
    [
        ({"model": "echo"}, Echo, "echo"),
        ({"model": "gpt-4.1"}, OpenAICompatible, "gpt-4.1"),
        ({"model": "openai/gpt-4.1"}, OpenAICompatible, "gpt-4.1"),
        ({"model": "openai/org/name", "api_base": "http://a/v1"}, OpenAICompatible, "org/name"),
        ({"model": "hosted_vllm/org/name", "api_base": "http://a/v1"}, OpenAICompatible, "org/name"),
        ({"model": "hosted_vllm/name"}, LitellmProvider, "hosted_vllm/name"),
        ({"model": "anthropic/claude"}, LitellmProvider, "anthropic/claude"),
        ({"model": "anthropic/claude", "api_base": "http://a"}, LitellmProvider, "anthropic/claude"),
        ({"model": "openai/gpt-4.1", "organization": "o"}, LitellmProvider, "openai/gpt-4.1"),
    ],
)
async def test_each_model_leads_to_what_speaks_its_protocol(
    session: aiohttp.ClientSession, params: dict[str, object], kind: type, upstream_model: str
) -> None:
    found = target(session, "a", model("a", **params))
    assert (type(found.provider), found.model) == (kind, upstream_model)


async def test_a_wildcard_leads_every_other_name_to_openai(session: aiohttp.ClientSession) -> None:
    found = target(session, "o3", model("echo", model="echo"), model("*", model="openai/*"))
    assert (found.label, found.model) == ("*", "o3")


async def test_a_models_own_retries_go_before_the_routers(session: aiohttp.ClientSession) -> None:
    assert target(session, "a", model("a", model="echo")).num_retries == 2
    assert target(session, "a", model("a", model="echo", max_retries=0)).num_retries == 0


async def test_fallbacks_come_from_the_router_settings(session: aiohttp.ClientSession) -> None:
    router = RouterSettings.model_validate({"fallbacks": ({"a": ("b",)},)})
    route = routing_table([model("a", model="x"), model("b", model="y")], router, session).find("a")
    assert [[found.model for found in group] for group in route.groups] == [["x"], ["y"]]


def test_litellm_is_needed_only_where_a_model_goes_through_it() -> None:
    assert not needs_litellm([model("echo", model="echo"), model("*", model="openai/*")])
    assert needs_litellm([model("a", model="anthropic/claude")])


def test_what_needs_arguments_of_litellm_does_not_go_over_the_session() -> None:
    assert not speaks_openai(LitellmParams.model_validate({"model": "openai/x", "organization": "o"}))
