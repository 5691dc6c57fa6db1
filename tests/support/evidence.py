"""Everything that an installation left anywhere, for the search for planted values."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path

from tests.support.dump import dump
from tests.support.installation import Installation
from tests.support.search import Find, find

# Kafka fills its index files with zeros in advance.
_ZEROS = re.compile(rb"\0{64,}")


async def evidence(installed: Installation) -> dict[str, bytes]:
    """What stands in every topic, every file of the broker, every log, every metrics page and every error body."""
    running = [process for process in installed.cluster.processes if process.running]
    return {
        **await _topics(installed.broker.bootstrap),
        **_files("broker", installed.broker.folder),
        **{f"log {path.name}": content for path, content in installed.cluster.logs().items()},
        **{f"metrics {process.name}": await asyncio.to_thread(process.metrics_page) for process in running},
        "errors": "\n".join(installed.errors).encode(),
    }


async def assert_nothing_planted_stands(installed: Installation, others: Iterable[str] = ()) -> None:
    """Assert that no value of any request to the installation, nor any of the others, stands anywhere in any form."""
    values = {*others, *(value for asked in installed.history for value in asked.values)}
    places = await evidence(installed)
    assert finds([asked.marker for asked in installed.history], places), "the search sees what is not secret"
    size = sum(map(len, places.values()))
    print(f"{len(values)} values of {len(installed.history)} requests, {len(places)} places, {size >> 20} MiB searched")
    assert finds(values, places) == {}


def finds(values: Iterable[str], places: Mapping[str, bytes]) -> dict[str, list[Find]]:
    """Every place where a value stands in any form, and what was found there; offsets are those in all of them."""
    names = list(places)
    starts = [0, *accumulate(len(content) + 1 for content in places.values())]
    found = defaultdict(list)
    # Searching once costs far less than searching place by place: the values are many, and so are the places.
    for each in find(values, b"\n".join(places.values())):
        found[names[bisect_right(starts, each.offset) - 1]].append(each)
    return dict(found)


async def _topics(bootstrap: str) -> dict[str, bytes]:
    contents = defaultdict(list)
    for record in await dump(bootstrap):
        contents[f"topic {record.topic}"].append(_without_zeros(record.content))
    return {topic: b"\n".join(records) for topic, records in contents.items()}


def _files(kind: str, folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {f"{kind} {path.relative_to(folder)}": _without_zeros(path.read_bytes()) for path in files}


def _without_zeros(content: bytes) -> bytes:
    return _ZEROS.sub(b"\0", content.rstrip(b"\0"))
