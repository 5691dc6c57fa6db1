"""Every other provider, through litellm, which is imported only when one is configured: it costs seconds and 160 MB."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Protocol, cast

from gateway.errors import GatewayError, ProviderFailed, TimedOut
from gateway.providers.answers import object_of, unreadable
from gateway.providers.errors import from_status, retry_after_seconds
from gateway.providers.provider import Limits
from gateway.types import JsonObject, JsonValue

# Only these go to litellm, which takes its own settings (api_base, mock_response, …) through the same arguments.
_FIELDS = frozenset(
    "messages functions function_call temperature top_p n stream stream_options stop max_tokens max_completion_tokens"
    " modalities prediction audio presence_penalty frequency_penalty logit_bias user response_format seed tools"
    " tool_choice parallel_tool_calls logprobs top_logprobs reasoning_effort verbosity safety_identifier service_tier"
    " prompt_cache_key web_search_options".split()
)
_LOGGERS = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "openai", "httpx", "httpcore")
_CODES = {
    "ContextWindowExceededError": "context_length_exceeded",
    "ContentPolicyViolationError": "content_policy_violation",
}


class _Dumpable(Protocol):
    def model_dump_json(self, *, exclude_none: bool) -> str: ...


class _Stream(Protocol):
    received_finish_reason: str | None

    def __aiter__(self) -> AsyncIterator[_Dumpable]: ...
    async def __anext__(self) -> _Dumpable: ...
    async def aclose(self) -> None: ...


class _Litellm(Protocol):
    """The part of litellm that the gateway uses."""

    async def acompletion(self, **arguments: object) -> object: ...
    async def close_litellm_async_clients(self) -> None: ...


@dataclass(frozen=True, slots=True, repr=False)
class Account:
    """How litellm reaches a provider. It holds a secret and does not print it."""

    api_base: str | None = None
    api_key: str | None = None
    extra_headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def arguments(self) -> dict[str, object]:
        """These values as litellm's arguments, without those that are not set.

        >>> Account(api_base="http://127.0.0.1:1").arguments
        {'api_base': 'http://127.0.0.1:1'}
        """
        values = {"api_base": self.api_base, "api_key": self.api_key, "extra_headers": dict(self.extra_headers)}
        return {name: value for name, value in values.items() if value}
