"""Tells pieces that name nobody: technologies, eponyms, measures, and what the model doubts and most likely is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from gateway.detection.names.edges import PROPER, Piece
from gateway.detection.names.lexicon import FREQUENCY_SHIFT, Lexicon, WordClass
from gateway.detection.names.words import Words
from gateway.detection.word_cache import CACHED
from gateway.detection.words import listed_in
from gateway.types import EntityType

TECHNOLOGIES: Final = Path(__file__).with_name("technologies.txt")
ABBREVIATIONS: Final = Path(__file__).with_name("abbreviations.txt")
ROLES: Final = Path(__file__).with_name("roles.txt")

_NUMBERED: Final = frozenset({EntityType.AGE, EntityType.ID_NUMBER})
_TITLED: Final = frozenset({EntityType.NAME, EntityType.AFFILIATION})
_LEAST_ALONE: Final = 0.2  # no word of a piece below it counts by itself: it stood beside a word of another type
_TOLD_BY_HALVES: Final = PROPER | {EntityType.OCCUPATION}
_LEAST_OF_ORDINARY: Final = 0.4
_LEAST_OF_ROLES: Final = 0.65
_LEAST_OF_TITLES: Final = 0.7
_LEAST_OF_NUMBERS: Final = 0.6
_MOST_DIGITS: Final = 2
_NAMING: Final = WordClass.FIRST_NAME | WordClass.LAST_NAME | WordClass.CITY | WordClass.BRAND | WordClass.TITLE
_LISTED: Final = (
    _NAMING
    | WordClass.COUNTRY
    | WordClass.REGION
    | WordClass.NATIONALITY
    | WordClass.ORGANISATION
    | WordClass.STREET
    | WordClass.MONTH
    | WordClass.DAY
)
_LISTED_IN_LOWER_CASE: Final = (
    WordClass.FIRST_NAME
    | WordClass.BRAND
    | WordClass.COUNTRY
    | WordClass.REGION
    | WordClass.NATIONALITY
    | WordClass.MONTH
    | WordClass.DAY
)
# In half steps of the Zipf scale: rarer words are names of no list as often. In lower case even more of them are.
_FREQUENT: Final = 6
_FREQUENT_IN_LOWER_CASE: Final = 7
_JOINING: Final = frozenset({"and", "or"})
_WHERE: Final = frozenset({"from", "in", "near", "outside"})
_EMPLOYED: Final = frozenset({"at", "join", "joined", "joining"})
_WORKS: Final = frozenset({"work", "works", "worked", "working"})
_HALVES_OF_DAY: Final = frozenset({"am", "pm"})
# Without a number beside them.
_TIMES: Final = frozenset(
    {
        "afternoon", "day", "days", "evening", "hour", "hours", "last", "min", "mins", "minute", "minutes", "month",
        "months", "morning", "night", "nights", "second", "seconds", "the", "time", "times", "week", "weekend",
        "weekends", "weeks", "year", "years",
    }
)  # fmt: skip
_TAUGHT: Final = frozenset(
    {
        "academy", "college", "education", "enrollment", "enrolment", "exams", "gpa", "graduating", "mba", "phd",
        "pupil", "school", "score", "student", "studied", "studies", "study", "studying", "test", "university",
    }
)  # fmt: skip
_LONGEST_SHORT: Final = 3
_WORDS_BESIDE: Final = 2  # as many as the model sees
# What is called after its finder, and hardly ever belongs to anybody.
_CALLED_AFTER: Final = frozenset(
    {
        "algorithm", "conjecture", "equation", "equations", "inequality", "lemma", "paradox", "polynomial", "razor",
        "sieve", "theorem", "transform",
    }
)  # fmt: skip
_MEASURES: Final = frozenset(
    {
        "centimeters", "centimetres", "cents", "cm", "dollars", "employees", "euros", "feet", "foot", "ft", "gb",
        "grams", "guests", "inch", "inches", "items", "kg", "kilograms", "kilometers", "kilometres",
        "kilos", "km", "lbs", "litres", "liters", "mb", "meters", "metres", "miles", "mm", "people",
        "percent", "per", "points", "pounds", "rooms", "seats", "steps", "times", "tonnes", "tons",
        "users", "votes",
    }
)  # fmt: skip
_ORDINAL: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_MONTH: Final = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])")
_COUNTERS: Final = frozenset(
    {
        "appendix", "article", "build", "chapter", "column", "error", "exercise", "figure", "item", "line", "lines",
        "page", "pages", "paragraph", "part", "port", "puerto", "question", "release", "row", "section", "slide",
        "step", "table", "task", "v", "version", "versie", "versión", "versione", "versão", "wersja", "wersję",
        "версия", "версії", "версію", "порт", "버전", "빌드", "포트", "संस्करण", "पोर्ट", "সংস্করণ", "পোর্ট",
        "الإصدار", "גרסה",
    }
)  # fmt: skip
_HOSTLY: Final = re.compile("[0-9A-Za-z]")  # no address or account is without
_RESERVED: Final = frozenset({"example", "invalid", "localhost", "test"})
_SERVICES: Final = frozenset(
    {
        "api", "app", "apps", "assets", "auth", "broker", "cache", "cdn", "ci", "db", "dev", "docs", "files", "gateway",
        "git", "grafana", "help", "images", "internal", "kafka", "login", "media", "metrics", "prod", "proxy", "redis",
        "registry", "sso", "staging", "static", "status", "support", "test", "web", "www",
    }
)  # fmt: skip
_SHORT_NUMBER: Final = 4  # postcodes of these countries and telephone numbers are longer
_OTHER_SCRIPTS: Final = "\u0590"  # from Hebrew on; Latin, Greek and Cyrillic are before
_MEASURED: Final = re.compile(r"\d{1,4}(?:x\d{1,4}|cm|mm|km|kg|lbs?|ft|px|gb|mb|kb|kw|mph|ml|mg)", re.IGNORECASE)


def names_nobody(piece: Piece, words: Words, lexicon: Lexicon) -> bool:
    """Returns whether a piece names neither a person, a place, an organisation, a time nor anything of a person's.

    Technologies name none, except where somebody works ("at Redis"), nor do eponyms: "Dijkstra" in "Dijkstra's
    algorithm" is nobody, but "Anna" in "Anna's algorithm" may be somebody. A measure ("8 inches", "29%", "172cm") is
    no age and no number of a document. Unless the model is sure, a job's title, a party of a contract and a frequent
    word without any name in the public lists are no names, and a number or "pm" without anything beside it is no time.
    Education is nobody's without a word of schools and studies beside it, nor is a number among words of other scripts.
    """
    forms = words.forms
    inside = forms[piece.first : piece.last]
    is_remnant = piece.score < _LEAST_ALONE and piece.entity_type not in _TOLD_BY_HALVES
    if is_remnant or piece.entity_type is EntityType.EDUCATIONAL_RECORD:
        return is_remnant or not _is_of_studies(piece, forms, lexicon)
    if piece.entity_type in PROPER:
        return (
            _is_technology(piece, inside, forms)
            or _is_eponym(piece, forms, lexicon)
            or _is_foreign_number(piece, words)
            or (
                piece.score < _LEAST_OF_TITLES
                and _is_doubtful(piece, inside, lexicon)
                and not _is_where(piece, inside, forms[piece.first - 1] if piece.first else "", lexicon)
            )
        )
    if piece.entity_type is EntityType.TIME:
        return _is_no_time(piece, inside) or _is_counted(piece, forms)
    if piece.entity_type in _NUMBERED:
        return len(inside) == 1 and (
            inside[0].lower() in _TIMES or _is_measure(piece.last, words) or _is_counted(piece, forms)
        )
    if piece.entity_type is EntityType.ONLINE_IDENTITY:
        return _is_example_host(inside) or not _HOSTLY.search("".join(inside))
    is_ailment = piece.entity_type is not EntityType.HEALTH_INFORMATION or _have(WordClass.HEALTH, inside, lexicon)
    return not is_ailment and _is_ordinary(piece, inside, lexicon)


def _is_where(piece: Piece, inside: Sequence[str], before: str, lexicon: Lexicon) -> bool:
    """Returns whether a piece is a city and said to be where somebody is, or comes from."""
    return piece.entity_type is EntityType.GEOLOCATION and before in _WHERE and _have(WordClass.CITY, inside, lexicon)


def _is_technology(piece: Piece, inside: Sequence[str], forms: Sequence[str]) -> bool:
    return _is_listed(inside) and not _is_employer(forms[max(0, piece.first - 2) : piece.first])


def _is_listed(inside: Sequence[str]) -> bool:
    """Returns whether a piece has only technologies and abbreviations, besides numbers ("BP 131/84")."""
    if len(inside) > 1 and " ".join(inside).lower() in technologies():
        return True
    are_known = False
    for form in inside:
        if _is_known(form):
            are_known = True
        elif form[0].isalpha() and form not in _JOINING:
            return False
    return are_known


@lru_cache(maxsize=CACHED)
def _is_known(form: str) -> bool:
    return form.lower() in technologies() or form in abbreviations()


def _is_employer(before: Sequence[str]) -> bool:
    """Returns whether the words before say that somebody works there: "at", "joined", "works for"."""
    return bool(before) and (before[-1] in _EMPLOYED or (before[-1] == "for" and before[0] in _WORKS))


def _is_eponym(piece: Piece, forms: Sequence[str], lexicon: Lexicon) -> bool:
    """Returns whether something is called after the name: "'s algorithm" or "transform" follows."""
    after = forms[piece.last : piece.last + 2]
    if _CALLED_AFTER.isdisjoint(after[1:] if after[:1] == ["s"] else after[:1]):
        return False
    return not _have(WordClass.FIRST_NAME, forms[piece.first : piece.last], lexicon)


def _is_of_studies(piece: Piece, forms: Sequence[str], lexicon: Lexicon) -> bool:
    """Returns whether a piece has a word of schools and studies, or stands beside one."""
    near = forms[max(0, piece.first - _WORDS_BESIDE) : piece.last + _WORDS_BESIDE]
    # "Act" and "sat" are no tests, "ACT" and "SAT" are.
    listed = (form for form in near if len(form) > _LONGEST_SHORT or not form[1:].islower())
    return _have(WordClass.STUDY, [*listed], lexicon) or not _TAUGHT.isdisjoint(form.lower() for form in near)


def _is_foreign_number(piece: Piece, words: Words) -> bool:
    """Returns whether a piece has only short numbers among words in scripts for which there are other models."""
    inside = words.forms[piece.first : piece.last]
    if not all(form[0].isdigit() for form in inside) or len("".join(inside)) > _SHORT_NUMBER:
        return False
    beside = words.gaps[piece.first] + "".join(words.forms[max(0, piece.first - 1) : piece.last + 1])
    return any(each >= _OTHER_SCRIPTS and each.isalpha() for each in beside)


def _is_doubtful(piece: Piece, inside: Sequence[str], lexicon: Lexicon) -> bool:
    """Returns whether a piece that the model doubts is a job's title, a party of a contract, or a frequent word."""
    lower = [form.lower() for form in inside]
    if piece.score < _LEAST_OF_ROLES and (lower == ["s"] or _are_roles(lower)):
        return True
    return _is_ordinary(piece, inside, lexicon) or (piece.entity_type in _TITLED and _is_title(lower, lexicon))


def _are_roles(lower: Sequence[str]) -> bool:
    return " ".join(lower) in roles() or roles().issuperset({*lower} - _JOINING)


def _is_title(lower: Sequence[str], lexicon: Lexicon) -> bool:
    entries = map(lexicon.entry, lower)
    return all(each & WordClass.OCCUPATION and not each & _NAMING for each in entries)


def _is_ordinary(piece: Piece, inside: Sequence[str], lexicon: Lexicon) -> bool:
    return piece.score < _LEAST_OF_ORDINARY and all(_is_frequent(form, lexicon) for form in inside)


def _is_frequent(form: str, lexicon: Lexicon) -> bool:
    """Returns whether a word is frequent in English and in no list with names; capitals may be an abbreviation."""
    if len(form) == 1 or form.isupper() or max(form) > "\u024f":
        return False
    entry = lexicon.entry(form.lower())
    least, listed = (_FREQUENT_IN_LOWER_CASE, _LISTED_IN_LOWER_CASE) if form.islower() else (_FREQUENT, _LISTED)
    return (entry >> FREQUENCY_SHIFT >= least or bool(entry & WordClass.FOREIGN)) and not entry & listed


def _is_measure(last: int, words: Words) -> bool:
    """Returns whether the word before an index is a number with its unit, or one stands behind it."""
    if _MEASURED.fullmatch(words.forms[last - 1]):
        return True
    is_counted = last < len(words.forms) and words.gaps[last] == " " and words.forms[last].lower() in _MEASURES
    return words.forms[last - 1].isdigit() and (is_counted or words.gaps[last].startswith("%"))


def _is_counted(piece: Piece, forms: Sequence[str]) -> bool:
    """Returns whether a number says which line, page or version of something is meant."""
    before, inside = forms[piece.first - 1].lower() if piece.first else "", forms[piece.first : piece.last]
    return len(inside) == 1 and before in _COUNTERS and inside[0][0].isdigit()


def _is_example_host(forms: Sequence[str]) -> bool:
    """Returns whether a host is that of a service below a domain for documentation: "api.brackwater.example"."""
    is_reserved = forms[-1].lower() in _RESERVED or [form.lower() for form in forms[-2:-1]] == ["example"]
    return len(forms) > 1 and is_reserved and forms[0].lower() in _SERVICES


def _have(word_class: WordClass, words: Sequence[str], lexicon: Lexicon) -> bool:
    return any(lexicon.entry(each.lower()) & word_class for each in words)


@cache
def technologies() -> frozenset[str]:
    """Returns the names of technologies that are no one's first or last name and no place, in lower case.

    >>> "kafka" in technologies(), "ruby" in technologies()
    (True, False)
    """
    return listed_in(TECHNOLOGIES)


@cache
def abbreviations() -> frozenset[str]:
    """Returns abbreviations that name no one, in capitals.

    >>> "MFA" in abbreviations(), "NHS" in abbreviations()
    (True, False)
    """
    return listed_in(ABBREVIATIONS)


@cache
def roles() -> frozenset[str]:
    """Returns what contracts and terms of use call their parties, in lower case.

    >>> "cardholder" in roles()
    True
    """
    return listed_in(ROLES)


def _is_no_time(piece: Piece, inside: Sequence[str]) -> bool:
    """Returns whether a doubtful piece is a small number, "pm", "the week" or "2024-03" without anything beside it."""
    if piece.score < _LEAST_OF_ORDINARY and all(form.lower() in _TIMES or _ORDINAL.fullmatch(form) for form in inside):
        return True
    if len(inside) > 1 or piece.score >= _LEAST_OF_NUMBERS:
        return False
    is_small = inside[0].isdigit() and len(inside[0]) <= _MOST_DIGITS
    return is_small or inside[0].lower() in _HALVES_OF_DAY or _MONTH.fullmatch(inside[0]) is not None
