"""Requests with ten entities each, and a predictor like those that are trained, for the cost of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from gateway.entities.numbering import FoundEntities, find_entities
from gateway.plans.predictors.learned import Learned, Needs
from gateway.policy import Policy
from gateway.types import Action, EntityType, Leaf, LeafKind, Span

BY_POLICY: Final = Policy(actions={"NAME": Action.REDACT, "*": Action.ABSTRACT})
LEARNED: Final = Policy(predictor="learned")

_WEIGHTS: Final = {
    "bias": 1.0,
    "NAME": -2.0,
    "EMAIL": -3.0,
    "PHONE_NUMBER": -3.0,
    "TIME": 1.0,
    "GEOLOCATION": 0.2,
    "AFFILIATION": 0.1,
    "DEMOGRAPHIC_ATTRIBUTE": 1.0,
    "FINANCIAL_INFORMATION": 0.4,
    "occurrences": 0.3,
    "position": 0.2,
    "characters": 0.1,
    "in_task": 2.0,
    "entities": -0.2,
}
PREDICTOR: Final = Learned(Needs(_WEIGHTS, _WEIGHTS), 0.3)

_VALUES: Final = (
    (EntityType.NAME, "Ann Lee{}"),
    (EntityType.NAME, "Bob Ng{}"),
    (EntityType.EMAIL, "info{}@example.org"),
    (EntityType.PHONE_NUMBER, "+1 415 555 {}"),
    (EntityType.TIME, "5 May {}"),
    (EntityType.GEOLOCATION, "Lyon {}"),
    (EntityType.AFFILIATION, "Bank No {}"),
    (EntityType.AGE, "{} days old"),
    (EntityType.OCCUPATION, "nurse of ward {}"),
    (EntityType.INCOME, "${}"),
)
_BETWEEN: Final = "Then there is one more thing to be said, which is "


def requests(seed: int, count: int) -> Iterator[FoundEntities]:
    """Texts of some six hundred characters, each with values of its own and a question at the end."""
    random = Random(seed)
    for _ in range(count):
        text, spans = "", []
        for entity_type, form in _VALUES:
            value = form.format(random.randrange(1000, 9999))
            text += _BETWEEN
            spans.append(Span(len(text), len(text) + len(value), entity_type, 1.0, "bench"))
            text += f"{value}. "
        leaf = Leaf("messages[0].content", LeafKind.TEXT, text + "What should they do about it?", 0)
        yield find_entities([leaf], [spans], LEARNED)
