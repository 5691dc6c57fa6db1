"""Every role takes in the keys that may change while it runs: its own, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection
from gateway.providers.client import Providers
from gateway.roles import Role
from gateway.sealing import Sealer
from gateway.settings import Settings, load
from streams.auditor.service import Auditor
from streams.engine.service import AgentService
from streams.process import Process, assemble
from streams.rotation import KeyHolder
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.gateway.settings.test_rotation import ring
from tests.streams.test_process import SECRETS

SEARCH = "search: {tenants: {support: 0.1}, target: t, ledger: ledger.jsonl}\ndetection: {processes: 1}\n"
CONNECTION = Connection(("unused:1",), 7_000_000, max_bytes_in_flight=5_000)
NEW: Mapping[str, str] = {
    "CANARYGATE_SEALING_KEYS": ring("k9"),
    "OPENAI_API_KEY": "the provider's new key",
    "TRUSTED_KEY": "the trusted endpoint's new key",
    "CANARYGATE_AUDITOR_API_KEY": "the auditor's new key",
}


def settings(role: Role, changed: Mapping[str, str]) -> Settings:
    names = {"KAFKA_PASSWORD", *SECRETS[role]}
    return load(REAL + SEARCH, {name: changed.get(name, ENVIRONMENT[name]) for name in names}, [role])


def changed(role: Role) -> Process:
    """A process of a role, not started, after its keys have changed."""
    process = assemble(settings(role, {}), CONNECTION)
    for part in process.parts:
        if isinstance(part, KeyHolder):
            part.use_keys(settings(role, NEW))
    return process


def handler(process: Process) -> Any:
    """What works on the turns of an agent."""
    (agent,) = (part for part in process.parts if isinstance(part, AgentService))
    return agent.worker.handle.__self__  # type: ignore[attr-defined]


def sealer(role: Role) -> Sealer:
    process = changed(role)
    edges = [part for part in process.parts if isinstance(part, EdgeServer)]
    found = edges[0].sealer if edges else handler(process).sealer
    assert isinstance(found, Sealer)
    return found


@pytest.mark.parametrize("role", [Role.EDGE, Role.MINIMIZER, Role.SEARCHER])
async def test_who_seals_or_opens_does_so_with_the_new_ring(role: Role) -> None:
    assert [key_id for key_id, _ in sealer(role).default.keys] == ["k9"]


@pytest.mark.parametrize(("role", "key"), [(Role.DISPATCHER, "OPENAI_API_KEY"), (Role.SEARCHER, "TRUSTED_KEY")])
async def test_who_calls_models_does_so_with_the_new_key(role: Role, key: str) -> None:
    (agent,) = (part for part in changed(role).parts if isinstance(part, AgentService))
    (providers,) = (each for each in agent.resources if isinstance(each, Providers))
    (model,) = providers._models
    assert model.litellm_params.api_key is not None
    assert model.litellm_params.api_key.get_secret_value() == NEW[key]


async def test_the_auditor_asks_with_its_new_key() -> None:
    (auditor,) = (part for part in changed(Role.AUDITOR).parts if isinstance(part, Auditor))
    assert [each.api_key for each in auditor.planter.clients] == [NEW["CANARYGATE_AUDITOR_API_KEY"]]
