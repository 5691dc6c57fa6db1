"""The commands ``canarygate canarybench run | sweep | report``: they write results whole or not at all."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from gateway.errors import BadRequest
from lab.canarybench.conversations import read
from lab.canarybench.corpus import plan_of
from lab.canarybench.experiment import Experiment
from lab.canarybench.metrics import Figures, RunResult
from lab.canarybench.options import Options
from lab.canarybench.report import measured
from lab.canarybench.report import report as render
from lab.canarybench.sweep import Cell, given, synthetic
from lab.reporting.charts import Series, bars
from lab.reporting.commands import encoded, versions
from lab.reporting.files import refuse_existing, write_files, write_lines
from lab.reporting.statistics import Estimate

LEAKED: Final = 1
_PACKAGES: Final = ("canarygate", "numpy", "scipy", "scikit-learn", "river")


class Config(msgspec.Struct, frozen=True):
    """What a run was asked, on which files, how long each stage took, and with which versions."""

    options: Options
    embed: str
    data: list[str]
    n: int
    seconds: dict[str, float]
    versions: dict[str, str]


def run(options: argparse.Namespace) -> int:
    """Write a folder of results; returns 1 where ``--fail-on-leak`` found a leak, which is written all the same."""
    refuse_existing(options.out)
    seconds: dict[str, float] = {}
    began = perf_counter()

    def done(stage: str) -> None:
        seconds[stage] = round(perf_counter() - began - sum(seconds.values()), 4)

    data = read(options.data)
    done("read")
    chosen = options_of(options)
    outcome = Experiment(data).run(chosen, done)
    config = Config(
        chosen, options.embed, [path.name for path in options.data], len(data), seconds, versions(_PACKAGES)
    )
    write_files(options.out, _results(config, outcome))
    _say(encoded(outcome.metrics).decode() if options.json else _told(outcome.metrics))
    return _leaked(outcome) if options.fail_on_leak else 0


def sweep(options: argparse.Namespace) -> int:
    """Write a line for every configuration and seed."""
    refuse_existing(options.out)
    plan = plan_of(options, seed=0)
    cells = given(read(options.data), options.seeds) if options.data else synthetic(plan, options.seeds)
    write_lines(options.out, (msgspec.json.encode(cell) + b"\n" for cell in cells))
    return 0


def report(options: argparse.Namespace) -> int:
    """Write tables and figures, and print the tables."""
    refuse_existing(options.out)
    cells = _cells(options.data)
    files = list(render(cells))
    write_files(options.out, files)
    _say(encoded(measured(cells)).decode() if options.json else dict(files)["report.md"].decode())
    return 0


def _cells(path: Path) -> list[Cell]:
    try:
        cells = [msgspec.json.decode(line, type=Cell) for line in path.read_bytes().splitlines()]
    except (msgspec.DecodeError, UnicodeDecodeError):
        cells = []
    if not cells:
        raise BadRequest(f"{path.name}: this is not what a sweep writes")
    return cells


def _results(config: Config, outcome: RunResult) -> Iterator[tuple[str, bytes]]:
    yield "config.json", encoded(config)
    yield "summaries.jsonl", b"".join(msgspec.json.encode(entry) + b"\n" for entry in outcome.entries)
    yield "metrics.json", encoded(outcome.metrics)
    metrics = outcome.metrics
    rates = {"per canary": metrics.lr_canary, "per cluster": metrics.lr_cluster}
    yield "leak_rates.svg", _bars("Leak rates, verbatim", "share", rates).encode()
    yield "leaks_by_form.svg", _bars("Leaks by form", "instances", metrics.leaks).encode()
    yield "indicators.svg", _bars("PII indicator hits", "in published summaries", metrics.pii_hits).encode()


def _bars(title: str, unit: str, figures: dict[str, int] | dict[str, float]) -> str:
    return bars(
        title, unit, list(figures), [Series("this run", [Estimate(each, each, each) for each in figures.values()])]
    )


def _told(metrics: Figures) -> str:
    forms = ", ".join(f"{count} {form}" for form, count in metrics.leaks.items())
    hits = ", ".join(f"{count} {kind}" for kind, count in metrics.pii_hits.items())
    exposed = metrics.reidentification
    agreement = ", ".join(f"{name} {value:.3f}" for name, value in (metrics.agreement or {}).items())
    lines = [
        f"{metrics.n:,} conversations, {metrics.clusters} clusters, {metrics.published} published, "
        f"coherence {metrics.coherence:.3f}",
        f"leak rate per canary  {metrics.lr_canary:.4f}  ({metrics.leaked_instances} of {metrics.canary_instances})",
        f"leak rate per cluster {metrics.lr_cluster:.4f}  ({metrics.leaking_clusters} of {metrics.canary_clusters})",
        f"leaks by form: {forms}",
        f"indicator hits: {hits}",
        f"members singled out: {exposed.exposed} of {exposed.members}, {exposed.alone} of them alone",
    ]
    return "\n".join([*lines, *([f"agreement with labels: {agreement}"] if agreement else [])]) + "\n"


def _leaked(outcome: RunResult) -> int:
    """Print cluster, kind and form of every leak, and no value."""
    lines = [f"cluster {leak.cluster}: a canary of kind {leak.kind}, {leak.form.value}" for leak in outcome.leaks]
    lines += [f"cluster {cluster}: what looks like {kind}" for cluster, kind in outcome.hits]
    sys.stderr.write("".join(f"leak: {line}\n" for line in dict.fromkeys(lines)))
    return LEAKED if lines else 0


def _say(text: str) -> None:
    sys.stdout.write(text)


def options_of(chosen: argparse.Namespace) -> Options:
    """Return what a run's command line asks for."""
    return Options(
        cluster=chosen.cluster,
        clusters=chosen.clusters,
        summarizer=chosen.summarizer,
        k_min=chosen.k_min,
        k_by=chosen.k_by,
        merge_small=chosen.merge_small,
        redact_pii=chosen.redact_pii,
        seed=chosen.seed,
    )
