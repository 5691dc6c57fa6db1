"""Runs many recognizers quickly: a few passes over the text find out which of them can match at all.

Every pattern states conditions, expressions that must occur in a text before it is searched. Hyperscan, or else
google-re2, checks the conditions of many patterns in one pass. Then only patterns whose conditions hold are searched,
always with ``re``, so the spans do not depend on which engine is installed. Without either engine each pattern checks
its own conditions, which is much slower.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import chain
from threading import local
from typing import Final, Protocol

from gateway.detection.recognizer import BatchRecognizer, Compiled, Pattern, Recognizer
from gateway.detection.sre_codes import learn
from gateway.detection.store import Store
from gateway.types import Span

try:
    import re2

    _HAS_RE2 = True
except ImportError:
    _HAS_RE2 = False
try:
    import hyperscan

    _HAS_HYPERSCAN = True
except ImportError:
    _HAS_HYPERSCAN = False

_TOGETHER: Final = 256  # conditions in one Hyperscan database: more take longer to compile, fewer more passes
_LONGEST: Final = 16_000  # bytes, the longest expression that Hyperscan accepts
_GROUP: Final = 16  # conditions in one set of google-re2: fewer need more passes, more need too many states
_MEMORY: Final = 4 << 20  # bytes for the states of one google-re2 set; it discards them when they are full
_EVERYWHERE: Final = ""  # what every text meets


Search = Callable[[Sequence[str]], Iterable[Iterable[Span]]]
"""Returns the spans in each of some texts."""


class Engine(Protocol):
    """Finds the spans of many recognizers in texts."""

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans of all recognizers in each text, those of each recognizer in order."""


def engine(
    recognizers: Sequence[Recognizer],
    *,
    among: Sequence[Recognizer] = (),
    few_texts: bool = False,
    store: Store | None = None,
) -> Engine:
    """Returns the fastest installed engine or, for few texts, the one that is ready soonest.

    Engines for recognizers ``among`` the same others share their passes. ``store`` keeps what has been compiled.
    """
    if _HAS_HYPERSCAN and not few_texts:
        compiled = (each for each in (*among, *recognizers) if isinstance(each, Pattern | Compiled))
        learn(chain.from_iterable(each.expressions for each in compiled), store)
        return OnePass(recognizers, partial(hyperscan_passes, store=store), among)
    return OnePass(recognizers, re2_passes, among) if _HAS_RE2 else OneByOne(recognizers)


class OneByOne:
    """Runs each recognizer by itself."""

    def __init__(self, recognizers: Iterable[Recognizer]) -> None:
        self._recognizers = tuple(recognizers)

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans of all recognizers in each text, those of each recognizer in order."""
        return [[span for each in self._recognizers for span in each.find(text)] for text in texts]


class Pass(Protocol):
    """Checks some conditions in one pass over a text."""

    def met(self, written: bytes) -> Iterable[str]:
        """Yields those conditions that a text in UTF-8 meets, and maybe more; all if the pass fails."""


Passes = Callable[[tuple[str, ...]], Sequence[Pass]]


class OnePass:
    """Checks the conditions of all patterns first, then runs only the recognizers that can find something.

    The passes check the conditions of ``among`` too, if any are given.
    """

    def __init__(self, recognizers: Iterable[Recognizer], passes: Passes, among: Iterable[Recognizer] = ()) -> None:
        self._recognizers = tuple(recognizers)
        stated = [_conditions(recognizer) for recognizer in self._recognizers]
        checked = [*map(_conditions, among), *stated]
        conditions = dict.fromkeys(each for place in range(2) for own in checked for each in own[place : place + 1])
        self._needs = [frozenset(own) for own in stated]
        self._by_last_condition: defaultdict[str, list[int]] = defaultdict(list)
        for place, own in enumerate(stated):
            self._by_last_condition[own[-1] if own else _EVERYWHERE].append(place)
        self._everywhere = self._by_last_condition.pop(_EVERYWHERE, [])
        self._passes = passes(tuple(conditions))
        self._searches = [_search(recognizer) for recognizer in self._recognizers]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans of all recognizers in each text, those of each recognizer in order."""
        asked = defaultdict(list, {place: [*range(len(texts))] for place in self._everywhere if texts})
        for number, text in enumerate(texts):
            for place in self._places(text):
                asked[place].append(number)
        found: list[list[Span]] = [[] for _ in texts]
        for place, numbers in sorted(asked.items()):
            for number, spans in zip(numbers, self._searches[place]([texts[at] for at in numbers]), strict=True):
                found[number].extend(spans)
        return found

    def _places(self, text: str) -> list[int]:
        """Returns the places of the recognizers with conditions that can find something in a text."""
        written = text.encode("utf-8", "replace")
        met = {condition for each in self._passes for condition in each.met(written)}
        maybe = (place for each in met for place in self._by_last_condition.get(each, ()))
        return [place for place in maybe if self._needs[place] <= met]


def hyperscan_passes(conditions: tuple[str, ...], store: Store | None = None) -> tuple[Pass, ...]:
    """Returns passes of Hyperscan for these conditions. They are cached, because compiling takes a second.

    Conditions that are too long or refused are checked by google-re2, or else always count as met.
    """
    short = [condition for condition in conditions if len(condition.encode()) <= _LONGEST]
    long = tuple(condition for condition in conditions if len(condition.encode()) > _LONGEST)
    groups = (tuple(short[at : at + _TOGETHER]) for at in range(0, len(short), _TOGETHER))
    with ThreadPoolExecutor() as compiling:  # Hyperscan compiles without the interpreter's lock
        passes = chain.from_iterable(compiling.map(partial(_hyperscan, store=store), groups))
        return (*passes, *_without_hyperscan(long))


def _without_hyperscan(conditions: tuple[str, ...]) -> tuple[Pass, ...]:
    return re2_passes(conditions) if _HAS_RE2 else (_Met(conditions),)


@lru_cache(maxsize=8)
def re2_passes(conditions: tuple[str, ...]) -> tuple[Pass, ...]:
    """Returns passes of google-re2 for these conditions; they are cached."""
    return tuple(_Re2(conditions[at : at + _GROUP]) for at in range(0, len(conditions), _GROUP))


@lru_cache(maxsize=32)
def _hyperscan(conditions: tuple[str, ...], store: Store | None) -> tuple[Pass, ...]:
    """Returns one pass, or those of both halves if Hyperscan refuses; it does not say which condition it refuses."""
    try:
        return (_Hyperscan(conditions, store),)
    except hyperscan.error:
        middle = len(conditions) // 2
        if not middle:
            return _without_hyperscan(conditions)
        return (*_hyperscan(conditions[:middle], store), *_hyperscan(conditions[middle:], store))


class _Hyperscan:
    """Conditions in one automaton, in prefilter mode: an expression may be simplified so that it matches more texts."""

    def __init__(self, conditions: Sequence[str], store: Store | None) -> None:
        self._conditions = tuple(conditions)
        self._database = _stored(conditions, store) if store else _compiled(conditions)
        self._own = local()

    def met(self, written: bytes) -> Iterable[str]:
        met: list[str] = []

        def add(at: int, *_: object) -> None:
            met.append(self._conditions[at])

        try:
            self._database.scan(written, match_event_handler=add, scratch=self._scratch())
        except hyperscan.error:
            return self._conditions
        return met

    def _scratch(self) -> hyperscan.Scratch:
        """Returns this thread's own working memory."""
        if not hasattr(self._own, "scratch"):
            self._own.scratch = hyperscan.Scratch(self._database)
        scratch: hyperscan.Scratch = self._own.scratch
        return scratch


def _stored(conditions: Sequence[str], store: Store) -> hyperscan.Database:
    """Returns the database from the store, which it joins if it is new."""
    data = store.kept(_name_of(conditions), lambda: hyperscan.dumpb(_compiled(conditions)))
    try:
        return hyperscan.loadb(data, hyperscan.HS_MODE_BLOCK)
    except hyperscan.error:
        return _compiled(conditions)


def _compiled(conditions: Sequence[str]) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[condition.encode() for condition in conditions],
        ids=list(range(len(conditions))),
        elements=len(conditions),
        flags=[_flags()] * len(conditions),
    )
    return database


def _flags() -> int:
    return (
        hyperscan.HS_FLAG_SINGLEMATCH
        | hyperscan.HS_FLAG_UTF8
        | hyperscan.HS_FLAG_PREFILTER
        | hyperscan.HS_FLAG_ALLOWEMPTY
    )


def _name_of(conditions: Sequence[str]) -> str:
    """Returns a name for the database of these conditions, made by this version for this processor."""
    stated = (_platform(), _flags(), *conditions)
    return hashlib.sha256(repr(stated).encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1)
def _platform() -> str:
    """Returns the version of the library and the features of the processor for which it compiles."""
    return repr(_compiled(("a",)).info())


class _Met:
    """Conditions that no engine can check, so they always count as met."""

    def __init__(self, conditions: tuple[str, ...]) -> None:
        self._conditions = conditions

    def met(self, written: bytes) -> Iterable[str]:
        return self._conditions


class _Re2:
    """Conditions in one set, with one that every text meets: if that is not reported, the pass has failed."""

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
        positions = self._set.Match(written) or ()
        if len(self._conditions) not in positions:
            return self._conditions
        return [self._conditions[position] for position in positions if position < len(self._conditions)]


def _search(recognizer: Recognizer) -> Search:
    if isinstance(recognizer, Pattern):
        return partial(map, recognizer.search)
    return recognizer.find_all if isinstance(recognizer, BatchRecognizer) else partial(map, recognizer.find)


def _conditions(recognizer: Recognizer) -> tuple[str, ...]:
    return recognizer.conditions if isinstance(recognizer, Pattern) else ()
