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
_PLAIN: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
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
            r"|for|of|in|at|on|good|great|bad|new|as|be|been|very|big|real|really|not|just|bit|fan|but|says?|said|tells?|told"
            r"|asks|asked|adds|added|warns|warned)\b)"
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
        return self._had.stand_before(text, start)

    def may_be_had(self, text: str, start: int, end: int) -> bool:
        """Returns whether a job is somebody's if a name stands beside it."""
        if self._begins(text, start):
            return not _is_apart(text, start) or _APART_BEHIND.match(text, end) is not None
        return False

    def _begins(self, text: str, start: int) -> bool:
        return (
            self.is_had(text, start)
            or _is_apart(text, start)
            or (bool(self._beside_name) and self._had_beside_name.stand_before(text, start))
        )

    @cached_property
    def _had(self) -> _Words:
        return _Words(self._before, self._language)

    @cached_property
    def _had_beside_name(self) -> _Words:
        return _Words(self._beside_name, self._language)


class _Words:
    """Words that stand right before a job."""

    def __init__(self, terms: tuple[str, ...], language: str) -> None:
        small = frozenset(map(lowered, terms))
        self._whole = frozenset(term for term in small if _PLAIN.fullmatch(term))
        self._most = max((term.count(" ") + 1 for term in self._whole), default=0)
        self._ends = tuple({"" if term.endswith("*") else term[-_END_OF_WORD:] for term in small})
        self._any = re.compile(f"{expression(terms, language).pattern} $", re.IGNORECASE)

    def stand_before(self, text: str, start: int) -> bool:
        """Returns whether one of them stands before an offset."""
        first = max(0, start - _BEFORE_JOB)
        before = lowered(text[max(first, start - _END_OF_WORD - 1) : start])
        # Most texts are told by the ends of the words to have none of them there, and most others to have one.
        if before[-1:] != " " or not before[:-1].endswith(self._ends):
            return False
        return self._are_whole(lowered(text[first : start - 1])) or bool(self._any.search(text, first, start))

    def _are_whole(self, before: str) -> bool:
        words = before.split(" ")[1:]  # the first one may be cut
        return any(" ".join(words[-most:]) in self._whole for most in range(1, self._most + 1))


def _is_apart(text: str, start: int) -> bool:
    return _APART.search(text, max(0, start - _LONGEST_APART), start) is not None
