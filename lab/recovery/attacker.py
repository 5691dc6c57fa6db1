"""Recovery attacks (paper, section 5.3): what a reader of the minimized text alone can tell of what was taken out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from unicodedata import normalize

from gateway.types import EntityType

MOST_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True, repr=False)
class Guess:
    """What an attacker believes an original to be, and how sure it is, from 0 to 1."""

    text: str
    confidence: float

    def __repr__(self) -> str:
        return f"Guess(confidence={self.confidence})"


@dataclass(frozen=True, slots=True, repr=False)
class Replaced:
    """What stands in a minimized text for an original: a placeholder or an abstraction, and the type that it has."""

    replacement: str
    entity_type: EntityType

    def __repr__(self) -> str:
        return f"Replaced({self.entity_type.value})"


class Attacker(Protocol):
    """Infers originals from a text alone."""

    async def recover(self, text: str, replaced: Sequence[Replaced]) -> list[Guess | None]:
        """For each replacement one guess of its original, or None where it is unknown."""
        ...

    async def candidates(self, text: str, types: Sequence[EntityType]) -> Mapping[EntityType, Sequence[Guess]]:
        """For each type up to three values, the surest first, that the text holds or gives away."""
        ...


_WORDS: Final = re.compile(r"[^\W_]+")


def is_hit(guess: str, originals: Sequence[str]) -> bool:
    """Whether a guess is one of the originals, case, accents and punctuation aside.

    >>> is_hit("jose perez", ["José Pérez"]), is_hit("José", ["José Pérez"])
    (True, False)
    """
    return bool(folded(guess)) and folded(guess) in map(folded, originals)


def folded(text: str) -> tuple[str, ...]:
    """The words of a text without case and accents.

    >>> folded("Dr. José-Luis")
    ('dr', 'jose', 'luis')
    """
    plain = "".join(each for each in normalize("NFKD", text) if not "\u0300" <= each <= "\u036f")
    return tuple(_WORDS.findall(plain.casefold()))
