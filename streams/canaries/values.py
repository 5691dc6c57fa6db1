"""Texts of realistic canaries: names, places, times, accounts, and what people say of themselves and their families.

A word that many people use, such as a religion, identifies nobody; a canary of such a type combines several, so that no
other text holds all of them in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from streams.canaries import vocabulary as words
from streams.canaries.drawing import Draw

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_KEYS: Final = (("sk-proj-", 48), ("sk-ant-api03-", 93), ("ghp_", 36), ("AIza", 35), ("sk_live_", 24))


def name(draw: Draw) -> str:
    """Returns two first names and a double surname."""
    return f"{' '.join(draw.some(words.FIRST_NAMES, 2))} {'-'.join(draw.some(words.SURNAMES, 2))}"


def email(draw: Draw) -> str:
    """Returns an address at a domain that is reserved for examples (RFC 2606)."""
    first, last = draw.one(words.FIRST_NAMES).lower(), draw.one(words.SURNAMES).lower()
    local = draw.one((f"{first}.{last}", last, f"{first[0]}{last}")) + draw.one(("", "_", "+")) + draw.digits(4)
    return f"{local}@{_host(draw)}"


def url(draw: Draw) -> str:
    """Returns a private page at a domain that is reserved for examples (RFC 2606)."""
    return f"https://{draw.one(words.PLACES)}.{_host(draw)}/{draw.one(words.PAGES)}/{draw.digits(5)}"


def username(draw: Draw) -> str:
    """Returns a name with five digits."""
    return f"{draw.one(words.FIRST_NAMES).lower()}_{draw.one(words.SURNAMES).lower()}{draw.digits(5)}"


def secret_key(draw: Draw) -> str:
    """Returns a key in the form of a known vendor."""
    prefix, length = draw.one(_KEYS)
    return prefix + draw.letters(_LETTERS, length)


def address(draw: Draw) -> str:
    """Returns house, street, town, state and ZIP code: a town of a common name with a ZIP code of its state."""
    town, state, zone = draw.one(words.TOWNS)
    street = f"{draw.between(1000, 9999)} {draw.one(words.STREETS)} {draw.one(words.STREET_TYPES)}"
    return f"{street}, {town}, {state} {zone:02d}{draw.digits(3)}"


def company(draw: Draw) -> str:
    """Returns two surnames, what the company makes, and its legal form."""
    owners = " & ".join(draw.some(words.SURNAMES, 2))
    return f"{owners} {draw.one(words.SECTORS)} {draw.one(words.SUFFIXES)}"


def business_address(draw: Draw) -> str:
    """Returns a company with its address, written as no other kind writes either."""
    town, state, zone = draw.one(words.TOWNS)
    owner = f"{draw.one(words.SURNAMES)} {draw.one(words.SECTORS)} {draw.one(words.SUFFIXES)}"
    street = f"{draw.between(1000, 9999)} {draw.one(words.STREETS)} {draw.one(words.STREET_TYPES)}"
    return f"{owner}, {street}, Suite {draw.between(100, 999)}, {town}, {state} {zone:02d}{draw.digits(3)}"


def date(draw: Draw) -> str:
    """Returns a day of the last century or this one."""
    return f"{draw.between(1, 28)} {draw.one(words.MONTHS)} {draw.between(1940, 2019)}"


def moment(draw: Draw) -> str:
    """Returns a day and a time to the second."""
    return f"{date(draw)} at {draw.between(0, 23):02d}:{draw.between(0, 59):02d}:{draw.between(0, 59):02d}"


def birth(draw: Draw) -> str:
    """Returns a day of birth and its hour and minute."""
    return f"{date(draw)} at {draw.between(0, 23):02d}:{draw.between(0, 59):02d}"


def sum_of_money(draw: Draw) -> str:
    """Returns an amount of more than a million, to the cent, and where it is."""
    amount = f"${draw.between(1_000_000, 9_999_999):,}.{draw.digits(2)}"
    return f"{amount} in {draw.one(('savings', 'mortgage debt', 'student loans', 'bonds'))}"


def income(draw: Draw) -> str:
    """Returns a yearly income, to the cent."""
    return f"${draw.between(100_000, 999_999):,}.{draw.digits(2)} a year"


def product(draw: Draw) -> str:
    """Returns a brand, a model's number and a thing."""
    model = f"{draw.letters('KLMNPQRSTVWX', 2)}-{draw.digits(5)}"
    return f"{draw.one(words.BRANDS)} {model} {draw.one(words.GOODS)}"


def quantity(draw: Draw) -> str:
    """Returns an amount of some good, to ten grams."""
    return f"{draw.between(1000, 9999)}.{draw.digits(2)} kg of {draw.one(words.STAPLES)}"


def ages(draw: Draw) -> str:
    """Returns the ages of three relatives."""
    return _listed([f"a {draw.between(21, 79)}-year-old {kin}" for kin in draw.some(words.KIN, 3)])


def genders(draw: Draw) -> str:
    """Returns the genders of three people, with their ages."""
    return _listed([f"a {draw.between(21, 79)}-year-old {gender}" for gender in draw.some(words.GENDERS, 3)])


def jobs(draw: Draw) -> str:
    """Returns the jobs of three relatives."""
    relatives = zip(draw.some(words.KIN, 3), draw.some(words.JOBS, 3), strict=True)
    return _listed([f"my {kin} is a {job}" for kin, job in relatives])


def marriages(draw: Draw) -> str:
    """Returns three changes of a marital status, with month and year."""
    return _listed([f"I was {status} in {_month(draw)}" for status in draw.some(words.STATUSES, 3)])


def conditions(draw: Draw) -> str:
    """Returns three conditions, each with the month since when."""
    return _listed([f"{condition} since {_month(draw)}" for condition in draw.some(words.CONDITIONS, 3)])


def degrees(draw: Draw) -> str:
    """Returns two degrees with their years."""
    two = zip(draw.some(words.DEGREES, 2), draw.some(words.SUBJECTS, 2), strict=True)
    return _listed([f"a {degree} in {subject} from {draw.between(1970, 2019)}" for degree, subject in two])


def grades(draw: Draw) -> str:
    """Returns three grade point averages."""
    return _listed([f"a GPA of {draw.between(1, 3)}.{draw.digits(2)}" for _ in range(3)])


def person(draw: Draw) -> str:
    """Returns who somebody is, without a name."""
    parts = draw.one(words.RACES), draw.one(words.RELIGIONS), draw.one(words.JOBS), draw.one(words.CONDITIONS)
    return "a {}-year-old {} {} {} with {}".format(draw.between(21, 79), *parts)


def of_relatives(adjectives: Sequence[str]) -> Callable[[Draw], str]:
    """Returns what says such an adjective of three relatives.

    >>> from random import Random
    >>> of_relatives(("Jain", "Sikh", "Quaker"))(Draw(Random(1)))
    'a Jain brother, a Quaker son and a Sikh daughter'
    """

    def made(draw: Draw) -> str:
        pairs = zip(draw.some(adjectives, 3), draw.some(words.KIN, 3), strict=True)
        return _listed([f"{'an' if adjective[0] in 'aeiAI' else 'a'} {adjective} {kin}" for adjective, kin in pairs])

    return made


def _host(draw: Draw) -> str:
    return f"{'-'.join(draw.some(words.NOUNS, 2))}{draw.digits(4)}.example"


def _month(draw: Draw) -> str:
    return f"{draw.one(words.MONTHS)} {draw.between(1970, 2019)}"


def _listed(phrases: Sequence[str]) -> str:
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}"
