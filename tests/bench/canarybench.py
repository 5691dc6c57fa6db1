"""``python -m tests.bench.canarybench``: what the CanaryBench benchmark costs. Nothing is asserted.

The whole run of 3,000 conversations beside the obvious script, the leak check of 100,000 canaries against 10,000
summaries, and time and memory from 10^3 to 10^6 conversations, each size in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer

from lab.canarybench.conversations import Conversation
from lab.canarybench.experiment import Experiment
from lab.canarybench.generating import CorpusPlan, conversations
from lab.canarybench.options import Clustering, Options, Redaction, Summarizer
from streams.canaries.leaks import LeakFinder
from streams.canaries.paper_kinds import KINDS, canary
from tests.bench.results import Batch, batches

PAPERS_N = 3000
SIZES = (10**3, 10**4, 10**5, 10**6)
CANARIES = 100_000
SUMMARIES = 10_000
NAIVE = 50  # summaries that the naive search is tried on
MEASURED = """
import sys
from gateway.cli import main
status = main(sys.argv[1:])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
sys.exit(status)
"""


def rows(rounds: int, most: int) -> Iterator[Batch]:
    """Every row, as it is measured; the whole run is the median of so many, no growth goes beyond ``most``."""
    yield from _whole_runs(rounds)
    yield from _leak_check()
    yield from _growth(most)


def _whole_runs(rounds: int) -> Iterator[Batch]:
    data = list(conversations(CorpusPlan(n=PAPERS_N), Random(0)))
    defended = Options(summarizer=Summarizer.VOCABULARY, k_min=25, redact_pii=Redaction.FULL)
    for name, work in (
        ("the obvious script", lambda: obvious(data)),
        ("extractive", lambda: Experiment(data).run(Options())),
        ("defended, ours", lambda: Experiment(data).run(defended)),
    ):
        yield Batch(f"whole run of {PAPERS_N:,}: {name}", median(_seconds(work) for _ in range(rounds)))


def obvious(data: Sequence[Conversation]) -> float:
    """What one would write in half an hour: scikit-learn with its defaults, and every canary looked for in turn."""
    weights = TfidfVectorizer().fit_transform([each.text for each in data])
    assignment = KMeans(n_clusters=54, n_init=10, random_state=0).fit_predict(weights)
    leaking = with_canaries = 0
    for cluster in range(54):
        members = [each for each, label in zip(data, assignment, strict=True) if label == cluster]
        summary = max((each.text for each in members), key=len, default="")
        values = [canary.value for each in members for canary in each.canaries]
        with_canaries += bool(values)
        leaking += any(value in summary for value in values)
    return leaking / max(1, with_canaries)


def _leak_check() -> Iterator[Batch]:
    values = [canary(kind, number, 0).value for number in range(CANARIES // len(KINDS)) for kind in KINDS]
    made = conversations(CorpusPlan(n=SUMMARIES, canary_rate=0.5), Random(1))
    summaries = [each.text for each in made]
    few = summaries[:NAIVE]
    naive = _seconds(lambda: [[value in summary for value in values] for summary in few])
    of = f"{CANARIES:,} canaries against {SUMMARIES:,} summaries"
    yield Batch(f"{of}: verbatim, one by one, reckoned from {NAIVE}", naive * SUMMARIES / NAIVE)
    began = time.perf_counter()
    finder = LeakFinder(values)
    yield Batch(f"{of}: every form at once, building", time.perf_counter() - began)
    yield Batch(f"{of}: every form at once, looking", _seconds(lambda: [finder.find(each) for each in summaries]))


def _growth(most: int) -> Iterator[Batch]:
    """Online clusters, a supported vocabulary and k 25; each size in a process of its own, its start included."""
    with TemporaryDirectory() as folder:
        for size in (size for size in SIZES if size <= most):
            data, out = Path(folder) / f"{size}.jsonl", Path(folder) / f"{size}"
            yield _measured(f"{size:,} conversations: generate", "generate", "--n", str(size), "--out", str(data))
            cluster = ("--cluster", Clustering.ONLINE, "--summarizer", Summarizer.VOCABULARY, "--k-min", "25")
            yield _measured(f"{size:,} conversations: run", "run", "--data", str(data), "--out", str(out), *cluster)


def _measured(step: str, *arguments: str) -> Batch:
    began = time.perf_counter()
    command = [sys.executable, "-c", MEASURED, "canarybench", *arguments]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    return Batch(step, time.perf_counter() - began, int(finished.stdout.splitlines()[-1]) / 1024)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> int:
    """Measures and prints; always 0."""
    options = _parser().parse_args()
    print(batches(list(rows(options.rounds, options.most))))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.canarybench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="of the whole run (default %(default)s)")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="conversations (default %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
