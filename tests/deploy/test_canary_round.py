"""What `helm test` runs: it is content with a gateway that redacts, and sees one that does not."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from gateway.types import JsonObject
from tests.deploy.chart import MATRIX, RELEASE, of_kind, rendered
from tests.support.gateway import KEY, running_gateway
from tests.support.upstream import Upstream

ECHO: JsonObject = {"model_name": "echo", "litellm_params": {"model": "echo"}}
LEAKING: JsonObject = {"actions": {"*": "RETAIN"}}


@pytest.mark.parametrize(
    ("policy", "said"), [({}, ""), (LEAKING, "the address reached the model")], ids=["redacts", "leaks"]
)
async def test_the_round_of_a_canary_passes_where_the_model_sees_a_placeholder(
    policy: JsonObject, said: str, tmp_path: Path
) -> None:
    (pod,) = of_kind(rendered(MATRIX["everything"], tmp_path), "Pod")
    (container,) = pod["spec"]["containers"]
    (script,) = container["args"]
    assert container["command"] == ["python", "-c"]
    sections: JsonObject = {"model_list": [ECHO]}
    async with (
        Upstream() as upstream,
        running_gateway(upstream, policies={"default": policy}, sections=sections) as one,
    ):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            script.replace(f"http://{RELEASE}-edge", one.url),
            env={"API_KEY": f"{KEY}-default"},
            stderr=asyncio.subprocess.PIPE,
        )
        _, errors = await process.communicate()
    assert (process.returncode == 0) == (not said)
    assert said in errors.decode()
