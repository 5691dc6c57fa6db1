"""The frozen types that all other modules share.

Values that hold a user's text never print it: their ``repr`` shows counts only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

type_parameter = TypeVar("type_parameter")

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]


class Surface(StrEnum):
    """Where a planted canary may appear, and must not."""

    EGRESS = "egress"  # minimized requests, and what a witness received
    REPLIES = "replies"  # another turn's answer
    ANALYTICS = "analytics"
    CANDIDATES = "candidates"
    SUMMARIES = "summaries"  # published, withheld, in review
    DEAD_LETTERS = "dead_letters"
    LOGS = "logs"  # files
    METRICS = "metrics"  # pages
    ERRORS = "errors"  # answers to requests that are invalid or refused


class Reaction(StrEnum):
    """What a leak on a surface does besides paging somebody."""

    HOLD_PUBLICATIONS = "hold_publications"  # no summary is published
    BLOCK_TENANT = "block_tenant"  # nothing of the tenant whose canary leaked is sent to a provider
    BLOCK_MODEL = "block_model"  # nothing is sent to the model that its turn asked for


class EntityType(StrEnum):
    """The types of a span: the twelve of the data-minimization paper and finer ones below them."""

    NAME = "NAME"
    EMAIL = "EMAIL"
    PHONE_NUMBER = "PHONE_NUMBER"
    ID_NUMBER = "ID_NUMBER"
    ONLINE_IDENTITY = "ONLINE_IDENTITY"
    GEOLOCATION = "GEOLOCATION"
    AFFILIATION = "AFFILIATION"
    DEMOGRAPHIC_ATTRIBUTE = "DEMOGRAPHIC_ATTRIBUTE"
    TIME = "TIME"
    HEALTH_INFORMATION = "HEALTH_INFORMATION"
    FINANCIAL_INFORMATION = "FINANCIAL_INFORMATION"
    EDUCATIONAL_RECORD = "EDUCATIONAL_RECORD"

    URL = "URL"
    IP_ADDRESS = "IP_ADDRESS"
    USERNAME = "USERNAME"
    KEYS = "KEYS"
    ADDRESS = "ADDRESS"
    BUSINESS_ADDRESS = "BUSINESS_ADDRESS"  # the public address of a company or an institution, not a home
    AGE = "AGE"
    BIRTH_DATE = "BIRTH_DATE"
    GENDER = "GENDER"
    RACE = "RACE"
    ETHNICITY = "ETHNICITY"
    RELIGION = "RELIGION"
    MARITAL_STATUS = "MARITAL_STATUS"
    SEXUAL_ORIENTATION = "SEXUAL_ORIENTATION"
    OCCUPATION = "OCCUPATION"
    CREDIT_CARD = "CREDIT_CARD"
    IBAN = "IBAN"
    BANK_ACCOUNT = "BANK_ACCOUNT"
    INCOME = "INCOME"
    SSN = "SSN"
    PASSPORT = "PASSPORT"
    DRIVER_LICENSE = "DRIVER_LICENSE"
    GPA = "GPA"
    VEHICLE = "VEHICLE"
    PRODUCT = "PRODUCT"
    QUANTITY = "QUANTITY"
    DIETARY_PREFERENCE = "DIETARY_PREFERENCE"

    # Types are looked up for every span, and an enumeration's own hash is a call of Python's.
    __hash__ = str.__hash__


_CHILDREN: Mapping[EntityType, tuple[EntityType, ...]] = {
    EntityType.ONLINE_IDENTITY: (EntityType.URL, EntityType.IP_ADDRESS, EntityType.USERNAME, EntityType.KEYS),
    EntityType.GEOLOCATION: (EntityType.ADDRESS,),
    EntityType.ADDRESS: (EntityType.BUSINESS_ADDRESS,),
    EntityType.DEMOGRAPHIC_ATTRIBUTE: (
        EntityType.AGE,
        EntityType.BIRTH_DATE,
        EntityType.GENDER,
        EntityType.RACE,
        EntityType.ETHNICITY,
        EntityType.RELIGION,
        EntityType.MARITAL_STATUS,
        EntityType.SEXUAL_ORIENTATION,
        EntityType.OCCUPATION,
    ),
    EntityType.FINANCIAL_INFORMATION: (
        EntityType.CREDIT_CARD,
        EntityType.IBAN,
        EntityType.BANK_ACCOUNT,
        EntityType.INCOME,
    ),
    EntityType.ID_NUMBER: (EntityType.SSN, EntityType.PASSPORT, EntityType.DRIVER_LICENSE),
    EntityType.EDUCATIONAL_RECORD: (EntityType.GPA,),
}

PARENTS: Mapping[EntityType, EntityType] = MappingProxyType(
    {child: parent for parent, children in _CHILDREN.items() for child in children}
)


@cache
def kinds(entity_type: EntityType) -> tuple[EntityType, ...]:
    """Returns a type and all its ancestors: itself first, then its parent, up to one of the paper's twelve.

    >>> [each.value for each in kinds(EntityType.BUSINESS_ADDRESS)]
    ['BUSINESS_ADDRESS', 'ADDRESS', 'GEOLOCATION']
    """
    parent = PARENTS.get(entity_type)
    return (entity_type,) if parent is None else (entity_type, *kinds(parent))


PRESIDIO_NAMES: Mapping[str, EntityType] = MappingProxyType(
    {
        "PERSON": EntityType.NAME,
        "PREFIX": EntityType.NAME,
        "TITLE": EntityType.OCCUPATION,
        "ADDRESS": EntityType.ADDRESS,
        "STREET_ADDRESS": EntityType.ADDRESS,
        "ZIP_CODE": EntityType.ADDRESS,
        "LOCATION": EntityType.GEOLOCATION,
        "GPE": EntityType.GEOLOCATION,
        "ORGANIZATION": EntityType.AFFILIATION,
        "NRP": EntityType.ETHNICITY,
        "DATE_TIME": EntityType.TIME,
        "AGE": EntityType.AGE,
        "CREDIT_CARD": EntityType.CREDIT_CARD,
        "IBAN_CODE": EntityType.IBAN,
        "CRYPTO": EntityType.BANK_ACCOUNT,
        "US_BANK_NUMBER": EntityType.BANK_ACCOUNT,
        "US_SSN": EntityType.SSN,
        "US_ITIN": EntityType.ID_NUMBER,
        "US_PASSPORT": EntityType.PASSPORT,
        "IN_PASSPORT": EntityType.PASSPORT,
        "IT_PASSPORT": EntityType.PASSPORT,
        "US_DRIVER_LICENSE": EntityType.DRIVER_LICENSE,
        "IT_DRIVER_LICENSE": EntityType.DRIVER_LICENSE,
        "IN_VEHICLE_REGISTRATION": EntityType.VEHICLE,
        "MEDICAL_LICENSE": EntityType.ID_NUMBER,
        "UK_NHS": EntityType.ID_NUMBER,
        "UK_NINO": EntityType.ID_NUMBER,
        "ES_NIF": EntityType.ID_NUMBER,
        "ES_NIE": EntityType.ID_NUMBER,
        "IT_FISCAL_CODE": EntityType.ID_NUMBER,
        "IT_IDENTITY_CARD": EntityType.ID_NUMBER,
        "IT_VAT_CODE": EntityType.ID_NUMBER,
        "PL_PESEL": EntityType.ID_NUMBER,
        "SG_NRIC_FIN": EntityType.ID_NUMBER,
        "SG_UEN": EntityType.ID_NUMBER,
        "AU_ABN": EntityType.ID_NUMBER,
        "AU_ACN": EntityType.ID_NUMBER,
        "AU_TFN": EntityType.ID_NUMBER,
        "AU_MEDICARE": EntityType.ID_NUMBER,
        "IN_PAN": EntityType.ID_NUMBER,
        "IN_AADHAAR": EntityType.ID_NUMBER,
        "IN_VOTER": EntityType.ID_NUMBER,
        "FI_PERSONAL_IDENTITY_CODE": EntityType.ID_NUMBER,
        "KR_RRN": EntityType.ID_NUMBER,
        "PHONE_NUMBER": EntityType.PHONE_NUMBER,
        "EMAIL_ADDRESS": EntityType.EMAIL,
        "DOMAIN_NAME": EntityType.URL,
        "URL": EntityType.URL,
        "IP_ADDRESS": EntityType.IP_ADDRESS,
        "MAC_ADDRESS": EntityType.ONLINE_IDENTITY,
    }
)
"""Our type for each entity name of Presidio and presidio-research."""


def by_entity_type(table: Mapping[str, type_parameter], entity_type: EntityType) -> type_parameter | None:
    """Returns the entry for a type, else for its nearest parent in the table, else for ``"*"``, else None.

    >>> by_entity_type({"FINANCIAL_INFORMATION": 1, "*": 2}, EntityType.IBAN)
    1
    >>> by_entity_type({"IBAN": 0, "*": 2}, EntityType.EMAIL)
    2
    """
    for key in (*kinds(entity_type), "*"):
        if key in table:
            return table[key]
    return None


class Action(IntEnum):
    """What happens to an entity, ordered by privacy strength (data-minimization paper, section 3.1).

    >>> Action.RETAIN < Action.ABSTRACT < Action.REDACT
    True
    """

    RETAIN = 0
    ABSTRACT = 1
    REDACT = 2


Actions = tuple[Action, ...]  # a plan as searches use it: one action per entity, in the entities' order


@dataclass(frozen=True, slots=True, repr=False)
class Entity:
    """The thing that spans of one type and value, or variants of it, refer to; numbered within its type.

    ``forms`` are its surface forms in the request. Entities are equal if type and number are equal.
    """

    entity_type: EntityType
    number: int
    forms: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"Entity({self.entity_type.value}{self.number}, forms={len(self.forms)})"


@dataclass(frozen=True, slots=True)
class Plan:
    """One action per entity; all forms of an entity share it.

    >>> ann = Entity(EntityType.NAME, 1)
    >>> Plan({ann: Action.RETAIN}).action(ann).name, Plan({}).action(ann).name
    ('RETAIN', 'REDACT')
    """

    actions: Mapping[Entity, Action]

    def action(self, entity: Entity) -> Action:
        """Returns the entity's action, REDACT if the plan does not name it."""
        return self.actions.get(entity, Action.REDACT)


class DateDetail(StrEnum):
    """How much of a date an abstraction keeps."""

    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"


class Span(NamedTuple):
    """One occurrence in a text: half-open offsets in code points, the recognizer and its confidence (0 to 1).

    ``sure`` has the offsets of the parts that count by themselves, if the rest does only beside them; else it is empty.
    """

    start: int
    end: int
    entity_type: EntityType
    score: float
    recognizer: str
    sure: tuple[tuple[int, int], ...] = ()


DENY_LIST: Final = "deny_list"  # the recognizer name of spans found by a policy's deny list


class LeafKind(StrEnum):
    """What a place in a body may hold; it decides which form a replacement takes there."""

    TEXT = "text"  # any string
    NAME = "name"  # a string of [A-Za-z0-9_-] only: names of functions, tools and schemas
    KEY = "key"  # the key of a JSON object
    CONSTANT = "constant"  # a string that a schema allows in the answer: enum, const, default, pattern
    NUMBER = "number"  # a JSON number; the leaf's text is its JSON form
    IDENTIFIER = "identifier"  # only has to be stable, so it always leaves as a keyed hash


class Leaf(NamedTuple):
    """One place in a request body that can hold text.

    ``path`` is unique in its body. It contains keys of the user's JSON, so it may be shown to that user but never
    logged. ``message`` is the index of its message, or None outside the history (tools, schemas, ``stop``, …):
    placeholders are numbered message by message, then in the rest.
    """

    path: str
    kind: LeafKind
    text: str
    message: int | None

    def __repr__(self) -> str:
        return f"Leaf(kind={self.kind.value!r}, characters={len(self.text)})"


class Original(NamedTuple):
    """What a placeholder stands for: a surface form, and whether it was a JSON number in the body."""

    text: str
    is_number: bool = False

    def __repr__(self) -> str:
        return f"Original(characters={len(self.text)}, is_number={self.is_number})"


@dataclass(frozen=True, slots=True, repr=False)
class ReplacementMap(Mapping[str, Original]):
    """Maps each placeholder (``[EMAIL1]``, ``[NAME1.2]``) to its original, one to one.

    ``ambiguous`` are the placeholders whose looser spellings (``EMAIL1``, ``[EMAIL 1]``) also occur in the user's own
    text: only their exact form may be restored. ``identifiers`` are the placeholders that were sent without brackets,
    in names: only these are restored without.
    """

    originals: Mapping[str, Original] = field(default_factory=dict)
    ambiguous: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()

    def __getitem__(self, placeholder: str) -> Original:
        return self.originals[placeholder]

    def __iter__(self) -> Iterator[str]:
        return iter(self.originals)

    def __len__(self) -> int:
        return len(self.originals)

    def __repr__(self) -> str:
        return f"ReplacementMap(placeholders={len(self.originals)})"
