"""Steps: work on texts or requests that needs detectors and nothing else, so that it runs wherever there is room."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Generic, TypeVar

from gateway.minimization import Detectors
from gateway.types import Leaf, Span

result_type = TypeVar("result_type")

Spans = Sequence[Sequence[Span]]
Detecting = Generator[Sequence[Leaf], Spans, result_type]
"""The work of a step that yields a request's leaves, is sent the spans of each, and returns its result."""

Step = Callable[[Detectors], Detecting[result_type] | result_type]
"""Work on one text or request, whole or as ``Detecting``: the leaves of several are detected together.

A long step is pickled: it is a function of a module, with its arguments.
"""


def result_of(step: Step[result_type], detectors: Detectors) -> result_type:
    """Returns or raises what a step does, by itself.

    >>> from gateway.detection.pattern_detector import PatternDetector
    >>> result_of(lambda detectors: len(detectors.texts.detect("ann@example.org")), Detectors(*[PatternDetector()] * 2))
    1
    """
    begun = Begun(step, detectors)
    finish([begun], detectors)
    return begun.outcome.result()


class Begun(Generic[result_type]):
    """A step that worked until it ended, or until it wants ``leaves`` detected.

    Its ``outcome`` is done once it ended: its result, or what it raised.
    """

    def __init__(self, step: Step[result_type], detectors: Detectors) -> None:
        self.outcome: Future[result_type] = Future()
        self.leaves: Sequence[Leaf] = ()
        self._work = _detecting(step, detectors)
        self._go_on(partial(next, self._work))

    def go_on(self, spans: Spans) -> None:
        """Works on with the spans of the leaves."""
        self._go_on(partial(self._work.send, spans))

    def _go_on(self, work: Callable[[], Sequence[Leaf]]) -> None:
        try:
            self.leaves = work()
        except StopIteration as end:
            self.outcome.set_result(end.value)
        except Exception as error:
            self.outcome.set_exception(error)


def finish(begun: Sequence[Begun[result_type]], detectors: Detectors) -> None:
    """Detects together what begun steps want, until all of them have ended; no failure of one reaches another."""
    while waiting := [each for each in begun if not each.outcome.done()]:
        _detect(waiting, detectors)


def _detect(waiting: Sequence[Begun[result_type]], detectors: Detectors) -> None:
    try:
        found = detectors.spans_together([each.leaves for each in waiting])
    except Exception as error:
        if len(waiting) == 1:
            waiting[0].outcome.set_exception(error)
            return
        for each in waiting:
            _detect([each], detectors)
        return
    for each, spans in zip(waiting, found, strict=True):
        each.go_on(spans)


def _detecting(step: Step[result_type], detectors: Detectors) -> Detecting[result_type]:
    work = step(detectors)
    if isinstance(work, Generator):
        return (yield from work)
    return work
