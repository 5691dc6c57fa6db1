"""The types that the tagger distinguishes, and the labels of words."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.words import split
from gateway.types import EntityType
from lab.training.rows import Row

NONE: Final = -1
UNKNOWN: Final = -2
TYPES: Final = (
    EntityType.NAME,
    EntityType.AFFILIATION,
    EntityType.GEOLOCATION,
    EntityType.ADDRESS,
    EntityType.TIME,
    EntityType.OCCUPATION,
    EntityType.AGE,
    EntityType.HEALTH_INFORMATION,
    EntityType.FINANCIAL_INFORMATION,
    EntityType.EDUCATIONAL_RECORD,
    EntityType.ETHNICITY,
    EntityType.RELIGION,
    EntityType.MARITAL_STATUS,
    EntityType.GENDER,
    EntityType.PRODUCT,
    EntityType.PHONE_NUMBER,
    EntityType.ID_NUMBER,
    EntityType.ONLINE_IDENTITY,
)
_MEMBER: Final = {
    EntityType.BIRTH_DATE: EntityType.TIME,
    EntityType.INCOME: EntityType.FINANCIAL_INFORMATION,
    EntityType.CREDIT_CARD: EntityType.ID_NUMBER,
    EntityType.IBAN: EntityType.ID_NUMBER,
    EntityType.BANK_ACCOUNT: EntityType.ID_NUMBER,
    EntityType.SSN: EntityType.ID_NUMBER,
    EntityType.PASSPORT: EntityType.ID_NUMBER,
    EntityType.DRIVER_LICENSE: EntityType.ID_NUMBER,
    EntityType.EMAIL: EntityType.ONLINE_IDENTITY,
    EntityType.URL: EntityType.ONLINE_IDENTITY,
    EntityType.IP_ADDRESS: EntityType.ONLINE_IDENTITY,
    EntityType.USERNAME: EntityType.ONLINE_IDENTITY,
    EntityType.KEYS: EntityType.ONLINE_IDENTITY,
    EntityType.GPA: EntityType.EDUCATIONAL_RECORD,
    EntityType.RACE: EntityType.ETHNICITY,
    EntityType.QUANTITY: EntityType.FINANCIAL_INFORMATION,
    EntityType.SEXUAL_ORIENTATION: EntityType.GENDER,
    EntityType.DIETARY_PREFERENCE: EntityType.HEALTH_INFORMATION,
    EntityType.DEMOGRAPHIC_ATTRIBUTE: EntityType.ETHNICITY,
    EntityType.VEHICLE: EntityType.PRODUCT,
}


def labels(row: Row) -> NDArray[np.int32]:
    """Returns for each word the index of its type in ``TYPES``, ``NONE`` or ``UNKNOWN``; the shortest span decides.

    >>> labels(Row("x", "x", "Ann left", ((0, 3, EntityType.NAME),))).tolist()
    [0, -1]
    """
    words = split(row.text)
    found = np.full(len(words.forms), NONE, dtype=np.int32)
    starts, ends = np.array(words.starts, dtype=np.int64), np.array(words.ends, dtype=np.int64)
    for start, end in row.unknown:
        found[(starts < end) & (ends > start)] = UNKNOWN
    for start, end, entity_type in sorted(row.spans, key=lambda span: span[0] - span[1]):
        found[(starts < end) & (ends > start)] = TYPES.index(_MEMBER.get(entity_type, entity_type))
    return found
