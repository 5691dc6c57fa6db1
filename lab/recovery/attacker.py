"""Recovery attacks (paper, section 5.3): what can be inferred about the originals from the minimized text alone."""

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
    """An attacker's guess of an original, and its confidence from 0 to 1."""

    text: str
    confidence: float

    def __repr__(self) -> str:
        return f"Guess(confidence={self.confidence})"


@dataclass(frozen=True, slots=True, repr=False)
class Replaced:
    """A replacement in a minimized text, which is a placeholder or an abstraction, and its type."""

    replacement: str
    entity_type: EntityType

    def __repr__(self) -> str:
        return f"Replaced({self.entity_type.value})"


class Attacker(Protocol):
    """Infers originals from a text alone."""

    async def recover(self, text: str, replaced: Sequence[Replaced]) -> list[Guess | None]:
        """Returns one guess per replacement, or None if the attacker does not know."""
        ...

    async def candidates(self, text: str, types: Sequence[EntityType]) -> Mapping[EntityType, Sequence[Guess]]:
        """Returns for each type up to three values that the text contains or reveals, the surest first."""
        ...


_WORDS: Final = re.compile(r"[^\W_]+")


def is_hit(guess: str, originals: Sequence[str]) -> bool:
    """Returns whether a guess is one of the originals, ignoring case, accents and punctuation.

    >>> is_hit("jose perez", ["José Pérez"]), is_hit("José", ["José Pérez"])
    (True, False)
    """
    return bool(folded(guess)) and folded(guess) in map(folded, originals)


def folded(text: str) -> tuple[str, ...]:
    """Returns the words of a text without case and accents.

    >>> folded("Dr. José-Luis")
    ('dr', 'jose', 'luis')
    """
    plain = "".join(each for each in normalize("NFKD", text) if not "\u0300" <= each <= "\u036f")
    return tuple(_WORDS.findall(plain.casefold()))
