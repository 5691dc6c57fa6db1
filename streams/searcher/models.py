"""Models that can be asked, behind one method; providers are reached through the gateway's own client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Protocol

from pydantic import ValidationError

from gateway.errors import BadRequest, GatewayError
from gateway.providers.answers import object_of, unreadable
from gateway.providers.client import Providers
from gateway.providers.errors import Refused
from gateway.settings import LitellmParams, ModelSettings, Role, RouterSettings, load
from gateway.types import JsonObject

Messages = Sequence[tuple[str, str]]
"""Roles (``system``, ``user``) with their contents."""

ANSWER_SECONDS: Final = 120.0
RETRIES: Final = 4
_CALL_SECONDS: Final = 600.0  # for an answer with its retries
_TRIES: Final = 4
_WAIT_SECONDS: Final = (10.0, 120.0)  # below, the providers' own retries wait themselves


class Model(Protocol):
    """Answers messages."""

    async def complete(self, messages: Messages) -> str:
        """The text of the answer; raises GatewayError where there is none after the retries of the configuration."""
        ...


class ProviderModel:
    """A model of a configuration, asked through the gateway's providers: litellm, or the pooled session.

    Nobody waits for its answers, so beyond the providers' own retries it waits a few times for as long as a provider
    asks, up to two minutes, and asks again where nobody can read an answer.
    """

    def __init__(
        self, name: str, providers: Providers, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._name = name
        self._providers = providers
        self._sleep = sleep

    async def complete(self, messages: Messages) -> str:
        """The text of the first choice."""
        for _ in range(_TRIES - 1):
            try:
                return await self._asked(messages)
            except GatewayError as error:
                wait = _wait(error)
                if wait is None:
                    raise
            await self._sleep(wait)
        return await self._asked(messages)

    async def _asked(self, messages: Messages) -> str:
        body: JsonObject = {
            "model": self._name,
            "messages": [{"role": role, "content": content} for role, content in messages],
        }
        deadline = asyncio.get_running_loop().time() + _CALL_SECONDS
        return text_of(object_of(await self._providers.complete(body, deadline)))


def _wait(error: GatewayError) -> float | None:
    """The seconds before another try that the providers' own retries do not make; None where it is of no use."""
    if isinstance(error, Refused):
        return 0.0
    least, most = _WAIT_SECONDS
    return error.retry_after if error.retry_after and least < error.retry_after <= most else None


def text_of(answer: JsonObject) -> str:
    """The text of a chat completion's first choice; raises GatewayError where it has none.

    >>> text_of({"choices": [{"message": {"content": "B"}}]})
    'B'
    """
    match answer:
        case {"choices": [{"message": {"content": str(content)}}, *_]}:
            return content
    raise unreadable("holds no text")


def configured(
    names: str | Sequence[str], config: Path | None, api_base: str | None, environment: Mapping[str, str]
) -> tuple[Sequence[ModelSettings], RouterSettings]:
    """The models of a configuration file; without one, the named ones at ``api_base``, or where litellm finds them.

    A named one gets OPENAI_API_KEY where it speaks OpenAI's protocol; for others litellm knows the variables. It has
    two minutes for an answer, and a failed call is made four times more.
    """
    if config:
        settings = load(config.read_text(encoding="utf-8"), environment, [Role.DISPATCHER])
        return settings.model_list, settings.router_settings
    each = dict.fromkeys([names] if isinstance(names, str) else names)
    router = RouterSettings(num_retries=RETRIES, timeout=ANSWER_SECONDS)
    return [_named(name, api_base, environment) for name in each], router


def _named(name: str, api_base: str | None, environment: Mapping[str, str]) -> ModelSettings:
    is_openai = api_base or "/" not in name or name.startswith("openai/")
    key = {"api_key": environment["OPENAI_API_KEY"]} if is_openai and "OPENAI_API_KEY" in environment else {}
    try:
        params = LitellmParams.model_validate({"model": name, "api_base": api_base, **key})
        return ModelSettings(model_name=name, litellm_params=params)
    except ValidationError:
        raise BadRequest("a model's name is none, or --api-base is no URL of http or https") from None


@asynccontextmanager
async def one_model(
    name: str, config: Path | None, api_base: str | None, environment: Mapping[str, str]
) -> AsyncIterator[ProviderModel]:
    """The model of this name, found as ``configured`` says, for as long as the context lasts."""
    async with started(*configured(name, config, api_base, environment)) as providers:
        yield ProviderModel(name, providers)


@asynccontextmanager
async def started(models: Sequence[ModelSettings], router: RouterSettings) -> AsyncIterator[Providers]:
    """Providers of these models, stopped at the end."""
    providers = Providers(models, router)
    await providers.start()
    try:
        yield providers
    finally:
        await providers.stop()
