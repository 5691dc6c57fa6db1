"""Reports of a sweep: Markdown, CSV and SVG, the paper's figures beside ours, with intervals over seeds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lab.canarybench import paper
from lab.canarybench.metrics import Figures
from lab.canarybench.options import Options, Redaction, Summarizer
from lab.canarybench.sweep import CANARY_RATES, KS, Cell, ablation
from lab.reporting.charts import Series, bars, lines
from lab.reporting.statistics import Estimate, estimate, rate

TABLE_1: Final = (
    ("published", "Pub"),
    ("canary_instances", "Canaries"),
    ("leaked_instances", "Leaks"),
    ("lr_canary", "LR canary"),
    ("canary_clusters", "Clusters with"),
    ("leaking_clusters", "Leaking"),
    ("lr_cluster", "LR cluster"),
    ("pii_email", "E"),
    ("pii_phone", "P"),
    ("pii_zip", "Z"),
    ("coherence", "Coherence"),
)
BEYOND: Final = (
    ("published", "Published"),
    ("lr_canary", "LR canary"),
    ("lr_cluster", "LR cluster"),
    ("leaks_normalised", "Normalised"),
    ("leaks_split", "Split"),
    ("leaks_encoded", "Encoded"),
    ("exposed_share", "Exposed share"),
    ("alone", "Alone"),
    ("covered_share", "Conversations covered"),
    ("coherence", "Coherence"),
)
AGREEMENT: Final = (("clusters", "Clusters"), ("ari", "ARI"), ("nmi", "NMI"), ("v", "V"))
PAPERS_RATE: Final = 0.60

Groups = Mapping[tuple[str, float | None], Sequence[Figures]]


def report(cells: Sequence[Cell]) -> Iterator[tuple[str, bytes]]:
    """Return the files of a report, each with its name: ``report.md``, ``cells.csv`` and the figures."""
    groups = _groups(cells)
    main = {name: runs for (name, canary_rate), runs in groups.items() if canary_rate in (None, PAPERS_RATE)}
    synthetic = any(cell.canary_rate is not None for cell in cells)
    yield "report.md", _markdown(main, groups, synthetic).encode()
    yield "cells.csv", _csv(groups).encode()
    yield from ((name, drawing.encode()) for name, drawing in _figures(main, synthetic))


def measured(cells: Sequence[Cell]) -> list[dict[str, object]]:
    """Return every configuration with all its figures, each with its interval."""
    return [
        {
            "configuration": name,
            "canary_rate": canary_rate,
            "n": runs[0].n,
            "seeds": len(runs),
            "figures": {figure: _estimate(runs, figure) for figure in figures(runs[0])},
        }
        for (name, canary_rate), runs in _groups(cells).items()
    ]


def figures(metrics: Figures) -> dict[str, float]:
    """Return all figures of a run by name.

    ``exposed_share`` is of members of published clusters, ``covered_share`` of a run's conversations those published.
    """
    members = metrics.reidentification.members
    return {
        "clusters": metrics.clusters,
        "published": metrics.published,
        "canary_clusters": metrics.canary_clusters,
        "leaking_clusters": metrics.leaking_clusters,
        "lr_cluster": metrics.lr_cluster,
        "canary_instances": metrics.canary_instances,
        "leaked_instances": metrics.leaked_instances,
        "lr_canary": metrics.lr_canary,
        **{f"leaks_{form}": count for form, count in metrics.leaks.items()},
        **{f"pii_{kind}": count for kind, count in metrics.pii_hits.items()},
        "coherence": metrics.coherence,
        "exposed_share": metrics.reidentification.exposed / members if members else 0.0,
        "alone": metrics.reidentification.alone,
        "covered_share": metrics.covered / metrics.n,
        **(metrics.agreement or {}),
    }


def _groups(cells: Sequence[Cell]) -> Groups:
    groups: dict[tuple[str, float | None], list[Figures]] = {}
    for cell in cells:
        groups.setdefault((cell.name, cell.canary_rate), []).append(cell.metrics)
    return groups


def _estimate(runs: Sequence[Figures], figure: str) -> Estimate:
    return estimate([figures(metrics)[figure] for metrics in runs])


def _markdown(main: Mapping[str, Sequence[Figures]], groups: Groups, synthetic: bool) -> str:
    first = next(iter(main.values()))
    sections = [
        f"# CanaryBench\n\n{first[0].n:,} conversations, {len(first)} seeds; means with 95 % t-intervals over seeds.",
        _section("Table 1", TABLE_1, _table_1(main, synthetic)),
        _zero("defended", main),
        _zero("ours", main),
        _section("Configurations, and what the paper does not look for", BEYOND, _rows(main, BEYOND)),
    ]
    if synthetic:
        sections.append(_section("Canary rates", TABLE_1, _by_rate(groups)))
    if first[0].agreement:
        named = {name: runs for name, runs in main.items() if name in ("extractive", "ours, online")}
        sections.append(_section("Clusters against labels (extractive: k-means)", AGREEMENT, _rows(named, AGREEMENT)))
    return "\n\n".join(sections) + "\n"


def _table_1(main: Mapping[str, Sequence[Figures]], synthetic: bool) -> Iterator[list[str]]:
    for name, papers in (("extractive", paper.EXTRACTIVE), ("defended", paper.DEFENDED)):
        if synthetic:
            yield [f"{name}: paper", *(f"{papers[figure]:g}" for figure, _ in TABLE_1)]
        yield _row(name, main[name], TABLE_1)
    yield from (_row(name, runs, TABLE_1) for name, runs in main.items() if name.startswith("ours"))


def _by_rate(groups: Groups) -> Iterator[list[str]]:
    for name in ("extractive", "defended", "ours"):
        for canary_rate in sorted((*CANARY_RATES, PAPERS_RATE)):
            if runs := groups.get((name, canary_rate)):
                yield _row(f"{name} at {canary_rate:.2f}", runs, TABLE_1)


def _zero(name: str, main: Mapping[str, Sequence[Figures]]) -> str:
    """How many instances leaked in all seeds, and the upper bound of the rate that follows."""
    leaked = sum(sum(metrics.leaks.values()) for metrics in main[name])
    instances = sum(metrics.canary_instances for metrics in main[name])
    bound = f"{rate(leaked, instances).high:.5f} (95 %, Wilson)"
    return f"All seeds together, `{name}` leaked {leaked} of {instances:,} in any form: a rate below {bound}."


def _rows(main: Mapping[str, Sequence[Figures]], columns: Sequence[tuple[str, str]]) -> Iterator[list[str]]:
    return (_row(name, runs, columns) for name, runs in main.items())


def _row(name: str, runs: Sequence[Figures], columns: Sequence[tuple[str, str]]) -> list[str]:
    return [name, *(_cell(_estimate(runs, figure)) for figure, _ in columns)]


def _cell(figure: Estimate) -> str:
    half = figure.high - figure.value
    if not (figure.value or half):
        return "0"
    digits = 1 if figure.value >= 10 else 3 if figure.value >= 0.1 else 4
    plain = f"{figure.value:.{digits}f}"
    return f"{plain} ± {half:.{digits}f}" if half else plain


def _section(title: str, columns: Sequence[tuple[str, str]], rows: Iterator[list[str]]) -> str:
    header = ["", *(name for _, name in columns)]
    body = [header, ["---"] * len(header), *rows]
    return f"## {title}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in body)


def _csv(groups: Groups) -> str:
    names = list(dict.fromkeys(name for runs in groups.values() for name in figures(runs[0])))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["configuration", "canary_rate", "seeds", *(f"{name}{end}" for name in names for end in ("", "_low", "_high"))]
    )
    for (name, canary_rate), runs in groups.items():
        cells = [_estimate(runs, figure) for figure in names]
        numbers = [f"{number:.6g}" for cell in cells for number in (cell.value, cell.low, cell.high)]
        writer.writerow([name, "" if canary_rate is None else canary_rate, len(runs), *numbers])
    return out.getvalue()


def _figures(main: Mapping[str, Sequence[Figures]], synthetic: bool) -> Iterator[tuple[str, str]]:
    for number, title, unit, names in (
        (3, "Leak rates", "share", {"lr_canary": "per canary", "lr_cluster": "per cluster"}),
        (
            4,
            "PII indicator hits in published summaries",
            "hits",
            {"pii_email": "e-mail", "pii_phone": "phone", "pii_zip": "ZIP"},
        ),
        (5, "Coherence", "mean cosine to the centroid, over published clusters", {"coherence": "coherence"}),
    ):
        yield (
            f"figure{number}.svg",
            bars(title, unit, list(names.values()), list(_compared(main, list(names), synthetic))),
        )
    forms = {
        "leaks_verbatim": "verbatim",
        "leaks_normalised": "normalised",
        "leaks_split": "split",
        "leaks_encoded": "encoded",
    }
    yield (
        "forms.svg",
        bars("Leaks by form", "instances", list(forms.values()), list(_compared(main, list(forms), False))),
    )
    title = "Privacy and utility at k = 0, 10, 25, 50, 100"
    across = "members whom a term of the summary singles out (share); left is more private"
    yield (
        "frontier.svg",
        lines(title, across, "clusters published; LR: the highest leak rate per cluster", list(_frontier(main))),
    )


def _compared(main: Mapping[str, Sequence[Figures]], names: Sequence[str], synthetic: bool) -> Iterator[Series]:
    for name, papers in (("extractive", paper.EXTRACTIVE), ("defended", paper.DEFENDED)):
        if synthetic:
            yield Series(
                f"{name}: paper", [Estimate(papers[figure], papers[figure], papers[figure]) for figure in names]
            )
        yield Series(name, [_estimate(main[name], figure) for figure in names])
    yield Series("ours", [_estimate(main["ours"], figure) for figure in names])


def _frontier(main: Mapping[str, Sequence[Figures]]) -> Iterator[Series]:
    for summarizer, redaction, ks in (
        (Summarizer.EXAMPLE, Redaction.NONE, (0, *KS)),
        (Summarizer.EXAMPLE, Redaction.REGEX, (0, *KS)),
        (Summarizer.KEYWORD, Redaction.NONE, (0, *KS)),
        (Summarizer.VOCABULARY, Redaction.NONE, KS),
    ):
        names = [ablation(Options(summarizer=summarizer, redact_pii=redaction, k_min=k)) for k in ks]
        leaks = max(_estimate(main[name], "lr_cluster").value for name in names)
        yield Series(
            f"{summarizer.value}, redact {redaction.value}: LR {leaks:.2f}",
            [_estimate(main[name], "published") for name in names],
            [_estimate(main[name], "exposed_share").value for name in names],
            [str(k) for k in ks],
        )
