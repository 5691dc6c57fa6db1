"""Which probes are sent: every kind at every position, in every disguise that is asked for, whole and as a stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product, zip_longest
from math import gcd
from typing import Final

from streams.canaries.carriers import Position, Probe, allows, build_probe
from streams.canaries.disguises import Disguise
from streams.canaries.drawing import Chance, Draw
from streams.canaries.forms import Canary
from streams.canaries.mint import mint
from streams.canaries.scanner import Scanner

# Without words around them they are any number or any word.
SAID_IN_WORDS: Final = frozenset({"BANK_ACCOUNT", "DRIVER_LICENSE", "PASSPORT", "USERNAME"})
_WITHOUT_WORDS: Final = frozenset({Position.SCHEMA, Position.STOP})
_STREAMED: Final = (False, True)

# Where a canary stands, how it is written, and whether a stream is asked for.
Placement = tuple[Position, Disguise, bool]


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """What is planted: each kind once in each placement, or the first ``probes`` of these.

    Unless ``everywhere``, a value stands only where something tells what it is: as the author of a message only a
    person's name, and what is any number or word without a sentence only in a sentence.
    """

    kinds: Sequence[str]
    positions: Sequence[Position]
    disguises: Sequence[Disguise]
    everywhere: bool = False
    probes: int | None = None

    def placements(self) -> list[Placement]:
        """Returns the placements that there are: a position may not allow a disguise."""
        combined = product(self.positions, self.disguises, _STREAMED)
        return [(position, disguise, stream) for position, disguise, stream in combined if allows(position, disguise)]

    def suits(self, kind: str, position: Position) -> bool:
        """Returns whether this kind is planted at this position.

        >>> plan = ProbePlan(["USERNAME"], [*Position], [Disguise.PLAIN])
        >>> [plan.suits("USERNAME", position) for position in (Position.USER, Position.STOP, Position.NAME)]
        [True, False, False]
        """
        if self.everywhere:
            return True
        if position is Position.NAME:
            return kind == "NAME"
        return position not in _WITHOUT_WORDS or kind not in SAID_IN_WORDS


@dataclass(frozen=True, slots=True)
class PlannedProbe:
    """A probe, the canary in it, and whether earlier turns stand before it."""

    canary: Canary
    probe: Probe
    earlier: bool


def planned(plan: ProbePlan, model: str, chance: Chance) -> Iterator[PlannedProbe]:
    """Yields the probes of a plan, each with a canary of its own; half of them, drawn, have earlier turns.

    However few they are, kinds come equally often, and placements nearly so, as far as these suit each other. Raises
    UsedUp where a kind has too few values.

    >>> from random import Random
    >>> plan = ProbePlan(["SSN"], [Position.USER], [Disguise.PLAIN])
    >>> [made.probe for made in planned(plan, "gpt-4.1", Random(1))]
    [Probe(user, plain, stream=True), Probe(user, plain, stream=False)]
    """
    draw = Draw(chance)
    taken = Scanner[int]()
    for number, (kind, (position, disguise, stream)) in enumerate(islice(_pairs(plan, draw), plan.probes)):
        canary = mint(kind, chance, taken.clashes)
        taken.add({number: canary})
        earlier = bool(draw.below(2))
        probe = build_probe(canary, model, position, disguise, earlier=earlier, stream=stream, chance=chance)
        yield PlannedProbe(canary, probe, earlier)


def _pairs(plan: ProbePlan, draw: Draw) -> Iterator[tuple[str, Placement]]:
    """Yields each kind with each placement that suits it: in each round every kind with its next one."""
    kinds, placements = draw.some(plan.kinds, len(plan.kinds)), plan.placements()
    placements = draw.some(placements, len(placements))
    of_kinds = [
        [
            (kind, placements[at])
            for at in _order(number, len(kinds), len(placements))
            if plan.suits(kind, placements[at][0])
        ]
        for number, kind in enumerate(kinds)
    ]
    for turn in zip_longest(*of_kinds):
        yield from (pair for pair in turn if pair is not None)


def _order(number: int, kinds: int, placements: int) -> list[int]:
    """In which order the kind with this number comes to the placements.

    One kind after the other takes the next placement, round by round; as soon as that would repeat itself, all go on by
    one more.
    """
    period = placements // gcd(kinds, placements)
    return [(number + turn * kinds + turn // period) % placements for turn in range(placements)]
