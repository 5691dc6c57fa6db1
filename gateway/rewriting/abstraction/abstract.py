"""The deterministic abstractions of every type, distinct for all entities of one message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from gateway.rewriting.abstraction import amounts, attributes
from gateway.rewriting.abstraction.ages import age
from gateway.rewriting.abstraction.dates import date
from gateway.rewriting.abstraction.generalizer import Generalizer
from gateway.rewriting.abstraction.organisations import organisation
from gateway.rewriting.abstraction.places import place
from gateway.types import DateDetail, EntityType

_GENERALIZERS: Final[Mapping[EntityType, Generalizer]] = {
    EntityType.NAME: attributes.name,
    EntityType.AFFILIATION: organisation,
    EntityType.GEOLOCATION: place,
    EntityType.AGE: age,
    EntityType.OCCUPATION: attributes.occupation,
    EntityType.MARITAL_STATUS: attributes.marital_status,
    EntityType.EDUCATIONAL_RECORD: attributes.education,
    EntityType.GPA: amounts.grade,
    EntityType.INCOME: amounts.amount,
    EntityType.FINANCIAL_INFORMATION: amounts.amount,
    EntityType.QUANTITY: amounts.quantity,
}
# The phrase if nothing better is known. Credentials and identity numbers have no abstraction.
_VAGUEST: Final[Mapping[EntityType, str]] = {
    EntityType.EMAIL: "an e-mail address",
    EntityType.PHONE_NUMBER: "a phone number",
    EntityType.ONLINE_IDENTITY: "an online account",
    EntityType.URL: "a web address",
    EntityType.IP_ADDRESS: "a network address",
    EntityType.USERNAME: "a user name",
    EntityType.ADDRESS: "a street address",
    EntityType.BUSINESS_ADDRESS: "a business address",
    EntityType.TIME: "some time",
    EntityType.BIRTH_DATE: "a date of birth",
    EntityType.AGE: "of a certain age",
    EntityType.DEMOGRAPHIC_ATTRIBUTE: "of a certain background",
    EntityType.GENDER: "of a gender",
    EntityType.RACE: "of a certain descent",
    EntityType.ETHNICITY: "of a certain origin",
    EntityType.RELIGION: "of a faith",
    EntityType.SEXUAL_ORIENTATION: "of an orientation",
    EntityType.HEALTH_INFORMATION: "a matter of health",
    EntityType.FINANCIAL_INFORMATION: "an amount of money",
    EntityType.INCOME: "an income",
    EntityType.GPA: "a grade average",
    EntityType.VEHICLE: "a vehicle",
    EntityType.PRODUCT: "a product",
    EntityType.QUANTITY: "a number of them",
    EntityType.DIETARY_PREFERENCE: "a way of eating",
}
_DATED: Final = frozenset({EntityType.TIME, EntityType.BIRTH_DATE})
_ORDINALS: Final = ("another", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth")
_ARTICLE: Final = re.compile(r"an? ")


class Abstracted(NamedTuple):
    """An entity to abstract: its type, its surface forms, and the phrase that a model proposes, if any."""

    entity_type: EntityType
    forms: Sequence[str]
    proposal: str = ""


def is_speakable(entity_type: EntityType) -> bool:
    """Whether a type has abstractions: credentials and identity numbers have none.

    >>> is_speakable(EntityType.TIME), is_speakable(EntityType.KEYS)
    (True, False)
    """
    return entity_type in _GENERALIZERS or entity_type in _VAGUEST


def abstraction(entity_type: EntityType, surface: str, detail: DateDetail = DateDetail.MONTH) -> str | None:
    """Returns a vaguer phrase for a surface form; None for a type without abstractions.

    >>> abstraction(EntityType.GEOLOCATION, "Lyon"), abstraction(EntityType.SSN, "536-22-0199")
    ('a city in France', None)
    """
    if entity_type in _DATED:
        return date(surface, detail) or _VAGUEST[entity_type]
    generalizer = _GENERALIZERS.get(entity_type)
    return (generalizer(surface) if generalizer else None) or _VAGUEST.get(entity_type)


def abstractions(entities: Sequence[Abstracted], detail: DateDetail = DateDetail.MONTH) -> list[str | None]:
    """Returns the abstraction of each entity, in order; None if it has no usable one and is redacted.

    No two are equal, and none contains a form of any of the entities as a whole, in any case. A proposal that does is
    replaced by the phrase made without a model. Without proposals, later entities change no earlier phrase, but a
    phrase that contains a form of theirs becomes None.

    >>> lyon, paris = (Abstracted(EntityType.GEOLOCATION, [name]) for name in ("Lyon", "Paris"))
    >>> abstractions([lyon, paris])
    ['a city in France', 'another city in France']
    >>> abstractions([Abstracted(EntityType.NAME, ["Ann"], proposal) for proposal in ("Friend Ann", "my friend")])
    ['a person', 'my friend']
    """
    forms = {form.casefold() for entity in entities for form in entity.forms}
    phrasing = Phrasing()
    chosen: list[str | None] = []
    for entity in entities:
        proposed = (entity.proposal.strip(), abstraction(entity.entity_type, entity.forms[0], detail))
        numbered = (phrasing.next(phrase) for phrase in proposed if phrase)
        chosen.append(next((each for each in numbered if forms.isdisjoint(whole_parts(each.casefold()))), None))
    return chosen


class Phrasing:
    """Numbers phrases so that no two are equal: a phrase that was used before gets "another", then "a third".

    Its results depend only on the earlier phrases.

    >>> phrasing = Phrasing()
    >>> [phrasing.next("a city in France") for _ in range(3)]
    ['a city in France', 'another city in France', 'a third city in France']
    """

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()  # by phrase, case aside
        self._taken: set[str] = set()

    def next(self, phrase: str) -> str:
        """Returns the phrase with the next number that makes it new."""
        numbered = ""
        while not numbered or numbered.casefold() in self._taken:
            self._used[phrase.casefold()] += 1
            numbered = _numbered(phrase, self._used[phrase.casefold()])
        self._taken.add(numbered.casefold())
        return numbered


def _numbered(phrase: str, number: int) -> str:
    """Returns the phrase, or its form for the second, third … of its kind."""
    if number == 1:
        return phrase
    if _ARTICLE.match(phrase) and number - 2 < len(_ORDINALS):
        return _ARTICLE.sub(f"{_ORDINALS[number - 2]} ", phrase, count=1)
    return f"{phrase} ({number})"


def whole_parts(phrase: str) -> Iterator[str]:
    """Yields every part of a phrase that neither begins nor ends inside a word or a number.

    >>> "1930" in set(whole_parts("the 1930s")), "Fran" in set(whole_parts("in France"))
    (True, False)
    """
    edges = [at for at in range(len(phrase) + 1) if not _goes_on(phrase[at - 1 : at], phrase[at : at + 1])]
    return (phrase[start:end] for start, end in combinations(edges, 2))


def _goes_on(before: str, after: str) -> bool:
    return (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())
