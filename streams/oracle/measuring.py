"""What a run of the oracle found and what it cost, from its ledger."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from gateway.minimization.search import Ending, Space, best_of_all
from gateway.minimization.utility import HIGHEST
from gateway.types import Action, Actions
from streams.oracle.ledger import Ended, Ledger, actions
from streams.oracle.prompts import Prompt, order
from streams.reporting.drawing import Estimate
from streams.reporting.statistics import rate

MOST_TO_TRY_ALL: Final = 7  # entities of a prompt whose 3^n plans are all tried

Utility = Callable[[Prompt], Callable[[Actions], int]]
"""The score of every plan of a prompt, where it is known without asking anybody."""


class Gap(msgspec.Struct, frozen=True):
    """What stage 1 cost, over prompts so small that all 3^n plans could be tried.

    ``behind`` are prompts with a passing plan more private than the found one; ``found`` and ``best`` are what the
    found plans and the best ones disclose, summed up.
    """

    prompts: int
    behind: int
    found: int
    best: int


class Measured(msgspec.Struct, frozen=True):
    """One data set at one slack. What ends in ``_sequential`` is the paper's algorithm, one call after the other.

    ``plans`` counts the plans judged, by all runs of this ledger at any slack; ``plans_brute_force`` is 3^n summed up.
    Calls and seconds of the sequential algorithm are estimated from the mean of the plans judged here. ``seconds`` is
    the wall time of this run, which asked nothing again of what the ledger remembered.
    """

    dataset: str
    slack: int
    prompts: int
    found: int
    endings: dict[str, int]
    plans: int
    plans_sequential: int
    plans_brute_force: float
    calls: int
    calls_sequential: float
    seconds: float
    seconds_sequential: float
    actions: dict[str, Estimate]
    gap: Gap | None


class Passing(msgspec.Struct, frozen=True):
    """The sweep over slack: which share of all plans judged passes, and what is chosen."""

    slack: int
    plans: int
    passing: Estimate
    found: int
    actions: dict[str, Estimate]


def measured(
    prompts: Sequence[Prompt], slack: int, ledger: Ledger, *, seconds: float, utility: Utility | None
) -> Measured:
    """What the ledger says of the prompts of one data set; with ``utility`` also how far from the best."""
    ids = {prompt.id for prompt in prompts}
    results = _results(prompts, slack, ledger)
    scores = [score for score in ledger.scores.values() if score.prompt in ids]
    plans = len({(score.prompt, score.plan) for score in scores})
    calls, spent = sum(score.calls for score in scores), sum(score.seconds for score in scores)
    sequential = sum(result.sequential for result in results)
    return Measured(
        dataset=prompts[0].dataset,
        slack=slack,
        prompts=len(prompts),
        found=sum(not result.unfinished for result in results),
        endings=dict(Counter(result.ending.value for result in results)),
        plans=plans,
        plans_sequential=sequential,
        plans_brute_force=float(sum(3 ** len(prompt.entities) for prompt in prompts)),
        calls=calls,
        calls_sequential=calls * sequential / max(1, plans),
        seconds=seconds,
        seconds_sequential=spent * sequential / max(1, plans),
        actions=shares(results),
        gap=_gap(prompts, slack, ledger, utility) if utility else None,
    )


def passing(prompts: Sequence[Prompt], slacks: Sequence[int], ledger: Ledger) -> Iterator[Passing]:
    """For each slack, how many of the plans that were judged at any of them pass."""
    lowest: defaultdict[tuple[str, str], int] = defaultdict(lambda: HIGHEST)
    for score in ledger.scores.values():
        lowest[score.prompt, score.plan] = min(lowest[score.prompt, score.plan], score.score)
    for slack in slacks:
        results = _results(prompts, slack, ledger)
        passed = sum(score >= HIGHEST - slack for score in lowest.values())
        found = sum(not result.unfinished for result in results)
        yield Passing(slack, len(lowest), rate(passed, len(lowest)), found, shares(results))


def shares(results: Sequence[Ended]) -> dict[str, Estimate]:
    """The shares of the actions among the entities of finished searches, with their 95 % Wilson intervals."""
    chosen = Counter(action for result in results if not result.unfinished for action in actions(result.plan))
    return {action.name: rate(chosen[action], chosen.total()) for action in reversed(Action)}


def _results(prompts: Sequence[Prompt], slack: int, ledger: Ledger) -> list[Ended]:
    found = (ledger.results.get((prompt.id, slack)) for prompt in prompts)
    return [result for result in found if result is not None]


def _gap(prompts: Sequence[Prompt], slack: int, ledger: Ledger, utility: Utility) -> Gap:
    found = {result.prompt: result for result in _results(prompts, slack, ledger) if not result.unfinished}
    small = [prompt for prompt in prompts if prompt.id in found and len(prompt.entities) <= MOST_TO_TRY_ALL]
    disclosed = [(order(each).key(actions(found[each.id].plan)), _least(each, slack, utility(each))) for each in small]
    return Gap(
        prompts=len(disclosed),
        behind=sum(ours > best for ours, best in disclosed),
        found=sum(ours for ours, _ in disclosed),
        best=sum(best for _, best in disclosed),
    )


def _least(prompt: Prompt, slack: int, score: Callable[[Actions], int]) -> int:
    """What the best of all plans of a prompt discloses."""
    key = order(prompt).key
    space = Space.unrestricted(len(prompt.entities))
    best = best_of_all(space, key, lambda plan: score(plan) >= HIGHEST - slack)
    assert best is not None, "the search found a plan that passes"
    return key(best)


def told(rows: Sequence[Measured], sweep: Sequence[Passing], faults: Mapping[str, int]) -> str:
    """The tables for a person."""
    head = ("", "slack", "prompts", "found", "plans", "sequential", "3^n", "calls", "sequential", "s", "sequential s")
    lines = [_line(head)]
    for row in rows:
        plans = f"{row.plans:,}", f"{row.plans_sequential:,}", f"{row.plans_brute_force:.2g}"
        calls = f"{row.calls:,}", f"{row.calls_sequential:,.0f}"
        seconds = f"{row.seconds:.1f}", f"{row.seconds_sequential:.1f}"
        lines.append(_line((row.dataset, str(row.slack), str(row.prompts), str(row.found), *plans, *calls, *seconds)))
    for row in rows:
        unfinished = ", ".join(f"{count} {name}" for name, count in row.endings.items() if name != Ending.FOUND)
        lines.append(f"{row.dataset}, slack {row.slack}: {_shares(row.actions)}; unfinished: {unfinished or 'none'}")
        if row.gap:
            lines.append(
                f"{row.dataset}, slack {row.slack}: {row.gap.prompts} prompts have at most {MOST_TO_TRY_ALL} entities; "
                f"{row.gap.behind} disclose more than the best of all 3^n plans: {row.gap.found} against {row.gap.best}"
            )
    if len(sweep) > 1:
        lines += [
            f"slack {each.slack}: {each.passing.value:.1%} of {each.plans:,} plans pass; {_shares(each.actions)}"
            for each in sweep
        ]
    lines += [f"{count} calls failed for good: {message}" for message, count in faults.items()]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"{cells[0]:<12}" + "".join(f"{cell:>13}" for cell in cells[1:])


def _shares(actions: Mapping[str, Estimate]) -> str:
    return ", ".join(f"{name} {share.value:.1%}" for name, share in actions.items())
