from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gateway import types

ROOT = Path(types.__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]

# Each breaks one contract: a line in a module where it must not stand.
BREACHES = [
    ("pure", "gateway/sealing.py", "import time"),
    ("pure", "gateway/minimization/policy.py", "import prometheus_client"),
    ("pure", "gateway/detection/overlap.py", "import gateway.logs"),
    ("pure", "streams/window.py", "import asyncio"),
    ("one-turn", "gateway/kafka.py", "import streams.engine.window"),
    ("root", "streams/running.py", "import gateway.cli"),
    ("litellm", "gateway/providers/litellm_provider.py", "import litellm"),
    ("reach", "gateway/health.py", "import gateway.providers.client"),
    ("reach", "streams/minimizer.py", "import gateway.providers.client"),
    ("sight-without-reach", "gateway/edge/turns.py", "import gateway.providers.echo"),
    ("sight-without-reach", "streams/worker.py", "import gateway.providers.client"),
    ("reach-without-sight", "streams/dispatcher.py", "import gateway.sealing"),
    ("reach-without-sight", "gateway/providers/calls.py", "import gateway.detection.detector"),
    ("detection", "gateway/detection/detector.py", "import gateway.policy"),
    ("minimization", "gateway/minimization/minimize.py", "import gateway.detection.detector"),
    ("protocols", "gateway/protocols/bodies.py", "import gateway.detection.detector"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two packages and their contracts, to be broken."""
    folder = tmp_path_factory.mktemp("contracts")
    for package in ("gateway", "streams"):
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


@pytest.mark.parametrize(("contract", "module", "line"), BREACHES)
def test_a_contract_is_kept_and_a_breach_of_it_is_seen(copy: Path, contract: str, module: str, line: str) -> None:
    path = copy / module
    kept = path.read_text()
    assert lint(copy, contract)[0] == 0
    path.write_text(f"{kept}\n{line}\n")
    try:
        status, printed = lint(copy, contract)
    finally:
        path.write_text(kept)
    assert status == 1
    assert "1 broken" in printed


def test_every_contract_is_shown_to_be_breakable() -> None:
    assert {contract["id"] for contract in CONTRACTS} == {contract for contract, _, _ in BREACHES}


def test_litellm_is_loaded_by_name_in_one_module_only() -> None:
    loading = {
        path.relative_to(ROOT).as_posix()
        for path in [*ROOT.glob("gateway/**/*.py"), *ROOT.glob("streams/**/*.py")]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and any(isinstance(a, ast.Constant) and a.value == "litellm" for a in node.args)
    }
    assert loading == {"gateway/providers/litellm_provider.py"}
