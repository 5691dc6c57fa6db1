"""Corrects the edges of spans: words that no span consists of, and small words inside a span."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Final, NamedTuple

from gateway.detection.names.features import GAPS
from gateway.detection.names.small_words import FUNCTION_WORDS, little_words, openings, plain_words
from gateway.detection.neighbours import joined
from gateway.detection.word_cache import CACHED
from gateway.types import EntityType


class Piece(NamedTuple):
    """Words that belong together: half-open indexes, their type and their highest score."""

    first: int
    last: int
    entity_type: EntityType
    score: float


_CONTRACTION: Final = re.compile(r"\w+(?:n['’]t|['’](?:m|re|ve|ll|d))", re.IGNORECASE)
# These join two pieces of one type: "Panorama School for Girls", "Anna van der Berg".
_PARTICLES: Final = frozenset(
    {
        "al", "bin", "da", "das", "de", "del", "den", "der", "des", "di", "do", "dos", "du", "el", "for", "la",
        "le", "of", "the", "to", "upon", "van", "von", "y",
    }
)  # fmt: skip
_PARTICLES_OF_TIMES: Final = _PARTICLES | {"and"}  # "between 2010 and 2013"
_SHORTENED: Final = frozenset(
    {
        "adm", "capt", "col", "cpl", "dhr", "dott", "dr", "fr", "gen", "gov", "hon", "ing", "jr", "lt", "maj", "messrs",
        "mr", "mrs", "ms", "mt", "mx", "prof", "rep", "rev", "sen", "sgt", "sig", "sr", "sra", "srta", "st", "ste",
        "أ", "د", "م", "डॉ", "प्रो", "मो", "ড", "ডা", "মো",
    }
)  # fmt: skip
_SMALL_NUMBER: Final = re.compile(r"\d{1,3}(?:[.,]\d+)?")
_COUNTED: Final = frozenset(
    {EntityType.TIME, EntityType.AGE, EntityType.FINANCIAL_INFORMATION, EntityType.EDUCATIONAL_RECORD}
)
# Their values have no word of a request at their ends; organisations may ("Наш дом").
_BARE: Final = frozenset({EntityType.NAME, EntityType.ADDRESS, EntityType.GEOLOCATION, EntityType.PHONE_NUMBER})
_OPENINGS: Final = frozenset({"the"})
_COUNTED_OPENINGS: Final = frozenset({"a", "an", "the", "this", "that", "these", "those"})
_DOTTED: Final = frozenset(GAPS.index(gap) for gap in ("sentence", "."))
_LIST_BEFORE: Final = frozenset(GAPS.index(gap) for gap in ("start", "line", "blank line", "bullet"))
_LIST_AFTER: Final = frozenset(GAPS.index(gap) for gap in ("sentence", "close", "."))
_BEGINNINGS: Final = _LIST_BEFORE | {GAPS.index(gap) for gap in ("sentence", "colon", "quote")}
PROPER: Final = frozenset({EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.ADDRESS})
_TIGHT_ENOUGH: Final = frozenset(GAPS.index(gap) for gap in ("space", "comma", "&"))
_MOST_BETWEEN: Final = 2


def refined(pieces: Iterable[Piece], forms: Sequence[str], gaps: Sequence[int]) -> Iterator[Piece]:
    """Yields the pieces without function words at their ends, joined over particles, and without meaningless ones."""
    meaningful = (part for piece in pieces for part in _meaningful(piece, forms, gaps))
    yield from joined(meaningful, partial(_as_one, forms, gaps))


def _meaningful(piece: Piece, forms: Sequence[str], gaps: Sequence[int]) -> Iterable[Piece]:
    if not any(map(_may_be_idle, forms[piece.first : piece.last])):
        return (piece,)
    trimmed = (_without_openings(part, forms, gaps) for part in _parted(piece, forms))
    return [part for part in trimmed if not _is_meaningless(part, forms, gaps)]


@lru_cache(maxsize=CACHED)
def _may_be_idle(form: str) -> bool:
    """Returns whether a word may have to go from a piece's ends, or may name nothing alone; most words do not."""
    is_listed = form in FUNCTION_WORDS or form.lower() in openings() or form in plain_words()
    return is_listed or _is_plain(form) or _is_function(form) or _SMALL_NUMBER.fullmatch(form) is not None


def _parted(piece: Piece, forms: Sequence[str]) -> Iterator[Piece]:
    """Yields the piece without function words and plain words at its ends; a name is split at "and"."""
    if piece.entity_type is not EntityType.NAME or "and" not in forms[piece.first : piece.last]:
        yield _trimmed(piece, forms)
        return
    for is_and, places in groupby(range(piece.first, piece.last), lambda at: forms[at] == "and"):
        if not is_and:
            inside = list(places)
            yield _trimmed(piece._replace(first=inside[0], last=inside[-1] + 1), forms)


def _trimmed(piece: Piece, forms: Sequence[str]) -> Piece:
    first, last, entity_type, _ = piece
    openings = _COUNTED_OPENINGS if entity_type in _COUNTED else _OPENINGS
    is_bare = entity_type in _BARE
    while last > first and (forms[last - 1] in FUNCTION_WORDS or (is_bare and _is_plain(forms[last - 1]))):
        last -= 1
    while first < last and (
        (forms[first] in FUNCTION_WORDS and forms[first] not in openings) or (is_bare and _is_plain(forms[first]))
    ):
        first += 1
    return piece if last - first == piece.last - piece.first else piece._replace(first=first, last=last)


def _without_openings(piece: Piece, forms: Sequence[str], gaps: Sequence[int]) -> Piece:
    """Returns the piece without words that open sentences: at its start, in other scripts than Latin also at its end.

    An organisation may be called by such words, but at the beginning of a sentence.
    """
    first, last, entity_type, _ = piece
    if entity_type not in PROPER:
        return piece
    is_bare = entity_type in _BARE
    while (
        first < last
        and _opens(forms[first])
        and (gaps[first] in _BEGINNINGS or (is_bare and not forms[first].isascii()))
    ):
        first += 1
    while first < last and is_bare and not forms[last - 1].isascii() and _opens(forms[last - 1], least=2):
        last -= 1
    return piece if last - first == piece.last - piece.first else piece._replace(first=first, last=last)


def _opens(form: str, least: int = 1) -> bool:
    """Returns whether a word opens sentences and names nobody; one capital letter may be an initial."""
    return len(form) >= least and form.lower() in openings() and (len(form) > 1 or form.islower())


def _is_meaningless(piece: Piece, forms: Sequence[str], gaps: Sequence[int]) -> bool:
    """Returns whether a piece has only function or plain words, or is a small number such as that of a list item."""
    inside = forms[piece.first : piece.last]
    if all(map(_is_function, inside)):
        return True
    is_plain = all(_is_plain(form) or (len(form) == 1 and form in plain_words()) for form in inside)
    if is_plain and piece.entity_type not in _COUNTED:
        return True
    if len(inside) > 1 or not inside[0][0].isdigit() or not _SMALL_NUMBER.fullmatch(inside[0]):
        return False
    is_listed = gaps[piece.first] in _LIST_BEFORE and gaps[piece.last] in _LIST_AFTER
    return is_listed or piece.entity_type not in _COUNTED


def _is_function(form: str) -> bool:
    is_listed = form.lower() in FUNCTION_WORDS and not (form.isupper() and len(form) > 1)
    return is_listed or (not form.isalnum() and _CONTRACTION.fullmatch(form) is not None)


def _is_plain(form: str) -> bool:
    """Returns whether a word is a plain one, or a little one in lower case; a letter alone may be an initial."""
    return len(form) > 1 and (form in little_words() or (not form.isascii() and form.lower() in plain_words()))


def _as_one(forms: Sequence[str], gaps: Sequence[int], held: Piece, piece: Piece) -> Piece | None:
    if not _are_one_span(held, piece, forms, gaps):
        return None
    return held._replace(last=piece.last, score=max(held.score, piece.score))


def _are_one_span(one: Piece, other: Piece, forms: Sequence[str], gaps: Sequence[int]) -> bool:
    between = other.first - one.last
    if one.entity_type is not other.entity_type or between > _MOST_BETWEEN:
        return False
    if not between:
        return gaps[other.first] in _DOTTED and _is_shortened(forms[one.last - 1])
    joining = _PARTICLES_OF_TIMES if one.entity_type is EntityType.TIME else _PARTICLES
    return all(form in joining for form in forms[one.last : other.first]) and all(
        gap in _TIGHT_ENOUGH for gap in gaps[one.last : other.first + 1]
    )


def _is_shortened(form: str) -> bool:
    """Returns whether a word is usually followed by a dot: an initial or a title."""
    return (len(form) == 1 and form.isupper()) or form.lower() in _SHORTENED
