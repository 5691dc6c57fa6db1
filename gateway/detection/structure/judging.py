"""Decides which fields hold what identifies a person: by label, by the value's looks, and by the labels beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from gateway.detection.structure.blanks import is_blank, is_code
from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.looks import numbers, people, places, traits
from gateway.detection.structure.meanings import Known
from gateway.detection.structure.vocabulary import Meaning, is_caption, is_person, meaning
from gateway.types import EntityType, Span

RECOGNIZER: Final = "structure"
Extent = tuple[int, int]

_SURE: Final = 0.9
_UNSURE: Final = 0.7
_BESIDE: Final = 8  # fields before and after that belong to a record
_LONGEST: Final = 100_000
_EDGES: Final = " \t\r\n\"'`,;*\\。，；"
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_CUT: Final = re.compile(r"[,;|(<。，；、،؛]|\s[#–—-]|\s//|\s\s|[.?!]\s")
_ODD_WORD: Final = re.compile(r"[^\s\"'`]*[^\sA-Za-z\"'`.,;:!?][^\s\"'`]*")
_WORDS: Final = re.compile(r"[^\W\d][^\W\d.-]*")
_CELLS: Final = frozenset(
    {traits.grade, places.flat, numbers.amount, numbers.paid}
)  # in tables that name somebody in a column of roles
_ODD: Final = frozenset({EntityType.KEYS, EntityType.USERNAME, EntityType.EMAIL, EntityType.URL})  # look like code


def judged(fields: Sequence[Known], text: str, taken: Set[int] = frozenset()) -> Iterator[Span]:
    """Yields the spans of the values that their labels, looks and neighbours tell apart; in the fields' order.

    Values that begin where spans are already ``taken`` are left out.
    """
    extents = [_extent(text, each) for each in fields]
    for at, ((field, said), extent) in enumerate(zip(fields, extents, strict=True)):
        if extent is None or field.start in taken:
            continue
        if not said.is_ambiguous or _is_about_a_person(fields, extents, text, at):
            yield Span(*extent, said.entity_type, _UNSURE if said.is_ambiguous else _SURE, RECOGNIZER)


def _extent(text: str, known: Known) -> Extent | None:
    """Returns the offsets of the value that looks as its label says; None if none does."""
    field, said = known
    trimmed = _trimmed(text, field.start, min(field.end, field.start + _LONGEST))
    if trimmed is None or _looks_right(text[slice(*trimmed)], field, said):
        return trimmed
    shorter = _shorter(text, trimmed, field, said)
    return next((each for each in shorter if _looks_right(text[slice(*each)], field, said)), None)


def _shorter(text: str, trimmed: Extent, field: Field, said: Meaning) -> Iterator[Extent]:
    """Yields other extents that the value may have: what comes before a mark, the first word of a secret."""
    if field.written is Written.QUOTED or is_blank(text[slice(*trimmed)]):
        return
    if (cut := _CUT.search(text, *trimmed)) and (shorter := _trimmed(text, trimmed[0], cut.start())):
        yield shorter
    if said.entity_type is EntityType.KEYS and (word := _ODD_WORD.match(text, *trimmed)):
        yield _trimmed(text, *word.span()) or trimmed


def _trimmed(text: str, start: int, end: int) -> Extent | None:
    """Returns the offsets without white space and quotation marks; None if nothing is left."""
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and (text[end - 1] in _EDGES or (text[end - 1] in _CLOSING and _is_unmatched(text, start, end))):
        end -= 1
    return (start, end) if start < end else None


def _is_unmatched(text: str, start: int, end: int) -> bool:
    """Returns whether the last character, which closes a bracket, closes one that was opened before the value."""
    return text.find(_CLOSING[text[end - 1]], start, end) < 0


def _looks_right(value: str, field: Field, said: Meaning) -> bool:
    if is_blank(value) or not said.looks(value, field.written):
        return False
    if field.written is not Written.QUOTED and said.entity_type not in _ODD and is_code(value):
        return False
    is_name = said.entity_type is EntityType.NAME
    return not _is_label(value, said) or (is_name and field.written is Written.PLAIN)


def _is_label(value: str, of_field: Meaning) -> bool:
    """Returns whether a value is a label itself.

    Ambiguous labels are also names (Grant, Mark, Price), and what says who somebody is may be a label elsewhere: a job
    (Teacher), a nationality (German), a subject (Physics).
    """
    said = meaning(value) if _WORDS.fullmatch(value) else None
    if said is None:
        return is_caption(value)
    if of_field.entity_type is EntityType.NAME:
        return not said.is_ambiguous and (value.isascii() or is_caption(value))  # 이현지 only ends like a label
    return of_field.looks is not traits.phrase or said.entity_type is of_field.entity_type


def _is_about_a_person(fields: Sequence[Known], extents: Sequence[Extent | None], text: str, at: int) -> bool:
    field, said = fields[at]
    if any(map(is_person, field.parents)):
        return True
    behind = range(at + 1, min(at + _BESIDE + 1, len(fields)))
    for place in (*behind, *range(at - 1, max(-1, at - _BESIDE - 1), -1)):  # the nearest tell most
        other, extent = fields[place], extents[place]
        each = other.field
        if each.group != field.group or each.label == field.label or each.parents != field.parents:
            continue
        is_told = (extent is not None and _tells(said, other)) or _names_somebody(said, other, text)
        if is_told and not _are_apart(text, field, each):
            return True
    return False


def _names_somebody(said: Meaning, other: Known, text: str) -> bool:
    """Returns whether a cell stands beside somebody's name: below a role such as "tenant", or beside an amount."""
    field, beside = other
    if said.looks not in _CELLS or beside.entity_type is not EntityType.NAME:
        return False
    extent = _trimmed(text, field.start, min(field.end, field.start + _LONGEST))
    value = text[slice(*extent)] if extent else ""
    if beside.looks is people.person:  # in English it may also be an author or a sender
        return (is_person(field.label) or not field.label.isascii()) and people.name(value, field.written)
    return said.looks in (numbers.amount, numbers.paid) and people.person(value, field.written)


def _are_apart(text: str, one: Field, other: Field) -> bool:
    """Returns whether a blank line is between two fields: what stands beyond it is another matter."""
    first, second = sorted((one, other), key=lambda field: field.start)
    return text.find("\n\n", first.end, second.start) >= 0


def _tells(said: Meaning, other: Known) -> bool:
    """Returns whether the label beside an ambiguous one says that the record is about a person, or about a place."""
    beside = other.meaning.entity_type
    if other.meaning.looks is people.person:  # the author of a package
        return False
    if other.meaning.is_ambiguous:
        return beside is said.entity_type is EntityType.NAME
    return beside in (_PLACES if said.entity_type is EntityType.GEOLOCATION else _PERSONAL)


_PLACES: Final = frozenset({EntityType.GEOLOCATION, EntityType.ADDRESS})
_PERSONAL: Final = frozenset(
    {
        EntityType.NAME, EntityType.EMAIL, EntityType.PHONE_NUMBER, EntityType.BIRTH_DATE, EntityType.AGE,
        EntityType.GENDER, EntityType.SSN, EntityType.PASSPORT, EntityType.DRIVER_LICENSE, EntityType.ADDRESS,
        EntityType.MARITAL_STATUS, EntityType.OCCUPATION, EntityType.HEALTH_INFORMATION, EntityType.INCOME,
        EntityType.ID_NUMBER,
    }
)  # fmt: skip
