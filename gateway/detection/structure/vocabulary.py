"""What labels mean: the phrases of ``label_lists/``, each with the type and the looks of its values.

A section begins with ``[TYPE looks]``. An open phrase may have any words before it (``stripe_api_key``); others only
words for people and systems (``patient_name``, ``db_pass``, but not ``file_name`` or ``bypass``). ``beside`` says that
the label is ambiguous: another label of the record must tell. Later sections win, and ``general.txt`` before the files
of single languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from gateway.detection.structure.labels import LONGEST, words
from gateway.detection.structure.looks import LOOKS, Looks
from gateway.types import EntityType

LISTS: Final = Path(__file__).with_name("label_lists")
_GENERAL: Final = "general.txt"
_NO_LABEL: Final = re.compile(r"\d\S*$|[A-Za-z]{1,3}\d{3,}$|(?:\S+ ){5}")
_IN_COMPOUNDS: Final = re.compile("[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7a3]")  # Thai, kana, Chinese, Korean
_MOST_DIGITS: Final = 2  # of a caption: "Address line 2"
_SECTION: Final = re.compile(r"\[(\w+)((?: \w+)*)\]\n([^\[]*)")


class Meaning(NamedTuple):
    """What a label says of its value; an ambiguous one counts only beside other labels about a person."""

    entity_type: EntityType
    looks: Looks
    is_ambiguous: bool


class _Phrase(NamedTuple):
    meaning: Meaning
    is_open: bool


class _Vocabulary(NamedTuple):
    phrases: Mapping[str, _Phrase]
    people: frozenset[str]
    owners: frozenset[str]
    after: frozenset[str]
    never: frozenset[str]


@lru_cache(maxsize=8192)
def meaning(label: str) -> Meaning | None:
    """Returns what a label means, None if it says nothing about its value.

    >>> found = map(meaning, ("patient_name", "file_name", "custDOB", "Пароль"))
    >>> [each and each.entity_type.value for each in found]
    ['NAME', None, 'BIRTH_DATE', 'KEYS']
    >>> [meaning(each) for each in ("password_policy", "max_tokens", "default_timeout", "has_password", "bypass")]
    [None, None, None, None, None]
    """
    said = words(label) if len(label) <= LONGEST and not _NO_LABEL.match(label) else ()
    vocabulary = _vocabulary()
    if not said or not vocabulary.never.isdisjoint(said[:-1]):
        return None
    while len(said) > 1 and said[-1] in vocabulary.after:
        said = said[:-1]
    for first in range(len(said)):
        phrase = _phrase(vocabulary.phrases, said[first:])
        if phrase and (phrase.is_open or vocabulary.owners.issuperset(said[:first])):
            return phrase.meaning
    return _name_of(said, vocabulary) or _at_end(said[-1], vocabulary.phrases)


@lru_cache(maxsize=8192)
def is_person(label: str) -> bool:
    """Returns whether what stands below a label is about a person.

    >>> is_person("customers"), is_person("billingContact"), is_person("server")
    (True, True, False)
    """
    said = words(label) if len(label) <= LONGEST else ()
    return bool(said) and said[-1] in _vocabulary().people


def is_caption(value: str) -> bool:
    """Returns whether a value is a label itself, as the captions and columns of forms are.

    >>> [is_caption(each) for each in ("Street address", "Address line 2", "Elm Street", "MRN553120")]
    [True, True, False, False]
    """
    is_short = len(value) <= LONGEST and sum(map(str.isdigit, value)) <= _MOST_DIGITS
    joined = "".join(words(value)) if is_short else ""
    return bool(joined) and joined in _vocabulary().phrases


def _phrase(phrases: Mapping[str, _Phrase], said: tuple[str, ...]) -> _Phrase | None:
    joined = "".join(said)
    return phrases.get(joined) or (phrases.get(joined[:-1]) if joined.endswith("s") else None)


def _at_end(word: str, phrases: Mapping[str, _Phrase]) -> Meaning | None:
    """Returns the meaning of the end of a word in a script that writes compounds as one: of ``我的密码``."""
    if not _IN_COMPOUNDS.match(word):
        return None
    ends = (phrases.get(word[first:]) for first in range(1, len(word) - 1))
    return next((phrase.meaning for phrase in ends if phrase), None)


def _name_of(said: tuple[str, ...], vocabulary: _Vocabulary) -> Meaning | None:
    """Returns the meaning of ``patient name``, ``name of the patient`` and ``contact name``."""
    is_name = "name" in (said[0], said[-1]) and not vocabulary.people.isdisjoint(said)
    is_alone = vocabulary.owners.issuperset({*said} - {"name"})
    return _NAMED if is_name and is_alone else None


_NAMED: Final = Meaning(EntityType.NAME, LOOKS["name"], is_ambiguous=False)


@cache
def _vocabulary() -> _Vocabulary:
    phrases: dict[str, _Phrase] = {}
    groups: dict[str, frozenset[str]] = {}
    for head, options, body in _SECTION.findall(_written()):
        if head.islower():
            groups[head] = frozenset(body.split())
            continue
        looked, *more = options.split()
        said = Meaning(EntityType(head), LOOKS[looked], "beside" in more)
        phrases |= {joined: _Phrase(said, "open" in more) for joined in _joined(body)}
    people = groups["people"]
    owners = people | groups["owners"]
    return _Vocabulary(MappingProxyType(phrases), people, owners, groups["after"], groups["never"])


def _written() -> str:
    """Returns all lists, ``general.txt`` last."""
    paths = sorted(LISTS.glob("*.txt"), key=lambda path: (path.name == _GENERAL, path.name))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def _joined(body: str) -> Iterator[str]:
    return filter(None, ("".join(words(phrase)) for phrase in body.replace("\n", " ").split(",")))
