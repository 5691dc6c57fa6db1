"""Which of two variants of one message is more private: the comparator of the data-minimization paper (section 3.2).

``Counting`` compares what the variants still disclose, and ``PlanOrder`` orders all plans of a message in the same way.
A language model can be asked the same question (``lab.search.judge_comparator``), but it never orders a search, because
its answers need not be transitive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from gateway.types import Action, Actions

# A search computes thousands of keys; looking these up in the enum each time would take most of its time.
_RETAIN, _ABSTRACT = Action.RETAIN, Action.ABSTRACT

Disclosed = tuple[int, int]
"""How many spans are retained, then how many are abstracted; the smaller tuple is more private."""


class Preference(Enum):
    """The more private one of two variants."""

    FIRST = "first"
    SECOND = "second"
    SAME = "same"

    @property
    def swapped(self) -> Preference:
        """Returns the same preference for the two variants in the other order.

        >>> Preference.FIRST.swapped, Preference.SAME.swapped
        (<Preference.SECOND: 'second'>, <Preference.SAME: 'same'>)
        """
        return _SWAPPED[self]


_SWAPPED: Final = {
    Preference.FIRST: Preference.SECOND,
    Preference.SECOND: Preference.FIRST,
    Preference.SAME: Preference.SAME,
}


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """One minimized form of a message: the action of every sensitive span, and the text for comparators that read."""

    actions: Actions
    text: str = ""

    def __repr__(self) -> str:
        return f"Variant(spans={len(self.actions)}, characters={len(self.text)})"


class Comparator(Protocol):
    """Says which of two variants of the same message is more private."""

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """Returns the more private one, or SAME. Swapping the variants swaps the answer."""


class Counting:
    """The default comparator: fewer retained spans, then fewer abstracted ones. Equal counts are SAME.

    It is deterministic and a total preorder, and needs no model and no text. Its limit: it does not read the text, so a
    name counts as much as a date, and a precise abstraction as much as a vague one.
    """

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """Returns the variant that discloses less."""
        ours, theirs = _disclosed(first.actions), _disclosed(second.actions)
        if ours == theirs:
            return Preference.SAME
        return Preference.FIRST if ours < theirs else Preference.SECOND


@dataclass(frozen=True, slots=True)
class PlanOrder:
    """The preorder of all plans of one message; ``occurrences`` holds how many spans each entity has, at least one.

    Relaxing one action of a plan always makes its key larger.

    >>> order = PlanOrder((3, 1))
    >>> order.key((Action.ABSTRACT, Action.ABSTRACT)) < order.key((Action.REDACT, Action.RETAIN))
    True
    """

    occurrences: tuple[int, ...]

    def key(self, plan: Sequence[Action]) -> Disclosed:
        """Returns what a plan discloses: plans with equal keys are SAME, and the smaller key is more private.

        >>> PlanOrder((3, 1)).key((Action.ABSTRACT, Action.RETAIN))
        (1, 3)
        """
        retained = abstracted = 0
        for count, action in zip(self.occurrences, plan, strict=True):
            if action is _RETAIN:
                retained += count
            elif action is _ABSTRACT:
                abstracted += count
        return retained, abstracted


def _disclosed(actions: Actions) -> Disclosed:
    return actions.count(Action.RETAIN), actions.count(Action.ABSTRACT)
