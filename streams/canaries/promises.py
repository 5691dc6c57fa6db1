"""Where detection promises to find a canary: its kind, how it is written, and where it stands.

What is not promised may go to a provider, and is judged on the other surfaces only. ``docs/audit.md`` has the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from streams.canaries.carriers import Position
from streams.canaries.disguises import Disguise
from streams.canaries.kinds import KINDS

_TYPED: Final = frozenset(name for name, kind in KINDS.items() if kind.entity_type)
_OF_DIGITS: Final = frozenset({"phone", "PHONE_NUMBER", "ID_NUMBER", "CREDIT_CARD", "BANK_ACCOUNT", "SSN"})
_WRITTEN: Final[Mapping[Disguise, frozenset[str]]] = MappingProxyType(
    {
        Disguise.PLAIN: _TYPED,
        Disguise.URL: _TYPED,
        Disguise.LOOK_ALIKE: _TYPED - {"ONLINE_IDENTITY", "IP_ADDRESS", "USERNAME", "VEHICLE"},
        Disguise.SPELLED: _TYPED - {"EMAIL", "IP_ADDRESS", "KEYS", "ONLINE_IDENTITY", "PRODUCT", "URL", "VEHICLE"},
        Disguise.SPACED: _OF_DIGITS,
    }
)
# Here the value stands alone: without a word beside it that says what it is, some look like anything.
_BARE: Final = frozenset({Position.SCHEMA, Position.STOP})
# An author's name holds few characters: only a person's name and an address are told from a role there.
_IN_NAMES: Final = frozenset({"EMAIL", "NAME", "email"})
_NEEDS_WORDS: Final = frozenset({"PASSPORT", "DRIVER_LICENSE", "USERNAME"})


def is_promised(kind: str, position: Position, disguise: Disguise) -> bool:
    """Whether detection promises to find a canary of this kind, written so, at this position.

    >>> is_promised("SSN", Position.USER, Disguise.SPACED), is_promised("EMAIL", Position.USER, Disguise.SPACED)
    (True, False)
    >>> is_promised("PASSPORT", Position.STOP, Disguise.PLAIN), is_promised("URL", Position.NAME, Disguise.PLAIN)
    (False, False)
    """
    if position in _BARE:
        return disguise is Disguise.PLAIN and kind in _TYPED - _NEEDS_WORDS
    return kind in _WRITTEN.get(disguise, frozenset()) and (position is not Position.NAME or kind in _IN_NAMES)
