"""``python -m tests.bench.clusters``: how fast texts are clustered as they come, and how well, by ours and by others.

Quality is the adjusted Rand index against the labels, of texts that were not learned: on made-up topics that can be
told apart, before and 3,200 texts after all of them changed, and on intents of clinc150. Seeds, topics and intents are
none that constants were chosen on. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple, Protocol

import msgspec
import numpy as np
from river import cluster
from river.base import Clusterer
from river.compose import Pipeline
from sklearn import cluster as scikit
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

from streams.analytics.hashing import HashedTfIdf
from streams.analytics.merging import merge
from streams.analytics.mini_batch import MiniBatchKMeans
from streams.analytics.partition import ClusterLimits, PartitionState
from streams.analytics.topics import Topics
from tests.bench.results import Clustered, clustered
from tests.support.separable import texts, topics

CLINC150: Final = Path(__file__).parents[3] / "shared" / "data" / "conversations" / "clinc150.jsonl"
TUNED_ON: Final = 40  # intents, drawn by seed 0, on which constants were chosen
SEEDS: Final = 5
FIRST_SEED: Final = 7000
TOPICS: Final = 20
BEFORE, AFTER, UNSEEN = 6000, 3200, 2000
BATCH: Final = 256
PARTITIONS: Final = 4
FEW: Final = 1000  # texts for clusterers that take milliseconds for each


class Contestant(Protocol):
    """Learns texts as they come, and says which cluster texts belong to."""

    def learn(self, batch: Sequence[str]) -> None: ...
    def predict(self, unseen: Sequence[str]) -> Sequence[int]: ...


class Ours:
    """A partition's clusterer with its features."""

    def __init__(self, clusters: int, seed: int) -> None:
        self.features, self.clusterer = HashedTfIdf(), MiniBatchKMeans(clusters, clusters, seed=seed)

    def learn(self, batch: Sequence[str]) -> None:
        self.clusterer.learn_many(self.features.learn_transform_many(batch))

    def predict(self, unseen: Sequence[str]) -> Sequence[int]:
        return list(self.clusterer.predict_many(self.features.transform_many(unseen)))


class Merged:
    """The clusterers of four partitions, and the topics that they are merged into."""

    def __init__(self, clusters: int, seed: int) -> None:
        self.limits = ClusterLimits(clusters, clusters)
        self.topics, self.seed, self.turn = Topics.none(), seed, 0
        self.states = [PartitionState(self.limits, seed) for _ in range(PARTITIONS)]

    def learn(self, batch: Sequence[str]) -> None:
        self.states[self.turn % PARTITIONS].learn(batch)
        self.turn += 1

    def predict(self, unseen: Sequence[str]) -> Sequence[int]:
        """Ends the window: the next one begins with its topics."""
        self.topics = merge([state.partial() for state in self.states], self.topics, self.limits)
        self.states = [PartitionState.start(self.topics, self.limits, self.seed) for _ in range(PARTITIONS)]
        return list(self.topics.predict(unseen))


class PartialFit:
    """scikit-learn's mini-batch k-means over the same features."""

    def __init__(self, clusters: int, seed: int) -> None:
        self.features, self.clusterer = HashedTfIdf(), scikit.MiniBatchKMeans(clusters, random_state=seed)

    def learn(self, batch: Sequence[str]) -> None:
        self.clusterer.partial_fit(self.features.learn_transform_many(batch))

    def predict(self, unseen: Sequence[str]) -> Sequence[int]:
        return list(self.clusterer.predict(self.features.transform_many(unseen)))


class Whole:
    """scikit-learn's k-means over the same features of the last texts, all at once."""

    def __init__(self, clusters: int, seed: int) -> None:
        self.features, self.clusterer = HashedTfIdf(), scikit.KMeans(clusters, n_init=1, random_state=seed)

    def learn(self, batch: Sequence[str]) -> None:
        self.features.learn_many(batch)
        self.clusterer.fit(self.features.transform_many(batch))

    def predict(self, unseen: Sequence[str]) -> Sequence[int]:
        return list(self.clusterer.predict(self.features.transform_many(unseen)))


class OneByOne:
    """A river clusterer over the same features, in river's pipeline; river's own start near 0, where the texts are."""

    def __init__(self, clusterer: Clusterer) -> None:
        self.pipeline = Pipeline(HashedTfIdf(), clusterer)

    def learn(self, batch: Sequence[str]) -> None:
        for text in batch:
            self.pipeline.learn_one(text)  # type: ignore[arg-type]

    def predict(self, unseen: Sequence[str]) -> Sequence[int]:
        return [self.pipeline.predict_one(text) for text in unseen]  # type: ignore[arg-type]


def _stream_k_means(clusters: int, seed: int) -> Contestant:
    made = cluster.STREAMKMeans(100, clusters, halflife=0.1, sigma=0.01, seed=seed)  # type: ignore[no-untyped-call]
    return OneByOne(made)


class Entry(NamedTuple):
    """Who takes part: how it is made for so many clusters and a seed, its batches, and the most texts for it."""

    name: str
    make: Callable[[int, int], Contestant]
    batch: int = BATCH
    most: int = sys.maxsize


ENTRIES: Final = (
    Entry("ours", Ours),
    Entry("ours, 4 partitions merged", Merged),
    Entry("ours, one by one", lambda k, seed: OneByOne(MiniBatchKMeans(k, k, seed=seed))),
    Entry("scikit-learn MiniBatchKMeans", PartialFit),
    Entry("scikit-learn KMeans, all at once", Whole, sys.maxsize),
    Entry(
        f"river KMeans, {FEW:,} texts",
        lambda k, seed: OneByOne(cluster.KMeans(k, 0.1, sigma=0.01, seed=seed)),
        most=FEW,
    ),
    Entry(f"river STREAMKMeans, {FEW:,} texts", _stream_k_means, most=FEW),
)


class Stream(NamedTuple):
    """Texts to learn one after the other, and texts with labels to judge by after that."""

    name: str
    clusters: int
    learned: list[str]
    unseen: list[str]
    labels: Sequence[object]


def rows(seeds: int = SEEDS) -> Iterator[Clustered]:
    """How everyone does on everything, as it is measured."""
    streams = [[*_separable(FIRST_SEED + 10 * seed), *_intents(seed)] for seed in range(seeds)]
    for entry in ENTRIES:
        measured = [list(_measured(entry, FIRST_SEED + seed, each)) for seed, each in enumerate(streams)]
        for found in zip(*measured, strict=True):
            agreements = [each.agreement for each in found]
            speed = mean(each.texts_per_second for each in found)
            yield Clustered(entry.name, found[0].on, speed, mean(agreements), min(agreements))


def left_out() -> list[str]:
    """What is not measured, and why."""
    return [] if CLINC150.exists() else ["clinc150 is left out of the clusters: ../shared/data is not there"]


def _measured(entry: Entry, seed: int, streams: Sequence[Stream]) -> Iterator[Clustered]:
    """One contestant on each stream; what comes after drift goes to the one that learned what was before."""
    contestant = None
    for stream in streams:
        if contestant is None or not stream.name.startswith("after"):
            contestant = entry.make(stream.clusters, seed)
        learned, unseen = stream.learned[: entry.most], stream.unseen[: entry.most]
        with threadpool_limits(limits=1):
            began = time.process_time()
            for start in range(0, len(learned), entry.batch):
                contestant.learn(learned[start : start + entry.batch])
            seconds = time.process_time() - began
            agreement = float(adjusted_rand_score(stream.labels[: len(unseen)], contestant.predict(unseen)))
        yield Clustered(entry.name, stream.name, len(learned) / seconds, agreement, agreement)


def _separable(seed: int) -> Iterator[Stream]:
    for number, (name, count) in enumerate((("before drift", BEFORE), (f"after drift, {AFTER:,} texts", AFTER))):
        about = topics(TOPICS, seed + number)
        unseen, labels = texts(about, UNSEEN, seed + 2 + number)
        yield Stream(name, TOPICS, texts(about, count, seed + 4 + number)[0], unseen, labels.tolist())


def _intents(seed: int) -> Iterator[Stream]:
    """Intents of clinc150 in an order of their own for each seed; four fifths are learned, one is judged by."""
    if left_out():
        return
    found = [json.loads(line) for line in CLINC150.read_text(encoding="utf-8").splitlines()]
    intents = sorted({each["intent"] for each in found})
    held_out = {intents[place] for place in np.random.default_rng(0).permutation(len(intents))[TUNED_ON:]}
    for name, chosen in (("clinc150, held out", held_out), ("clinc150, all", set(intents))):
        mine = [each for each in found if each["intent"] in chosen]
        mine = [mine[place] for place in np.random.default_rng(seed).permutation(len(mine))]
        unseen, learned = mine[: len(mine) // 5], mine[len(mine) // 5 :]
        labels = [each["intent"] for each in unseen]
        yield Stream(name, len(chosen), [each["text"] for each in learned], [each["text"] for each in unseen], labels)


def main() -> int:
    """Measures and prints; always 0."""
    options = _parser().parse_args()
    found = list(rows(options.seeds))
    print("\n\n".join([clustered(found), *left_out()]))
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clusters", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how often (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was measured there, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
