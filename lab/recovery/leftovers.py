"""Values that the rest of a text still spells: in addresses, links, handles and initials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.types import EntityType
from lab.recovery.attacker import Guess

_EMAIL: Final = re.compile(r"(?<![\w.+-])(?P<local>[A-Za-z][\w.+-]*)@(?P<domain>[A-Za-z0-9-]+)(?:\.[A-Za-z0-9-]+)+")
_URL: Final = re.compile(
    r"(?:https?://|www\.)(?:www\.)?(?P<domain>[A-Za-z0-9-]+)(?:\.[A-Za-z0-9-]+)+(?P<path>/[^\s\]>)]*)?"
)
_HANDLE: Final = re.compile(r"(?<![\w@.])@(?P<name>[A-Za-z]\w{2,})")
_PROFILE: Final = re.compile(r"/(?:in|user|users|people|profile|u|@)/?@?(?P<name>[A-Za-z][\w.-]+)")
_PART: Final = re.compile(r"[A-Za-z]{2,}")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Public mail and web hosts say nothing about the people who use them.
_MAIL: Final = "gmail googlemail yahoo hotmail outlook icloud proton protonmail gmx web mail aol example com org"
_ROLES: Final = "net edu info support admin contact sales hello noreply office team www blog"
_SITES: Final = "linkedin facebook twitter instagram youtube github google wikipedia reddit medium x"
_COMMON: Final = frozenset(f"{_MAIL} {_ROLES} {_SITES}".split())
_SURE: Final = 0.8
_LIKELY: Final = 0.5


def leftovers(text: str, entity_type: EntityType) -> Iterator[Guess]:
    """Yields values of a type that are spelled in the text's addresses, links and handles, the surest first.

    >>> [each.text for each in leftovers("[NAME1] writes from ann.lee@acme.example", EntityType.NAME)]
    ['Ann Lee']
    >>> [each.text for each in leftovers("see https://www.acme.example/about", EntityType.AFFILIATION)]
    ['Acme']
    """
    if entity_type is EntityType.NAME:
        spelled = [match["local"] for match in _EMAIL.finditer(text)]
        spelled += [match["name"] for link in _URL.finditer(text) for match in _PROFILE.finditer(link["path"] or "")]
        spelled += [match["name"] for match in _HANDLE.finditer(text)]
        yield from _guesses(_name(each) for each in spelled)
    elif entity_type is EntityType.AFFILIATION:
        domains = [match["domain"] for expression in (_EMAIL, _URL) for match in expression.finditer(text)]
        yield from _guesses(_capitals(each) for each in domains)


def _guesses(names: Iterator[str]) -> Iterator[Guess]:
    for name in dict.fromkeys(filter(None, names)):
        yield Guess(name, _SURE if " " in name else _LIKELY)


def _name(spelled: str) -> str:
    """Returns the words of a local part or handle as a name; empty if it names a role."""
    words = [word for part in _PART.findall(spelled) for word in _CAMEL.split(part)]
    return "" if any(word.lower() in _COMMON for word in words) else " ".join(map(str.capitalize, words))


def _capitals(domain: str) -> str:
    return "" if domain.lower() in _COMMON else " ".join(map(str.capitalize, _PART.findall(domain)))
