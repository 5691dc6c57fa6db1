"""The predictor that is trained, per target model, on the oracle's plans: a linear model that takes microseconds.

The data-minimization paper (section 7) asks for one: its own zero-shot predictors prefer abstraction and overshare.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log1p
from typing import Final

import msgspec

from gateway.errors import BadRequest
from gateway.plans.predictors.features import Features
from gateway.types import Action, Actions, EntityType, kinds

VERSION: Final = 1
ANY_MODEL: Final = "*"


class Needs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one target model needs to see, as weights of the features.

    ``shown`` gives the log-odds that an entity may not be redacted, ``kept`` that it may then not be abstracted either.
    """

    shown: dict[str, float]
    kept: dict[str, float]


class Artefact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``canarygate minimize train`` writes: the needs of each model, and what they were trained on."""

    models: dict[str, Needs]
    learned_from: dict[str, int]
    stand_in: bool
    version: int = VERSION


def terms(entity: Features) -> dict[str, float]:
    """Returns the features as the linear model weighs them.

    >>> from gateway.types import EntityType
    >>> sorted(terms(Features(EntityType.AGE, 1, 0.5, 3, True, 2)))[:3]
    ['DEMOGRAPHIC_ATTRIBUTE', 'bias', 'characters']
    """
    return {
        "bias": 1.0,
        kinds(entity.entity_type)[-1].value: 1.0,
        "occurrences": log1p(entity.occurrences),
        "position": entity.position,
        "characters": log1p(entity.characters),
        "in_task": float(entity.in_task),
        "entities": log1p(entity.entities),
    }


@dataclass(frozen=True, slots=True)
class Learned:
    """Chooses, for each entity, the most useful action whose chance of oversharing is at most ``risk``.

    Oversharing is disclosing more than the oracle did. With a risk of 0 everything is redacted. The chances hold for
    the data that it was trained on. The caller applies the policy's ceilings and floors.
    """

    needs: Needs
    risk: float
    name: str = "learned"

    def predict(self, entities: Sequence[Features]) -> Actions:
        """Returns one action per entity."""
        return tuple(self._action(terms(each)) for each in entities)

    def knows(self, entity_type: EntityType) -> bool:
        """Whether it was trained on entities of this type's most general kind."""
        return kinds(entity_type)[-1].value in self.needs.shown

    def _action(self, told: Mapping[str, float]) -> Action:
        shown = _chance(self.needs.shown, told)
        if 1 - shown > self.risk:
            return Action.REDACT
        return Action.RETAIN if 1 - shown * _chance(self.needs.kept, told) <= self.risk else Action.ABSTRACT


def _chance(weights: Mapping[str, float], told: Mapping[str, float]) -> float:
    odds = 0.0
    for term, value in told.items():
        odds += weights.get(term, 0.0) * value
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def decode(data: bytes, name: str) -> Artefact:
    """Returns the artefact in these bytes; raises BadRequest if they hold none, or one of another version."""
    try:
        artefact = msgspec.json.decode(data, type=Artefact)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest(f"{name}: this is no predictor; canarygate minimize train makes one") from None
    if artefact.version != VERSION:
        raise BadRequest(f"{name}: a predictor of version {artefact.version}, this program reads {VERSION}; train anew")
    return artefact


def predictor(artefact: Artefact, model: str, risk: float) -> Learned:
    """Returns the predictor for a target model: its own, else that for any; raises BadRequest if there is neither."""
    for name in (model, ANY_MODEL):
        if name in artefact.models:
            return Learned(artefact.models[name], risk)
    raise BadRequest("the predictor knows neither this model nor any (*): train it with this model's ledger")
