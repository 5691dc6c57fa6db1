"""Measures from a ledger what a run of the oracle found and what it cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from gateway.plans.comparator import Disclosed
from gateway.types import Action, Actions
from lab.reporting.statistics import Estimate, rate
from streams.searcher.ledger import Ended, Ledger, actions
from streams.searcher.prompts import Prompt, order, space
from streams.searcher.search import Ending
from streams.searcher.utility import HIGHEST

MOST_TO_TRY_ALL: Final = 7  # most entities of a prompt for which all 3^n plans are tried

Utility = Callable[[Prompt], Callable[[Actions], int]]
"""Returns the score of every plan of a prompt, if no model needs to be asked for it."""


class Gap(msgspec.Struct, frozen=True):
    """What stage 1 cost, over prompts so small that all 3^n plans could be tried.

    ``behind`` are prompts with a passing plan more private than the found one; ``found`` and ``best`` are the spans
    that the found plans and the best ones retain and abstract, summed up.
    """

    prompts: int
    behind: int
    found: Disclosed
    best: Disclosed


class SlackOutcome(msgspec.Struct, frozen=True):
    """How the searches of a data set ended at one slack, and the actions that they chose.

    ``passing`` is the share of the plans judged at any slack that pass at this one. Only finished searches count for
    the actions.
    """

    slack: int
    found: int
    endings: dict[str, int]
    passing: Estimate
    actions: dict[str, Estimate]
    gap: Gap | None


class Measured(msgspec.Struct, frozen=True):
    """The measurements of one data set. Names with ``_sequential`` are for the paper's algorithm, one call at a time.

    Costs are for the whole ledger, at all slacks. ``plans`` counts the judged plans, ``plans_brute_force`` all 3^n. The
    calls and seconds of the sequential algorithm are estimated from the mean of the plans judged here; without a model
    there is no estimate. ``seconds`` is the wall time of this run, which did not repeat calls in the ledger.
    """

    dataset: str
    prompts: int
    plans: int
    plans_sequential: int
    plans_brute_force: float
    calls: int
    calls_sequential: float
    seconds: float
    seconds_sequential: float | None
    outcomes: list[SlackOutcome]


def measured(
    prompts: Sequence[Prompt], slacks: Sequence[int], ledger: Ledger, *, seconds: float, utility: Utility | None
) -> Measured:
    """Returns the measurements of one data set; with ``utility``, also how far the plans are from the best."""
    ids = {prompt.id for prompt in prompts}
    scores = [score for score in ledger.scores.values() if score.prompt in ids]
    lowest: defaultdict[tuple[str, str], int] = defaultdict(lambda: HIGHEST)
    for score in scores:
        lowest[score.prompt, score.plan] = min(lowest[score.prompt, score.plan], score.score)
    calls, spent = sum(score.calls for score in scores), sum(score.seconds for score in scores)
    sequential = sum(result.sequential for result in ledger.results.values() if result.prompt in ids)
    return Measured(
        dataset=prompts[0].dataset,
        prompts=len(prompts),
        plans=len(lowest),
        plans_sequential=sequential,
        plans_brute_force=float(sum(3 ** len(prompt.entities) for prompt in prompts)),
        calls=calls,
        calls_sequential=calls * sequential / max(1, len(lowest)),
        seconds=seconds,
        seconds_sequential=None if utility else spent * sequential / max(1, len(lowest)),
        outcomes=[_outcome(prompts, slack, ledger, list(lowest.values()), utility) for slack in slacks],
    )


def _outcome(
    prompts: Sequence[Prompt], slack: int, ledger: Ledger, scores: Sequence[int], utility: Utility | None
) -> SlackOutcome:
    results = [ledger.results[prompt.id, slack] for prompt in prompts]
    return SlackOutcome(
        slack=slack,
        found=sum(not result.unfinished for result in results),
        endings=dict(Counter(result.ending.value for result in results)),
        passing=rate(sum(score >= HIGHEST - slack for score in scores), len(scores)),
        actions=shares(results),
        gap=_gap(prompts, results, slack, utility) if utility else None,
    )


def shares(results: Sequence[Ended]) -> dict[str, Estimate]:
    """Returns the shares of the actions among the entities of finished searches, with their 95 % Wilson intervals."""
    chosen = Counter(action for result in results if not result.unfinished for action in actions(result.plan))
    return {action.name: rate(chosen[action], chosen.total()) for action in reversed(Action)}


def _gap(prompts: Sequence[Prompt], results: Sequence[Ended], slack: int, utility: Utility) -> Gap:
    disclosed = [
        (order(prompt).key(actions(result.plan)), _least(prompt, slack, utility(prompt)))
        for prompt, result in zip(prompts, results, strict=True)
        if not result.unfinished and len(prompt.entities) <= MOST_TO_TRY_ALL
    ]
    return Gap(
        prompts=len(disclosed),
        behind=sum(ours > best for ours, best in disclosed),
        found=_together(ours for ours, _ in disclosed),
        best=_together(best for _, best in disclosed),
    )


def _together(disclosed: Iterable[Disclosed]) -> Disclosed:
    """Returns the spans retained and abstracted in all of them.

    >>> _together([(1, 0), (2, 3)])
    (3, 3)
    """
    counted = list(disclosed)
    return sum(retained for retained, _ in counted), sum(abstracted for _, abstracted in counted)


def _least(prompt: Prompt, slack: int, score: Callable[[Actions], int]) -> Disclosed:
    """Returns the spans that the best of all plans of a prompt retains and abstracts."""
    key = order(prompt).key
    best = space(prompt).best(key, lambda plan: score(plan) >= HIGHEST - slack)
    assert best is not None, "the search found a plan that passes"
    return key(best)


def table(rows: Sequence[Measured]) -> str:
    """Returns a readable table: the costs of each data set, then the results at each slack."""
    head = ("", "prompts", "plans", "sequential", "3^n", "calls", "sequential", "seconds", "sequential")
    lines = [_line(head), *(_line(_costs(row)) for row in rows)]
    for row in rows:
        for each in row.outcomes:
            lines += [f"{row.dataset}, slack {each.slack}: {said}" for said in _found(row, each)]
    return "\n".join(lines) + "\n"


def _costs(row: Measured) -> Sequence[str]:
    return (
        row.dataset,
        str(row.prompts),
        f"{row.plans:,}",
        f"{row.plans_sequential:,}",
        f"{row.plans_brute_force:.2g}",
        f"{row.calls:,}",
        f"{row.calls_sequential:,.0f}",
        f"{row.seconds:.1f}",
        "-" if row.seconds_sequential is None else f"{row.seconds_sequential:.1f}",
    )


def _found(row: Measured, outcome: SlackOutcome) -> Iterator[str]:
    unfinished = [f"{count} {name}" for name, count in outcome.endings.items() if name != Ending.FOUND]
    yield f"found {outcome.found} of {row.prompts}; unfinished: {', '.join(unfinished) or 'none'}"
    chosen = ", ".join(f"{name} {share.value:.1%}" for name, share in outcome.actions.items())
    yield f"{chosen}; {outcome.passing.value:.1%} of all plans judged pass"
    if gap := outcome.gap:
        yield (
            f"of {gap.prompts} prompts of up to {MOST_TO_TRY_ALL} entities {gap.behind} disclose more than the best of "
            f"all 3^n plans; retained and abstracted spans: {_spans(gap.found)} against {_spans(gap.best)}"
        )


def _spans(disclosed: Disclosed) -> str:
    retained, abstracted = disclosed
    return f"{retained} and {abstracted}"


def _line(cells: Sequence[str]) -> str:
    return f"{cells[0]:<12}" + "".join(f"{cell:>12}" for cell in cells[1:])
