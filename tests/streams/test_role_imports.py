"""A process imports what its roles need. Each role is put together in a fresh interpreter, as ``run`` does it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping

import pytest

from gateway.settings import Role
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.streams.test_process import SECRETS

SEARCH = "search: {tenants: {support: 0.01}, target: t, ledger: ledger.jsonl}\n"

START = """
import asyncio, os, sys
from importlib import import_module
import gateway.cli
from gateway.kafka.connection import Connection
from gateway.settings import Role, load
from streams import process, running
"""
ASSEMBLE = """
async def assemble(role, config):
    process.assemble(load(config, os.environ, [Role(role)]), Connection(("unused:1",), 7_000_000))

asyncio.run(assemble(*sys.argv[1:]))
print(*sys.modules)
"""
IMPORT = """
for module in sys.argv[1:]:
    import_module(module)
print(*sys.modules)
"""

ANY_ROLE = (
    *("confluent_kafka", "faker", "litellm", "matplotlib", "onnxruntime", "pandas", "sklearn", "spacy"),
    *("lab.canarybench.verbs", "lab.search.verbs", "lab.training.verbs"),
)
CLUSTERING = ("river", "scipy", "streams.analyst", "streams.analytics")
DETECTION = (
    *("gateway.detection.assembly", "gateway.detection.attributes", "gateway.detection.engine"),
    *("gateway.detection.names", "gateway.detection.patterns", "gateway.detection.second_look"),
    *("gateway.detection.views", "gateway.detectors", "gateway.entities.numbering", "gateway.minimization"),
    *("hyperscan", "numpy", "phonenumbers", "streams.detecting"),
)
FORBIDDEN: Mapping[Role, Collection[str]] = {
    Role.EDGE: (
        *(*ANY_ROLE, *CLUSTERING, *DETECTION, "faust", "gateway.providers"),
        *("streams.dispatcher", "streams.engine", "streams.minimizer", "streams.searcher"),
    ),
    Role.MINIMIZER: (
        *(*ANY_ROLE, *CLUSTERING, "gateway.edge", "gateway.providers"),
        *("streams.dispatcher", "streams.edge", "streams.searcher"),
    ),
    Role.DISPATCHER: (
        *(*ANY_ROLE, *CLUSTERING, *DETECTION, "cryptography", "gateway.edge", "gateway.protocols", "gateway.sealing"),
        *("streams.edge", "streams.minimizer", "streams.role_keys", "streams.searcher"),
    ),
    Role.SEARCHER: (*ANY_ROLE, *CLUSTERING, "gateway.edge", "streams.dispatcher", "streams.edge", "streams.minimizer"),
    Role.ANALYST: (
        *(*ANY_ROLE, "faust", "gateway.edge", "gateway.providers", "streams.role_keys"),
        *("streams.dispatcher", "streams.edge", "streams.minimizer", "streams.searcher"),
    ),
    # A summary that leaks on purpose is made by the analyst's own code.
    Role.AUDITOR: (
        *(*ANY_ROLE, "streams.analyst", "faust", "gateway.detectors", "gateway.edge", "gateway.providers"),
        *("streams.dispatcher", "streams.edge", "streams.minimizer", "streams.role_keys", "streams.searcher"),
    ),
}


def printed(program: str, *arguments: str, secrets: Iterable[str] = ()) -> set[str]:
    """What a program prints in an interpreter of its own, word by word."""
    environment = {"PYTHONPATH": ":".join(sys.path), **{name: ENVIRONMENT[name] for name in secrets}}
    command = [sys.executable, "-c", START + program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return {*done.stdout.split()}


def among(names: Iterable[str], modules: Collection[str]) -> set[str]:
    """The packages and modules of ``names`` of which anything is imported."""
    return {name for name in names if any(f"{module}.".startswith(f"{name}.") for module in modules)}


@pytest.mark.parametrize("role", Role)
def test_a_process_imports_nothing_that_its_role_does_not_need(role: Role) -> None:
    config = REAL + SEARCH if role is Role.SEARCHER else REAL
    modules = printed(ASSEMBLE, role.value, config, secrets=("KAFKA_PASSWORD", *SECRETS[role]))
    assert f"streams.{role.value}.part" in modules
    assert among(FORBIDDEN[role], modules) == set()


def test_an_analyst_loads_what_reaches_models_only_where_one_writes_for_it() -> None:
    config = f"{REAL}publication: {{writer: t}}\n"
    secrets = ("KAFKA_PASSWORD", "TRUSTED_KEY", *SECRETS[Role.ANALYST])
    loaded = among(FORBIDDEN[Role.ANALYST], printed(ASSEMBLE, "analyst", config, secrets=secrets))
    assert loaded == {"gateway.providers"}


@pytest.mark.parametrize(
    ("role", "added"),
    [
        (Role.EDGE, "streams.searcher.driver"),
        (Role.EDGE, "gateway.detectors"),
        (Role.MINIMIZER, "gateway.providers.client"),
        (Role.MINIMIZER, "scipy"),
        (Role.DISPATCHER, "gateway.sealing"),
        (Role.DISPATCHER, "gateway.edge.server"),
        (Role.SEARCHER, "streams.topics.embedded"),
        (Role.ANALYST, "streams.minimizer.handler"),
        (Role.ANALYST, "gateway.providers.client"),
        (Role.AUDITOR, "gateway.detectors"),
        (Role.AUDITOR, "streams.minimizer.handler"),
    ],
)
def test_an_import_too_many_is_seen(role: Role, added: str) -> None:
    part = f"streams.{role.value}.part"
    assert among(FORBIDDEN[role], printed(IMPORT, part)) == set()
    assert among(FORBIDDEN[role], printed(IMPORT, part, added))
