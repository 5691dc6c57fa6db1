"""Compares predictors with the oracle (data-minimization paper, figure 3 and tables 2, 5 and 6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

import msgspec

from gateway.plans.predictors.features import Features
from gateway.plans.predictors.learned import Learned
from gateway.policy import Policy
from gateway.types import Action, Actions
from lab.reporting.statistics import Estimate, rate
from lab.search.predictor import ByPolicy, Predictor
from lab.search.training import Example, needs
from lab.search.zero_shot import Order
from streams.searcher.prompts import Prompt, order

FOLDS: Final = 10
RISKS: Final = (0.05, 0.5, 0.8)

Passes = Callable[[Prompt, Actions], bool | None]
"""Returns whether a plan keeps the utility; None if unknown."""


class Fit(msgspec.Struct, frozen=True):
    """Shares of prompts, each with its 95 % Wilson interval.

    Compared with the oracle's plan, the prediction is as private and passes (``fit``), discloses more (``overshare``),
    or is more private and passes, fails or is unknown. ``same`` is the share of entities with the oracle's action.
    ``undecided`` counts the entities for which an asked model stated no action; ``actions`` counts them as redacted.
    """

    prompts: int
    entities: int
    fit: Estimate
    overshare: Estimate
    undershare_pass: Estimate
    undershare_fail: Estimate
    undershare_unknown: Estimate
    actions: dict[str, Estimate]
    same: dict[str, Estimate]
    microseconds: float
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """A predictor's plans in the order of the examples, the time for one, and the entities left open in each."""

    name: str
    plans: Sequence[Actions]
    seconds: float
    undecided: Sequence[int] = ()

    def among(self, places: Sequence[int]) -> Compared:
        """Returns the plans for the examples with these indexes."""
        undecided = [self.undecided[at] for at in places] if self.undecided else ()
        return Compared(self.name, [self.plans[at] for at in places], self.seconds, undecided)


def zero_shot_name(model: str) -> str:
    """Returns the name of the predictor that asks this model once.

    >>> zero_shot_name("gpt")
    'zero-shot gpt'
    """
    return f"zero-shot {model}"


def compared(found: Sequence[Example], seed: int) -> list[Compared]:
    """Returns the plans of three predictors: redact all, most frequent action by type, and learned at several risks.

    They are trained on other prompts than those predicted, in ten folds; each prompt is in one fold only.
    """
    redact_all = Compared("redact all", *_plans(lambda _: ByPolicy(Policy()), found, seed))
    by_type = Compared("by type", *_plans(_by_type, found, seed))
    learned = [Compared(f"learned, risk {risk:g}", *_plans(_learned(risk), found, seed)) for risk in RISKS]
    return [redact_all, by_type, *learned]


def _learned(risk: float) -> Callable[[Sequence[Example]], Predictor]:
    return lambda others: Learned(needs(others), risk)


@dataclass(frozen=True, slots=True)
class _ByType:
    """Predicts the most frequent action of each type in the examples; REDACT for an unknown type."""

    actions: Mapping[str, Action]
    name: str = "by type"

    def predict(self, entities: Sequence[Features]) -> Actions:
        return tuple(self.actions.get(each.entity_type, Action.REDACT) for each in entities)


def _by_type(others: Sequence[Example]) -> Predictor:
    counts: defaultdict[str, Counter[Action]] = defaultdict(Counter)
    for example in others:
        for each, action in zip(example.features, example.plan, strict=True):
            counts[each.entity_type][action] += 1
    return _ByType({entity_type: count.most_common(1)[0][0] for entity_type, count in counts.items()})


def _plans(
    made: Callable[[Sequence[Example]], Predictor], found: Sequence[Example], seed: int
) -> tuple[list[Actions], float]:
    """Returns the plans of predictors trained without the example's own fold, and the seconds for one plan."""
    fold_of = _folds(found, seed)
    folds = [fold_of[example.prompt.id] for example in found]
    plans: list[Actions] = [()] * len(found)
    seconds = 0.0
    for fold in range(FOLDS):
        inside = [at for at, own in enumerate(folds) if own == fold]
        if inside:
            predictor = made([example for example, own in zip(found, folds, strict=True) if own != fold])
            began = perf_counter()
            for at in inside:
                plans[at] = predictor.predict(found[at].features)
            seconds += perf_counter() - began
    return plans, seconds / max(1, len(found))


def _folds(found: Sequence[Example], seed: int) -> dict[str, int]:
    prompts = sorted({example.prompt.id for example in found})
    Random(seed).shuffle(prompts)
    return {prompt: at % FOLDS for at, prompt in enumerate(prompts)}


def fit(each: Compared, found: Sequence[Example], passes: Passes) -> Fit:
    """Returns how the plans compare with the oracle's."""
    outcomes = Counter(_outcome(example, plan, passes) for example, plan in zip(found, each.plans, strict=True))
    actions = Counter(action for plan in each.plans for action in plan)
    same: defaultdict[str, list[bool]] = defaultdict(list)
    for example, plan in zip(found, each.plans, strict=True):
        for entity, ours, theirs in zip(example.features, plan, example.plan, strict=True):
            same[entity.entity_type.value].append(ours is theirs)
    shares = {name: rate(outcomes[name], len(found)) for name in _OUTCOMES}
    return Fit(
        prompts=len(found),
        entities=actions.total(),
        **shares,
        actions={action.name: rate(actions[action], actions.total()) for action in Action},
        same={name: rate(sum(hits), len(hits)) for name, hits in sorted(same.items())},
        microseconds=round(each.seconds * 1e6, 1),
        undecided=sum(each.undecided),
    )


_OUTCOMES: Final = ("fit", "overshare", "undershare_pass", "undershare_fail", "undershare_unknown")


def _outcome(example: Example, plan: Actions, passes: Passes) -> str:
    ours, theirs = map(order(example.prompt).key, (plan, example.plan))
    if ours > theirs:
        return "overshare"
    passing = True if plan == example.plan else passes(example.prompt, plan)
    if ours == theirs and passing:
        return "fit"
    return "undershare_unknown" if passing is None else "undershare_pass" if passing else "undershare_fail"


class Overlap(msgspec.Struct, frozen=True):
    """Of the entities that get an action from either of two models' oracles, the share that get it from both."""

    model: str
    reference: str
    action: str
    entities: int
    jaccard: float


def overlaps(found: Sequence[Example]) -> list[Overlap]:
    """Returns the overlap of each model with the first one by action (appendix H); empty for a single model."""
    models = list(dict.fromkeys(example.model for example in found))
    plans = {(example.model, example.prompt.id): example.plan for example in found}
    return [
        _overlap(plans, model, models[0], action) for model in models[1:] for action in (Action.REDACT, Action.ABSTRACT)
    ]


def _overlap(plans: Mapping[tuple[str, str], Actions], model: str, reference: str, action: Action) -> Overlap:
    both = either = 0
    for (owner, prompt), plan in plans.items():
        if owner == model and (reference, prompt) in plans:
            for one, other in zip(plan, plans[reference, prompt], strict=True):
                both += one is other is action
                either += action in (one, other)
    return Overlap(model, reference, action.name, either, round(both / either, 4) if either else 0.0)


class Prediction(msgspec.Struct, frozen=True):
    """What ``canarygate minimize predict`` measured, by model, dataset and predictor.

    ``asked`` is the asked model, if any, and ``order`` what its question said about the order of the actions.
    """

    data: list[str]
    prompts: int
    entities: int
    stand_in: bool
    fits: dict[str, dict[str, dict[str, Fit]]]
    oracle: dict[str, dict[str, Estimate]]
    overlaps: list[Overlap]
    seed: int
    versions: dict[str, str]
    asked: str | None = None
    order: Order | None = None


def as_text(prediction: Prediction) -> str:
    """Returns the results as readable tables."""
    lines = [_heading(prediction)]
    for model, datasets in prediction.fits.items():
        for dataset, fits in datasets.items():
            lines += ["", f"{model}, {dataset}: shares of prompts, learned ones cross-validated", _HEAD]
            lines += [_line(name, each) for name, each in fits.items()]
    for model, shares in prediction.oracle.items():
        lines += ["", f"{model}, the oracle's actions: " + ", ".join(f"{_share(s)} {a}" for a, s in shares.items())]
    lines += [
        f"overlap of {each.model} with {each.reference}: {each.jaccard:.3f} {each.action} ({each.entities} entities)"
        for each in prediction.overlaps
    ]
    return "\n".join(lines) + "\n"


_COLUMNS: Final = ("fit", "overshare", "under+pass", "under+fail", "under, unknown")
_HEAD: Final = f"  {'':<22}" + "".join(f"{column:>20}" for column in _COLUMNS) + f"{'R / A / K':>20}{'a prompt':>12}"


def _heading(prediction: Prediction) -> str:
    made = " (the stand-in's plans are no measurement of any model)" if prediction.stand_in else ""
    return f"{', '.join(prediction.data)}: {prediction.prompts} prompts, {prediction.entities} entities{made}"


def _line(name: str, each: Fit) -> str:
    shares = (each.fit, each.overshare, each.undershare_pass, each.undershare_fail, each.undershare_unknown)
    chosen = " / ".join(f"{each.actions[action].value:.0%}" for action in ("REDACT", "ABSTRACT", "RETAIN"))
    columns = "".join(f"{_share(share):>20}" for share in shares)
    return f"  {name:<22}{columns}{chosen:>20}{each.microseconds:>9.1f} µs"


def _share(each: Estimate) -> str:
    return f"{each.value:.1%} [{each.low:.0%}, {each.high:.0%}]"
