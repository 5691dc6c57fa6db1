"""Turns the settings' ``model_list`` into providers that can be called."""

from __future__ import annotations

from collections.abc import Iterable

import aiohttp

from gateway.providers.echo import Echo
from gateway.providers.litellm_provider import Account, LitellmProvider
from gateway.providers.openai_compatible import DEFAULT_API_BASE, Endpoint, OpenAICompatible
from gateway.providers.provider import Limits, Provider
from gateway.providers.routing import Deployment, RoutingTable, WitnessShare
from gateway.settings.models import LitellmParams, ModelSettings, RouterSettings, WitnessSettings

_SPEAK_OPENAI = frozenset({"custom_openai", "hosted_vllm", "litellm_proxy", "llamafile", "lm_studio", "openai_like"})


def routing_table(
    models: Iterable[ModelSettings], router: RouterSettings, session: aiohttp.ClientSession
) -> RoutingTable:
    """Returns the routes of these models; their providers share the session."""
    deployments = [_deployment(model, router, session) for model in models]
    return RoutingTable(deployments, router.fallbacks)


def needs_litellm(models: Iterable[ModelSettings]) -> bool:
    """Returns whether any of these models needs litellm, which should then be loaded at startup."""
    return any(not _built_in(model.litellm_params) and not speaks_openai(model.litellm_params) for model in models)


def speaks_openai(params: LitellmParams) -> bool:
    """Returns whether the pooled session can call this model. Models with extra litellm arguments need litellm.

    >>> speaks_openai(LitellmParams(model="openai/gpt-4.1")), speaks_openai(LitellmParams(model="anthropic/claude-x"))
    (True, False)
    """
    prefix, slash, _ = params.model.partition("/")
    direct = not slash or prefix == "openai" or (prefix in _SPEAK_OPENAI and params.api_base is not None)
    return direct and not params.extra


def _built_in(params: LitellmParams) -> bool:
    return params.model == "echo"


def _deployment(model: ModelSettings, router: RouterSettings, session: aiohttp.ClientSession) -> Deployment:
    params = model.litellm_params
    direct = speaks_openai(params)
    return Deployment(
        model_name=model.model_name,
        model=params.model.removeprefix(params.model.partition("/")[0] + "/") if direct else params.model,
        provider=_provider(params, router, session),
        num_retries=router.num_retries if params.max_retries is None else params.max_retries,
        witness=_share(model.witness) if model.witness else None,
    )


def _share(witness: WitnessSettings) -> WitnessShare:
    return WitnessShare(frozenset(witness.tenants), witness.share or 0.0)


def _provider(params: LitellmParams, router: RouterSettings, session: aiohttp.ClientSession) -> Provider:
    if _built_in(params):
        return Echo()
    limits = Limits(params.timeout or router.timeout, params.stream_timeout or router.stream_timeout)
    key = params.api_key.get_secret_value() if params.api_key else None
    headers = {name: value.get_secret_value() for name, value in params.extra_headers.items()}
    if speaks_openai(params):
        return OpenAICompatible(session, Endpoint(params.api_base or DEFAULT_API_BASE, key, headers), limits)
    return LitellmProvider(Account(params.api_base, key, headers, params.extra), limits)
