"""``python -m tests.bench.canaries``: what the search for canaries costs. Nothing is asserted.

A scan of 500 bytes of several kinds against 100,000 canaries, adding and expiring one, building the largest segment,
and the memory of many canaries, in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from random import Random
from statistics import median
from typing import TypeVar

from ahocorasick_rs import BytesAhoCorasick, Implementation

from streams.canaries.bounds import anytime_upper
from streams.canaries.forms import Canary, cores, fragments
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.scanner import LARGEST, Scanner
from streams.canaries.segment import Segment, anchor
from streams.canaries.topics import TOPICS
from tests.bench.results import Batch, Micro, batches, micro

CANARIES = 100_000
MILLION = 10**6
BYTES = 500
TEXTS = 400
ROUNDS = 7
ADDED = 300
MEASURED = """
import sys, time
from tests.bench.canaries import filled
began = time.process_time()
scanner = filled(int(sys.argv[1]), 1)[0]
print(time.process_time() - began)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


argument = TypeVar("argument")


def steps(seed: int) -> list[Micro]:
    """What a scan, an addition and an expiry cost."""
    return list(_steps(seed))


def rows(most: int) -> Iterator[Batch]:
    """What many canaries cost at once; no more than ``most``."""
    kinds = cycle(KINDS)
    random = Random(1)
    canaries = {number: mint(next(kinds), random, _never) for number in range(LARGEST)}
    yield Batch(f"the largest segment, of {LARGEST:,} canaries, built", _spent(lambda: Segment.of(canaries)))
    needles = (needle for each in canaries.values() for needle in (*cores(each.value), *fragments(each)))
    anchors = list({anchor(needle)[0] for needle in needles})
    held = _spent(lambda: BytesAhoCorasick(anchors, implementation=Implementation.ContiguousNFA))
    yield Batch("of which its automaton, while nothing else runs in the process", held)
    for size in (size for size in (CANARIES, MILLION) if size <= most):
        yield _measured(size)


def filled(count: int, seed: int) -> tuple[Scanner[int], dict[int, Canary]]:
    """A scanner with so many canaries of all kinds, and these."""
    random = Random(seed)
    kinds = islice(cycle(KINDS), count)
    canaries = {number: mint(kind, random, _never) for number, kind in enumerate(kinds)}
    scanner = Scanner[int]()
    scanner.add(canaries)
    return scanner, canaries


def texts(seed: int) -> Mapping[str, list[str]]:
    """Texts of 500 bytes, none of which holds a canary."""
    random = Random(seed)
    english = [_cut(_talk(random)) for _ in range(TEXTS)]
    return {
        "English": english,
        "log lines of JSON": [_cut("\n".join(_log_line(random) for _ in range(6))) for _ in range(TEXTS)],
        "code": [_cut("\n".join(_code_line(random) for _ in range(20))) for _ in range(TEXTS)],
        "Cyrillic": [_cut("".join(chr(0x430 + ord(c) % 32) if c.isalpha() else c for c in text)) for text in english],
        "base64": [_cut("".join(random.choices("ABCDEFabcdefghijk0123456789+/", k=BYTES))) for _ in range(TEXTS)],
    }


def _steps(seed: int) -> Iterator[Micro]:
    scanner, canaries = filled(CANARIES, seed)
    for name, given in texts(seed).items():
        yield _timed(f"scan 500 bytes against {CANARIES:,} canaries: {name}", scanner.scan, given)
    random = Random(seed)
    holding = [_cut(f"{each.value}. {_talk(random)}") for each in islice(canaries.values(), TEXTS)]
    yield _timed(f"scan 500 bytes against {CANARIES:,} canaries: English with a canary", scanner.scan, holding)
    more = [{-number: mint("EMAIL", random, _never)} for number in range(1, ADDED)]
    yield Micro(f"add one canary to {CANARIES:,}", *_each(scanner.add, more))
    yield Micro(f"expire one of {CANARIES:,} canaries", *_each(scanner.expire, [[number] for number in range(ADDED)]))
    yield Micro("anytime-valid bound of 3 in 1,000", *_each(lambda count: anytime_upper(3, count), [1000] * ADDED))


def _timed(step: str, scan: Callable[[str], object], given: list[str]) -> Micro:
    """The least of several rounds over all texts: CPU time of one."""
    best = min(_spent(lambda: [scan(text) for text in given]) for _ in range(ROUNDS))
    return Micro(step, best / len(given) * 1e6, ROUNDS * len(given))


def _each(work: Callable[[argument], object], arguments: Sequence[argument]) -> tuple[float, int]:
    spent = [_spent(partial(work, given)) for given in arguments]
    return median(spent) * 1e6, len(spent)


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _measured(size: int) -> Batch:
    command = [sys.executable, "-c", MEASURED, str(size)]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, kilobytes = finished.stdout.splitlines()
    return Batch(f"{size:,} canaries minted and added", float(seconds), int(kilobytes) / 1024)


def _talk(random: Random) -> str:
    return " ".join(
        f"{random.choice(topic.tasks)}. {random.choice(topic.details)}." for topic in random.sample(TOPICS, 10)
    )


def _log_line(random: Random) -> str:
    turn = f"{random.getrandbits(128):032x}"
    return json.dumps(
        {"time": f"2026-11-22T09:{random.randrange(60):02d}:07.{random.randrange(1000):03d}Z", "turn": turn}
    )


def _code_line(random: Random) -> str:
    table = random.choice(("rows", "state", "window"))
    return f"    self.{table}[{random.randrange(100)}] = parse_{random.choice('abc')}(x)"


def _cut(text: str) -> str:
    return text.encode()[:BYTES].decode("utf-8", "ignore")


def _never(value: str) -> bool:
    return False


def main() -> int:
    """Measures and prints; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.canaries", description=__doc__)
    parser.add_argument("--most", type=int, default=MILLION, help="canaries in memory (default %(default)s)")
    options = parser.parse_args()
    print(micro(steps(1)))
    print(batches(list(rows(options.most))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
