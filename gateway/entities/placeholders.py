"""The syntax of placeholders: ``[NAME1]``, ``[NAME1.2]`` in texts, ``NAME1``, ``NAME1_2`` where only names are allowed.

A number has at most nine digits and no leading zero, so ``[EMAIL007]`` is ordinary text and never one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gateway.types import EntityType, LeafKind

NUMBER = "[1-9][0-9]{0,8}"
ALPHANUMERIC = r"[^\W_]"
# In a name these belong to the next word: an address after them would read as IP_ADDRESS1.
NAME_PREFIXES = ("IP_", "BUSINESS_")

_TYPES = "|".join(EntityType)
_BRACKETED = rf"\[(?:{_TYPES}){NUMBER}(?:\.{NUMBER})?\]"
_BARE = rf"(?<!{ALPHANUMERIC})(?:{_TYPES}){NUMBER}(?:_{NUMBER})?(?!{ALPHANUMERIC})"
_IN_TEXT = re.compile(_BRACKETED)
_IN_NAME = re.compile(f"{_BRACKETED}|{_BARE}")
_PARTS = re.compile(rf"([A-Za-z][A-Za-z \u00a0\u202f_\\-]*)({NUMBER})(?:[._]({NUMBER}))?")
_BY_LETTERS = {entity_type.replace("_", ""): entity_type for entity_type in EntityType}
_READS_AS_VARIANT = re.compile(rf"_{NUMBER}(?!{ALPHANUMERIC})")


class Placeholder(NamedTuple):
    """An entity's type and number, and the variant: which of its surface forms the placeholder stands for.

    >>> str(Placeholder(EntityType.EMAIL, 1)), str(Placeholder(EntityType.NAME, 1, 2))
    ('[EMAIL1]', '[NAME1.2]')
    """

    entity_type: EntityType
    number: int
    variant: int = 1

    def __str__(self) -> str:
        suffix = f".{self.variant}" if self.variant > 1 else ""
        return f"[{self.entity_type}{self.number}{suffix}]"

    def bare(self, following: str = "") -> str:
        """Returns the placeholder without brackets, for fields that allow ``[A-Za-z0-9_-]``; ``following`` comes next.

        Variant 1 is written out if the following text would otherwise be read as a variant.

        >>> Placeholder(EntityType.NAME, 1).bare(), Placeholder(EntityType.NAME, 1, 2).bare("_mail")
        ('NAME1', 'NAME1_2')
        >>> Placeholder(EntityType.NAME, 1).bare("_2")
        'NAME1_1'
        """
        written_out = self.variant > 1 or _READS_AS_VARIANT.match(following)
        return f"{self.entity_type}{self.number}" + (f"_{self.variant}" if written_out else "")


def parse(spelling: str) -> Placeholder | None:
    """Returns the placeholder that a spelling means, in any case and with any separators and brackets, or None.

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
    """A user's own text that reads like a placeholder: its half-open offsets, and the placeholder it reads like."""

    start: int
    end: int
    placeholder: Placeholder


def may_hold_literals(text: str, kind: LeafKind) -> bool:
    """Whether a text may contain literals: False if only bracketed ones count and it has no bracket, or no capitals.

    >>> may_hold_literals("EMAIL1", LeafKind.TEXT), may_hold_literals("EMAIL1", LeafKind.NAME)
    (False, True)
    >>> may_hold_literals("email1", LeafKind.NAME)
    False
    """
    return (kind is LeafKind.NAME or "[" in text) and not text.islower()


def literals(text: str, kind: LeafKind, start: int, end: int) -> Iterator[Literal]:
    """Yields the literals of a text between two offsets: exact spellings only; in names also those without brackets.

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
