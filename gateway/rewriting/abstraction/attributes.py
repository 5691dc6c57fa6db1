"""Abstractions of people, their work, education and family."""

from __future__ import annotations

import re
from typing import Final

_KIN: Final = (
    "mother father mom mum dad brother sister son daughter uncle aunt cousin nephew niece grandmother grandfather "
    "grandma grandpa wife husband"
)
_RELATIVE: Final = re.compile(rf"\b(?:{_KIN.replace(' ', '|')})\b", re.IGNORECASE)
_FIELDS: Final = {
    "somebody in health care": "doctor physician nurse surgeon dentist pharmacist therapist paramedic midwife medical",
    "somebody in education": "teacher professor lecturer tutor principal dean educator instructor school college",
    "somebody in technology": "engineer developer programmer software data it devops architect technician analyst",
    "somebody in law": "lawyer attorney judge paralegal solicitor barrister notary law",
    "somebody in sales and service": "sales cashier clerk waiter waitress barista retail receptionist customer service",
    "a manager": "manager director ceo cto cfo president executive head chief supervisor founder owner",
    "somebody in a trade": "plumber electrician carpenter mechanic welder builder roofer caulking driver farmer baker",
    "somebody in the arts or media": "artist writer author journalist designer musician actor photographer editor",
    "a student": "student pupil intern apprentice trainee undergraduate",
}
_FIELD_OF: Final = {word: field for field, words in reversed(_FIELDS.items()) for word in words.split()}
_DEGREES: Final = {
    "a postgraduate degree": "master masters msc mba ma phd doctorate doctoral",
    "an undergraduate degree": "bachelor bachelors bsc ba undergraduate",
    "a course": "course class ap honors module certificate certification",
}
_DEGREE_OF: Final = {word: degree for degree, words in _DEGREES.items() for word in words.split()}
_PARTNERED: Final = re.compile(r"\b(?:married|wife|husband|spouse|partner|engaged|fianc[eé]e?)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+")


def name(surface: str) -> str:
    """Returns "a person", or "a relative" if the form says so.

    >>> name("Ann Lee"), name("Aunt May")
    ('a person', 'a relative')
    """
    return "a relative" if _RELATIVE.search(surface) else "a person"


def occupation(surface: str) -> str:
    """Returns the field of work that a word of the form names.

    >>> occupation("Junior Software Engineer"), occupation("tightrope walker")
    ('somebody in technology', 'somebody with a profession')
    """
    return _first(surface, _FIELD_OF) or "somebody with a profession"


def education(surface: str) -> str:
    """Returns the level of a degree.

    >>> education("Masters in Business Economics")
    'a postgraduate degree'
    """
    return _first(surface, _DEGREE_OF) or "an education"


def marital_status(surface: str) -> str:
    """Returns whether there is a partner.

    >>> marital_status("my wife"), marital_status("divorced")
    ('in a relationship', 'of a marital status')
    """
    return "in a relationship" if _PARTNERED.search(surface) else "of a marital status"


def _first(surface: str, table: dict[str, str]) -> str | None:
    return next((table[word] for word in _WORD.findall(surface.casefold()) if word in table), None)
