"""The attacker without a model: it uses what the text still contains, spells out or reveals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gateway.entities.placeholders import literals
from gateway.types import EntityType, LeafKind, Span, kinds
from lab.recovery.attacker import MOST_CANDIDATES, Guess, Replaced, folded
from lab.recovery.inference import inferred
from lab.recovery.leftovers import leftovers


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """Finds remaining values with a detector and infers others, deterministically and from this text alone."""

    detect: Callable[[str], Sequence[Span]]

    async def recover(self, text: str, replaced: Sequence[Replaced]) -> list[Guess | None]:
        """Returns the surest guess per replacement, from spellings elsewhere, the abstraction and the context."""
        hidden = [each.replacement for each in replaced]
        return [self._surest(text, each, hidden) for each in replaced]

    async def candidates(self, text: str, types: Sequence[EntityType]) -> Mapping[EntityType, Sequence[Guess]]:
        """Returns for each type the values that the detector finds, most frequent first, then inferred ones."""
        standing = self._standing(text)
        found: dict[EntityType, Sequence[Guess]] = {}
        for entity_type in types:
            read = [guess for own, guess in standing if _is_of(own, entity_type)]
            guesses = chain(read, leftovers(text, entity_type), inferred(text, "", entity_type))
            found[entity_type] = list(_distinct(guesses))[:MOST_CANDIDATES]
        return found

    def _surest(self, text: str, replaced: Replaced, hidden: Sequence[str]) -> Guess | None:
        guesses = chain(
            inferred(text, replaced.replacement, replaced.entity_type), leftovers(text, replaced.entity_type)
        )
        allowed = (guess for guess in guesses if guess.text not in hidden)
        return max(allowed, key=lambda guess: guess.confidence, default=None)

    def _standing(self, text: str) -> list[tuple[EntityType, Guess]]:
        """Returns all detected values in the text except placeholders, with their types, most frequent first."""
        masked = _without_placeholders(text)
        found = [(span.entity_type, masked[span.start : span.end], span.score) for span in self.detect(masked)]
        counts = {(own, value): sum(value == other for _, other, _ in found) for own, value, _ in found}
        ranked = sorted(found, key=lambda each: -counts[each[0], each[1]])
        return [(own, Guess(value, score)) for own, value, score in ranked]


def _without_placeholders(text: str) -> str:
    pieces: list[str] = []
    done = 0
    for literal in literals(text, LeafKind.TEXT, 0, len(text)):
        pieces += (text[done : literal.start], " " * (literal.end - literal.start))
        done = literal.end
    return "".join([*pieces, text[done:]])


def _is_of(own: EntityType, asked: EntityType) -> bool:
    return asked in kinds(own) or own in kinds(asked)


def _distinct(guesses: Iterator[Guess]) -> Iterator[Guess]:
    seen: set[tuple[str, ...]] = set()
    for guess in guesses:
        if (key := folded(guess.text)) not in seen:
            seen.add(key)
            yield guess
