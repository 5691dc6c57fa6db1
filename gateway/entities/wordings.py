"""The wordings of one name: its parts, its initials, its joined forms.

Nothing here knows a text or another name. A name has a *core*, which equal names share, and *wordings*, in which other
names and mentions may mean it. Here only NAME, AFFILIATION and GEOLOCATION have wordings; for the wordings of other
types see ``recurring``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple
from unicodedata import normalize

from gateway.entities.name_words import LEGAL_FORMS, OF_MEN, OF_WOMEN, PARTICLES, SUFFIXES, TITLES, UNNAMED
from gateway.entities.placeholders import ALPHANUMERIC
from gateway.types import EntityType

Words = tuple[str, ...]

NAMED: Final = (EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION)

DIGITS: Final = "0123456789"

_MAX_PARTS: Final = 5  # more words than this are a sentence, not a name
_MIN_JOINED: Final = 3  # letters of each of two parts that, joined, are rarely an ordinary word
_WORD = re.compile(f"{ALPHANUMERIC}+")
_PART = re.compile(r"[^\s,._]+")
_POSSESSIVE = re.compile(r"['’]s?$")
MR, MRS = "mr.", "mrs."  # the dot makes them match no word of a text
_MARKS = re.compile("[\u0300-\u036f]+")
_HAS_LETTERS = re.compile("[øłđðæœı]")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


class WordingKind(StrEnum):
    """How a wording is written, and so what a mention must look like."""

    FULL = "full"  # two words or more: "Ann Lee", "A. Lee", "ann_lee"
    SWAPPED = "swapped"  # the surname first: "Lee, Ann", "lee.ann"
    PART = "part"  # a given name, a surname, a short name: "Lee"
    INITIALS = "initials"  # "A.M.L."
    ACRONYM = "acronym"  # "NYC"
    JOINED = "joined"  # "annlee", "annlee92"
    HANDLE = "handle"  # "alee", where handles occur: "@alee", "alee92"
    TITLED = "titled"  # "Mr. Lee", different from "Mrs. Lee"; never searched for in a text
    FORM = "form"  # a surface form in any case and inflection: "Asthma", "nurses"
    PROPER = "proper"  # the same for a proper name, which must not match an ordinary word


class Wording(NamedTuple):
    """One way to write a value of a type: folded words, and for forms the joints between them."""

    entity_type: EntityType
    kind: WordingKind
    words: Words
    joints: Words = ()


Way = tuple[WordingKind, Words]


def fold(text: str) -> str:
    """Returns the text without case and diacritics; words that are joined or separate stay so.

    >>> fold("José ŁUKASZ")
    'jose lukasz'
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    plain = _MARKS.sub("", normalize("NFKD", folded)).casefold()
    return plain.translate(_LETTERS) if _HAS_LETTERS.search(plain) else plain


def without_possessive(text: str) -> str:
    """Returns the text without an apostrophe at its end, or one and an "s".

    >>> without_possessive("Ann's"), without_possessive("the Lees’"), without_possessive("O'Hara")
    ('Ann', 'the Lees', "O'Hara")
    """
    return _POSSESSIVE.sub("", text) if "'" in text or "’" in text else text


class ReadForm(NamedTuple):
    """The core and the wordings of a name.

    All ways to write the whole name share its ``core``. Its ``wordings`` include the name itself. Both are empty for a
    type without wordings.
    """

    core: Words
    wordings: tuple[Wording, ...]


class ParsedName(NamedTuple):
    """The core of a name, and what yields the ways to write it: most names of a long list need few of them.

    ``parts`` are those of a person's name that has several, and nothing but letters in them.
    """

    core: Words
    ways: Callable[[], Iterable[Way]]
    parts: Sequence[Words] = ()


def parsed(entity_type: EntityType, surface: str) -> ParsedName:
    """Returns the core of a surface form, without its wordings yet; an empty core for a type without wordings.

    >>> parsed(EntityType.NAME, "Lee, Ann").core, parsed(EntityType.AGE, "34").core
    (('ann', 'lee'), ())
    """
    if entity_type is EntityType.NAME:
        title, parts = _person(surface)
        words = flat(parts)
        core = (title, *words) if title and len(parts) == 1 else words
        if not 0 < len(parts) <= _MAX_PARTS or not "".join(words).isalpha():
            return ParsedName(core, tuple)
        return ParsedName(core, partial(_of_person, parts, surface), parts if len(parts) > 1 else ())
    core = _plain(entity_type, surface) if entity_type in NAMED else ()
    return ParsedName(core, partial(_of_words, core) if 0 < len(core) <= _MAX_PARTS + 1 else tuple)


def read(entity_type: EntityType, surface: str) -> ReadForm:
    """Returns the core and all wordings of a surface form.

    >>> reading = read(EntityType.NAME, "Dr. Ann Lee's")
    >>> reading.core, sorted(" ".join(each.words) for each in reading.wordings if each.kind is WordingKind.FULL)
    (('ann', 'lee'), ['a lee', 'ann l', 'ann lee'])
    >>> [" ".join(each.words) for each in read(EntityType.GEOLOCATION, "New York City").wordings][-1]
    'nyc'
    """
    name = parsed(entity_type, surface)
    return ReadForm(name.core, tuple([Wording(entity_type, kind, words) for kind, words in name.ways()]))


def words_of_handles(forms: Iterable[tuple[EntityType, str]]) -> frozenset[str]:
    """Returns the words of the addresses and handles among these forms, with and without digits at their ends.

    >>> sorted(words_of_handles([(EntityType.EMAIL, "ann.lee92@x.org"), (EntityType.AGE, "34")]))
    ['ann', 'lee', 'lee92', 'org', 'x']
    """
    words = {*_WORD.findall(fold("\0".join([form for entity_type, form in forms if entity_type in _SPELLING])))}
    return frozenset(words | {word.strip(DIGITS) for word in words})


def core(entity_type: EntityType, surface: str) -> Words:
    """Returns only the core of a name.

    >>> core(EntityType.NAME, "José Lee") == core(EntityType.NAME, "LEE, Jose")
    True
    >>> core(EntityType.AFFILIATION, "ACME Corporation") == core(EntityType.AFFILIATION, "Acme")
    True
    >>> core(EntityType.NAME, "Mr. Lee") == core(EntityType.NAME, "Mrs. Lee")
    False
    """
    return parsed(entity_type, surface).core


def spelled(entity_type: EntityType, words: Words, *, certain: bool = False) -> list[Wording]:
    """Returns the wordings that a name of these words may be; with ``certain`` without handles, which may be another's.

    >>> [each.kind.value for each in spelled(EntityType.NAME, ("swan",))]
    ['part', 'acronym', 'joined', 'handle']
    >>> [each.kind.value for each in spelled(EntityType.NAME, ("swan",), certain=True)]
    ['part', 'acronym', 'joined']
    """
    kinds = _MORE_WORDS if len(words) > 1 else _ONE_WORD[:-1] if certain else _ONE_WORD
    return [Wording(entity_type, kind, words) for kind in kinds]


def meant(entity_type: EntityType, surface: str) -> Iterator[Wording]:
    """Yields the wordings, of any type, that a value spells: a name spells itself, an e-mail or handle any name in it.

    A URL spells full names only, as a given name in a URL is often something else.

    >>> Wording(EntityType.NAME, WordingKind.FULL, ("ann", "lee")) in meant(EntityType.EMAIL, "ann.lee92@example.org")
    True
    """
    if entity_type in NAMED:
        yield from spelled(entity_type, core(entity_type, surface))
    elif entity_type in _SPELLING:
        words = [word for each in _WORD.findall(fold(surface)) if (word := each.strip(DIGITS))]
        runs = (tuple(words[at:end]) for at in range(len(words)) for end in range(at + 1, at + _MAX_PARTS))
        wordings = (wording for run in dict.fromkeys(runs) for each in NAMED for wording in spelled(each, run))
        yield from (each for each in wordings if entity_type is not EntityType.URL or each.kind is not WordingKind.PART)


_SPELLING: Final = frozenset({EntityType.EMAIL, EntityType.USERNAME, EntityType.ONLINE_IDENTITY, EntityType.URL})
_ONE_WORD: Final = (WordingKind.PART, WordingKind.ACRONYM, WordingKind.JOINED, WordingKind.HANDLE)
_MORE_WORDS: Final = (WordingKind.FULL, WordingKind.SWAPPED, WordingKind.PART, WordingKind.INITIALS, WordingKind.TITLED)


def _person(surface: str) -> tuple[str, list[Words]]:
    """Returns the title, "" if it does not tell people apart, and the name's parts, from given name to surname."""
    plain = without_possessive(fold(surface).strip())
    last, comma, first = plain.partition(",")
    if comma and first.strip() and first.strip(" .") not in SUFFIXES and "," not in first:
        plain = f"{first} {last}"
    parts = [words for part in _PART.findall(plain) if (words := _words(part))]
    title = ""
    while len(parts) > 1 and parts[0][0] in TITLES and len(parts[0]) == 1:
        title = _title(parts.pop(0)[0]) or title
    while len(parts) > 1 and parts[-1][0] in SUFFIXES:
        parts.pop()
    for at, part in enumerate(parts[1:-1], 1):
        if part[0] in PARTICLES:
            return title, [*parts[:at], flat(parts[at:])]
    return title, parts


def _words(folded: str) -> Words:
    return (folded,) if folded.isalnum() else tuple(_WORD.findall(folded))


def _title(word: str) -> str:
    return MR if word in OF_MEN else MRS if word in OF_WOMEN else ""


def _of_person(parts: list[Words], surface: str) -> list[Way]:
    last = parts[-1]
    found = [(WordingKind.PART, part) for part in _distinctive(parts, surface)]
    found += [(WordingKind.PART, ("".join(part),)) for part in parts if len(part) > 1]
    if len(last) > 1 and len(last[-1]) > 1:
        found.append((WordingKind.PART, last[-1:]))
    if len(parts) > 1:
        initials: list[Words] = [(part[0][0],) for part in parts]
        found += [
            (WordingKind.TITLED, (MR, *last)),
            (WordingKind.TITLED, (MRS, *last)),
            (WordingKind.INITIALS, initials[0] + initials[-1]),
        ]
        found += _written_out(parts, initials)
        found += _joined("".join(parts[0]), "".join(last))
        if len(parts) > 2:
            found += [(WordingKind.INITIALS, flat(initials)), (WordingKind.ACRONYM, ("".join(flat(initials)),))]
            found.append((WordingKind.JOINED, ("".join(flat(parts)),)))
    return found


def _distinctive(parts: list[Words], surface: str) -> list[Words]:
    """Returns the parts that can mean the person on their own.

    In lower case these are the longer parts, and none of a name of one word. A single part of several words, such as
    "jean-paul", is a whole name and rarely an ordinary word.
    """
    is_lower = surface == surface.lower()
    if is_lower and len(parts) == 1:
        return [part for part in parts if len(part) > 1]
    return [part for part in parts if len("".join(part)) > (_MIN_JOINED if is_lower else 1)]


def _written_out(parts: list[Words], initials: list[Words]) -> Iterator[Way]:
    given, last = parts[0], parts[-1]
    if all(len("".join(part)) == 1 for part in parts):
        return
    firsts = (given,) if len(given[0]) == 1 else (given, initials[0])
    middle = dict.fromkeys((flat(parts[1:-1]), flat(initials[1:-1]), ())) if len(parts) > 2 else ((),)
    for between in middle:
        for first in firsts:
            yield WordingKind.FULL, first + between + last
            yield WordingKind.SWAPPED, last + first + between
    if len(given[0]) > 1 and len(last[0]) > 1:
        yield WordingKind.FULL, given + initials[-1]


def _joined(given: str, last: str) -> list[Way]:
    kind = WordingKind.JOINED if min(len(given), len(last)) >= _MIN_JOINED else WordingKind.HANDLE
    whole = [(kind, joined) for joined in (given + last, last + given)]
    short = [(WordingKind.HANDLE, joined) for joined in (given[0] + last, last + given[0], given + last[0])]
    return [(kind, (joined,)) for kind, joined in whole + short]


def _plain(entity_type: EntityType, surface: str) -> Words:
    """Returns the words of an organisation or a place, without an organisation's legal form."""
    words = _WORD.findall(without_possessive(fold(surface)))
    if len(words) > 1 and words[0] == "the":
        del words[0]
    if entity_type is EntityType.AFFILIATION:
        while len(words) > 1 and words[-1] in LEGAL_FORMS:
            words.pop()
    return tuple(words)


def _of_words(words: Words) -> Iterator[Way]:
    if len(words) < 2:
        if len(words[0]) > 1 and not words[0].isdigit():
            yield WordingKind.PART, words
        return
    yield WordingKind.FULL, words
    if sum(map(len, words)) >= 2 * _MIN_JOINED:
        yield WordingKind.JOINED, ("".join(words),)
    initials = tuple(word[0] for word in words if word not in UNNAMED and word.isalpha())
    if len(initials) > 1:
        yield WordingKind.INITIALS, initials
    if len(initials) > 2:
        yield WordingKind.ACRONYM, ("".join(initials),)


def flat(parts: Iterable[Words]) -> Words:
    """Returns the words of these parts.

    >>> flat([("ann",), ("van", "dyk")])
    ('ann', 'van', 'dyk')
    """
    return tuple([word for part in parts for word in part])
