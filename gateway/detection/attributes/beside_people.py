"""Keeps what the sheets find in sentences without a word for a person, where other spans show one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from gateway.detection.attributes.sentences import Sentences
from gateway.detection.attributes.sheets import BESIDE, SAID
from gateway.detection.recognizer import Extent
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
# Before the name of somebody in a note or a chart.
_FORMAL: Final = re.compile(r"\b(?:mrs?|ms|miss|pt|resident|baby|bed [0-9]{1,2})\b", re.IGNORECASE)
_LONGEST_LINE_OF_NAME: Final = 48


def beside_people(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, without those attributes that nothing in the text gives to a person.

    A person's name or age in the same sentence does, and so does a birth date before it or in the same paragraph: what
    follows that is a record of somebody. Nothing behind the paragraph is read. A job may stand in the line below a
    name,
    and what is said of somebody's health may go on in the next sentence of a paragraph.
    """
    if not any(each.recognizer == BESIDE for each in spans):
        return spans
    names = sorted((each.start, each.end) for each in spans if each.entity_type in _SAYS_WHO and each.score >= _SURE)
    told = sorted(each.start for each in spans if _tells_of_health(each, text))
    record = _begin_of_record(spans, text)
    sentences = Sentences(text)
    return [
        each
        for each in spans
        if each.recognizer != BESIDE
        or each.end > record
        or _is_of_person(each, names, text, sentences)
        or _goes_on(each, told, text)
    ]


def _begin_of_record(spans: Iterable[Span], text: str) -> int:
    """Returns where the paragraph begins in which the record of somebody does: what ends behind it is of them."""
    begins = min((each.start for each in spans if _begins_record(each, text)), default=None)
    return len(text) if begins is None else text.rfind(_BLANK_LINE, 0, begins + len(_BLANK_LINE))


def _tells_of_health(span: Span, text: str) -> bool:
    """Returns whether a paragraph may go on with somebody's health: it spoke of it, or named somebody formally."""
    if span.entity_type is EntityType.NAME:
        return span.score >= _SURE and _FORMAL.search(text, max(0, span.start - _LONGEST_ROLE), span.end) is not None
    return span.entity_type is EntityType.HEALTH_INFORMATION and span.recognizer == SAID


def _goes_on(span: Span, told: Sequence[int], text: str) -> bool:
    """Returns whether a paragraph that is about somebody's health goes on with a span."""
    if span.entity_type is not EntityType.HEALTH_INFORMATION:
        return False
    nearest = bisect_left(told, span.start)
    return nearest > 0 and _BLANK_LINE not in text[told[nearest - 1] : span.start]


def _begins_record(span: Span, text: str) -> bool:
    if span.entity_type is EntityType.NAME:
        return span.score >= _SURE and _ROLE.search(text, max(0, span.start - _LONGEST_ROLE), span.end) is not None
    return span.entity_type in _OF_RECORDS


def _is_of_person(span: Span, names: Sequence[Extent], text: str, sentences: Sentences) -> bool:
    first, last = sentences.around(span.start, span.end)
    if span.entity_type is EntityType.OCCUPATION and not text[first : span.start].strip(" >*"):
        first = _line_of_name(text, first)
    beside = names[bisect_left(names, (first, first)) : bisect_left(names, (last, last))]
    return any(end <= last for _, end in beside)


def _line_of_name(text: str, first: int) -> int:
    """Returns where the line above begins if it is short, as in signatures, else where this one does."""
    above = text.rfind("\n", 0, max(0, first - 1)) + 1
    return above if text[first - 1 : first] == "\n" and first - above <= _LONGEST_LINE_OF_NAME else first
