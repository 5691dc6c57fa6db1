"""What detection costs in processor time: by length of the text, by what looks at it, and for a resent history.

``python -m tests.bench.names`` prints it; ``steps`` gives the rows of ``make bench``. Each text is looked at twice:
with names that are new, and once its words have been seen.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import TypeVar

import orjson

from gateway.detection.assembly import pattern_detector
from gateway.detection.cache import CachedDetector, PieceCache
from gateway.detection.detector import Detector
from gateway.detectors import load_tiers
from gateway.minimization import Detectors
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.settings import DetectionSettings, SecondLookSettings
from gateway.types import JsonObject
from tests.bench.processes import ROOT
from tests.bench.results import Micro, Start

RUNS = 50
SECONDS = 4.0  # after which a row has runs enough
SIZES = {"30 words": 30, "500 tokens": 375, "4,000 tokens": 3000}
PROMPTS = [ROOT / f"../shared/data/minimization/{name}.jsonl" for name in ("wildchat", "sharegpt")]
REAL = 100  # prompts of each file
TURNS = 30
TIERS = {"never": "patterns + tagger", "doubtful": "with a second look on doubt", "always": "with a second look always"}
NO_SECOND_LOOK = "second look: left out without --second-look DIR, which `canarygate detect second-look` makes"
NO_PROMPTS = "real prompts: left out, ../shared/data is not here"

given = TypeVar("given")

_SYLLABLES = ["ka", "lo", "mi", "ren", "sto", "ul", "ta", "be", "dra", "fin", "gor", "hal"]
_SENTENCES = (
    "Please write a short letter to {name} at {name} {name} Ltd about the meeting on Tuesday in {name}.",
    "Yesterday my colleague asked me how the report should look, and I did not know what to say about it.",
    "Can you make this paragraph easier to read and keep the numbers, for example 1,250 and 17 percent?",
    "{name} {name} lives in {name}, works as a teacher and will call back next week at 5 pm.",
)
_MEASURED = """
import sys, time
from pathlib import Path
from gateway.settings import DetectionSettings, SecondLookSettings
def resident():
    return next(int(line.split()[1]) / 1000 for line in open("/proc/self/status") if line.startswith("VmRSS"))
before, began = resident(), time.perf_counter()
from gateway.detectors import load_tiers
look = SecondLookSettings(model=Path(sys.argv[1])) if sys.argv[1:] else None
for detector in load_tiers(DetectionSettings(second_look=look)).values():
    detector.detect("Please ask Margaret Thompson from Boston, or whoever answers at Quillby.")
print(time.perf_counter() - began, resident() - before)
"""


def steps(seed: int, second_look: Path | None) -> list[Micro]:
    """Every detector on texts of every size, on real prompts, and on a history of which only the last turn is new."""
    return list(_steps(Random(seed), _detectors(second_look)))


def starts(second_look: Path | None) -> list[Start]:
    """How long a process waits for its models, and what memory they take, first text included."""
    models = {"names model": [], "with a second look": [str(second_look)]}
    return [_start(name, arguments) for name, arguments in models.items() if second_look or not arguments]


def left_out(second_look: Path | None) -> list[str]:
    """The rows that cannot be measured here, and why."""
    return [NO_SECOND_LOOK] * (second_look is None) + [NO_PROMPTS] * (not PROMPTS[0].exists())


def _detectors(second_look: Path | None) -> Mapping[str, Detector]:
    section = DetectionSettings(second_look=SecondLookSettings(model=second_look) if second_look else None)
    named = {TIERS[tier]: detector for tier, detector in load_tiers(section).items()}
    return {"patterns": pattern_detector((), section.languages), **named}


def _steps(random: Random, detectors: Mapping[str, Detector]) -> Iterator[Micro]:
    for size, words in SIZES.items():
        for name, detector in detectors.items():
            texts = [_text(random, words) for _ in range(RUNS)]
            spent = list(_spent(detector.detect, texts))
            yield _micro(f"{name}, {size}, new names", spent)
            yield _micro(f"{name}, {size}, seen before", list(_spent(detector.detect, texts[: len(spent)])))
    prompts = list(_real_prompts())
    for name, detector in detectors.items() if prompts else ():
        spent = list(_spent(detector.detect, prompts, seconds=10 * SECONDS))
        yield Micro(f"{name}, real prompts, average", mean(spent), len(spent))
    patterns, names = (detectors[name] for name in ("patterns", TIERS["never"]))
    yield from _history(random, names, patterns)


def _history(random: Random, names: Detector, patterns: Detector) -> Iterator[Micro]:
    """The spans of a whole request of many turns, of which the last is new."""
    history = [_text(random, 60) for _ in range(2 * TURNS)]
    cache = PieceCache(bytes(32), 64 << 20)
    cached = [CachedDetector(name, each, cache) for name, each in (("names", names), ("patterns", patterns))]
    requests = [CHAT_COMPLETIONS.leaves(_chat([*history, _text(random, 60)])) for _ in range(RUNS + 1)]
    for kind, detectors in (("cached", Detectors(*cached)), ("without the cache", Detectors(names, patterns))):
        detectors.spans(requests[0])
        yield _micro(f"{TURNS} turns of which one is new, {kind}", list(_spent(detectors.spans, requests[1:])))


def _chat(texts: Sequence[str]) -> JsonObject:
    roles = ("user", "assistant")
    return {"model": "m", "messages": [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]}


def _real_prompts() -> Iterator[str]:
    for file in (file for file in PROMPTS if file.exists()):
        with file.open(encoding="utf-8") as lines:
            yield from (orjson.loads(line)["text"] for line in islice(lines, REAL))


def _micro(step: str, spent: Sequence[float]) -> Micro:
    return Micro(step, median(spent), len(spent))


def _spent(work: Callable[[given], object], each: Iterable[given], seconds: float = SECONDS) -> Iterator[float]:
    """The microseconds of each run, until they are enough."""
    until = time.monotonic() + seconds
    for one in each:
        began = time.process_time()
        work(one)
        yield (time.process_time() - began) * 1e6
        if time.monotonic() > until:
            return


def _text(random: Random, words: int) -> str:
    written: list[str] = []
    while len(written) < words:
        sentence = random.choice(_SENTENCES)
        while "{name}" in sentence:
            sentence = sentence.replace("{name}", "".join(random.choices(_SYLLABLES, k=3)).title(), 1)
        written += sentence.split()
    return " ".join(written[:words])


def _start(name: str, arguments: Sequence[str]) -> Start:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *arguments], check=True, capture_output=True, text=True, cwd=ROOT
    )
    seconds, megabytes = map(float, done.stdout.split())
    return Start(name, seconds, {"models": megabytes})


def main() -> int:
    """Measures and prints; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.names", description=__doc__)
    parser.add_argument("--second-look", type=Path, metavar="DIR", help="the prepared model of the second look")
    second_look: Path | None = parser.parse_args().second_look
    for start in starts(second_look):
        print(f"{start.subject}: ready after {start.seconds:.1f} s, {start.resident_mb['models']:.0f} MB")
    for step in steps(1, second_look):
        print(f"{step.step:<64}{step.microseconds:>12,.0f} µs", flush=True)
    print(*left_out(second_look), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
