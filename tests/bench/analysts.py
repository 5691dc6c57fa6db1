"""``python -m tests.bench.analysts``: what the analyst costs, and how it scales with its members, on a real broker.

A window's texts stand in four partitions before 1, 2 and 4 members start. Printed are, for each number of members, the
texts learned in a second, from the first to the last; the processor time and memory of all members; and how long the
window's end takes, stage by stage. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
import time
from pathlib import Path

from tests.support.analysts import GRACE_SECONDS, WINDOW, WINDOW_SECONDS, Analysts, analysts, texts
from tests.support.kafka import RealBroker, jars
from tests.support.processes import GatewayProcess

MEMBERS = (1, 2, 4)
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0
COUNTED = 3
LEARNED = "canarygate_conversations_clustered_total"
LOOP_LAG = re.compile(r"^canarygate_loop_lag_seconds (\S+)$", re.M)
STAGE = re.compile(r'^canarygate_analyst_seconds_sum\{stage="(\w+)"\} (\S+)$', re.M)


def learned(member: GatewayProcess) -> int:
    """How many texts a member has learned."""
    found = re.search(rf"^{LEARNED} (\S+)$", member.metrics_page().decode(), re.M)
    return int(float(found[1])) if found else 0


async def measure(folder: Path, bootstrap: str, members: int, count: int) -> None:
    """Prints the figures of so many members."""
    with analysts(folder, bootstrap, f"bench-{members}.", snapshot_seconds=15.0) as running:
        running.set(WINDOW + 10.0)
        await running.write(*texts(count, contributors=count // 10))
        for _ in range(members):
            running.add()
        for member in running.members:
            await asyncio.to_thread(member.wait_until_ready, 120.0)
        seconds = await _until_learned(running, count)
        cpu, rss = _usage(running)
        print(
            f"{members} members: {count / seconds:,.0f} texts/s, {cpu:.1f} s of CPU since their start, {rss:.0f} MB, "
            f"event loop held for {_loop_lag(running):.3f} s at most"
        )
        began = time.monotonic()
        running.set(OVER)
        await running.opened(COUNTED)
        stages = _stages(running)
        print(
            f"  end of the window: {time.monotonic() - began:.1f} s; {stages}; {_usage(running)[1]:.0f} MB, "
            f"event loop held for {_loop_lag(running):.3f} s at most"
        )


async def _until_learned(running: Analysts, count: int) -> float:
    began: float | None = None
    while True:
        done = sum([await asyncio.to_thread(learned, member) for member in running.members])
        began = time.monotonic() if began is None and done else began
        # The last batch of a partition waits for more texts, or the window's end.
        if began is not None and done >= count - 4 * 256:
            return time.monotonic() - began
        await asyncio.sleep(0.02)


def _usage(running: Analysts) -> tuple[float, float]:
    used = [member.usage() for member in running.members]
    return sum(each.cpu_seconds for each in used), sum(each.rss_bytes for each in used) / 1e6


def _loop_lag(running: Analysts) -> float:
    found = [LOOP_LAG.search(member.metrics_page().decode()) for member in running.members]
    return max(float(each[1]) for each in found if each)


def _stages(running: Analysts) -> str:
    pages = [member.metrics_page().decode() for member in running.members]
    sums: dict[str, float] = {}
    for stage, value in (found for page in pages for found in STAGE.findall(page)):
        sums[stage] = sums.get(stage, 0.0) + float(value)
    return ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in sums.items())


def main() -> None:
    """Measures each number of members."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, RealBroker(Path(folder) / "kafka", jars()) as broker:
        for members in MEMBERS:
            asyncio.run(measure(Path(folder), broker.bootstrap, members, options.texts))


if __name__ == "__main__":
    main()
