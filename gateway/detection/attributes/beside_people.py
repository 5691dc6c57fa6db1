"""Keeps what the sheets find in sentences without a word for a person, where other spans show one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from gateway.detection.attributes.sentences import sentence
from gateway.detection.attributes.sheets import BESIDE
from gateway.types import EntityType, Span

_SURE: Final = 0.3  # names with a lower score are too often none
_SAYS_WHO: Final = frozenset({EntityType.NAME, EntityType.AGE})
_OF_RECORDS: Final = frozenset({EntityType.BIRTH_DATE, EntityType.SSN})
_BLANK_LINE: Final = "\n\n"
# Words for somebody about whom a record is kept, right before the name or at its beginning.
_ROLE: Final = re.compile(
    r"\b(?:patient|client|tenant|employee|applicant|candidate|claimant|defendant|pupil|resident|mandant|bewerber"
    r"|mieter|klient|candidat|salarié|locataire|paciente|cliente|empleado|empleada|inquilin|paziente|pazient|dipendente"
    r"|patiënt|cliënt|medewerker|huurder|funcionári|pacjent|pracowni|najemc|hasta|danışan|kiracı)\w{0,4}:? ",
    re.IGNORECASE,
)
_LONGEST_ROLE: Final = 14


def beside_people(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, without those attributes that nothing in the text gives to a person.

    A person's name or age in the same sentence does, and so does a birth date before it or in the same paragraph: what
    follows that is a record of somebody. Nothing behind the paragraph is read.
    """
    if not any(each.recognizer == BESIDE for each in spans):
        return spans
    names = [each for each in spans if each.entity_type in _SAYS_WHO and each.score >= _SURE]
    begins = min((each.start for each in spans if _begins_record(each, text)), default=len(text))
    return [each for each in spans if each.recognizer != BESIDE or _is_of_person(each, names, begins, text)]


def _begins_record(span: Span, text: str) -> bool:
    if span.entity_type is EntityType.NAME:
        return span.score >= _SURE and _ROLE.search(text, max(0, span.start - _LONGEST_ROLE), span.end) is not None
    return span.entity_type in _OF_RECORDS


def _is_of_person(span: Span, names: Iterable[Span], record: int, text: str) -> bool:
    paragraph = text.find(_BLANK_LINE, span.end)
    if record < (len(text) if paragraph < 0 else paragraph):
        return True
    first, last = sentence(text, span.start, span.end)
    return any(first <= name.start and name.end <= last for name in names)
