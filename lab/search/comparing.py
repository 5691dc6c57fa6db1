"""Measures how well comparators agree with people, and prints the data-minimization paper's figures too (table 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Final

import msgspec

from gateway.errors import BadRequest
from gateway.plans.comparator import Comparator, Counting, Preference
from lab.reporting.statistics import Estimate, rate
from lab.search import paper
from lab.search.judge_comparator import Unjudged
from lab.search.pairs import Pair

HIGH_CONSENSUS: Final = 0.8
COUNTING: Final = "counting"
_ASKED: Final = 2


class Agreement(msgspec.Struct, frozen=True):
    """The shares of pairs on which a comparator agrees with most people: of all pairs, and of high consensus."""

    agreement: Estimate
    agreement_consensus: Estimate
    seconds: float


class Comparison(msgspec.Struct, frozen=True):
    """What ``canarygate minimize compare`` measured; the first three figures are those of the default comparator."""

    data: str
    pairs: int
    pairs_consensus: int
    agreement: Estimate
    agreement_consensus: Estimate
    seconds: float
    comparators: dict[str, Agreement]
    versions: dict[str, str]


async def answers(comparator: Comparator, pairs: Sequence[Pair]) -> tuple[list[Preference], float]:
    """Returns a comparator's preference for each pair, and the mean seconds per decision.

    A judge whose answer states no preference is asked once more; then it raises BadRequest that names the pair.
    """
    began = perf_counter()
    said = [await _answer(comparator, pair, number) for number, pair in enumerate(pairs, 1)]
    return said, (perf_counter() - began) / max(1, len(pairs))


async def _answer(comparator: Comparator, pair: Pair, number: int) -> Preference:
    for _ in range(_ASKED):
        try:
            return await comparator.prefer(pair.first, pair.second)
        except Unjudged:
            continue
    raise BadRequest(f"pair {number}: the judge answers neither 1, 2 nor SAME")


def agreement(said: Sequence[Preference], pairs: Sequence[Pair], seconds: float) -> Agreement:
    """Returns the shares with their 95 % Wilson intervals."""
    right = [preference is pair.consensus for preference, pair in zip(said, pairs, strict=True)]
    high = [each for each, pair in zip(right, pairs, strict=True) if pair.consensus_ratio >= HIGH_CONSENSUS]
    return Agreement(rate(sum(right), len(right)), rate(sum(high), len(high)), seconds)


async def compare(
    data: str, pairs: Sequence[Pair], versions: dict[str, str], judges: Mapping[str, Comparator]
) -> Comparison:
    """Measures how well counting and each judge agree with people on these pairs."""
    measured: dict[str, Agreement] = {}
    for name, comparator in {COUNTING: Counting(), **judges}.items():
        said, seconds = await answers(comparator, pairs)
        measured[name] = agreement(said, pairs, seconds)
    default = measured[COUNTING]
    return Comparison(
        data=data,
        pairs=len(pairs),
        pairs_consensus=sum(pair.consensus_ratio >= HIGH_CONSENSUS for pair in pairs),
        agreement=default.agreement,
        agreement_consensus=default.agreement_consensus,
        seconds=default.seconds,
        comparators=measured,
        versions=versions,
    )


def as_text(comparison: Comparison) -> str:
    """Returns the results as a readable table, with the paper's rows below ours."""
    lines = [
        f"{comparison.data}: {comparison.pairs} pairs, {comparison.pairs_consensus} of consensus ≥ {HIGH_CONSENSUS}",
        f"{'':<34}{'all pairs':>18}{'high consensus':>18}{'a decision':>14}",
    ]
    for name, each in comparison.comparators.items():
        columns = _share(each.agreement), _share(each.agreement_consensus), f"{each.seconds * 1e6:.1f} µs"
        lines.append(f"{name:<34}{columns[0]:>18}{columns[1]:>18}{columns[2]:>14}")
    for name, (everywhere, high, seconds) in paper.COMPARATORS.items():
        lines.append(f"{'paper: ' + name:<34}{everywhere:>18.0%}{high:>18.0%}{seconds:>12.2f} s")
    return "\n".join(lines) + "\n"


def _share(each: Estimate) -> str:
    return f"{each.value:.1%} [{each.low:.0%}, {each.high:.0%}]"
