"""Maps the labels of the second look's model to our types, and says which types count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gateway.types import EntityType

OUTSIDE: Final = "O"

ENTITY_TYPES: Final[Mapping[str, EntityType]] = MappingProxyType(
    {
        "GIVEN_NAME": EntityType.NAME,
        "SURNAME": EntityType.NAME,
        "CITY": EntityType.GEOLOCATION,
        "STATE": EntityType.GEOLOCATION,
        "BUILDING_NUMBER": EntityType.ADDRESS,
        "STREET_NAME": EntityType.ADDRESS,
        "SECONDARY_ADDRESS": EntityType.ADDRESS,
        "ZIP_CODE": EntityType.ADDRESS,
        "PHONE": EntityType.PHONE_NUMBER,
        "EMAIL": EntityType.EMAIL,
        "URL": EntityType.URL,
        "TAX_ID": EntityType.ID_NUMBER,
        "GOVERNMENT_ID": EntityType.ID_NUMBER,
        "PASSPORT": EntityType.PASSPORT,
        "DRIVERS_LICENSE": EntityType.DRIVER_LICENSE,
        "BANK_ACCOUNT": EntityType.BANK_ACCOUNT,
        "ROUTING_NUMBER": EntityType.BANK_ACCOUNT,
    }
)
TYPES: Final = tuple(dict.fromkeys(ENTITY_TYPES.values()))

# Patterns are better at the other types: in real prompts, this model took course numbers for driving licences.
CLAIMED: Final = frozenset({EntityType.NAME, EntityType.GEOLOCATION, EntityType.ADDRESS})


def entity_type(label: str) -> EntityType | None:
    """Returns the type of a label with or without ``B-`` or ``I-``; None for a label outside of entities.

    >>> entity_type("I-SURNAME").value, entity_type("O")
    ('NAME', None)
    """
    return ENTITY_TYPES.get(label[2:] if label[:2] in ("B-", "I-") else label)
