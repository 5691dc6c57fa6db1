"""The tables of a report on recovery: what attackers recover, in the paper and with our software."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lab.recovery.audits import Audit
from lab.reporting.statistics import Estimate, rate
from lab.reporting.tables import Cell, Column, Table
from lab.search import paper
from lab.search.gathering import Evidence

_WHO: Final = [Column("Plans by"), Column("Attacker")]
_PAPERS: Final = ("paper: nine models", f"paper: {paper.ATTACKERS}")
_ACTIONS: Final = ("ABSTRACT", "REDACT")
_NUMBERS: Final = {"casehold": "11_and_12", "medqa": "13_and_14", "sharegpt": "15_and_16", "wildchat": "17_and_18"}


def recovered(evidence: Evidence) -> Table:
    """Returns Table 3: the share of replaced entities that are recovered, by action and data set."""
    datasets = sorted({*paper.SPANS, *(name for audit in evidence.audits for name in audit.spans)})
    rows: list[list[Cell]] = []
    for action in _ACTIONS:
        for audit in evidence.audits:
            spans = [audit.spans.get(dataset, {}).get(action) for dataset in datasets]
            rows.append([action, *_who(audit), *(each.recovered if each else None for each in spans)])
        theirs = [paper.SPANS.get(dataset, {}).get(action) for dataset in datasets]
        rows.append([action, *_PAPERS, *(each.recovered if each else None for each in theirs)])
    columns = [Column("Action"), *_WHO, *(Column(dataset, ".1%") for dataset in datasets)]
    return Table("table_3", "Table 3: replaced entities that an attacker recovers", columns, rows)


def spans(evidence: Evidence) -> Table:
    """Returns Tables 7 to 10: also the share that stays unknown and the attacker's confidence."""
    rows: list[list[Cell]] = []
    for dataset in sorted({*paper.SPANS, *(name for audit in evidence.audits for name in audit.spans)}):
        for action in _ACTIONS:
            for audit in evidence.audits:
                if each := audit.spans.get(dataset, {}).get(action):
                    ours = (each.recovered, each.unknown, each.confidence)
                    rows.append([dataset, action, *_who(audit), each.entities, *ours])
            if theirs := paper.SPANS.get(dataset, {}).get(action):
                shares = (_wilson(theirs.recovered, theirs.spans), _wilson(theirs.unknown, theirs.spans))
                rows.append([dataset, action, *_PAPERS, theirs.spans, *shares, theirs.confidence])
    columns = [
        Column("Data set"), Column("Action"), *_WHO, Column("Entities", ",d"), Column("Recovered", ".1%"),
        Column("Unknown", ".1%"), Column("Mean confidence", ".3f"),
    ]  # fmt: skip
    return Table("tables_7_to_10", "Tables 7 to 10: span-wise recovery", columns, rows)


def types(evidence: Evidence) -> Iterator[Table]:
    """Yields Tables 11 to 18, one per data set: the share of prompts where a candidate names a hidden entity."""
    columns = [
        Column("Type"), *_WHO, Column("Prompts", ",d"), Column("Hit@1 original", ".1%"),
        Column("Hit@1 minimized", ".1%"), Column("Hit@3 original", ".1%"), Column("Hit@3 minimized", ".1%"),
    ]  # fmt: skip
    for place, dataset in enumerate(sorted({name for audit in evidence.audits for name in audit.types})):
        number = _NUMBERS.get(dataset)
        name = f"tables_{number}" if number else f"types_{place + 1}"
        head = f"Tables {number.replace('_', ' ')}: type-wise" if number else "Type-wise"
        rows = list(_types(evidence.audits, dataset))
        yield Table(name, f"{head} recovery, {dataset}", columns, rows)


def _types(audits: Sequence[Audit], dataset: str) -> Iterator[list[Cell]]:
    printed = paper.TYPES.get(dataset, {})
    for entity_type in sorted({*printed, *(name for audit in audits for name in audit.types.get(dataset, {}))}):
        for audit in audits:
            if each := audit.types.get(dataset, {}).get(entity_type):
                shares = (each.hit_1_original, each.hit_1_minimized, each.hit_3_original, each.hit_3_minimized)
                yield [entity_type, *_who(audit), each.prompts, *shares]
        if theirs := printed.get(entity_type):
            prompts, *hits = theirs
            yield [entity_type, *_PAPERS, prompts, *(_wilson(hit, prompts) for hit in hits)]


def _who(audit: Audit) -> tuple[str, str]:
    plans = f"{audit.plans} (no real model)" if audit.stand_in and "no real model" not in audit.plans else audit.plans
    return plans, audit.attacker


def _wilson(share: float, count: int) -> Estimate:
    """Returns the printed share with its Wilson interval, as the paper uses."""
    whole = rate(round(share * count), count)
    return Estimate(share, whole.low, whole.high)
