"""What a second look costs in processor time on one thread, by length of the text and on the prompts of files.

``python -m tests.bench.second_look --model DIR [--data FILE …]`` prints it, with its start and its memory;
``--spacy NAME`` measures an installed pipeline in its place.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import mean, median

from gateway.detection.detector import Detector
from gateway.detection.names.installed import load as load_names
from gateway.detection.names.weights import Weights
from gateway.detection.second_look import spacy_model
from gateway.detection.second_look.installed import load
from gateway.detection.second_look.second_look import Classifier
from gateway.detection.training.evaluate import tiers
from gateway.detection.training.rows import read
from tests.bench.names import SIZES, microseconds, text

RUNS = 20


def main() -> int:
    """Measures and prints; always 0."""
    options = _parser().parse_args()
    weights = load_names(options.names) if options.names else load_names()
    classifier = _loaded(options, weights)
    detectors = {tier.name: tier.detector for tier in tiers(weights, classifier) if tier.name != "presidio"}
    random = Random(options.seed)
    for size, words in SIZES.items():
        _print(size, "median", detectors, [text(random, words) for _ in range(RUNS)], median)
    for path in options.data:
        _print(path.stem, "mean", detectors, [row.text for row in read(path) if row.is_in(options.rows)], mean)
    return 0


def _loaded(options: argparse.Namespace, weights: Weights) -> Classifier:
    made: list[Classifier] = []

    def begin() -> None:
        made.append(spacy_model.load(options.spacy) if options.spacy else load(options.model, weights.lexicon))

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spent = microseconds(begin) / 1000
    list(made[0].find("Ask Ann Smith."))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"load the model: {spent:.0f} ms, {(after - before) / 1024:.0f} MB")
    return made[0]


def _print(
    title: str,
    what: str,
    detectors: Mapping[str, Detector],
    texts: list[str],
    average: Callable[[Iterable[float]], float],
) -> None:
    for name, milliseconds in _measured(detectors, texts, average):
        print(f"{f'{name}, {title}':<56}{milliseconds:>10.2f} ms ({what} of {len(texts)})")


def _measured(
    detectors: Mapping[str, Detector], texts: list[str], average: Callable[[Iterable[float]], float]
) -> Iterator[tuple[str, float]]:
    for name, detector in detectors.items():
        detector.detect("Ask Ann Smith.")  # what is made once, at the first text, is no text's cost
        yield name, average([microseconds(detector.detect, each) for each in texts]) / 1000


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.second_look", description=__doc__)
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("--model", type=Path, metavar="DIR", help="what `canarygate detect second-look` has made")
    given.add_argument("--spacy", metavar="NAME", help="an installed spaCy pipeline")
    parser.add_argument("--names", type=Path, metavar="FILE", help="the names model; the shipped one without it")
    parser.add_argument("--data", type=Path, nargs="*", default=[], metavar="FILE", help="labelled files")
    parser.add_argument("--rows", choices=("held-out", "tuned", "all"), default="tuned", help="(default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the texts (default %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
