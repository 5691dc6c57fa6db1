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
_APART: Final = re.compile(r"(?:[,;|(]| [–-]) ?$")
_APART_BEHIND: Final = re.compile(r"(?: [^\W\d_]{2,15}){0,2} ?(?:[,;|).\n–-]|\Z)")
# In English, more words of a job's name may stand before its noun.
_MORE: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "en": re.compile(
            r"(?<![^\W_])(?!(?:a|an|the|this|that|my|our|your|his|her|their|its|call|ask|see|is|was|and|or|by|from|to|with"
            r"|for|of|in|at|on|good|great|bad|new)\b)[a-z][a-z-]{1,15} $",
            re.IGNORECASE,
        )
    }
)
_MOST_MORE: Final = 2
_LONGEST_MORE: Final = 17


class HavingJobs:
    """Tells of a job of a language whether, and from where on, a text gives it to somebody."""

    def __init__(self, before: tuple[str, ...], language: str) -> None:
        """Takes the words that stand right before a job."""
        self._before = before
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
        return next((each for each in reversed(starts) if self.is_had(text, each) or _is_apart(text, each)), start)

    def is_had(self, text: str, start: int) -> bool:
        """Returns whether a word for having a job stands right before."""
        first = max(0, start - _BEFORE_JOB)
        before = lowered(text[max(first, start - _END_OF_WORD - 1) : start])
        # Most texts are told by the ends of the words to have none of them there.
        return before[-1:] == " " and before[:-1].endswith(self._ends) and bool(self._any.search(text, first, start))

    def may_be_had(self, text: str, start: int, end: int) -> bool:
        """Returns whether a job is somebody's if a name stands beside it."""
        return (self.is_had(text, start) or _is_apart(text, start)) and _APART_BEHIND.match(text, end) is not None

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile(f"{expression(self._before, self._language).pattern} $", re.IGNORECASE)

    @cached_property
    def _ends(self) -> tuple[str, ...]:
        return tuple({"" if term.endswith("*") else lowered(term)[-_END_OF_WORD:] for term in self._before})


def _is_apart(text: str, start: int) -> bool:
    return _APART.search(text, max(0, start - _BEFORE_JOB), start) is not None
