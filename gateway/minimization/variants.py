"""How people write one name: its parts, its initials, its joined forms; and which of them two names have in common.

Nothing here knows a text or another name: a name gives its *core*, which its equals share, and its *variants*, by which
other names and other places of a text may mean it. Only NAME, AFFILIATION and GEOLOCATION have variants; for all else a
value is what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple
from unicodedata import normalize

from gateway.minimization.name_words import LEGAL_FORMS, OF_MEN, OF_WOMEN, PARTICLES, SUFFIXES, TITLES, UNNAMED
from gateway.minimization.placeholders import ALPHANUMERIC
from gateway.types import EntityType

Words = tuple[str, ...]

NAMED: Final = (EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION)

_MOST_PARTS: Final = 5  # more words than this are a sentence rather than a name
_JOINED: Final = 3  # letters of each of two parts that, joined, are hardly a word of their own
_WORD = re.compile(f"{ALPHANUMERIC}+")
_PART = re.compile(r"[^\s,._]+")
_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)
_MR, _MRS = "mr.", "mrs."  # no word of a text has a dot in it
_MARKS = re.compile("[\u0300-\u036f]+")
_HAS_LETTERS = re.compile("[øłđðæœı]")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


class Kind(StrEnum):
    """How a variant is written, and so what it must look like in a text to be one."""

    FULL = "full"  # two words or more: "Ann Lee", "A. Lee", "ann_lee"
    SWAPPED = "swapped"  # the surname first: "Lee, Ann", "lee.ann"
    PART = "part"  # a given name, a surname, a short name: "Lee"
    INITIALS = "initials"  # "A.M.L."
    ACRONYM = "acronym"  # "NYC"
    JOINED = "joined"  # "annlee", "annlee92"
    HANDLE = "handle"  # "alee", where a handle may stand: "@alee", "alee92"
    TITLED = "titled"  # "Mr. Lee", to tell apart from "Mrs. Lee"; never looked for in a text


class Variant(NamedTuple):
    """One way to write a name of a type, as words without case and diacritics."""

    entity_type: EntityType
    kind: Kind
    words: Words


Way = tuple[Kind, Words]


def fold(text: str) -> str:
    """The text without case and diacritics; what is joined here is joined there.

    >>> fold("José ŁUKASZ")
    'jose lukasz'
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    plain = _MARKS.sub("", normalize("NFKD", folded)).casefold()
    return plain.translate(_LETTERS) if _HAS_LETTERS.search(plain) else plain


def core(entity_type: EntityType, surface: str) -> Words:
    """What all ways to write out a whole name have in common; empty for types without variants.

    >>> core(EntityType.NAME, "Dr. José Lee's"), core(EntityType.NAME, "LEE, Jose")
    (('jose', 'lee'), ('jose', 'lee'))
    >>> core(EntityType.AFFILIATION, "ACME Corporation") == core(EntityType.AFFILIATION, "Acme")
    True
    >>> core(EntityType.NAME, "Mr. Lee") == core(EntityType.NAME, "Mrs. Lee")
    False
    """
    if entity_type is EntityType.NAME:
        title, parts = _person(surface)
        marked = (title,) if title and len(parts) == 1 else ()
        return marked + _flat(parts)
    return _plain(entity_type, surface) if entity_type in NAMED else ()


def variants(entity_type: EntityType, surface: str) -> list[Variant]:
    """The ways in which a name may be meant, itself among them; none for a type without variants.

    >>> found = {(each.kind.value, " ".join(each.words)) for each in variants(EntityType.NAME, "Ann Lee")}
    >>> sorted(found)[:4], ("handle", "alee") in found, ("joined", "annlee") in found
    ([('full', 'a lee'), ('full', 'ann l'), ('full', 'ann lee'), ('handle', 'alee')], True, True)
    >>> [" ".join(each.words) for each in variants(EntityType.GEOLOCATION, "New York City")][-1]
    'nyc'
    """
    if entity_type is EntityType.NAME:
        _, parts = _person(surface)
        found: Iterable[Way] = _of_person(parts) if 0 < len(parts) <= _MOST_PARTS else []
    elif entity_type in NAMED:
        words = _plain(entity_type, surface)
        found = _of_words(words) if 0 < len(words) <= _MOST_PARTS + 1 else []
    else:
        found = []
    return [Variant(entity_type, kind, words) for kind, words in dict.fromkeys(found)]


def spelled(entity_type: EntityType, words: Words) -> Iterator[Variant]:
    """The variants of a type that a name of these words, wherever it stands, may be.

    >>> [each.kind.value for each in spelled(EntityType.NAME, ("ann", "lee"))]
    ['full', 'swapped', 'part', 'initials', 'titled']
    """
    kinds = _ONE_WORD if len(words) == 1 else _MORE_WORDS
    return (Variant(entity_type, kind, words) for kind in kinds)


def meant(entity_type: EntityType, surface: str) -> Iterator[Variant]:
    """The variants, of any type, that a value spells: a name itself, an e-mail or handle any name in it.

    A URL spells full names only: a given name in one is as often something else.

    >>> Variant(EntityType.NAME, Kind.FULL, ("ann", "lee")) in meant(EntityType.EMAIL, "ann.lee92@example.org")
    True
    """
    if entity_type in NAMED:
        yield from spelled(entity_type, core(entity_type, surface))
    elif entity_type in _SPELLING:
        words = [word for each in _WORD.findall(fold(surface)) if (word := each.strip("0123456789"))]
        runs = (tuple(words[at:end]) for at in range(len(words)) for end in range(at + 1, at + _MOST_PARTS))
        ways = (variant for run in dict.fromkeys(runs) for each in NAMED for variant in spelled(each, run))
        yield from (way for way in ways if entity_type is not EntityType.URL or way.kind is not Kind.PART)


_SPELLING: Final = frozenset({EntityType.EMAIL, EntityType.USERNAME, EntityType.ONLINE_IDENTITY, EntityType.URL})
_ONE_WORD: Final = (Kind.PART, Kind.ACRONYM, Kind.JOINED, Kind.HANDLE)
_MORE_WORDS: Final = (Kind.FULL, Kind.SWAPPED, Kind.PART, Kind.INITIALS, Kind.TITLED)


def _person(surface: str) -> tuple[str, list[Words]]:
    """Whether a title says who it is not, and the parts of a name: the given name first, the surname last."""
    plain = _POSSESSIVE.sub("", surface.strip())
    last, comma, first = plain.partition(",")
    if comma and first.strip() and fold(first).strip(" .") not in SUFFIXES and "," not in first:
        plain = f"{first} {last}"
    parts = [words for part in _PART.findall(plain) if (words := tuple(_WORD.findall(fold(part))))]
    title = ""
    while len(parts) > 1 and parts[0][0] in TITLES and len(parts[0]) == 1:
        title = _title(parts.pop(0)[0]) or title
    while len(parts) > 1 and parts[-1][0] in SUFFIXES:
        parts.pop()
    for at, part in enumerate(parts[1:-1], 1):
        if part[0] in PARTICLES:
            return title, [*parts[:at], _flat(parts[at:])]
    return title, parts


def _title(word: str) -> str:
    return _MR if word in OF_MEN else _MRS if word in OF_WOMEN else ""


def _of_person(parts: list[Words]) -> list[Way]:
    if not "".join(map("".join, parts)).isalpha():
        return []
    found = [(Kind.PART, part) for part in (*parts, parts[-1][-1:]) if len(part) > 1 or len(part[0]) > 1]
    if len(parts) > 1:
        given, middle, last = parts[0], parts[1:-1], parts[-1]
        initials: list[Words] = [(part[0][0],) for part in parts]
        found += _written_out(given, middle, last, initials)
        found += [(Kind.INITIALS, _flat(initials)), (Kind.INITIALS, initials[0] + initials[-1])]
        found += [(Kind.TITLED, (mark, *last)) for mark in (_MR, _MRS)]
        found += _joined("".join(given), "".join(_flat(middle)), "".join(last))
        if middle:
            found.append((Kind.ACRONYM, ("".join(_flat(initials)),)))
    return found


def _written_out(given: Words, middle: list[Words], last: Words, initials: list[Words]) -> Iterator[Way]:
    if all(len(part[0]) == 1 for part in (given, *middle, last)):
        return
    for between in dict.fromkeys((_flat(middle), _flat(initials[1:-1]), ())):
        for first in (given, initials[0]):
            yield Kind.FULL, first + between + last
            yield Kind.SWAPPED, last + first + between
    if len(given[0]) > 1:
        yield Kind.FULL, given + initials[-1]


def _joined(given: str, middle: str, last: str) -> Iterator[Way]:
    kind = Kind.JOINED if min(len(given), len(last)) >= _JOINED else Kind.HANDLE
    for whole in (given + last, last + given, given + middle + last):
        yield kind, (whole,)
    for short in (given[0] + last, last + given[0], given + last[0]):
        yield Kind.HANDLE, (short,)


def _plain(entity_type: EntityType, surface: str) -> Words:
    """The words of an organisation or a place, an organisation's without its legal form."""
    words = _WORD.findall(fold(_POSSESSIVE.sub("", surface)))
    if len(words) > 1 and words[0] == "the":
        del words[0]
    if entity_type is EntityType.AFFILIATION:
        while len(words) > 1 and words[-1] in LEGAL_FORMS:
            words.pop()
    return tuple(words)


def _of_words(words: Words) -> Iterator[Way]:
    if len(words) < 2:
        if len(words[0]) > 1 and not words[0].isdigit():
            yield Kind.PART, words
        return
    yield Kind.FULL, words
    if sum(map(len, words)) >= 2 * _JOINED:
        yield Kind.JOINED, ("".join(words),)
    telling = [word for word in words if word not in UNNAMED and word.isalpha()]
    if len(telling) > 1:
        yield Kind.INITIALS, tuple(word[0] for word in telling)
    if len(telling) > 2:
        yield Kind.ACRONYM, ("".join(word[0] for word in telling),)


def _flat(parts: Sequence[Words]) -> Words:
    return tuple([word for part in parts for word in part])
