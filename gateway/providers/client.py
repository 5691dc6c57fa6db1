"""All configured providers behind two methods: one whole answer, or a stream of events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from random import Random

import aiohttp

from gateway import metrics
from gateway.logs import fields
from gateway.providers.calls import Call, Caller, CallOutcome, MayCall, any_call
from gateway.providers.connect import needs_litellm, routing_table
from gateway.providers.litellm_provider import close_litellm, warm_litellm
from gateway.providers.openai_compatible import new_session
from gateway.providers.routing import Route, RoutingTable
from gateway.settings import ModelSettings, RouterSettings
from gateway.types import JsonObject

log = logging.getLogger(__name__)


class Providers:
    """Calls the provider that the configuration names for the body's model, and counts every call."""

    def __init__(self, models: Iterable[ModelSettings], router: RouterSettings) -> None:
        self._models = tuple(models)
        self._router = router
        self._random = Random()
        self._caller = Caller(observe, self._random, asyncio.sleep)
        self._session: aiohttp.ClientSession | None = None
        self._table = RoutingTable((), {})

    async def start(self) -> None:
        """Opens the pooled session. Loads litellm if a model needs it, which takes seconds."""
        self._session = new_session()
        self._table = routing_table(self._models, self._router, self._session)
        if needs_litellm(self._models):
            await asyncio.to_thread(warm_litellm)

    def use(self, models: Iterable[ModelSettings]) -> None:
        """Calls these models from now on, which may differ in their keys; what is being called goes on."""
        self._models = tuple(models)
        if self._session is not None:
            self._table = routing_table(self._models, self._router, self._session)

    async def stop(self) -> None:
        """Closes every connection."""
        if self._session is not None:
            await self._session.close()
        if needs_litellm(self._models):
            await close_litellm()

    async def complete(
        self, body: JsonObject, deadline: float, tenant: str = "", may_call: MayCall = any_call
    ) -> bytes:
        """Returns the answer as the bytes of one JSON object; raises GatewayError. ``deadline`` is in loop time.

        ``may_call`` is asked before each call, with the model's name in the configuration.
        """
        return await self._caller.complete(self._route(body, tenant), body, deadline, may_call)

    def stream(
        self, body: JsonObject, deadline: float, tenant: str = "", may_call: MayCall = any_call
    ) -> AsyncGenerator[list[bytes], None]:
        """Yields the answer's events as they arrive; raises GatewayError. Wrap it in ``contextlib.aclosing``."""
        return self._caller.stream(self._route(body, tenant), body, deadline, may_call)

    def _route(self, body: JsonObject, tenant: str) -> Route:
        return self._table.find(str(body["model"]), tenant, self._random.random())


def observe(call: Call) -> None:
    """Counts one call to a provider and its tokens, and logs how it ended."""
    metrics.provider_calls_total.labels(call.model, call.outcome.value).inc()
    metrics.provider_seconds.labels(call.model).observe(call.seconds)
    if call.first_seconds is not None:
        metrics.provider_first_token_seconds.labels(call.model).observe(call.first_seconds)
    metrics.provider_tokens_total.labels(call.model, "prompt").inc(call.tokens.prompt)
    metrics.provider_tokens_total.labels(call.model, "completion").inc(call.tokens.completion)
    ended = fields(
        model=call.model,
        outcome=call.outcome.value,
        upstream=_status_class(call),
        reason=call.error and call.error.message,
        seconds=round(call.seconds, 4),
        attempt=call.attempt,
    )
    log.info("provider call ended", extra=ended)


def _status_class(call: Call) -> str | None:
    """Returns the class of the status with which the provider answered, None if it sent none."""
    if call.outcome is CallOutcome.ANSWERED:
        return "2xx"
    return f"{call.error.upstream // 100}xx" if call.error and call.error.upstream else None
