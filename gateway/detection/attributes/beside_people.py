"""Keeps what the sheets find in sentences without a word for a person, where other spans show one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from gateway.detection.attributes.sentences import Sentences
from gateway.detection.attributes.sheets import BESIDE, SAID
from gateway.detection.recognizer import Extent
from gateway.detection.words import by_initials
from gateway.types import EntityType, Span

_SURE: Final = 0.3  # names with a lower score are too often none
_SAYS_WHO: Final = frozenset({EntityType.NAME, EntityType.AGE})
_OF_RECORDS: Final = frozenset({EntityType.BIRTH_DATE, EntityType.SSN})
_BLANK_LINE: Final = "\n\n"
# Words for somebody about whom a record is kept, right before the name or at its beginning.
_ROLES: Final = (
    "patient|client|tenant|employee|applicant|candidate|claimant|defendant|pupil|resident|mandant|bewerber"
    "|mieter|klient|candidat|salarié|locataire|paciente|cliente|empleado|empleada|inquilin|paziente|pazient"
    "|dipendente|patiënt|cliënt|medewerker|huurder|funcionári|pacjent|pracowni|najemc|hasta|danışan|kiracı"
)
_ROLE: Final = re.compile(rf"\b(?:{by_initials(_ROLES)})\w{{0,4}}:? ", re.IGNORECASE)
_LONGEST_ROLE: Final = 14
# Before the name of somebody in a note or a chart.
_FORMAL: Final = re.compile(r"\b(?:mrs?|ms|miss|pt|resident|baby|bed [0-9]{1,2})\b", re.IGNORECASE)
_LONGEST_LINE_OF_NAME: Final = 48


def beside_people(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, without those attributes that nothing in the text gives to a person.

    A person's name or age in the same sentence does, and so does a birth date before it or in the same paragraph: what
    follows that is a record of somebody. Nothing behind the paragraph is read. A job may stand in the line below a
    name, and what is said of somebody's health may go on in the next sentence of a paragraph.
    """
    if not any(each.recognizer == BESIDE for each in spans):
        return spans
    people = _People(spans, text)
    return [each for each in spans if each.recognizer != BESIDE or people.have(each)]


class _People:
    """The people whom the spans of a text show; what is dear to find out is found out when it is first asked."""

    def __init__(self, spans: Sequence[Span], text: str) -> None:
        self._spans = spans
        self._text = text
        self._sentences = Sentences(text)

    def have(self, span: Span) -> bool:
        """Returns whether an attribute is somebody's."""
        return self._is_beside(span) or span.end > self._record or self._is_told_on(span)

    def _is_beside(self, span: Span) -> bool:
        first, last = self._sentences.around(span.start, span.end)
        if span.entity_type is EntityType.OCCUPATION and not self._text[first : span.start].strip(" >*"):
            first = _line_of_name(self._text, first)
        beside = self._names[bisect_left(self._names, (first, first)) : bisect_left(self._names, (last, last))]
        return any(end <= last for _, end in beside)

    def _is_told_on(self, span: Span) -> bool:
        """Returns whether a paragraph that is about somebody's health goes on with a span."""
        if span.entity_type is not EntityType.HEALTH_INFORMATION:
            return False
        nearest = bisect_left(self._told, span.start)
        return nearest > 0 and _BLANK_LINE not in self._text[self._told[nearest - 1] : span.start]

    @cached_property
    def _names(self) -> Sequence[Extent]:
        return sorted(
            (each.start, each.end) for each in self._spans if each.entity_type in _SAYS_WHO and each.score >= _SURE
        )

    @cached_property
    def _told(self) -> Sequence[int]:
        return sorted(each.start for each in self._spans if _tells_of_health(each, self._text))

    @cached_property
    def _record(self) -> int:
        """Where the paragraph begins in which the first record of somebody does: what ends behind that is of them."""
        begins = min((each.start for each in self._spans if _begins_record(each, self._text)), default=None)
        return len(self._text) if begins is None else self._text.rfind(_BLANK_LINE, 0, begins + len(_BLANK_LINE))


def _tells_of_health(span: Span, text: str) -> bool:
    """Returns whether a paragraph may go on with somebody's health: it spoke of it, or named somebody formally."""
    if span.entity_type is EntityType.NAME:
        return span.score >= _SURE and _FORMAL.search(text, max(0, span.start - _LONGEST_ROLE), span.end) is not None
    return span.entity_type is EntityType.HEALTH_INFORMATION and span.recognizer == SAID


def _begins_record(span: Span, text: str) -> bool:
    if span.entity_type is EntityType.NAME:
        return span.score >= _SURE and _ROLE.search(text, max(0, span.start - _LONGEST_ROLE), span.end) is not None
    return span.entity_type in _OF_RECORDS


def _line_of_name(text: str, first: int) -> int:
    """Returns where the line above begins if it is short, as in signatures, else where this one does."""
    above = text.rfind("\n", 0, max(0, first - 1)) + 1
    return above if text[first - 1 : first] == "\n" and first - above <= _LONGEST_LINE_OF_NAME else first
