"""The content of the image, without Docker: the same script installs it, and every role runs from it.

The tree is read-only, the user has no rights, and the environment holds what the role needs and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from openai import AsyncOpenAI

import gateway
from gateway.roles import Role
from gateway.types import JsonObject
from tests.e2e.exchange import whole
from tests.support.configuration import ANALYTICS, PLAIN_PROBES, amend, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import Cluster
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

ROOT = Path(gateway.__file__).parents[1]
IMAGE = ROOT / "deploy/image"
NOBODY = 65534
ROLES = ("edge", "minimizer", "dispatcher", "analyst")
AUDIT: JsonObject = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
    **PLAIN_PROBES,
    "model": "m",
    "edge": "http://127.0.0.1:1",
    "probes_per_minute": 300,
}
WAIT_SECONDS = 60.0
EMAIL = "dana.okoye+42@harbor-quartz7.example"
BODY: JsonObject = {"model": "m", "messages": [{"role": "user", "content": f"Write to {EMAIL}"}]}
OTHER_PROVIDER: JsonObject = {"model_name": "*", "litellm_params": {"model": "anthropic/*", "api_key": "none"}}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that anybody may enter; pytest's own are closed to others."""
    made = Path(tempfile.mkdtemp(prefix="canarygate-image-"))
    made.chmod(0o755)
    yield made
    for path in (made, *(path for path in made.rglob("*") if path.is_dir() and not path.is_symlink())):
        path.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def python(folder: Path) -> Path:
    """The home of this Python, or of its copy where every user may run it: a home folder is closed to others."""
    home = Path(sys.base_prefix).resolve()
    if all(map(_is_open, home.parents)):
        return home
    left_out = shutil.ignore_patterns("site-packages", "test", "config-*", "__pycache__")
    return shutil.copytree(home, folder / "python", symlinks=True, ignore=left_out)


@pytest.fixture(scope="module")
def tree(folder: Path, python: Path) -> Path:
    """What the image holds, made read-only."""
    target = folder / "canarygate"
    command = ["sh", str(IMAGE / "install.sh"), str(target), str(IMAGE / "requirements.lock")]
    program = str(python / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}")
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHON": program}, check=True, capture_output=True)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    return target


def _is_open(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)


def unprivileged(tree: Path) -> tuple[str, ...]:
    """The program, run by a user without rights; who is none already stays who he is."""
    program = str(tree / "bin/canarygate")
    if os.geteuid():
        return (program,)
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs", program)


def installed(folder: Path, tree: Path, broker: JsonObject, upstream_url: str) -> Cluster:
    """Processes of the image's program; what they cache goes where they may write.

    A copy of a Python finds its own library only where it is told to.
    """
    cache = folder / "cache"
    cache.mkdir(exist_ok=True)
    if not os.geteuid():
        os.chown(cache, NOBODY, NOBODY)
    return Cluster(
        folder / "run",
        broker,
        openai_models(upstream_url),
        environment={"XDG_CACHE_HOME": str(cache), "HOME": "/nowhere", "LD_LIBRARY_PATH": str(folder / "python/lib")},
        program=unprivileged(tree),
        tree=tree,
    )


async def test_every_role_runs_from_a_read_only_tree_as_a_user_without_rights(
    folder: Path, tree: Path, real_broker: RealBroker, topic_prefix: str
) -> None:
    async with Upstream() as upstream:
        with installed(folder, tree, kafka(real_broker.bootstrap, topic_prefix), upstream.url) as cluster:
            cluster.sections = {**ANALYTICS, "audit": AUDIT}
            cluster.apply_topics()
            edge, *_ = cluster.start(*ROLES)
            client = AsyncOpenAI(base_url=f"{edge.url}/v1", api_key=cluster.secrets.api_key)
            assert EMAIL in (await whole(client, BODY)).content
            cluster.sections = {**ANALYTICS, "audit": {**AUDIT, "edge": edge.url}}
            await asyncio.to_thread(cluster.start, "auditor")
            await eventually(lambda: len(upstream.requests) > 1, WAIT_SECONDS, "a probe")
            statuses = [await asyncio.to_thread(cluster.remove, process) for process in reversed(cluster.processes)]
            assert statuses == [0] * len({*Role} - {Role.SEARCHER})
    assert all(EMAIL.encode() not in received.wire for received in upstream.requests)


def test_a_dispatcher_whose_models_need_litellm_says_that_the_image_has_none(
    folder: Path, tree: Path, real_broker: RealBroker, topic_prefix: str
) -> None:
    with installed(folder, tree, kafka(real_broker.bootstrap, topic_prefix), "http://127.0.0.1:1") as cluster:
        cluster.apply_topics()
        process = cluster.process("dispatcher")
        amend(process.config, {"model_list": [OTHER_PROVIDER]})
        process.launch()
        assert process.wait() == 1
        assert "litellm, which is not installed here" in process.log.read_text()


def test_the_tree_holds_nothing_that_builds_or_installs_and_no_litellm(tree: Path) -> None:
    held = {path.name for path in (tree / "bin").iterdir()}
    packages = {path.name for path in next(tree.glob("lib/python*/site-packages")).iterdir()}
    assert not held & {"pip", "pip3", "uv", "cc", "gcc"}
    assert not packages & {"pip", "setuptools", "uv", "litellm", "pytest", "mypy"}
    assert {"gateway", "streams", "lab"} <= packages


def test_the_image_is_made_by_the_same_script_and_runs_as_a_user_without_rights() -> None:
    lines = (IMAGE / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert "RUN sh deploy/image/install.sh /opt/canarygate deploy/image/requirements.lock" in lines
    last_user = [line for line in lines if line.startswith("USER ")][-1]
    assert last_user not in ("USER root", "USER 0")


@pytest.mark.parametrize(
    ("lock", "held"),
    [
        ("deploy/image/requirements.lock", set()),
        ("deploy/image/second-look.lock", {"onnxruntime"}),
        ("requirements.lock", {"litellm"}),
    ],
)
def test_a_target_of_the_image_carries_what_its_roles_need_and_no_more(lock: str, held: set[str]) -> None:
    names = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
    assert {"aiokafka", "faust-streaming"} <= names
    assert names & {"litellm", "onnxruntime", "pytest", "matplotlib"} == held
    made = (IMAGE / "Dockerfile").read_text(encoding="utf-8")
    assert f"RUN sh deploy/image/install.sh /opt/canarygate {lock}\n" in made


def test_all_that_the_image_copies_is_let_through_to_docker() -> None:
    let_through = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for line in (IMAGE / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists()
                assert any(Path(source).match(pattern) for pattern in let_through), source
