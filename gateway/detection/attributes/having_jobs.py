"""How texts say that somebody has a job: with a word right before it, or apart from the rest beside a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from gateway.detection.attributes.listed import expression, lowered

_BEFORE_JOB: Final = 60  # characters in which a word for having a job stands
_END_OF_WORD: Final = 3
_APART: Final = re.compile(r"(?:[,;|(\t]| [–—/-]) ?$|\n[>* ]{0,4}$")
_LONGEST_APART: Final = 5
_APART_BEHIND: Final = re.compile(
    r"(?: [^\W\d_]{2,15}){0,2} ?(?:[,;|).\n\t/–—-]|\Z)| (?:at|for|with|in|from|since|bei|chez|en|w)(?![^\W_])"
)
# In English, more words of a job's name may stand before its noun.
_MORE: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "en": re.compile(
            r"(?<![^\W_])(?!(?:a|an|the|this|that|my|our|your|his|her|their|its|call|ask|see|is|was|and|or|by|from|to|with"
            r"|for|of|in|at|on|good|great|bad|new|as|be|been|very|big|real|really|not|just|bit|fan|but)\b)"
            r"(?:[a-z][a-z-]{1,15}|[0-9][a-z]?|&) $",
            re.IGNORECASE,
        )
    }
)
_MOST_MORE: Final = 3
_LONGEST_MORE: Final = 17


class HavingJobs:
    """Tells of a job of a language whether, and from where on, a text gives it to somebody."""

    def __init__(self, before: tuple[str, ...], beside_name: tuple[str, ...], language: str) -> None:
        """Takes the words that stand right before a job, and those that do so if a name stands beside it."""
        self._before = before
        self._beside_name = beside_name
        self._language = language
        self._more = _MORE.get(language)

    def begin(self, text: str, start: int) -> int:
        """Returns where a job begins with the words before its noun: behind a word for having it, or apart."""
        if self._more is None:
            return start
        starts = [start]
        while len(starts) <= _MOST_MORE and (
            word := self._more.search(text, max(0, starts[-1] - _LONGEST_MORE - 1), starts[-1])
        ):
            starts.append(word.start())
        return next((each for each in reversed(starts) if self._begins(text, each)), start)

    def is_had(self, text: str, start: int) -> bool:
        """Returns whether a word for having a job stands right before."""
        return _stands_before(text, start, self._ends, self._any)

    def may_be_had(self, text: str, start: int, end: int) -> bool:
        """Returns whether a job is somebody's if a name stands beside it."""
        if self._begins(text, start):
            return not _is_apart(text, start) or _APART_BEHIND.match(text, end) is not None
        return False

    def _begins(self, text: str, start: int) -> bool:
        return (
            self.is_had(text, start)
            or _is_apart(text, start)
            or (bool(self._beside_name) and _stands_before(text, start, self._ends_beside, self._any_beside))
        )

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return _before(self._before, self._language)

    @cached_property
    def _any_beside(self) -> re.Pattern[str]:
        return _before(self._beside_name, self._language)

    @cached_property
    def _ends(self) -> tuple[str, ...]:
        return _ends_of(self._before)

    @cached_property
    def _ends_beside(self) -> tuple[str, ...]:
        return _ends_of(self._beside_name)


def _before(words: tuple[str, ...], language: str) -> re.Pattern[str]:
    return re.compile(f"{expression(words, language).pattern} $", re.IGNORECASE)


def _ends_of(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple({"" if term.endswith("*") else lowered(term)[-_END_OF_WORD:] for term in words})


def _stands_before(text: str, start: int, ends: tuple[str, ...], words: re.Pattern[str]) -> bool:
    first = max(0, start - _BEFORE_JOB)
    before = lowered(text[max(first, start - _END_OF_WORD - 1) : start])
    # Most texts are told by the ends of the words to have none of them there.
    return before[-1:] == " " and before[:-1].endswith(ends) and bool(words.search(text, first, start))


def _is_apart(text: str, start: int) -> bool:
    return _APART.search(text, max(0, start - _LONGEST_APART), start) is not None
