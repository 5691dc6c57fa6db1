"""Many recognizers in one pass: which of them can find something in a text at all, asked of all at once.

Every pattern states conditions: what a text must hold for it to be searched. google-re2 reads a text once and says
which conditions of all patterns hold; only patterns whose conditions do are searched, with ``re`` as always. So the
spans are the same with and without it. Where it is not installed each pattern asks for itself, which is slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Protocol

from gateway.detection.recognizer import Pattern, Recognizer
from gateway.types import Span

try:
    import re2
except ImportError:
    re2 = None

_MEMORY: Final = 64 << 20  # bytes for the states of the pass, of which it uses a few per cent


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
    """Asks all patterns' conditions in one pass over the text, then only those patterns that can find something.

    A condition that every text meets is among them: where the pass does not report it, the pass itself has failed, and
    every recognizer is asked.
    """

    def __init__(self, recognizers: Iterable[Recognizer]) -> None:
        self._recognizers = tuple(recognizers)
        members = dict.fromkeys(["", *(each for recognizer in self._recognizers for each in _conditions(recognizer))])
        positions = {condition: position for position, condition in enumerate(members)}
        self._everywhere = positions[""]
        self._needs = [frozenset(map(positions.__getitem__, _conditions(each))) for each in self._recognizers]
        self._conditions = _compiled(tuple(members))

    def find(self, text: str) -> Iterator[Span]:
        """The spans of all recognizers, those of each in order."""
        met = frozenset(self._conditions.Match(text.encode("utf-8", "replace")) or ())
        if self._everywhere not in met:
            yield from OneByOne(self._recognizers).find(text)
            return
        for recognizer, needs in zip(self._recognizers, self._needs, strict=True):
            if needs <= met:
                yield from recognizer.search(text) if isinstance(recognizer, Pattern) else recognizer.find(text)


def _conditions(recognizer: Recognizer) -> tuple[str, ...]:
    return recognizer.conditions if isinstance(recognizer, Pattern) else ()


@cache
def _compiled(conditions: tuple[str, ...]) -> re2.Set:
    """One for all detectors with these conditions: what it learns of texts on its way makes it fast."""
    options = re2.Options()
    options.max_mem = _MEMORY
    options.never_capture = True
    compiled = re2.Set.SearchSet(options)
    for condition in conditions:
        compiled.Add(condition)
    compiled.Compile()
    return compiled
