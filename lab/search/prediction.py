"""How near predictors come to the oracle (data-minimization paper, figure 3 and tables 2, 5 and 6)."""

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
"""Whether a plan keeps the utility; None where nobody knows."""


class Fit(msgspec.Struct, frozen=True):
    """Shares of prompts, each with its 95 % Wilson interval.

    Against the oracle's plan the prediction is as private and passes (``fit``), discloses more (``overshare``), or is
    more private and passes, fails, or nobody knows. ``same`` is the share of entities with the oracle's own action.
    ``undecided`` counts the entities that a model that was asked left open; in ``actions`` they are redacted.
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
    """A predictor's plans for examples, in their order, how long one took, and what it left open in each, if any."""

    name: str
    plans: Sequence[Actions]
    seconds: float
    undecided: Sequence[int] = ()

    def among(self, places: Sequence[int]) -> Compared:
        """The plans for some of the examples, by index."""
        undecided = [self.undecided[at] for at in places] if self.undecided else ()
        return Compared(self.name, [self.plans[at] for at in places], self.seconds, undecided)


def zero_shot_name(model: str) -> str:
    """What the predictor is called that asks this model once.

    >>> zero_shot_name("gpt")
    'zero-shot gpt'
    """
    return f"zero-shot {model}"


def compared(found: Sequence[Example], seed: int) -> list[Compared]:
    """Redacting all, what is commonest by type, and the learned predictor at several risks.

    What is learned is learned from other prompts: ten folds, no prompt in two of them.
    """
    redact_all = Compared("redact all", *_plans(lambda _: ByPolicy(Policy()), found, seed))
    by_type = Compared("by type", *_plans(_by_type, found, seed))
    learned = [Compared(f"learned, risk {risk:g}", *_plans(_learned(risk), found, seed)) for risk in RISKS]
    return [redact_all, by_type, *learned]


def _learned(risk: float) -> Callable[[Sequence[Example]], Predictor]:
    return lambda others: Learned(needs(others), risk)


@dataclass(frozen=True, slots=True)
class _ByType:
    """The commonest action of each type in the examples; REDACT for a type that is in none."""

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
    """The plans of predictors made from all folds but the example's own, and the seconds of one."""
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
    """How the plans stand to the oracle's."""
    outcomes = Counter(_outcome(example, plan, passes) for example, plan in zip(found, each.plans, strict=True))
    actions = Counter(action for plan in each.plans for action in plan)
    same: defaultdict[str, list[bool]] = defaultdict(list)
    for example, plan in zip(found, each.plans, strict=True):
        for told, ours, theirs in zip(example.features, plan, example.plan, strict=True):
            same[told.entity_type.value].append(ours is theirs)
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
    """Of the entities to which either of two models' oracles gives an action, the share to which both do."""

    model: str
    reference: str
    action: str
    entities: int
    jaccard: float


def overlaps(found: Sequence[Example]) -> list[Overlap]:
    """The overlap of each model with the first one, by action (appendix H); nothing for a single model."""
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
    """What ``canarygate minimize predict`` measured: by model, dataset and predictor.

    ``asked`` is the model that was asked, if any, and ``order`` what it was told of the order of the actions.
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


def told(prediction: Prediction) -> str:
    """The tables for a person."""
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
