"""Extends spans over the words beside them that belong to the same value, and finds what stands only beside one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from gateway.detection.names.edges import Piece
from gateway.detection.names.features import GAPS
from gateway.detection.names.lexicon import Lexicon, WordClass
from gateway.types import EntityType

_SPACE: Final = GAPS.index("space")
_COMMA: Final = GAPS.index("comma")
_DOTTED: Final = frozenset(GAPS.index(gap) for gap in ("sentence", "."))
_ENDED: Final = _DOTTED | {GAPS.index(gap) for gap in ("line", "blank line", "end")}
_OPEN: Final = GAPS.index("open")
_CLOSE: Final = GAPS.index("close")
_BEFORE_SHORT: Final = frozenset({_COMMA, _OPEN})
_NAMED: Final = frozenset({EntityType.AFFILIATION, EntityType.GEOLOCATION})
_SKIPPED: Final = frozenset({"and", "at", "de", "for", "in", "of", "on", "the"})  # by abbreviations
# What the name of a place or an organisation ends with, beside what the public lists have.
_HEADS: Final = frozenset(
    {
        "archipelago", "area", "basin", "bay", "beach", "branch", "canyon", "centers", "centres", "chapter", "coast",
        "colleges", "county", "creek", "desert", "district", "divisions", "forest", "gardens", "gulf", "harbor",
        "harbour", "hills", "hospitals", "island", "islands", "lakes", "mountains", "ocean", "offices", "parish",
        "peninsula", "province", "quarter", "region", "river", "schools", "sea", "shores", "springs", "township",
        "valley", "waterfront",
    }
)  # fmt: skip
_NUMBERED: Final = frozenset({"chapter", "company", "lodge", "local", "no", "post", "precinct", "school", "ward"})
_RANKS: Final = frozenset(
    {
        "acting", "assistant", "associate", "certified", "chartered", "chief", "deputy", "executive", "freelance",
        "head", "interim", "junior", "lead", "licensed", "principal", "registered", "retired", "senior", "trainee",
        "vice",
    }
)  # fmt: skip
# States, provinces and countries as they stand after a city and a comma.
_STATES: Final = frozenset(
    {
        "AB", "ACT", "AK", "AL", "AR", "AZ", "BC", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL",
        "IN", "KS", "KY", "LA", "MA", "MB", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NB", "NC", "ND", "NE", "NH",
        "NJ", "NL", "NM", "NS", "NSW", "NT", "NV", "NY", "OH", "OK", "ON", "OR", "PA", "PE", "QC", "QLD", "RI", "SA",
        "SC", "SD", "SK", "TAS", "TN", "TX", "UAE", "UK", "USA", "UT", "VA", "VIC", "VT", "WA", "WI", "WV", "WY",
    }
)  # fmt: skip


class Sentence(NamedTuple):
    """The words' forms and the kinds of the gaps before them, as ``refined`` has them."""

    forms: Sequence[str]
    gaps: Sequence[int]


def extended(pieces: Iterable[Piece], among: Sentence, lexicon: Lexicon) -> Iterator[Piece]:
    """Yields the pieces with the words beside them that belong to them, and states and abbreviations behind them."""
    all_pieces = list(pieces)
    limits = [*(piece.first for piece in all_pieces[1:]), len(among.forms)]
    start = 0
    for piece, limit in zip(all_pieces, limits, strict=False):
        if piece.entity_type in _NAMED:
            whole = _onwards(piece, limit, among, lexicon)
            yield whole
            start = whole.last
            if start < limit and among.gaps[start] in _BEFORE_SHORT and _goes_with(whole, among):
                yield whole._replace(first=start, last=start + 1)
                start += 1
        else:
            yield _others(piece, start, limit, among)
            start = piece.last


def _onwards(piece: Piece, limit: int, among: Sentence, lexicon: Lexicon) -> Piece:
    """Returns the place or organisation with the end of its name: "Centres", or a number after "Local"."""
    last = piece.last
    while last < limit and among.gaps[last] == _SPACE and _is_head(among.forms[last], lexicon):
        last += 1
    if last < limit and among.gaps[last] == _SPACE and _is_numbered(among.forms[last - 1], among.forms[last]):
        last += 1
    return piece if last == piece.last else piece._replace(last=last)


def _others(piece: Piece, start: int, limit: int, among: Sentence) -> Piece:
    """Returns the job with the rank before it ("senior nurse"), the name with an initial after its initial."""
    first, last, entity_type, _ = piece
    if entity_type is EntityType.OCCUPATION:
        while first > start and among.gaps[first] == _SPACE and among.forms[first - 1].lower() in _RANKS:
            first -= 1
    elif entity_type is EntityType.NAME:
        while last < limit and among.gaps[last] in _DOTTED and _are_initials(last, among):
            last += 1
    return piece if last - first == piece.last - piece.first else piece._replace(first=first, last=last)


def _is_head(form: str, lexicon: Lexicon) -> bool:
    return form.istitle() and (form.lower() in _HEADS or bool(lexicon.entry(form.lower()) & WordClass.ORGANISATION))


def _is_numbered(head: str, number: str) -> bool:
    return number.isdigit() and head.lower() in _NUMBERED


def _are_initials(at: int, among: Sentence) -> bool:
    """Returns whether the words before and at an index are initials with dots: "K. R.", not "K. A friend"."""
    are_initials = all(len(form) == 1 and form.isupper() for form in among.forms[at - 1 : at + 1])
    return are_initials and among.gaps[at + 1] in _ENDED


def _goes_with(piece: Piece, among: Sentence) -> bool:
    """Returns whether a state follows after a city and a comma, or a name's abbreviation in brackets."""
    forms, gaps = among
    at = piece.last
    if gaps[at] == _COMMA:  # in a line of capitals "OR" is a word
        is_city = piece.entity_type is EntityType.GEOLOCATION and not forms[at - 1].isupper()
        return is_city and forms[at] in _STATES
    return gaps[at + 1] == _CLOSE and _abbreviates(forms[at], forms[piece.first : at])


def _abbreviates(form: str, words: Sequence[str]) -> bool:
    """Returns whether a word consists of the initials of two or more others.

    >>> _abbreviates("FDM", ["Friends", "of", "the", "Dunmarsh", "Mill"])
    True
    """
    initials = "".join(word[0] for word in words if word not in _SKIPPED)
    return len(initials) > 1 and form == initials.upper()
