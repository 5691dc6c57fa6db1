"""Models behind one method, called through the gateway's own provider client."""

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
        """Returns the text of the answer; raises GatewayError if there is none after the configured retries."""
        ...


class ProviderModel:
    """A configured model, called through the gateway's providers: litellm, or the pooled session.

    No client waits for its answers. So beyond the providers' own retries it waits a few times for as long as a provider
    asks, up to two minutes, and asks again after a Refused, such as an unreadable answer.
    """

    def __init__(
        self, name: str, providers: Providers, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._name = name
        self._providers = providers
        self._sleep = sleep

    async def complete(self, messages: Messages) -> str:
        """Returns the text of the first choice."""
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
    """Returns the seconds to wait before a try beyond the providers' own retries; None if another try is useless."""
    if isinstance(error, Refused):
        return 0.0
    least, most = _WAIT_SECONDS
    return error.retry_after if error.retry_after and least < error.retry_after <= most else None


def text_of(answer: JsonObject) -> str:
    """Returns the text of a chat completion's first choice; raises GatewayError if it has none.

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
    """Returns the models of a configuration file; without one, the named models at ``api_base`` or litellm's default.

    A named model gets OPENAI_API_KEY if it speaks OpenAI's protocol; for others litellm knows the variables. It has two
    minutes for an answer, and a failed call is retried four times.
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
    """Yields the model of this name, found as ``configured`` says, and stops it when the context ends."""
    async with started(*configured(name, config, api_base, environment)) as providers:
        yield ProviderModel(name, providers)


@asynccontextmanager
async def started(models: Sequence[ModelSettings], router: RouterSettings) -> AsyncIterator[Providers]:
    """Yields started providers for these models, and stops them when the context ends."""
    providers = Providers(models, router)
    await providers.start()
    try:
        yield providers
    finally:
        await providers.stop()
