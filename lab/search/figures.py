"""The figures of a report on data minimization: predictors compared with the oracle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lab.reporting.charts import Series, points, stacked
from lab.reporting.statistics import Estimate
from lab.reporting.tables import Cell, Column, Table
from lab.search import paper
from lab.search.gathering import Evidence, maker
from lab.search.prediction import Fit, zero_shot_name
from lab.search.tables import ACTIONS, SHARES, TASKS, shares
from lab.search.training import Example, by_model
from lab.search.zero_shot import Order

OUTCOMES: Final[Mapping[str, str]] = {
    "fit": "Fit",
    "undershare_pass": "Undershare + Pass",
    "undershare_unknown": "Undershare, unknown",
    "undershare_fail": "Undershare + Fail",
    "overshare": "Overshare",
}
_CLOSED_ENDED: Final = frozenset({"medqa"})  # of the data sets of table 4


@dataclass(frozen=True, slots=True)
class Panel:
    """The predictors compared with one model's plans for one data set, with ``tasks`` with or without choices."""

    model: str
    dataset: str
    tasks: str
    oracle: Sequence[Estimate]
    fits: Mapping[str, Fit]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing; ``name`` is its file name without the ending."""

    name: str
    title: str
    svg: str


def panels(evidence: Evidence) -> list[Panel]:
    """Returns the data of figures 2 and 3."""
    return [
        _panel(evidence, model, [example for example in own if example.prompt.dataset == dataset])
        for model, own in by_model(evidence.found).items()
        for dataset in dict.fromkeys(example.prompt.dataset for example in own)
    ]


def _panel(evidence: Evidence, model: str, own: Sequence[Example]) -> Panel:
    """Returns the panel with the built-in predictors and the models asked with the full question."""
    first = own[0].prompt
    fits = dict(evidence.prediction.fits[model][first.dataset])
    for each in evidence.asked:
        name = zero_shot_name(each.asked or "")
        asked = each.fits.get(model, {}).get(first.dataset, {})
        if each.order is Order.NOTION and name in asked:
            fits[name] = asked[name]
    return Panel(maker(model), first.dataset, TASKS[bool(first.choices)], shares(own), fits)


def ratios(made: Sequence[Panel]) -> Table:
    """Returns the data of figure 2: the shares of actions of the oracle and of predictors."""
    rows: list[list[Cell]] = []
    for panel in made:
        head = (panel.model, panel.dataset, panel.tasks)
        rows.append([*head, "oracle", *panel.oracle])
        rows += [[*head, name, *(fit.actions[action.name] for action in ACTIONS)] for name, fit in panel.fits.items()]
    columns = [Column("Oracle of"), Column("Data set"), Column("Tasks"), Column("Plans by"), *SHARES]
    return Table("figure_2", "Figure 2: actions of the oracle and of predictors", columns, rows)


def outcomes(made: Sequence[Panel]) -> Table:
    """Returns the data of figure 3: the shares of prompts by how the prediction compares with the oracle's plan."""
    rows: list[list[Cell]] = [
        [panel.model, panel.dataset, name, fit.prompts, *(getattr(fit, outcome) for outcome in OUTCOMES)]
        for panel in made
        for name, fit in panel.fits.items()
    ]
    columns = [Column("Oracle of"), Column("Data set"), Column("Predictor"), Column("Prompts", ",d")]
    outcomes = [Column(name, ".1%") for name in OUTCOMES.values()]
    return Table("figure_3", "Figure 3: predictions beside the oracle's plans", [*columns, *outcomes], rows)


def scatters(made: Sequence[Panel], note: str) -> Iterator[Figure]:
    """Yields figure 2 for each model and kind of task; our points are data sets, the paper's are models."""
    kinds = list(dict.fromkeys((panel.model, panel.tasks) for panel in made))
    for number, (model, tasks) in enumerate(kinds, 1):
        own = [panel for panel in made if (panel.model, panel.tasks) == (model, tasks)]
        title = f"Figure 2: {tasks}, oracle: {model}{note}"
        series = [*_ours(own), *_papers(tasks)]
        yield Figure(f"figure_2_{number}", title, points(title, "share redacted", "share abstracted", series))


def _ours(own: Sequence[Panel]) -> Iterator[Series]:
    yield _points("oracle", [panel.oracle for panel in own])
    for name in dict.fromkeys(name for panel in own for name in panel.fits):
        fits = [panel.fits[name] for panel in own if name in panel.fits]
        yield _points(name, [[fit.actions[action.name] for action in ACTIONS] for fit in fits])


def _papers(tasks: str) -> Iterator[Series]:
    oracles = paper.CLOSED_ENDED if tasks == TASKS[True] else paper.OPEN_ENDED
    yield _points("paper: oracles of nine models", [[_exactly(share) for share in each] for each in oracles.values()])
    asked = [
        [_exactly(count / sum(each[3:])) for count in each[3:6]]
        for each in paper.ABLATION
        if each.order == Order.NOTION and TASKS[each.dataset in _CLOSED_ENDED] == tasks
    ]
    yield _points("paper: three models asked once", asked)


def _points(name: str, plans: Sequence[Sequence[Estimate]]) -> Series:
    return Series(name, [each[1] for each in plans], [each[0].value for each in plans])


def _exactly(share: float) -> Estimate:
    return Estimate(share, share, share)


def stacks(made: Sequence[Panel], note: str) -> Iterator[Figure]:
    """Yields figure 3 for each model and data set."""
    for number, panel in enumerate(made, 1):
        title = f"Figure 3: {panel.dataset}, oracle: {panel.model}{note}"
        unit = "share of prompts, by how the predictor's plan stands to the oracle's"
        series = [
            Series(name, [getattr(fit, outcome) for fit in panel.fits.values()]) for outcome, name in OUTCOMES.items()
        ]
        yield Figure(f"figure_3_{number}", title, stacked(title, unit, list(panel.fits), series))
