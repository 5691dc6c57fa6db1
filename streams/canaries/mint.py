"""Makes canaries: each value once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from streams.canaries.drawing import Chance, Draw
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS

ATTEMPTS: Final = 64


class UsedUp(Exception):
    """So many values of a kind are taken that no free one was drawn: let canaries expire, or plant fewer of it."""


def mint(kind: str, chance: Chance, is_taken: Callable[[str], bool]) -> Canary:
    """Returns a canary of this kind whose value is not taken; raises UsedUp if 64 draws find none.

    ``Scanner.clashes`` says which values would be taken for a canary that is outstanding.

    >>> from random import Random
    >>> mint("SSN", Random(1), lambda value: False) == mint("SSN", Random(1), lambda value: False)
    True
    """
    draw = Draw(chance)
    for taken in range(ATTEMPTS):
        value = KINDS[kind].draw(draw, taken)
        if not is_taken(value):
            return Canary(kind, value)
    raise UsedUp(f"values of the kind {kind} are used up")
