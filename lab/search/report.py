"""Renders the measurements of data minimization and the paper's figures as Markdown, CSV and SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from lab.recovery import tables as recovery_tables
from lab.reporting.tables import Table, to_csv, to_markdown
from lab.search import figures, tables
from lab.search.figures import Figure
from lab.search.gathering import Evidence

NOTE: Final = (
    "This report holds rows of the documented stand-in model (lab/search/stand_in.py), whose needs are made up by "
    "construction. They are no measurement of a real model."
)
_SHORT_NOTE: Final = " – stand-in rows measure no real model"
_NO_PLANS: Final = "there is no plan of the oracle in the data or the ledgers; run canarygate minimize oracle"
_READING: Final = (
    "Shares stand with their 95 % Wilson intervals. Every row says who made it; those of the paper are as the "
    "data-minimization paper prints them, and a dash is what it or we do not have. Nothing is timed while a report is "
    "made, so the same files give the same report: for the time of our comparators run canarygate minimize compare."
)
_DRAWINGS: Final = (
    "The paper prints figures 2 and 3 as drawings without numbers; beside ours stand its tables 2 and 4, which hold "
    "some of the points of figure 2. A predictor that learns has learned from plans of the same model for other "
    "prompts (ten folds)."
)


class LeftOut(msgspec.Struct, frozen=True):
    """A table or figure that is not in this report, and the reason."""

    title: str
    why: str


class Report(msgspec.Struct, frozen=True):
    """The tables of a report and its sources; ``note`` warns on every page if no real model was measured."""

    data: list[str]
    prompts: int
    plans: int
    stand_in: bool
    note: str
    tables: list[Table]
    left_out: list[LeftOut]
    seed: int
    versions: dict[str, str]


def rendered(evidence: Evidence) -> tuple[Report, list[Figure]]:
    """Returns the tables and the figures."""
    parts = list(_parts(evidence))
    report = Report(
        data=list(evidence.data),
        prompts=len(evidence.prompts),
        plans=len(evidence.found),
        stand_in=evidence.stand_in,
        note=NOTE if evidence.stand_in else "",
        tables=[part for part in parts if isinstance(part, Table)],
        left_out=[part for part in parts if isinstance(part, LeftOut)],
        seed=evidence.seed,
        versions=evidence.versions,
    )
    note, panels = _SHORT_NOTE if evidence.stand_in else "", figures.panels(evidence)
    return report, [*figures.scatters(panels, note), *figures.stacks(panels, note)]


def files(report: Report, drawn: list[Figure]) -> Iterator[tuple[str, bytes]]:
    """Yields the files of a report by name: ``report.md``, a CSV for each table, an SVG for each figure."""
    yield "report.md", markdown(report, drawn).encode()
    yield from ((f"{table.name}.csv", to_csv(table, report.note).encode()) for table in report.tables)
    yield from ((f"{figure.name}.svg", figure.svg.encode()) for figure in drawn)


def _parts(evidence: Evidence) -> Iterator[Table | LeftOut]:
    """Yields the tables in the paper's order, then those that the paper does not have."""
    if evidence.comparison:
        yield tables.comparators(evidence)
    else:
        yield LeftOut("Table 1", "there are no pairs with people's votes; name them with --pairs")
    if evidence.found:
        yield tables.actions(evidence)
        panels = figures.panels(evidence)
        yield figures.ratios(panels)
        yield figures.outcomes(panels)
    else:
        yield LeftOut("Table 2, figures 2 and 3", _NO_PLANS)
    if evidence.audits:
        yield recovery_tables.recovered(evidence)
    else:
        yield LeftOut("Tables 3 and 7 to 18", _NO_PLANS)
    yield tables.orders(evidence)
    if not evidence.asked:
        yield LeftOut("Our rows of table 4", "no model was asked; run canarygate minimize predict --ask … --json")
    yield from _overlaps(evidence)
    if evidence.audits:
        yield recovery_tables.spans(evidence)
        yield from recovery_tables.types(evidence)
    yield from _searches(evidence)


def _overlaps(evidence: Evidence) -> Iterator[Table | LeftOut]:
    models = {example.model for example in evidence.found}
    if len(models) > 1:
        yield tables.model_overlaps(evidence)
    else:
        yield LeftOut("Tables 5 and 6", "there are not two models' plans for the same prompts; name two ledgers")


def _searches(evidence: Evidence) -> Iterator[Table | LeftOut]:
    if evidence.searched:
        yield tables.costs(evidence)
        yield tables.slacks(evidence)
    else:
        yield LeftOut("Costs, and what was found at each slack", "there is no ledger; name them with --ledger")
    if evidence.runs:
        yield tables.runs(evidence)
    else:
        yield LeftOut("How long runs took", "no run's result is named; pass what minimize oracle --json printed")


def markdown(report: Report, drawn: list[Figure]) -> str:
    """Returns the report as a page of Markdown."""
    made_from = f"{', '.join(report.data)}: {report.prompts:,} prompts, {report.plans:,} plans of the oracle"
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    head = [
        "# Data minimization",
        *([f"**{report.note}**"] if report.note else []),
        f"Made from {made_from}. Seed {report.seed}; {versions}.",
        _READING,
        *([_DRAWINGS] if drawn else []),
    ]
    sections = [f"## {table.title}\n\n{_body(table, drawn)}" for table in report.tables]
    left_out = "\n".join(f"- {each.title}: {each.why}." for each in report.left_out)
    return "\n\n".join([*head, *sections, *([f"## Left out\n\n{left_out}"] if left_out else [])]) + "\n"


def _body(table: Table, drawn: list[Figure]) -> str:
    """Returns the figures that show a table, then the table."""
    own = [f"![{figure.title}]({figure.name}.svg)" for figure in drawn if figure.name.startswith(f"{table.name}_")]
    return "\n\n".join([*own, to_markdown(table)])
