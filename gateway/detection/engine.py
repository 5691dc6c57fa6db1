"""Many recognizers in a few passes: which of them can find something in a text at all, asked of many at once.

Every pattern states conditions: what a text must hold for it to be searched. google-re2 reads a text and says at once
which conditions of many patterns hold; only patterns whose conditions do are searched, with ``re`` as always. So the
spans are the same with and without it. Where it is not installed each pattern asks for itself, which is slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Protocol

from gateway.detection.recognizer import Pattern, Recognizer
from gateway.types import Span

try:
    import re2
except ImportError:
    re2 = None

_GROUP: Final = 16  # conditions: fewer need more passes, more meet in too many states
_MEMORY: Final = 4 << 20  # bytes for the states of a group; when they are full it begins anew
_EVERYWHERE: Final = ""


class Engine(Protocol):
    """Finds the spans of many recognizers in a text."""

    def find(self, text: str) -> Iterator[Span]:
        """The spans of all recognizers, those of each in order."""


def engine(recognizers: Iterable[Recognizer]) -> Engine:
    """The fastest engine that is installed."""
    return OneByOne(recognizers) if re2 is None else OnePass(recognizers)


class OneByOne:
    """Asks each recognizer for itself."""

    def __init__(self, recognizers: Iterable[Recognizer]) -> None:
        self._recognizers = tuple(recognizers)

    def find(self, text: str) -> Iterator[Span]:
        """The spans of all recognizers, those of each in order."""
        for recognizer in self._recognizers:
            yield from recognizer.find(text)


class OnePass:
    """Asks all patterns' conditions in a pass over the text, then only those patterns that can find something.

    Conditions are read in groups, for the states of a pass multiply with what it looks for. Each group has a condition
    that every text meets: where it is not reported the pass itself has failed, and every recognizer is asked.
    """

    def __init__(self, recognizers: Iterable[Recognizer]) -> None:
        self._recognizers = tuple(recognizers)
        stated = [_conditions(recognizer) for recognizer in self._recognizers]
        conditions = list(
            dict.fromkeys(each for place in range(2) for own in stated for each in own[place : place + 1])
        )
        self._needs = [frozenset(own) for own in stated]
        self._groups = [_Group(conditions[at : at + _GROUP]) for at in range(0, len(conditions), _GROUP)]

    def find(self, text: str) -> Iterator[Span]:
        """The spans of all recognizers, those of each in order."""
        written = text.encode("utf-8", "replace")
        met = set(chain.from_iterable(group.met(written) for group in self._groups))
        for recognizer, needs in zip(self._recognizers, self._needs, strict=True):
            if needs <= met:
                yield from recognizer.search(text) if isinstance(recognizer, Pattern) else recognizer.find(text)


class _Group:
    """Conditions that are read together."""

    def __init__(self, conditions: Sequence[str]) -> None:
        self._conditions = tuple(conditions)
        options = re2.Options()
        options.max_mem = _MEMORY
        options.never_capture = True
        self._set = re2.Set.SearchSet(options)
        for condition in (*conditions, _EVERYWHERE):
            self._set.Add(condition)
        self._set.Compile()

    def met(self, written: bytes) -> Iterable[str]:
        """Those that a text in UTF-8 meets; all if the pass fails."""
        positions = self._set.Match(written) or ()
        if len(self._conditions) not in positions:
            return self._conditions
        return [self._conditions[position] for position in positions if position < len(self._conditions)]


def _conditions(recognizer: Recognizer) -> tuple[str, ...]:
    return recognizer.conditions if isinstance(recognizer, Pattern) else ()
