"""The command, over litellm, against a scripted model: it finds the true minimum in spite of faults."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from lab.search.prompt_files import read
from lab.search.running import Asked, OracleRun, run
from streams.searcher.driver import Bounds
from streams.searcher.ledger import Ended, Record, Scored, actions, decode_all
from streams.searcher.prompts import Prompt
from tests.lab.search.loopback import Fault, Loopback
from tests.lab.search.published import DATA, needs_data
from tests.lab.search.written import write
from tests.support.processes import ROOT

FEW = 12
MANY = 24
RUNS = count()


def configuration(folder: Path, url: str, timeout: float = 60.0) -> Path:
    """Where the model is. An argument of litellm's own makes the gateway ask through it, not its pooled session.

    litellm keeps its clients by key, closed ones too, so every run of one process has a key of its own.
    """
    config = folder / "config.yaml"
    key = f"run-{next(RUNS)}"
    model = {"model": "openai/scripted", "api_base": url, "api_key": key, "timeout": timeout, "drop_params": True}
    models = [{"model_name": "scripted", "litellm_params": model}]
    config.write_text(json.dumps({"model_list": models, "router_settings": {"num_retries": 4}}))
    return config


async def searched(
    model: Loopback, folder: Path, data: Sequence[Path], *, repeats: int = 1, patience: float = 60.0
) -> OracleRun:
    """A run to its end, in this process."""
    config = configuration(folder, model.url, patience)
    asked = Asked(data, folder / "ledger.jsonl", "scripted", config=config, repeats=repeats, bounds=Bounds(16))
    return await run(asked, {}, {})


async def launched(model: Loopback, folder: Path, data: Sequence[Path], repeats: int) -> asyncio.subprocess.Process:
    """The same run as a process of its own, by the command line."""
    words = ["--config", configuration(folder, model.url), "--model", "scripted", "--ledger", folder / "ledger.jsonl"]
    words += ["--data", *data, "--repeats", repeats, "--concurrency", 16]
    command = [sys.executable, "-m", "gateway.cli", "minimize", "oracle", *map(str, words)]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL)


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


async def test_the_plan_of_every_prompt_is_the_true_minimum_at_fewer_calls(tmp_path: Path) -> None:
    await check_true_minima(tmp_path, [write(tmp_path, MANY)])


@needs_data
async def test_the_plan_of_every_published_prompt_is_the_true_minimum_at_fewer_calls(tmp_path: Path) -> None:
    await check_true_minima(tmp_path, [DATA / "medqa.jsonl", DATA / "casehold.jsonl"])


async def check_true_minima(tmp_path: Path, data: Sequence[Path]) -> None:
    async with Loopback(read(data)) as model:
        measured = await searched(model, tmp_path, data)
        minima = model.minima()
    found = results(tmp_path)
    assert found.keys() == minima.keys()
    for prompt_id, result in found.items():
        assert not result.unfinished
        assert actions(result.plan) in minima[prompt_id], prompt_id
    assert len({result.plan for result in found.values() if set(result.plan) > {"R"}}) > 10  # not all the same
    for row in measured.datasets:
        print(
            row.dataset, row.plans, "plans,", row.plans_sequential, "sequential,", f"{row.plans_brute_force:.2g} in all"
        )
        assert row.plans < row.plans_sequential < row.plans_brute_force


def few(folder: Path, rows: int = FEW) -> tuple[list[Path], list[Prompt]]:
    """A file of a few prompts, and these prompts."""
    data = [write(folder, rows)]
    return data, read(data)


def once(kind: str) -> Fault:
    return lambda prompt, attempt: kind if attempt == 0 else None


@pytest.mark.parametrize("fault", ["429", "500", "html", "prose", "stall"])
async def test_faults_that_clear_within_the_retries_change_no_plan(tmp_path: Path, fault: str) -> None:
    data, prompts = few(tmp_path, 4 if fault == "stall" else FEW)
    async with Loopback(prompts, once(fault)) as model:
        measured = await searched(model, tmp_path, data, patience=1.0 if fault == "stall" else 60.0)
        minima = model.minima()
        assert sum(times > 1 for times in model.received.values()) > len(prompts)
    assert measured.unfinished == {}
    assert all(actions(result.plan) in minima[result.prompt] for result in results(tmp_path).values())


@pytest.mark.parametrize("fault", ["429", "html", "prose"])
async def test_faults_that_stay_end_unfinished_with_everything_redacted_and_the_next_run_goes_on(
    tmp_path: Path, fault: str
) -> None:
    data, prompts = few(tmp_path)
    broken = prompts[1].id
    async with Loopback(prompts, lambda prompt, attempt: fault if prompt.id == broken else None) as model:
        await searched(model, tmp_path, data)
        unfinished = results(tmp_path)
        assert [result.prompt for result in unfinished.values() if result.unfinished] == [broken]
        assert set(unfinished[broken].plan) == {"R"}
        assert unfinished[broken].frozen == ()
        model.fault = lambda prompt, attempt: None
        await searched(model, tmp_path, data)
        assert actions(results(tmp_path)[broken].plan) in model.minima()[broken]


async def test_a_run_that_is_killed_and_resumed_leaves_the_same_ledger(tmp_path: Path) -> None:
    """The same results; no decode asked for twice; the same scores wherever both runs asked."""
    whole, killed, data = tmp_path / "whole", tmp_path / "killed", [write(tmp_path, MANY)]
    whole.mkdir()
    killed.mkdir()
    async with Loopback(read(data)) as model:
        await searched(model, whole, data, repeats=2)
        before = model.received.total()
        for part in (1, 2):
            model.reached_at, model.reached = model.received.total() + part * before // 5, asyncio.Event()
            process = await launched(model, killed, data, repeats=2)
            await model.reached.wait()
            process.kill()
            await process.wait()
        assert 0 < len(results(killed)) < len(results(whole))
        await searched(model, killed, data, repeats=2)
        asked = model.received.total()
        await searched(model, killed, data, repeats=2)
        assert model.received.total() == asked
    assert results(killed) == results(whole)
    ours, theirs = scores(killed), scores(whole)
    both = ours.keys() & theirs.keys()
    assert {key: ours[key] for key in both} == {key: theirs[key] for key in both}
