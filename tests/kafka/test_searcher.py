"""A searcher beside the other roles: it learns from turns on their way, delays none, and keeps no text."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gateway.types import JsonValue
from tests.support.configuration import amend
from tests.support.evidence import assert_nothing_planted_stands
from tests.support.installation import Installation
from tests.support.requests import Ending
from tests.support.upstream_process import UpstreamProcess
from tests.support.waiting import eventually

SEARCHED_SECONDS = 90.0


async def test_a_searcher_learns_from_turns_on_their_way_and_keeps_no_text(
    installed: Installation, tmp_path: Path
) -> None:
    ledger = tmp_path / "live.jsonl"
    with UpstreamProcess(tmp_path / "trusted.jsonl") as trusted:
        searcher = installed.cluster.process("searcher")
        params: JsonValue = {"model": "openai/inside", "api_base": trusted.url, "api_key": "none"}
        trusted_models: JsonValue = [{"model_name": "inside", "litellm_params": params}]
        search: JsonValue = {"tenants": {"default": 1.0}, "target": "inside", "ledger": str(ledger), "calls": 20}
        amend(searcher.config, {"trusted_models": trusted_models, "search": search})
        await asyncio.to_thread(searcher.start)
        async with installed.load(per_second=5) as load:
            await eventually(lambda: _records(ledger) >= 2, SEARCHED_SECONDS, "a search of a live turn")
        assert await asyncio.to_thread(installed.cluster.remove, searcher) == 0
    account = await installed.account(load, "a searcher", 0)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED}
    kept = ledger.read_text(encoding="utf-8") + searcher.log.read_text(encoding="utf-8")
    assert not any(value in kept for asked in account.asked for value in asked.values)


async def test_nothing_planted_stands_anywhere_afterwards(installed: Installation) -> None:
    await assert_nothing_planted_stands(installed)


def _records(ledger: Path) -> int:
    return ledger.read_bytes().count(b"\n") if ledger.exists() else 0
