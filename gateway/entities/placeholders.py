"""What a placeholder looks like: ``[NAME1]``, ``[NAME1.2]`` in text, ``NAME1``, ``NAME1_2`` where only names may stand.

A number has at most nine digits and no leading zero, so ``[EMAIL007]`` is ordinary text and never one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gateway.types import EntityType, LeafKind

NUMBER = "[1-9][0-9]{0,8}"
ALPHANUMERIC = r"[^\W_]"
# In a name these belong to the word that follows: an address after them would read as IP_ADDRESS1.
NAME_PREFIXES = ("IP_", "BUSINESS_")

_TYPES = "|".join(EntityType)
_BRACKETED = rf"\[(?:{_TYPES}){NUMBER}(?:\.{NUMBER})?\]"
_BARE = rf"(?<!{ALPHANUMERIC})(?:{_TYPES}){NUMBER}(?:_{NUMBER})?(?!{ALPHANUMERIC})"
_IN_TEXT = re.compile(_BRACKETED)
_IN_NAME = re.compile(f"{_BRACKETED}|{_BARE}")
_PARTS = re.compile(rf"([A-Za-z][A-Za-z _\\-]*)({NUMBER})(?:[._]({NUMBER}))?")
_BY_LETTERS = {entity_type.replace("_", ""): entity_type for entity_type in EntityType}
_READS_AS_VARIANT = re.compile(rf"_{NUMBER}(?!{ALPHANUMERIC})")


class Placeholder(NamedTuple):
    """The number of an entity among those of its type, and which of its surface forms is meant.

    >>> str(Placeholder(EntityType.EMAIL, 1)), str(Placeholder(EntityType.NAME, 1, 2))
    ('[EMAIL1]', '[NAME1.2]')
    """

    entity_type: EntityType
    number: int
    variant: int = 1

    def __str__(self) -> str:
        suffix = f".{self.variant}" if self.variant > 1 else ""
        return f"[{self.entity_type.value}{self.number}{suffix}]"

    def bare(self, following: str = "") -> str:
        """The form for places of ``[A-Za-z0-9_-]``, when ``following`` comes next there.

        The first variant is written out where what follows would be read as one.

        >>> Placeholder(EntityType.NAME, 1).bare(), Placeholder(EntityType.NAME, 1, 2).bare("_mail")
        ('NAME1', 'NAME1_2')
        >>> Placeholder(EntityType.NAME, 1).bare("_2")
        'NAME1_1'
        """
        written_out = self.variant > 1 or _READS_AS_VARIANT.match(following)
        return f"{self.entity_type.value}{self.number}" + (f"_{self.variant}" if written_out else "")


def parse(spelling: str) -> Placeholder | None:
    """The placeholder that a spelling means, whatever its case, separators and brackets; None if it means none.

    >>> parse("[Phone Number 1.2]")
    Placeholder(entity_type=<EntityType.PHONE_NUMBER: 'PHONE_NUMBER'>, number=1, variant=2)
    >>> parse("[EMAIL007]") is parse("[COLOUR1]") is None
    True
    """
    parts = _PARTS.search(spelling)
    if parts is None:
        return None
    word, number, variant = parts.groups()
    entity_type = _BY_LETTERS.get("".join(filter(str.isalpha, word)).upper())
    return None if entity_type is None else Placeholder(entity_type, int(number), int(variant or 1))


class Literal(NamedTuple):
    """A user's own text that is spelled like a placeholder: half-open offsets and what it would mean."""

    start: int
    end: int
    placeholder: Placeholder


def may_hold_literals(text: str, kind: LeafKind) -> bool:
    """Whether it is worth looking for literals: where only bracketed ones count, a bracket must be there.

    >>> may_hold_literals("EMAIL1", LeafKind.TEXT), may_hold_literals("EMAIL1", LeafKind.NAME)
    (False, True)
    """
    return kind is LeafKind.NAME or "[" in text


def literals(text: str, kind: LeafKind, start: int, end: int) -> Iterator[Literal]:
    """The literals of a text between two offsets: exact spellings only, bare ones too where names stand.

    >>> [text.placeholder.bare() for text in literals("[EMAIL1] and NAME2", LeafKind.TEXT, 0, 18)]
    ['EMAIL1']
    >>> [text.placeholder.bare() for text in literals("notify_NAME2", LeafKind.NAME, 0, 12)]
    ['NAME2']
    """
    pattern = _IN_NAME if kind is LeafKind.NAME else _IN_TEXT
    for match in pattern.finditer(text, start, end):
        placeholder = parse(match.group())
        assert placeholder is not None
        yield Literal(match.start(), match.end(), placeholder)
