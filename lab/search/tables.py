"""The tables of a report on searches and predictions: comparators, actions, costs, slack, orders, overlaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from gateway.types import Action
from lab.reporting.statistics import Estimate, rate
from lab.reporting.tables import Cell, Column, Table
from lab.search import paper
from lab.search.gathering import Evidence, Searched, maker
from lab.search.measuring import SlackOutcome, measured
from lab.search.prediction import Fit, overlaps, zero_shot_name
from lab.search.stand_in import NAME as STAND_IN
from lab.search.stand_in import needs_of
from lab.search.training import Example, by_model
from lab.search.zero_shot import Order
from streams.searcher.prompts import Prompt

NO_MODEL: Final = "ours (no model)"
TASKS: Final[Mapping[bool, str]] = {False: "open-ended", True: "closed-ended"}
ACTIONS: Final = (Action.REDACT, Action.ABSTRACT, Action.RETAIN)
SHARES: Final = [Column(action.name.capitalize(), ".1%") for action in ACTIONS]
ORDERS: Final[Mapping[str, str]] = {
    Order.NOTION: "order and notion",
    Order.ONLY: "order only",
    Order.NONE: "neither",
}


def comparators(evidence: Evidence) -> Table:
    """Returns Table 1: agreement with people. Our rows have no times, because these differ from run to run."""
    columns = [
        Column("Comparator"), Column("Made by"), Column("Pairs", ",d"), Column("Agreement", ".1%"),
        Column("Pairs, consensus ≥ 0.8", ",d"), Column("Agreement, consensus ≥ 0.8", ".1%"),
        Column("Seconds a decision", ".2f"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    if comparison := evidence.comparison:
        for name, each in comparison.comparators.items():
            shares = (comparison.pairs, each.agreement, comparison.pairs_consensus, each.agreement_consensus)
            rows.append([name, NO_MODEL, *shares, None])
    for name, (everywhere, high, seconds) in paper.COMPARATORS.items():
        rows.append([name, "paper", None, everywhere, None, high, seconds])
    return Table("table_1", "Table 1: comparators, agreement with people", columns, rows)


def actions(evidence: Evidence) -> Table:
    """Returns Table 2: the oracle's actions by model, for tasks with and without choices."""
    rows: list[list[Cell]] = []
    for closed_ended, theirs in ((False, paper.OPEN_ENDED), (True, paper.CLOSED_ENDED)):
        tasks = TASKS[closed_ended]
        for model, own in by_model(evidence.among(closed_ended)).items():
            entities = sum(len(example.plan) for example in own)
            rows.append([maker(model), tasks, len(own), entities, *shares(own)])
        rows += [[f"paper: {model}", tasks, None, None, *each] for model, each in theirs.items()]
    columns = [Column("Made by"), Column("Tasks"), Column("Prompts", ",d"), Column("Entities", ",d"), *SHARES]
    return Table("table_2", "Table 2: actions of the oracle's plans", columns, rows)


def shares(examples: Sequence[Example]) -> list[Estimate]:
    """Returns the shares of REDACT, ABSTRACT and RETAIN among all entities."""
    chosen = Counter(action for example in examples for action in example.plan)
    return [rate(chosen[action], chosen.total()) for action in ACTIONS]


def orders(evidence: Evidence) -> Table:
    """Returns Table 4: the actions of models asked once, by what their question says about the order of actions."""
    rows: list[list[Cell]] = []
    for asked in evidence.asked:
        model, order = asked.asked or "", ORDERS[asked.order or Order.NOTION]
        for dataset, each in _zero_shot(asked.fits.values(), zero_shot_name(model)):
            rows.append([dataset, model, order, each.entities, *_stated(each)])
    for theirs in paper.ABLATION:
        counts = (theirs.redact, theirs.abstract, theirs.retain, theirs.undecided)
        row: list[Cell] = [theirs.dataset, f"paper: {theirs.model}", ORDERS[theirs.order], sum(counts)]
        rows.append([*row, *(count / sum(counts) for count in counts)])
    columns = [Column("Data set"), Column("Made by"), Column("Its question says"), Column("Entities", ",d")]
    title = "Table 4: what the question says of the order of the actions"
    return Table("table_4", title, [*columns, *SHARES, Column("Undecided", ".1%")], rows)


def _zero_shot(models: Iterable[Mapping[str, Mapping[str, Fit]]], name: str) -> Iterator[tuple[str, Fit]]:
    """Yields the actions of a model asked once, by data set. If it is compared with several models' plans, only the
    comparison with the first counts.
    """
    seen: set[str] = {"all"}
    for datasets in models:
        for dataset, fits in datasets.items():
            if dataset not in seen and name in fits:
                seen.add(dataset)
                yield dataset, fits[name]


def _stated(each: Fit) -> list[Estimate]:
    """Returns the shares of the stated actions and of the entities left open."""
    counts = {name: round(share.value * each.entities) for name, share in each.actions.items()}
    counts["REDACT"] -= each.undecided
    return [rate(count, each.entities) for count in (*(counts[action.name] for action in ACTIONS), each.undecided)]


def model_overlaps(evidence: Evidence) -> Table:
    """Returns Tables 5 and 6: of the entities that get an action from either of two models, the share from both."""
    rows: list[list[Cell]] = []
    for dataset in sorted({example.prompt.dataset for example in evidence.found}):
        for each in overlaps([example for example in evidence.found if example.prompt.dataset == dataset]):
            reference = maker(each.reference)
            rows.append([each.action, dataset, maker(each.model), reference, each.entities, each.jaccard])
    for action, theirs in (("REDACT", paper.REDACT_OVERLAPS), ("ABSTRACT", paper.ABSTRACT_OVERLAPS)):
        for dataset, models in theirs.items():
            for model, value in models.items():
                rows.append([action, dataset, f"paper: {model}", f"paper: {paper.ORACLE}", None, value])
    columns = [
        Column("Action"), Column("Data set"), Column("Made by"), Column("Against"), Column("Entities", ",d"),
        Column("Jaccard overlap", ".3f"),
    ]  # fmt: skip
    return Table("tables_5_and_6", "Tables 5 and 6: overlap of oracles across models", columns, rows)


def costs(evidence: Evidence) -> Table:
    """Returns the costs of each ledger's searches, of the paper's algorithm, and of trying all plans."""
    columns = [
        Column("Ledger"), Column("Made by"), Column("Data set"), Column("Prompts", ",d"), Column("Plans judged", ",d"),
        Column("Plans, sequential", ",d"), Column("Plans, brute force", ".3g"), Column("Calls", ",d"),
        Column("Calls, sequential", ",.0f"), Column("Calls, brute force", ".3g"), Column("Seconds of calls", ",.1f"),
        Column("Seconds, sequential", ",.1f"), Column("Seconds, brute force", ".3g"),
    ]  # fmt: skip
    rows = [
        [each.name, maker(each.model), *_costs(each, prompts)]
        for each in evidence.searched
        for prompts in _by_dataset(evidence.prompts, each, None)
    ]
    return Table("costs", "What the searches cost", columns, rows)


def _costs(searched: Searched, prompts: Sequence[Prompt]) -> list[Cell]:
    ids = {prompt.id for prompt in prompts}
    spent = sum(score.seconds for score in searched.ledger.scores.values() if score.prompt in ids)
    each = measured(prompts, [], searched.ledger, seconds=spent, utility=None)
    all_plans = each.plans_brute_force / max(1, each.plans)
    seconds = (each.seconds, each.seconds_sequential, each.seconds * all_plans)
    return [
        each.dataset, each.prompts, each.plans, each.plans_sequential, each.plans_brute_force,
        each.calls, each.calls_sequential, each.calls * all_plans,
        *(seconds if searched.model != STAND_IN else (None, None, None)),
    ]  # fmt: skip


def runs(evidence: Evidence) -> Table:
    """Returns the wall time of earlier runs, and the estimated time of the sequential algorithm's calls."""
    columns = [
        Column("Made by"), Column("Data set"), Column("Prompts", ",d"), Column("Calls at once", ",d"),
        Column("Calls", ",d"), Column("Wall seconds", ",.1f"), Column("Seconds, sequential", ",.1f"),
    ]  # fmt: skip
    rows: list[list[Cell]] = [
        [maker(run.model), each.dataset, each.prompts, run.concurrency, each.calls, each.seconds,
         each.seconds_sequential]
        for run in evidence.runs
        for each in run.datasets
    ]  # fmt: skip
    return Table("runs", "How long runs took", columns, rows)


def slacks(evidence: Evidence) -> Table:
    """Returns the results at each slack and, for prompts small enough to try all plans, the distance to the best."""
    columns = [
        Column("Made by"), Column("Data set"), Column("Slack", "d"), Column("Prompts", ",d"), Column("Found", ",d"),
        Column("Judged plans that pass", ".1%"), *SHARES, Column("Prompts tried in full", ",d"),
        Column("Of these behind the best", ",d"),
    ]  # fmt: skip
    rows = [
        [maker(each.model), prompts[0].dataset, slack, len(prompts), *_found(each, prompts, slack)]
        for each in evidence.searched
        for slack in sorted({slack for _, slack in each.ledger.results})
        for prompts in _by_dataset(evidence.prompts, each, slack)
    ]
    return Table("slack", "What was found at each slack", columns, rows)


def _found(searched: Searched, prompts: Sequence[Prompt], slack: int) -> list[Cell]:
    utility = (lambda prompt: needs_of(prompt).score) if searched.model == STAND_IN else None
    each: SlackOutcome = measured(prompts, [slack], searched.ledger, seconds=0.0, utility=utility).outcomes[0]
    chosen = [each.actions[action.name] for action in ACTIONS]
    gap = (each.gap.prompts, each.gap.behind) if each.gap else (None, None)
    return [each.found, each.passing, *chosen, *gap]


def _by_dataset(prompts: Sequence[Prompt], searched: Searched, slack: int | None) -> Iterator[list[Prompt]]:
    """Yields one list per data set of the prompts with a result in the ledger, at this slack or, if None, at any."""
    ended = {prompt for prompt, at in searched.ledger.results if slack in (None, at)}
    for dataset in sorted({prompt.dataset for prompt in prompts}):
        if own := [prompt for prompt in prompts if prompt.dataset == dataset and prompt.id in ended]:
            yield own
