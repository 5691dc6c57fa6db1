"""``python -m tests.bench.publication``: what counting a window and deciding on its clusters costs.

Nothing is asserted. Conversations are made, by a third as many contributors; each size runs in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from fractions import Fraction
from random import Random
from resource import RUSAGE_SELF, getrusage

from lab.canarybench.generating import CorpusPlan, conversations
from streams.analytics.clustering import default_clusters
from streams.analytics.gate import GatePolicy, History, decide, topics_of
from streams.analytics.noise import Budget, Noise, laplace_scale
from streams.analytics.summaries import distinctiveness, summarize
from streams.analytics.tally import ClusterCounts, WindowTally
from tests.bench.results import Batch, batches
from tests.support.summaries import finds_nothing

SIZES = (20_000, 10**5, 10**6)


def rows(size: int) -> list[Batch]:
    """The three steps of a window of so many conversations; the made clusters are their topics, cut in parts."""
    texts = [each.text for each in conversations(CorpusPlan(n=min(size, 10_000)), Random(0))]
    random, tally, before = Random(0), WindowTally(0), _megabytes()
    began = time.process_time()
    for number in range(size):
        event_id = f"{random.getrandbits(128):032x}"
        contributor = f"{random.randrange(size // 3):032x}"
        tally.add(number % default_clusters(size), contributor, event_id, texts[number % len(texts)], "en")
    added = time.process_time()
    policy = GatePolicy(finds_nothing)
    clusters = list(tally.clusters(policy.k_min))
    counted = time.process_time()
    _decide(clusters, policy)
    name = f"{size:,} conversations, {len(clusters):,} clusters"
    return [
        Batch(f"{name}: add", added - began, _megabytes() - before),
        Batch(f"{name}: count", counted - added),
        Batch(f"{name}: summarize and decide", time.process_time() - counted),
    ]


def _decide(clusters: list[ClusterCounts], policy: GatePolicy) -> None:
    distinct, noise = distinctiveness(clusters), Noise(bytes(32), laplace_scale(Fraction(1)), (0, 0))
    history = History(Budget(Fraction(90), period=90))
    for each in clusters:
        k = policy.least(topics_of(each, policy))
        summary = summarize(each, k=k, distinct=distinct, noise=noise, detects=policy.detects)
        decide(each, summary, policy, history)


def _megabytes() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Measures and prints; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.publication", description=__doc__)
    parser.add_argument("--size", type=int, help="one size only, in this process")
    size = parser.parse_args().size
    if size:
        print(batches(rows(size)))
        return 0
    for each in SIZES:
        subprocess.run([sys.executable, "-m", "tests.bench.publication", "--size", str(each)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
