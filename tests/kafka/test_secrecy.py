"""The search for planted values is no good if it cannot find them: it is shown to find them where sealing is out."""

from __future__ import annotations

from pathlib import Path

from gateway.records import Topic
from tests.support.evidence import evidence, finds
from tests.support.installation import PREFIX, installation
from tests.support.requests import Ending
from tests.support.search import Find
from tests.support.unsealed import PROGRAM


async def test_without_sealing_the_same_search_finds_every_value_on_the_broker(
    kafka_jars: Path, tmp_path: Path
) -> None:
    with installation(tmp_path, kafka_jars, PROGRAM) as running:
        async with running.load() as load:
            await load.flows()
        assert {asked.ending for asked in load.asked} == {Ending.ANSWERED}
        values = {value for asked in load.asked for value in asked.values}
        found = finds(values, await evidence(running))
    print(f"without sealing, {len(values)} values: found in {', '.join(sorted(found))}")
    for place in (f"topic {PREFIX}{Topic.INCOMING}", f"broker data/{PREFIX}{Topic.INCOMING}"):
        there = _in(place, found)
        assert {each.value for each in there} == values
        assert {each.form for each in there} == {"base64"}
    assert _in(f"topic {PREFIX}{Topic.MINIMIZED}", found), "the replacement maps"
    assert _in(f"topic {PREFIX}{Topic.REPLIES}", found), "the replacement maps"


def _in(place: str, found: dict[str, list[Find]]) -> list[Find]:
    return [each for name, finds_there in found.items() if name.startswith(place) for each in finds_there]
