"""Which spans mean the same, and which placeholder each of their surface forms gets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from gateway.minimization.placeholders import Placeholder
from gateway.types import EntityType, Original

_EXACT = frozenset({EntityType.URL, EntityType.KEYS})
_COMPACT = frozenset(
    {
        EntityType.PHONE_NUMBER,
        EntityType.CREDIT_CARD,
        EntityType.IBAN,
        EntityType.BANK_ACCOUNT,
        EntityType.ID_NUMBER,
        EntityType.SSN,
        EntityType.PASSPORT,
        EntityType.DRIVER_LICENSE,
    }
)
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def canonical(entity_type: EntityType, surface: str) -> str:
    """What all surface forms of one entity have in common.

    Numbers that people group as they like count by their letters and digits; a URL or a key counts as it stands; all
    else counts without case and by single spaces. Nothing is guessed: with a country code it is another number.

    >>> canonical(EntityType.CREDIT_CARD, "4111-1111 1111 1111")
    '4111111111111111'
    >>> canonical(EntityType.NAME, "Ann  LEE")
    'ann lee'
    """
    if entity_type in _EXACT:
        return surface
    if entity_type in _COMPACT:
        return "".join(filter(str.isalnum, surface)).casefold()
    return " ".join(surface.casefold().split())


class Entities:
    """The entities of one request, numbered per type in the order in which they become known.

    Every surface form is a variant with a placeholder of its own, so two distinct forms never share one. A form that is
    a JSON number is two, the string and the number: both get their variant when either becomes known, so that it does
    not matter when the other is met.
    """

    def __init__(self) -> None:
        self._last: Counter[EntityType] = Counter()
        self._reserved: set[tuple[EntityType, int]] = set()
        self._numbers: dict[tuple[EntityType, str], int] = {}
        self._variants: Counter[tuple[EntityType, int]] = Counter()
        self._placeholders: dict[tuple[EntityType, Original], Placeholder] = {}
        self._first: dict[Original, Placeholder] = {}

    def reserve(self, placeholder: Placeholder) -> bool:
        """Whether the number belongs to the user's own text: it did already, or was free and now does."""
        owner = (placeholder.entity_type, placeholder.number)
        if placeholder.number > self._last[placeholder.entity_type]:
            self._reserved.add(owner)
        return owner in self._reserved

    def add(self, entity_type: EntityType, original: Original) -> None:
        """Make a surface form known."""
        self._add(entity_type, original)
        if _JSON_NUMBER.fullmatch(original.text):
            self._add(entity_type, Original(original.text, not original.is_number))

    def placeholder(self, entity_type: EntityType, original: Original) -> Placeholder:
        """The placeholder of a surface form that is known."""
        return self._placeholders[entity_type, original]

    def first(self, original: Original) -> Placeholder | None:
        """The placeholder that a surface form got first, whatever its type; None if the form is unknown."""
        return self._first.get(original)

    def surfaces(self) -> Iterator[str]:
        """Every known form that may stand in a text."""
        return (original.text for original in self._first if not original.is_number)

    def _add(self, entity_type: EntityType, original: Original) -> None:
        if (entity_type, original) in self._placeholders:
            return
        value = canonical(entity_type, original.text)
        number = self._numbers.get((entity_type, value)) or self._next(entity_type)
        self._numbers[entity_type, value] = number
        self._variants[entity_type, number] += 1
        placeholder = Placeholder(entity_type, number, self._variants[entity_type, number])
        self._placeholders[entity_type, original] = placeholder
        self._first.setdefault(original, placeholder)

    def _next(self, entity_type: EntityType) -> int:
        self._last[entity_type] += 1
        while (entity_type, self._last[entity_type]) in self._reserved:
            self._last[entity_type] += 1
        return self._last[entity_type]
