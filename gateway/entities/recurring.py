"""How a value that was found once may stand elsewhere: in another case, in plural, with other white space or hyphens.

Any type has such wordings, but for what counts letter by letter, a URL or a key. A common word may stand in any case. A
proper name may not be met as an ordinary word: whoever is called Mark has no part in the marks of an exam, so a name
that is such a word recurs as it was found and not otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gateway.entities.inflections import inflections
from gateway.entities.name_words import CALENDAR, NEVER_ALONE, ORDINARY
from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.wordings import Wording, WordingKind, Words, fold
from gateway.types import EntityType, kinds

FORMS: Final = frozenset({WordingKind.FORM, WordingKind.PROPER})

_LETTER_BY_LETTER: Final = frozenset({EntityType.URL, EntityType.KEYS})
_PROPER: Final = frozenset(
    {
        EntityType.NAME,
        EntityType.AFFILIATION,
        EntityType.GEOLOCATION,
        EntityType.PRODUCT,
        EntityType.TIME,
        EntityType.USERNAME,
        EntityType.VEHICLE,
    }
)
_LEAST: Final = 3  # letters of a single word; shorter ones are words of some other language
_ABBREVIATION: Final = 5  # letters of a word in capitals that may be an ordinary word otherwise: AIDS, WHO
_MOST_WORDS: Final = 12
_WORD: Final = re.compile(f"{ALPHANUMERIC}+")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_FREE: Final = re.compile(r"[\s_\-\u2010-\u2015]+")
_FREE_IN_ADDRESS: Final = re.compile(r"[\s_\-\u2010-\u2015.,]+")


def recurring(entity_type: EntityType, surface: str, language: str) -> tuple[Wording, ...]:
    """Return the wordings of a surface form, in a text of this language; none where only itself can be meant.

    >>> [" ".join(each.words) for each in recurring(EntityType.OCCUPATION, "Registered Nurse", "en")][:2]
    ['registered nurse', 'registered nurses']
    >>> recurring(EntityType.NAME, "Mark", "en"), recurring(EntityType.KEYS, "Ab12Cd", "en")
    ((), ())
    """
    plain = _POSSESSIVE.sub("", surface)
    matches = [*_WORD.finditer(plain)]
    words = tuple(fold(each[0]) for each in matches)
    if not _can_recur(entity_type, words):
        return ()
    kind = _kind(entity_type, surface)
    if kind is WordingKind.PROPER and words[0] in ORDINARY and len(words) == 1 and words[0] not in CALENDAR:
        return ()
    joints = tuple(joint(entity_type, plain[one.end() : other.start()]) for one, other in pairwise(matches))
    endings = dict.fromkeys(_endings(words, kind, language))
    return tuple(Wording(entity_type, kind, (*words[:-1], last), joints) for last in endings)


def joint(entity_type: EntityType, between: str) -> str:
    """Return what stands between two words as far as it tells forms apart: white space and hyphens do not.

    >>> joint(EntityType.NAME, " - "), joint(EntityType.NAME, " & "), joint(EntityType.ADDRESS, "., ")
    ('', '&', '')
    """
    free = _FREE_IN_ADDRESS if EntityType.ADDRESS in kinds(entity_type) else _FREE
    return free.sub("", between)


def _can_recur(entity_type: EntityType, words: Words) -> bool:
    if entity_type in _LETTER_BY_LETTER or not 0 < len(words) <= _MOST_WORDS:
        return False
    return len(words) > 1 or (
        len(words[0]) >= _LEAST and not words[0].isdigit() and words[0] not in NEVER_ALONE - CALENDAR
    )


def _kind(entity_type: EntityType, surface: str) -> WordingKind:
    if surface.islower():
        return WordingKind.FORM
    is_abbreviation = surface.isupper() and len(surface) <= _ABBREVIATION
    return WordingKind.PROPER if is_abbreviation or entity_type in _PROPER else WordingKind.FORM


def _endings(words: Words, kind: WordingKind, language: str) -> Iterator[str]:
    """Yield the last word in its inflections; of a proper name only the plural and the genitive in -s."""
    last = words[-1]
    yield last
    if kind is WordingKind.PROPER:
        inflected = iter([f"{last}s"] if last.isalpha() else [])
    else:
        inflected = inflections(last, language)
    yield from (each for each in inflected if len(words) > 1 or each not in ORDINARY)
