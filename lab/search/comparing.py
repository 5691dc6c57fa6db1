"""How well comparators agree with people, beside what the data-minimization paper prints (table 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final

import msgspec
import numpy as np
from sklearn.linear_model import LogisticRegression

from gateway.errors import BadRequest
from gateway.plans.comparator import Comparator, Counting, Disclosure, Preference
from lab.reporting.drawing import Estimate
from lab.reporting.statistics import rate
from lab.search import paper
from lab.search.judge_comparator import Unjudged
from lab.search.learned_comparator import Learned, Weights, features
from lab.search.pairs import Pair

HIGH_CONSENSUS: Final = 0.8
FOLDS: Final = 10
_STRENGTH: Final = 0.1  # of the fit; small, as there are few pairs
# Below which share of sureness, either way, two variants are SAME.
_SURE: Final = 0.1
_RESAMPLES: Final = 2000
_ASKED: Final = 2
_AS_DISCLOSURE_COUNTS: Final = (4.0, 6.0, 2.0, 3.0)


class Agreement(msgspec.Struct, frozen=True):
    """The share of pairs on which a comparator agrees with most people, all and those of high consensus."""

    agreement: Estimate
    agreement_consensus: Estimate
    seconds: float


class Comparison(msgspec.Struct, frozen=True):
    """What ``canarygate minimize compare`` measured; ``gain`` is over counting spans, resampled pair by pair."""

    data: str
    pairs: int
    pairs_consensus: int
    agreement: Estimate
    agreement_consensus: Estimate
    seconds: float
    comparators: dict[str, Agreement]
    gain: Estimate
    gain_consensus: Estimate
    seed: int
    versions: dict[str, str]


async def answers(comparator: Comparator, pairs: Sequence[Pair]) -> tuple[list[Preference], float]:
    """What a comparator says of each pair, and the seconds that one decision takes.

    A judge whose answer says nothing is asked once more; then BadRequest names the pair.
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


async def cross_validated(pairs: Sequence[Pair], seed: int) -> tuple[list[Preference], float]:
    """What the learned comparator says of each pair when it was fitted to the others, ten folds."""
    order = list(range(len(pairs)))
    Random(seed).shuffle(order)
    said = [Preference.SAME] * len(pairs)
    seconds = []
    for fold in range(min(FOLDS, len(pairs))):
        held_out = order[fold::FOLDS]
        learned = Learned(fit([pairs[at] for at in order if at not in held_out]))
        folded, each = await answers(learned, [pairs[at] for at in held_out])
        seconds.append(each)
        for at, preference in zip(held_out, folded, strict=True):
            said[at] = preference
    return said, fmean(seconds)


def fit(pairs: Sequence[Pair], source: str = "") -> Weights:
    """Weights fitted to pairs: a logistic regression on differences, each pair in both orders, SAME ones left out.

    The same pairs give the same weights. No feature may disclose less than nothing: negative weights are 0.
    """
    decided = [pair for pair in pairs if pair.consensus is not Preference.SAME]
    differences = np.array([_difference(pair) for pair in decided], np.float64)
    is_first = np.array([pair.consensus is Preference.FIRST for pair in decided])
    if not decided:
        return Weights(_AS_DISCLOSURE_COUNTS, 0.0, source, 0)
    both_ways, labels = np.vstack([differences, -differences]), np.concatenate([is_first, ~is_first])
    model = LogisticRegression(C=_STRENGTH, fit_intercept=False).fit(both_ways, labels)
    first, second, third, fourth = (round(max(0.0, float(weight)), 4) for weight in model.coef_[0])
    band = float(np.log((0.5 + _SURE) / (0.5 - _SURE)))
    return Weights((first, second, third, fourth), round(band, 4), source, len(pairs))


def agreement(said: Sequence[Preference], pairs: Sequence[Pair], seconds: float) -> Agreement:
    """The shares with their 95 % Wilson intervals."""
    right = [preference is pair.consensus for preference, pair in zip(said, pairs, strict=True)]
    high = [each for each, pair in zip(right, pairs, strict=True) if pair.consensus_ratio >= HIGH_CONSENSUS]
    return Agreement(rate(sum(right), len(right)), rate(sum(high), len(high)), seconds)


def gain(ours: Sequence[Preference], theirs: Sequence[Preference], pairs: Sequence[Pair], seed: int) -> Estimate:
    """By how much ours agree with people on more pairs than theirs; 95 % of resamplings of the pairs lie between."""
    won = [
        (one is pair.consensus) - (other is pair.consensus)
        for one, other, pair in zip(ours, theirs, pairs, strict=True)
    ]
    if not won:
        return Estimate(0.0, -1.0, 1.0)
    random = Random(seed)
    means = sorted(fmean(random.choices(won, k=len(won))) for _ in range(_RESAMPLES))
    return Estimate(fmean(won), means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES) - 1])


async def compare(
    data: str, pairs: Sequence[Pair], seed: int, versions: dict[str, str], judges: Mapping[str, Comparator]
) -> Comparison:
    """Every comparator on these pairs; the learned one by cross-validation."""
    disclosure, counting = await answers(Disclosure(), pairs), await answers(Counting(), pairs)
    said = {"disclosure": disclosure, "counting": counting, "learned": await cross_validated(pairs, seed)}
    said |= {name: await answers(judge, pairs) for name, judge in judges.items()}
    measured = {name: agreement(preferences, pairs, seconds) for name, (preferences, seconds) in said.items()}
    high = [pair.consensus_ratio >= HIGH_CONSENSUS for pair in pairs]
    return Comparison(
        data=data,
        pairs=len(pairs),
        pairs_consensus=sum(high),
        agreement=measured["disclosure"].agreement,
        agreement_consensus=measured["disclosure"].agreement_consensus,
        seconds=measured["disclosure"].seconds,
        comparators=measured,
        gain=gain(disclosure[0], counting[0], pairs, seed),
        gain_consensus=gain(
            list(compress(disclosure[0], high)), list(compress(counting[0], high)), list(compress(pairs, high)), seed
        ),
        seed=seed,
        versions=versions,
    )


def told(comparison: Comparison) -> str:
    """The table for a person, the paper's rows below ours."""
    lines = [
        f"{comparison.data}: {comparison.pairs} pairs, {comparison.pairs_consensus} of consensus ≥ {HIGH_CONSENSUS}",
        f"{'':<28}{'all pairs':>22}{'high consensus':>22}{'a decision':>14}",
    ]
    for name, each in comparison.comparators.items():
        columns = _share(each.agreement), _share(each.agreement_consensus), f"{each.seconds * 1e6:.1f} µs"
        lines.append(f"{name:<28}{columns[0]:>22}{columns[1]:>22}{columns[2]:>14}")
    for name, (everywhere, high, seconds) in paper.COMPARATORS.items():
        lines.append(f"{'paper: ' + name:<28}{everywhere:>22.0%}{high:>22.0%}{seconds:>12.2f} s")
    lines.append(
        f"disclosure over counting spans: {_points(comparison.gain)} points, "
        f"high consensus {_points(comparison.gain_consensus)} (paired, 95 %)"
    )
    return "\n".join(lines) + "\n"


def _difference(pair: Pair) -> list[int]:
    """What the second variant shows beyond the first."""
    first, second = features(pair.first.spans), features(pair.second.spans)
    return [after - before for before, after in zip(first, second, strict=True)]


def _share(each: Estimate) -> str:
    return f"{each.value:.1%} [{each.low:.0%}, {each.high:.0%}]"


def _points(each: Estimate) -> str:
    return f"{100 * each.value:+.1f} [{100 * each.low:+.1f}, {100 * each.high:+.1f}]"
