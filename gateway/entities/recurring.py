"""How a form that was found once may recur: in another case, in the plural, with other white space or hyphens.

All types have such wordings except URLs and keys, which are compared exactly. A common word may recur in any case. A
proper name must not match an ordinary word: somebody called Mark has nothing to do with the marks of an exam. So a name
that is also an ordinary word recurs only as it was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from gateway.detection.caseless.affixes import BEFORE
from gateway.detection.caseless.letters import script
from gateway.entities.drafts import Draft
from gateway.entities.inflections import inflections, language_of
from gateway.entities.kept_words import KeptWords
from gateway.entities.name_words import CALENDAR, NEVER_ALONE, ORDINARY
from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.wordings import Wording, WordingKind, Words, fold, without_possessive
from gateway.types import EntityType, LeafKind, kinds

FORMS: Final = frozenset({WordingKind.FORM, WordingKind.PROPER})

_EXACT: Final = frozenset({EntityType.URL, EntityType.KEYS})
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
_MIN_LETTERS: Final = 3  # of a single word; shorter ones are words in some other language
_MAX_ABBREVIATION: Final = 5  # letters of a word in capitals that is an ordinary word in lower case: AIDS, WHO
_MAX_WORDS: Final = 12
MOST_BETWEEN: Final = 16  # characters of white space between two words of one form
_MAX_ENDING: Final = 3  # letters in which inflections of a word differ
_WORD: Final = re.compile(f"{ALPHANUMERIC}+")
_FREE: Final = re.compile(r"[\s_\-\u2010-\u2015]+")
_FREE_IN_ADDRESS: Final = re.compile(r"[\s_\-\u2010-\u2015.,]+")


def recurring_forms(drafts: Sequence[Draft], kept: KeptWords) -> Mapping[tuple[EntityType, str], Sequence[Wording]]:
    """Returns the wordings in which covered forms may recur elsewhere in these texts; ``kept`` are the words there.

    >>> from gateway.types import Leaf, LeafKind, Span
    >>> leaf = Leaf("text", LeafKind.TEXT, "She has asthma and a cat. Asthma!", 0)
    >>> spans = (Span(8, 14, EntityType.HEALTH_INFORMATION, 1.0, "t"), Span(21, 24, EntityType.PRODUCT, 1.0, "t"))
    >>> [form for _, form in recurring_forms([Draft(leaf, spans)], KeptWords("She has a. Asthma!"))]
    ['asthma']
    """
    texts: dict[tuple[EntityType, str], str] = {}
    for each in drafts:
        for form in each.forms() if each.spans and each.leaf.kind is not LeafKind.NUMBER else ():
            texts.setdefault(form, each.leaf.text)
    language = cache(language_of)
    found: dict[tuple[EntityType, str], Sequence[Wording]] = {}
    for form, text in texts.items():
        wordings = recurring(*form, language(text)) if _may_recur(*form, kept) else ()
        attached = () if form[1].isascii() else _attached(*form)
        if holding := [each for each in (*wordings, *attached) if kept.holds(each.words)]:
            found[form] = holding
    return found


def _may_recur(entity_type: EntityType, surface: str, kept: KeptWords) -> bool:
    """Whether the form may recur there: every two of its words stand there in a row, and not only as in the form."""
    plain = without_possessive(surface)
    words = _WORD.findall(plain)
    if len(words) > 1 and fold(words[0]) not in kept.words:
        return False
    words = [fold(word) for word in words]
    if not _can_recur(entity_type, words):
        return False
    if _kind(entity_type, surface) is WordingKind.FORM:
        words[-1] = words[-1][: max(_MIN_LETTERS, len(words[-1]) - _MAX_ENDING)]
    matches = [*_WORD.finditer(plain)]
    is_other = matches[0].start() > 0 or matches[-1].end() < len(surface)
    for at, match in enumerate(matches[:-1] or matches):
        own = surface[match.start() : matches[min(at + 1, len(matches) - 1)].end()]
        ways = kept.ways(words[at : at + 2])
        way = next(ways, None)
        if way is None:
            return False
        is_other = is_other or way != own or next(ways, own) != own
    return is_other


def recurring(entity_type: EntityType, surface: str, language: str) -> tuple[Wording, ...]:
    """Returns the wordings of a surface form in a text of this language; none if only the form itself counts.

    >>> [" ".join(each.words) for each in recurring(EntityType.OCCUPATION, "Registered Nurse", "en")][:2]
    ['registered nurse', 'registered nurses']
    >>> recurring(EntityType.NAME, "Mark", "en"), recurring(EntityType.KEYS, "Ab12Cd", "en")
    ((), ())
    """
    plain = without_possessive(surface)
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


def _attached(entity_type: EntityType, surface: str) -> Iterator[Wording]:
    """Yields a proper name with each conjunction and preposition that Arabic or Hebrew writes together with it."""
    befores = BEFORE.get(script(surface), ()) if entity_type in _PROPER else ()
    matches = [*_WORD.finditer(surface)] if befores else []
    words = tuple(fold(each[0]) for each in matches)
    if not _can_recur(entity_type, words):
        return
    joints = tuple(joint(entity_type, surface[one.end() : other.start()]) for one, other in pairwise(matches))
    for before in befores:
        yield Wording(entity_type, WordingKind.PROPER, (before + words[0], *words[1:]), joints)


def joint(entity_type: EntityType, between: str) -> str:
    """Returns what between two words tells forms apart, which white space and hyphens do not.

    >>> joint(EntityType.NAME, " - "), joint(EntityType.NAME, " & "), joint(EntityType.ADDRESS, "., ")
    ('', '&', '')
    """
    free = _FREE_IN_ADDRESS if EntityType.ADDRESS in kinds(entity_type) else _FREE
    return free.sub("", between)


def _can_recur(entity_type: EntityType, words: Sequence[str]) -> bool:
    if entity_type in _EXACT or not 0 < len(words) <= _MAX_WORDS:
        return False
    return len(words) > 1 or (
        len(words[0]) >= _MIN_LETTERS and not words[0].isdigit() and words[0] not in NEVER_ALONE - CALENDAR
    )


def _kind(entity_type: EntityType, surface: str) -> WordingKind:
    if surface.islower():
        return WordingKind.FORM
    is_abbreviation = surface.isupper() and len(surface) <= _MAX_ABBREVIATION
    return WordingKind.PROPER if is_abbreviation or entity_type in _PROPER else WordingKind.FORM


def _endings(words: Words, kind: WordingKind, language: str) -> Iterator[str]:
    """Yields the last word in its inflections; of a proper name only the plural and the genitive in -s."""
    last = words[-1]
    yield last
    if kind is WordingKind.PROPER:
        inflected = iter([f"{last}s"] if last.isalpha() else [])
    else:
        inflected = inflections(last, language)
    yield from (each for each in inflected if len(words) > 1 or each not in ORDINARY)
