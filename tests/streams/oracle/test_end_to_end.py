"""The command, over litellm, against a scripted model: what is found is the true minimum, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from gateway.types import JsonObject
from streams.oracle.ledger import Ended, Record, Scored, actions, decode_all
from streams.oracle.prompts import Prompt, read
from tests.streams.oracle.loopback import Fault, Loopback
from tests.streams.oracle.published import DATA, needs_data
from tests.support.processes import ROOT

pytestmark = needs_data

FILES = [DATA / "medqa.jsonl", DATA / "casehold.jsonl"]
FEW = 12


async def oracle(url: str, folder: Path, data: Sequence[Path], *options: str) -> asyncio.subprocess.Process:
    """The command, asking the model at this URL through litellm."""
    config = folder / "config.yaml"
    # An argument of litellm's own makes the gateway ask through it and not through its pooled session.
    model = {"model": "openai/scripted", "api_base": url, "api_key": "none", "timeout": 1.0, "drop_params": True}
    sections = {
        "model_list": [{"model_name": "scripted", "litellm_params": model}],
        "router_settings": {"num_retries": 4},
    }
    config.write_text(json.dumps(sections))
    words = ["--config", config, "--model", "scripted", "--ledger", folder / "ledger.jsonl", "--data", *data, "--json"]
    command = [sys.executable, "-m", "gateway.cli", "minimize", "oracle", *map(str, words), *options]
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=pipe, stderr=pipe)


async def finished(process: asyncio.subprocess.Process) -> JsonObject:
    output, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    measured: JsonObject = json.loads(output)
    return measured


def records(folder: Path) -> list[Record]:
    data = (folder / "ledger.jsonl").read_bytes()
    return [record for _, record in decode_all(data, "ledger.jsonl")]


def results(folder: Path) -> dict[str, Ended]:
    return {record.prompt: record for record in records(folder) if isinstance(record, Ended)}


def scores(folder: Path) -> dict[tuple[str, str, int], int]:
    found = [record for record in records(folder) if isinstance(record, Scored)]
    keyed = {(score.prompt, score.plan, score.repeat): score.score for score in found}
    assert len(keyed) == len(found), "a decode was asked for twice"
    return keyed


@pytest.mark.timeout(600)
async def test_the_plan_of_every_prompt_is_the_true_minimum_at_fewer_calls(tmp_path: Path) -> None:
    async with Loopback(read(FILES)) as model:
        measured = await finished(await oracle(model.url, tmp_path, FILES, "--repeats", "1", "--concurrency", "16"))
        minima = model.minima()
    found = results(tmp_path)
    assert found.keys() == minima.keys()
    for prompt_id, result in found.items():
        assert not result.unfinished
        assert actions(result.plan) in minima[prompt_id], prompt_id
    assert len({result.plan for result in found.values() if set(result.plan) > {"R"}}) > 10  # not all the same
    rows = measured["datasets"]
    assert isinstance(rows, list)
    for row in rows:
        assert isinstance(row, dict)
        print({name: value for name, value in row.items() if name != "outcomes"})
        assert row["plans"] < row["plans_sequential"] < row["plans_brute_force"]  # type: ignore[operator]


def few(folder: Path, count: int = FEW) -> tuple[list[Path], list[Prompt]]:
    """A file of a few prompts, and these prompts."""
    path = folder / "few.jsonl"
    path.write_bytes(b"".join(FILES[1].read_bytes().splitlines(keepends=True)[:count]))
    return [path], read([path])


def once(kind: str) -> Fault:
    return lambda prompt, attempt: kind if attempt == 0 else None


@pytest.mark.parametrize("fault", ["429", "500", "prose", "stall"])
async def test_faults_that_clear_within_the_retries_change_no_plan(tmp_path: Path, fault: str) -> None:
    data, prompts = few(tmp_path, 4 if fault == "stall" else FEW)
    async with Loopback(prompts, once(fault)) as model:
        measured = await finished(await oracle(model.url, tmp_path, data, "--repeats", "1", "--concurrency", "16"))
        minima = model.minima()
        assert sum(count > 1 for count in model.received.values()) > len(prompts)
    assert measured["faults"] == {}
    assert all(actions(result.plan) in minima[result.prompt] for result in results(tmp_path).values())


@pytest.mark.parametrize("fault", ["429", "prose"])
async def test_faults_that_stay_end_unfinished_with_everything_redacted_and_the_next_run_goes_on(
    tmp_path: Path, fault: str
) -> None:
    data, prompts = few(tmp_path)
    broken = prompts[1].id
    async with Loopback(prompts, lambda prompt, attempt: fault if prompt.id == broken else None) as model:
        await finished(await oracle(model.url, tmp_path, data, "--repeats", "1"))
        unfinished = results(tmp_path)
        assert [result.prompt for result in unfinished.values() if result.unfinished] == [broken]
        assert set(unfinished[broken].plan) == {"R"}
        assert unfinished[broken].frozen == ()
        model.fault = lambda prompt, attempt: None
        await finished(await oracle(model.url, tmp_path, data, "--repeats", "1"))
        assert actions(results(tmp_path)[broken].plan) in model.minima()[broken]


async def test_a_run_that_is_killed_and_resumed_leaves_the_same_ledger(tmp_path: Path) -> None:
    """The same results; no decode asked for twice; the same scores wherever both runs asked."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    async with Loopback(read(FILES[1:])) as model:
        await finished(await oracle(model.url, whole, FILES[1:], "--repeats", "2"))
        before = model.received.total()
        for part in (1, 2):
            model.reached_at, model.reached = model.received.total() + part * before // 5, asyncio.Event()
            process = await oracle(model.url, killed, FILES[1:], "--repeats", "2")
            await model.reached.wait()
            process.kill()
            await process.communicate()
        assert 0 < len(results(killed)) < len(results(whole))
        await finished(await oracle(model.url, killed, FILES[1:], "--repeats", "2"))
        asked = model.received.total()
        await finished(await oracle(model.url, killed, FILES[1:], "--repeats", "2"))
        assert model.received.total() == asked
    assert results(killed) == results(whole)
    ours, theirs = scores(killed), scores(whole)
    both = ours.keys() & theirs.keys()
    assert {key: ours[key] for key in both} == {key: theirs[key] for key in both}
