"""Which of two variants of one message is more private: the comparator of the data-minimization paper (section 3.2).

A variant is told by what it still discloses. The search orders plans by ``Disclosure``, a total preorder computed from
the plan; ``Judge`` and ``Learned`` answer the same question for reports and for re-ranking, never inside its queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, TypeVar

from gateway.types import Action, EntityType, kinds

key = TypeVar("key", int, tuple[int, ...])


class Preference(Enum):
    """The more private one of two variants."""

    FIRST = "first"
    SECOND = "second"
    SAME = "same"

    @property
    def swapped(self) -> Preference:
        """The same preference when the two are named the other way round.

        >>> Preference.FIRST.swapped, Preference.SAME.swapped
        (<Preference.SECOND: 'second'>, <Preference.SAME: 'same'>)
        """
        return _SWAPPED[self]


_SWAPPED: Final = {
    Preference.FIRST: Preference.SECOND,
    Preference.SECOND: Preference.FIRST,
    Preference.SAME: Preference.SAME,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """How one sensitive span stands in a variant: its type and what was done to it, and nothing of its text."""

    action: Action
    entity_type: EntityType


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """One minimized form of a message: every sensitive span of it, and the text itself for those who read it."""

    spans: tuple[Shown, ...]
    text: str = ""

    def __repr__(self) -> str:
        return f"Variant(spans={len(self.spans)}, characters={len(self.text)})"


class Comparator(Protocol):
    """Says which of two variants of the same message is more private."""

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """The more private one, or SAME. Swapping the variants swaps the answer."""


# What a span of a type discloses, in steps: what names somebody counts half as much again as what describes somebody.
_DESCRIBING: Final = 2
_NAMING: Final = 3
_NAMING_TYPES: Final = frozenset(
    {
        EntityType.NAME,
        EntityType.EMAIL,
        EntityType.PHONE_NUMBER,
        EntityType.ID_NUMBER,
        EntityType.ONLINE_IDENTITY,
        EntityType.ADDRESS,
        EntityType.CREDIT_CARD,
        EntityType.IBAN,
        EntityType.BANK_ACCOUNT,
    }
)
# An abstraction says about half of what it stands for, and a placeholder only that there is something.
_SHARE: Final = {Action.RETAIN: 2, Action.ABSTRACT: 1, Action.REDACT: 0}


def identifying(entity_type: EntityType) -> int:
    """How much a span of a type says about who somebody is, in whole steps.

    >>> identifying(EntityType.SSN), identifying(EntityType.TIME)
    (3, 2)
    """
    return _DESCRIBING if _NAMING_TYPES.isdisjoint(kinds(entity_type)) else _NAMING


class Disclosure:
    """The comparator by what is disclosed: deterministic, a total preorder, no model and no text needed.

    A variant discloses the sum over its spans of how identifying their type is, times 2 if retained, 1 if abstracted.
    Equal sums are SAME; relaxing one action of a plan always discloses more. Its limit: it does not read, so a telling
    abstraction counts as much as a vague one.
    """

    @staticmethod
    def of(spans: Iterable[Shown]) -> int:
        """What a variant with these spans discloses: the less, the more private.

        >>> Disclosure.of([Shown(Action.ABSTRACT, EntityType.NAME), Shown(Action.RETAIN, EntityType.TIME)])
        7
        """
        return sum(identifying(span.entity_type) * _SHARE[span.action] for span in spans)

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """The variant that discloses less."""
        return less(Disclosure.of(first.spans), Disclosure.of(second.spans))


@dataclass(frozen=True, slots=True)
class PlanOrder:
    """The preorder of all plans of one message: ``weights`` holds, for each entity, what retaining it discloses.

    >>> order = PlanOrder.of([(EntityType.NAME, 3), (EntityType.TIME, 1)])
    >>> order.key((Action.ABSTRACT, Action.REDACT)) > order.key((Action.REDACT, Action.RETAIN))
    True
    """

    weights: tuple[int, ...]

    @classmethod
    def of(cls, entities: Iterable[tuple[EntityType, int]]) -> PlanOrder:
        """The order for entities of these types that occur that often."""
        return cls(tuple(identifying(entity_type) * max(1, occurrences) for entity_type, occurrences in entities))

    def key(self, plan: Sequence[Action]) -> int:
        """What a plan discloses: plans of equal keys are SAME, and the smaller key is more private."""
        return sum(weight * _SHARE[action] for weight, action in zip(self.weights, plan, strict=True))


class Counting:
    """The plain baseline: fewer retained spans, then fewer abstracted ones."""

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """The variant with fewer retained spans; of equals the one with fewer abstracted ones."""
        return less(_counts(first), _counts(second))


def _counts(variant: Variant) -> tuple[int, ...]:
    actions = [span.action for span in variant.spans]
    return actions.count(Action.RETAIN), actions.count(Action.ABSTRACT)


def less(first: key, second: key) -> Preference:
    """The preference for the smaller of two keys.

    >>> less(1, 2).name, less((2, 0), (2, 0)).name
    ('FIRST', 'SAME')
    """
    if first == second:
        return Preference.SAME
    return Preference.FIRST if first < second else Preference.SECOND
