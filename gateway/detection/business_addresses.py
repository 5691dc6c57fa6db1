"""Finds the addresses that are public ones of companies or institutions, by the words around them.

All other addresses may be homes. This step only changes the types of spans, not their offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gateway.detection.address_words import CONNECTING, HOMES, LEGAL_FORMS, LYING, PLACES
from gateway.types import EntityType, Span

_PARTS: Final = frozenset({EntityType.ADDRESS, EntityType.BUSINESS_ADDRESS, EntityType.GEOLOCATION})
_SURE: Final = 0.5  # with a lower score of the tagger's, too few are organisations
_BEFORE_PLACE: Final = 60  # characters before an address in which a word for a business counts
_BEFORE_HOME: Final = 120  # characters before an address in which a word for a home counts
_AFTER: Final = 80  # characters behind an address in which a word for a home counts
_BETWEEN: Final = 8

_WORD: Final = re.compile(r"[^\W_]+")
_LETTER: Final = r"(?![\W\d_])"  # what no letter follows is none of hundreds of words: it is not compared with each
_PLACE: Final = re.compile(rf"(?<![^\W_])(?:{_LETTER}(?i:{PLACES})|{LEGAL_FORMS})(?![^\W_])")
_LYING: Final = re.compile(rf"{_PLACE.pattern} (?i:{LYING})(?![^\W_])")
_DIGIT: Final = re.compile(r"\d")
_HOME: Final = re.compile(rf"(?<![^\W_]){_LETTER}(?i:{HOMES})(?![^\W_])")
_JOINT: Final = re.compile(r"[ \t,;·|()&-]*\n?[ \t*•-]*(?:(?:and|und|et|y|e|en|i) )?")
_BESIDE: Final = re.compile(r"[ \t]*(?:[,:;·|–—-][ \t]*\n?|\n)[ \t]*")
_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*\n")
_STOP: Final = re.compile(rf"[.!?;]|{_BLANK_LINE.pattern}")
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|\Z)|\n")
_CLAUSE: Final = re.compile(
    r"[,;]|(?<![^\W_])(?i:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|i|ale|oraz)(?![^\W_])"
)


class _Address(NamedTuple):
    """The spans of one address: their half-open indexes, and their first and last offset in the text."""

    first: int
    last: int
    start: int
    end: int


def of_businesses(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Returns the disjoint, ordered spans with each ADDRESS of a business changed to BUSINESS_ADDRESS.

    An address is a business's if a word such as office, clinic or GmbH precedes it, with only capitalised words or
    words such as "is located at" in between, or if an organisation stands right before it. It stays an ADDRESS if a
    person's name stands in between, if words nearby say that somebody lives there, or if the word lists do not decide.
    All parts of an address get the same type. Nothing after the line behind an address is read. The time is linear in
    the text.

    >>> text = "Our office is at 12 Elm Street. I live at 7 Oak Street."
    >>> spans = [Span(at, at + 12, EntityType.ADDRESS, 0.9, "street") for at in (17, 42)]
    >>> [span.entity_type.value for span in of_businesses(spans, text)]
    ['BUSINESS_ADDRESS', 'ADDRESS']
    """
    if not any(span.entity_type is EntityType.ADDRESS for span in spans):
        return tuple(spans)
    typed = list(spans)
    addresses = list(_addresses(spans, text))
    begins = [0, *(each.end for each in addresses)]
    stops = [*(each.start for each in addresses[1:]), len(text)]
    for address, begin, stop in zip(addresses, begins, stops, strict=False):
        if _is_of_business(text, typed, address, begin) and not _is_home(text, address, begin, stop):
            typed[address.first : address.last] = map(_as_business, spans[address.first : address.last])
    return tuple(typed)


def _as_business(span: Span) -> Span:
    is_address = span.entity_type is EntityType.ADDRESS
    return span._replace(entity_type=EntityType.BUSINESS_ADDRESS) if is_address else span


def _addresses(spans: Sequence[Span], text: str) -> Iterator[_Address]:
    """Yields each address with all its parts: streets, postcodes and places in a row or joined by "and"."""
    first = 0
    for last in range(1, len(spans) + 1):
        if last < len(spans) and _are_joined(text, spans[last - 1], spans[last]):
            continue
        if any(span.entity_type is EntityType.ADDRESS for span in spans[first:last]):
            yield _Address(first, last, spans[first].start, spans[last - 1].end)
        first = last


def _are_joined(text: str, one: Span, other: Span) -> bool:
    return other.entity_type in _PARTS and one.entity_type in _PARTS and _is_apart(_JOINT, text, one, other)


def _is_apart(joint: re.Pattern[str], text: str, one: Span, other: Span) -> bool:
    """Returns whether only text that matches ``joint`` stands between two spans."""
    return other.start - one.end <= _BETWEEN and joint.fullmatch(text, one.end, other.start) is not None


def _is_of_business(text: str, spans: Sequence[Span], address: _Address, begin: int) -> bool:
    if _has_organisation_beside(text, spans[max(0, address.first - 2) : address.first + 1]):
        return True
    number = _DIGIT.search(text, address.start, address.end)
    if number is not None and _LYING.search(text, address.start, number.start()):
        return True
    nearest = max(begin, address.start - _BEFORE_PLACE)
    place = None if _is_behind_number(text, nearest, address.start) else _last(_PLACE, text, nearest, address.start)
    if place is None or not _is_about(text[place.end() : address.start]) or _is_street(text, place.end(), address):
        return False
    return not any(span.entity_type is EntityType.NAME for span in _between(spans, place.end(), address))


def _has_organisation_beside(text: str, spans: Sequence[Span]) -> bool:
    """Returns whether an organisation stands before the last span. Right behind a home, it may be a town instead."""
    if len(spans) < 2 or spans[-2].entity_type is not EntityType.AFFILIATION or spans[-2].score < _SURE:
        return False
    is_behind_home = spans[0].entity_type is EntityType.ADDRESS and _is_apart(_JOINT, text, *spans[:2])
    return not is_behind_home and _is_apart(_BESIDE, text, *spans[-2:])


def _is_behind_number(text: str, start: int, end: int) -> bool:
    """Returns whether the word before an address ends in a digit: so it is no place, and connects none with it."""
    words = _WORD.findall(text, start, end)
    return bool(words) and not words[-1][-1].isalpha() and not _is_capitalised(words[-1])


def _is_about(between: str) -> bool:
    """Returns whether these words connect an address with the place named before them."""
    return _STOP.search(between) is None and all(
        word.casefold() in CONNECTING or _is_capitalised(word) for word in _WORD.findall(between)
    )


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and word[1:] == word[1:].lower()


def _is_street(text: str, end: int, address: _Address) -> bool:
    """Returns whether the word that ends at ``end`` may be part of the street's name, as in Hospital Road 5."""
    return text[end : address.start].isspace() and text[address.start].isupper()


def _between(spans: Sequence[Span], end: int, address: _Address) -> Iterator[Span]:
    """Yields the spans between an offset and an address, the nearest to the address first."""
    for at in range(address.first - 1, -1, -1):
        if spans[at].end <= end:
            return
        yield spans[at]


def _is_home(text: str, address: _Address, begin: int, stop: int) -> bool:
    """Returns whether words beside or in an address mark a home; words before the next address belong to that one."""
    nearest = max(begin, address.start - _BEFORE_HOME)
    blank = _last(_BLANK_LINE, text, nearest, address.start)
    start = blank.end() if blank else nearest
    return _HOME.search(text, start, address.end) is not None or _HOME.search(_behind(text, address, stop)) is not None


def _behind(text: str, address: _Address, stop: int) -> str:
    """Returns the rest of the sentence, without the clause that leads to the next address."""
    until = min(stop, address.end + _AFTER)
    ending = _SENTENCE_END.search(text, address.end, until)
    if ending is not None or until < stop or stop == len(text):
        return text[address.end : ending.start() if ending else until]
    clause = _last(_CLAUSE, text, address.end, until)
    return text[address.end : clause.start() if clause else until]


def _last(expression: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    found = None
    for match in expression.finditer(text, start, end):
        found = match
    return found
