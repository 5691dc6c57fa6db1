"""Prompts with their entities, whose plans the oracle searches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from gateway.given import GivenEntity, GivenMessage
from gateway.plans.comparator import PlanOrder
from gateway.types import Action, Actions, EntityType
from streams.searcher.search import Space

_ALL: Final = (Action.REDACT, Action.ABSTRACT, Action.RETAIN)
_FINGERPRINT_DIGITS: Final = 8  # enough to detect an edited file, too few to prove a guess of a text


@dataclass(frozen=True, slots=True, repr=False)
class Prompt:
    """A user's prompt with its entities; ``answer`` indexes ``choices`` from 0. Its repr contains no text.

    The first form of an entity is its text in the data. ``task`` names the kind of task if it is known, ``published``
    is the plan that came with the data.
    """

    id: str
    dataset: str
    text: str
    entities: tuple[GivenEntity, ...]
    task: str = ""
    choices: tuple[str, ...] = ()
    answer: int | None = None
    published: Actions | None = None

    @property
    def fingerprint(self) -> str:
        """A few digits that change when anything changes that a verdict depends on."""
        parts = [self.text, *self.choices, str(self.answer)]
        for entity in self.entities:
            parts += [entity.entity_type, *entity.forms, entity.abstraction]
        return sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:_FINGERPRINT_DIGITS]

    @property
    def types(self) -> tuple[EntityType, ...]:
        """The types of its entities, in order."""
        return tuple(entity.entity_type for entity in self.entities)

    def __repr__(self) -> str:
        return f"Prompt(id={self.id!r}, characters={len(self.text)}, entities={len(self.entities)})"


def rewriter(prompt: Prompt) -> GivenMessage:
    """Returns what rewrites a prompt by any plan: its text, then its choices."""
    return GivenMessage([prompt.text, *prompt.choices], prompt.entities)


def order(prompt: Prompt) -> PlanOrder:
    """Returns the comparator's order of a prompt's plans: an entity counts as often as it occurs."""
    whole = "\n".join([prompt.text, *prompt.choices]).casefold()
    return PlanOrder(tuple(max(1, _occurrences(entity, whole)) for entity in prompt.entities))


def space(prompt: Prompt) -> Space:
    """Returns all plans of a prompt; an entity without an abstraction is redacted or retained."""
    phrases = rewriter(prompt).abstractions
    return Space(tuple(_ALL if phrase else (Action.REDACT, Action.RETAIN) for phrase in phrases))


def _occurrences(entity: GivenEntity, whole: str) -> int:
    forms = sorted(map(str.casefold, entity.forms), key=len, reverse=True)
    return len(re.findall("|".join(map(re.escape, forms)), whole))
