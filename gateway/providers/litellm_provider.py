"""All other providers, through litellm. It is imported only if one is configured: it takes seconds and 160 MB."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Protocol, cast

from gateway.errors import GatewayError, ProviderFailed, TimedOut, Unavailable
from gateway.providers.answers import unreadable
from gateway.providers.errors import from_status, retry_after_seconds
from gateway.providers.provider import Limits
from gateway.types import JsonObject, JsonValue

# Only these fields are passed on, because litellm takes its settings (api_base, mock_response, …) the same way.
_FIELDS = frozenset(
    {
        "audio",
        "frequency_penalty",
        "function_call",
        "functions",
        "logit_bias",
        "logprobs",
        "max_completion_tokens",
        "max_tokens",
        "messages",
        "modalities",
        "n",
        "parallel_tool_calls",
        "prediction",
        "presence_penalty",
        "prompt_cache_key",
        "reasoning_effort",
        "response_format",
        "safety_identifier",
        "seed",
        "service_tier",
        "stop",
        "stream",
        "stream_options",
        "temperature",
        "tool_choice",
        "tools",
        "top_logprobs",
        "top_p",
        "user",
        "verbosity",
        "web_search_options",
    }
)
_LOGGERS = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "openai", "httpx", "httpcore")
_SILENCE = {"suppress_debug_info": True, "disable_aiohttp_trust_env": True}
_CODES = {
    "ContextWindowExceededError": "context_length_exceeded",
    "ContentPolicyViolationError": "content_policy_violation",
}


class _Answer(Protocol):
    def model_dump_json(self, *, exclude_none: bool = False) -> str: ...


class _Stream(Protocol):
    received_finish_reason: str | None
    intermittent_finish_reason: str | None

    def __aiter__(self) -> AsyncIterator[_Answer]: ...
    async def aclose(self) -> None: ...


class _Litellm(Protocol):
    """The part of litellm that the gateway uses."""

    async def acompletion(self, **arguments: object) -> object: ...
    async def close_litellm_async_clients(self) -> None: ...


@dataclass(frozen=True, slots=True, repr=False)
class Account:
    """How litellm reaches a provider; ``extra`` are further arguments. It contains secrets and never prints them."""

    api_base: str | None = None
    api_key: str | None = None
    extra_headers: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, JsonValue] = field(default_factory=dict)

    @property
    def arguments(self) -> dict[str, object]:
        """The values that are set, as litellm's arguments.

        >>> Account(api_base="http://127.0.0.1:1").arguments
        {'api_base': 'http://127.0.0.1:1'}
        """
        values = {"api_base": self.api_base, "api_key": self.api_key, "extra_headers": dict(self.extra_headers)}
        return {**self.extra, **{name: value for name, value in values.items() if value}}


@cache
def load_litellm() -> _Litellm:
    """Imports litellm and silences it: it fetches nothing, loads no ``.env``, and never logs, prints or reports.

    The first call takes seconds; make it in a thread before the first turn. Raises Unavailable if it is not installed.
    """
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    try:
        module = importlib.import_module("litellm")
    except ModuleNotFoundError as error:
        if error.name != "litellm":
            raise
        raise Unavailable(
            "model_list names a provider that is reached through litellm, which is not installed here: install "
            "canarygate[litellm], or use the image's target litellm"
        ) from None
    for name, value in _SILENCE.items():
        setattr(module, name, value)
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return cast(_Litellm, module)


def warm_litellm() -> None:
    """Loads litellm and makes its first calls, which import 500 modules more, to nobody. Takes seconds."""
    asyncio.run(_call_nobody(load_litellm()))


async def _call_nobody(litellm: _Litellm) -> None:
    call = {"model": "openai/nobody", "messages": [], "api_key": "none", "max_retries": 0, "_skip_mcp_handler": True}
    with socket.socket() as closed, suppress(Exception):
        closed.bind(("127.0.0.1", 0))  # nobody listens there: connections are refused at once
        await litellm.acompletion(**call, api_base=f"http://127.0.0.1:{closed.getsockname()[1]}")
    async with aclosing(cast(_Stream, await litellm.acompletion(**call, mock_response="none", stream=True))) as stream:
        async for chunk in stream:
            chunk.model_dump_json(exclude_none=True)
    await litellm.close_litellm_async_clients()


async def close_litellm() -> None:
    """Closes litellm's connections, if it was loaded."""
    if load_litellm.cache_info().currsize:
        await load_litellm().close_litellm_async_clients()


class LitellmProvider:
    """A ``Provider`` for every model that litellm knows. Only OpenAI's fields are passed on."""

    def __init__(self, account: Account, limits: Limits) -> None:
        self._arguments = account.arguments
        self._limits = limits

    async def complete(self, body: JsonObject) -> bytes:
        """Returns the answer as a chat completion, whichever protocol the provider speaks."""
        with _litellm_errors():
            async with asyncio.timeout(self._limits.first_byte_seconds):
                answer = cast(_Answer, await self._ask(body))
            data = answer.model_dump_json().encode()
        if len(data) > self._limits.answer_bytes:
            raise unreadable("is too long")
        return data

    async def stream(self, body: JsonObject) -> AsyncGenerator[list[bytes], None]:
        """Yields the events as chunks of a chat completion, whichever protocol the provider speaks."""
        clock = asyncio.get_running_loop().time
        until, room = clock() + self._limits.first_byte_seconds, self._limits.answer_bytes
        with _litellm_errors():
            async with asyncio.timeout_at(until):
                stream = cast(_Stream, await self._ask(body))
            async with aclosing(stream):
                chunks = aiter(stream)
                while True:
                    async with asyncio.timeout_at(until):
                        chunk = await anext(chunks, None)
                    if chunk is None:
                        return
                    event = chunk.model_dump_json(exclude_none=True).encode()
                    room -= len(event)
                    _check(stream, event, room)
                    yield [event]
                    until = clock() + self._limits.idle_seconds

    async def _ask(self, body: JsonObject) -> object:
        litellm = load_litellm() if load_litellm.cache_info().currsize else await asyncio.to_thread(load_litellm)
        fields = {name: value for name, value in body.items() if name in _FIELDS}
        fixed = {
            "model": body["model"],
            "timeout": self._limits.first_byte_seconds + self._limits.idle_seconds,  # our own timeouts must fire first
            "max_retries": 0,
            "_skip_mcp_handler": True,  # needs a package that litellm does not install
        }
        return await litellm.acompletion(**{"drop_params": True, **self._arguments, **fields, **fixed})


def _check(stream: _Stream, event: bytes, room: int) -> None:
    """Raises for an answer that is too long, and for the finish that litellm invents when the stream was cut."""
    if room < 0:
        raise unreadable("is too long")
    if b'"finish_reason"' in event and not (stream.received_finish_reason or stream.intermittent_finish_reason):
        raise ProviderFailed("The provider's stream ended before it was complete.")


@contextmanager
def _litellm_errors() -> Iterator[None]:
    try:
        yield
    except GatewayError:
        raise
    except TimeoutError:
        raise TimedOut("The provider took too long to answer.") from None
    except Exception as error:
        raise _translated(error) from None


def _translated(error: Exception) -> GatewayError:
    """Translates litellm's exceptions. They quote the request, so only status, class and ``retry-after`` are used."""
    name, status = type(error).__name__, getattr(error, "status_code", None)
    if not isinstance(status, int) or name == "APIConnectionError":
        return ProviderFailed("The provider cannot be reached, or broke off, or its answer is unreadable.")
    headers = getattr(error, "litellm_response_headers", None) or {}
    wait = retry_after_seconds(headers.get("retry-after"), datetime.now(UTC))
    return from_status(status, code=_CODES.get(name), retry_after=wait)
