"""Cities to their country, countries to their continent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

LIST: Final = Path(__file__).with_suffix(".txt")
_WITH_ARTICLE: Final = re.compile(r"(?:the )?(?:United|Netherlands|Philippines|Czech|Dominican|Maldives|Bahamas)\b")
_SEPARATORS: Final = re.compile(r"\s*[,(/–-]\s*|\s+(?:in|of)\s+")
_VAGUE: Final = "a place"


class _Place(NamedTuple):
    kind: str  # country, state or city
    within: str


def place(surface: str) -> str:
    """Returns the kind of place and its country or continent if known, else "a place".

    >>> place("Lyon"), place("Kenya"), place("Austin, Texas"), place("Middle-earth")
    ('a city in France', 'a country in Africa', 'a city in the United States', 'a place')
    """
    known = _known()
    for part in [surface, *_SEPARATORS.split(surface), *_first_words(surface)]:
        found = known.get(_folded(part))
        if found is not None:
            return _phrase(found)
    return _VAGUE


def _phrase(found: _Place) -> str:
    article = "the " if _WITH_ARTICLE.match(found.within) and not found.within.startswith("the ") else ""
    return f"a {found.kind} in {article}{found.within}"


def _first_words(surface: str) -> list[str]:
    """Returns the beginnings of the form, the longest first: ``Paris France`` begins with ``Paris``."""
    words = surface.split()
    return [" ".join(words[:count]) for count in range(len(words) - 1, 0, -1)]


@cache
def _known() -> Mapping[str, _Place]:
    """Returns places by folded name; a country wins over a state, a state over a city of the same name."""
    places: dict[str, _Place] = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, name, within = line.split("|")
            places.setdefault(_folded(name), _Place(kind, within))
    return places


def _folded(name: str) -> str:
    return " ".join(name.casefold().removeprefix("the ").split())
