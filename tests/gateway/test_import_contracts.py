from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gateway import types

ROOT = Path(types.__file__).parents[1]
PACKAGES = ("gateway", "lab", "streams")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]

# Each breaks one contract: a line in a module where it must not stand.
BREACHES = [
    ("packages", "gateway/kafka/producer.py", "import streams.engine.window"),
    ("packages", "gateway/background.py", "import streams.process"),
    ("packages", "gateway/types.py", "import lab.reporting.files"),
    ("packages", "streams/searcher/prompts.py", "import lab.reporting.files"),
    ("root", "streams/running.py", "import gateway.cli"),
    ("root", "lab/search/commands.py", "import gateway.cli"),
    ("one-turn", "gateway/entities/linking.py", "import gateway.rewriting.restoring"),
    ("one-turn", "gateway/rewriting/restoring.py", "import gateway.plans.policy_plan"),
    ("one-turn", "gateway/plans/policy_plan.py", "import gateway.minimization"),
    ("one-turn", "gateway/detection/overlap.py", "import gateway.policy"),
    ("one-turn", "gateway/settings/sections.py", "import gateway.kafka.login"),
    ("one-turn", "gateway/edge/turns.py", "import gateway.detectors"),
    ("many-turns", "streams/minimizer/handler.py", "import streams.dispatcher.handler"),
    ("many-turns", "streams/searcher/part.py", "import streams.minimizer.counting"),
    ("many-turns", "streams/process.py", "import streams.edge.part"),
    ("many-turns", "streams/engine/worker.py", "import streams.role_keys"),
    ("many-turns", "streams/analytics/gate.py", "import streams.engine.window"),
    ("many-turns", "streams/canaries/scanner.py", "import streams.analytics.gate"),
    ("pure", "gateway/sealing.py", "import time"),
    ("pure", "gateway/policy.py", "import prometheus_client"),
    ("pure", "gateway/detection/overlap.py", "import gateway.logs"),
    ("pure", "gateway/entities/linking.py", "import random"),
    ("pure", "gateway/plans/predictors/installed.py", "import gateway.settings"),
    ("pure", "gateway/rewriting/restoring.py", "import logging"),
    ("pure", "streams/engine/window.py", "import asyncio"),
    ("pure", "streams/topics/table.py", "import aiokafka"),
    ("pure", "streams/analytics/gate.py", "import time"),
    ("pure", "streams/canaries/forms.py", "import random"),
    ("unmarked", "streams/minimizer/step.py", "import streams.canaries.kinds"),
    ("unmarked", "streams/dispatcher/handler.py", "import streams.canaries.scanner"),
    ("unmarked", "streams/analyst/closing.py", "import streams.canaries.scanner"),
    ("unmarked", "streams/minimizer/step.py", "import streams.evidence.leaks"),
    ("litellm", "gateway/providers/litellm_provider.py", "import litellm"),
    ("litellm", "lab/search/zero_shot.py", "import litellm"),
    ("reach", "gateway/health.py", "import gateway.providers.client"),
    ("reach", "streams/minimizer/handler.py", "import gateway.providers.client"),
    ("reach", "streams/searcher/handler.py", "import gateway.providers.client"),
    ("reach", "streams/process.py", "import gateway.providers.client"),
    ("sight-without-reach", "gateway/edge/turns.py", "import gateway.providers.echo"),
    ("sight-without-reach", "streams/detecting/pools.py", "import gateway.providers.echo"),
    ("sight-without-reach", "streams/engine/worker.py", "import gateway.providers.client"),
    ("reach-without-sight", "streams/dispatcher/handler.py", "import gateway.sealing"),
    ("reach-without-sight", "streams/dispatcher/part.py", "import streams.role_keys"),
    ("reach-without-sight", "gateway/providers/calls.py", "import gateway.detection.detector"),
    ("detection", "gateway/detection/detector.py", "import gateway.policy"),
    ("protocols", "gateway/protocols/bodies.py", "import gateway.detection.detector"),
    ("protocols", "gateway/protocols/registry.py", "import gateway.policy"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages and their contracts, to be broken."""
    folder = tmp_path_factory.mktemp("contracts")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def lint(folder: Path, contract: str) -> tuple[int, str]:
    program = str(Path(sys.executable).with_name("lint-imports"))
    command = [program, "--contract", contract, "--cache-dir", str(folder / "cache")]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("contract", [contract["id"] for contract in CONTRACTS])
def test_a_contract_is_kept(copy: Path, contract: str) -> None:
    assert lint(copy, contract)[0] == 0


@pytest.mark.parametrize(("contract", "module", "line"), BREACHES)
def test_a_breach_of_a_contract_is_seen(copy: Path, contract: str, module: str, line: str) -> None:
    path = copy / module
    kept = path.read_text()
    path.write_text(f"{kept}\n{line}\n")
    try:
        status, printed = lint(copy, contract)
    finally:
        path.write_text(kept)
    assert status == 1
    assert f"{module.removesuffix('.py').replace('/', '.')} -> {line.split()[1]}" in re.sub(r"\s+", " ", printed)


def test_every_contract_is_shown_to_be_breakable() -> None:
    assert {contract["id"] for contract in CONTRACTS} == {contract for contract, _, _ in BREACHES}


def test_no_contract_has_an_exemption() -> None:
    assert not [contract["id"] for contract in CONTRACTS if contract.get("ignore_imports")]


def test_every_module_of_the_gateway_stands_beneath_streams_but_the_composition_root() -> None:
    (packages,) = (contract for contract in CONTRACTS if contract["id"] == "packages")
    root, *_, beneath = packages["layers"]
    folder = ROOT / "gateway"
    modules = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert {f"gateway.{module}" for module in modules - {"__init__"}} == {root, *re.split(r"[\s:]+", beneath.strip())}


def test_litellm_is_loaded_by_name_in_one_module_only() -> None:
    loading = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in ROOT.glob(f"{package}/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and any(isinstance(a, ast.Constant) and a.value == "litellm" for a in node.args)
    }
    assert loading == {"gateway/providers/litellm_provider.py"}
