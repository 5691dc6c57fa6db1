"""What the names model costs in processor time, by length of the text, words known or new; its start and memory.

``python -m tests.bench.names`` prints it; ``steps`` gives the rows of ``make bench``.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from gateway.detection.detector import Detector, PatternDetector
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.detection.patterns import PATTERNS
from tests.bench.results import Micro

RUNS = 50
SIZES = {"30 words": 30, "500 tokens": 375, "4,000 tokens": 3000}

_SYLLABLES = ["ka", "lo", "mi", "ren", "sto", "ul", "ta", "be", "dra", "fin", "gor", "hal"]
_SENTENCES = (
    "Please write a short letter to {name} at {name} {name} Ltd about the meeting on Tuesday in {name}.",
    "Yesterday my colleague asked me how the report should look, and I did not know what to say about it.",
    "Can you make this paragraph easier to read and keep the numbers, for example 1,250 and 17 percent?",
    "{name} {name} lives in {name}, works as a teacher and will call back next week at 5 pm.",
)


def steps(seed: int) -> list[Micro]:
    """Patterns alone, the tagger alone and both, on texts whose names are new and on texts seen before."""
    return list(_steps(load(), Random(seed)))


def _steps(weights: Weights, random: Random) -> Iterator[Micro]:
    tagger = Tagger(weights)
    detectors: dict[str, Detector] = {
        "patterns": PatternDetector(),
        "tagger": PatternDetector((tagger,)),
        "patterns + tagger": PatternDetector((*PATTERNS, tagger)),
    }
    for size, words in SIZES.items():
        for name, detector in detectors.items():
            texts = [text(random, words) for _ in range(RUNS)]
            yield _timed(f"{name}, {size}, new names", detector, texts)
            yield _timed(f"{name}, {size}, seen before", detector, texts)


def _timed(step: str, detector: Detector, texts: list[str]) -> Micro:
    return Micro(step, median(microseconds(detector.detect, each) for each in texts), len(texts))


def microseconds(work: Callable[..., object], *given: object) -> float:
    """What one call costs in processor time."""
    began = time.process_time()
    work(*given)
    return (time.process_time() - began) * 1e6


def text(random: Random, words: int) -> str:
    """Sentences of so many words, with names that are made up."""
    written: list[str] = []
    while len(written) < words:
        sentence = random.choice(_SENTENCES)
        while "{name}" in sentence:
            sentence = sentence.replace("{name}", "".join(random.choices(_SYLLABLES, k=3)).title(), 1)
        written += sentence.split()
    return " ".join(written[:words])


def main() -> int:
    """Measures and prints; always 0."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spent = microseconds(load) / 1000
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"load the model: {spent:.0f} ms, {(after - before) / 1024:.0f} MB")
    for step in steps(seed=1):
        print(f"{step.step:<48}{step.microseconds:>12,.0f} µs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
