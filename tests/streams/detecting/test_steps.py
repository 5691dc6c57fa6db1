from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.errors import NotFound
from gateway.minimization import Detectors
from gateway.types import Leaf, LeafKind, Span
from streams.detecting.steps import Begun, Detecting, Step, finish, result_of

PATTERNS = PatternDetector()
TEXTS = ("write to ann@example.org", "call +1 415 555 0123", "nothing", "")


class Recorded(Detector):
    """Records which texts it is asked for at once; a text that says so breaks it."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def detect(self, text: str) -> tuple[Span, ...]:
        return self.detect_all([text])[0]

    def detect_all(self, texts: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        self.asked.append([*texts])
        if "break" in texts:
            raise ValueError("broken")
        return PATTERNS.detect_all(texts)


def detectors(recorded: Recorded | None = None) -> Detectors:
    return Detectors(recorded or Recorded(), Recorded())


def found_in(*texts: str) -> Step[list[str]]:
    """A step that returns what is found in each of some texts, one after the other."""

    def step(detectors: Detectors) -> Detecting[list[str]]:
        found: list[str] = []
        for text in texts:
            [spans] = yield [Leaf("text", LeafKind.TEXT, text, 0)]
            found += [text[span.start : span.end] for span in spans]
        return found

    return step


def refused(detectors: Detectors) -> Detecting[list[str]]:
    """Wants something detected, and raises an error for the client then."""
    yield [Leaf("text", LeafKind.TEXT, "nothing", 0)]
    raise NotFound("no such model", code="model_not_found", param="model")


def test_a_step_alone_returns_or_raises_whether_it_wants_leaves_detected_or_not() -> None:
    assert result_of(found_in(*TEXTS), detectors()) == ["ann@example.org", "+1 415 555 0123"]
    assert result_of(lambda own: own.complete, detectors()) is True
    step: Step[list[str]] = refused
    with pytest.raises(NotFound):
        result_of(step, detectors())
    with pytest.raises(ZeroDivisionError):
        result_of(lambda own: 1 // 0, detectors())


def test_what_several_steps_want_is_asked_for_at_once() -> None:
    recorded = Recorded()
    own = detectors(recorded)
    begun = [Begun(found_in(text), own) for text in TEXTS[:3]]
    finish(begun, own)
    assert [each.outcome.result() for each in begun] == [["ann@example.org"], ["+1 415 555 0123"], []]
    assert recorded.asked == [[*TEXTS[:3]]]


def test_no_failure_of_one_step_reaches_another() -> None:
    own = detectors()
    good, no_model, broken = (Begun(each, own) for each in (found_in(TEXTS[0]), refused, found_in("break")))
    finish([good, no_model, broken], own)
    assert good.outcome.result() == ["ann@example.org"]
    with pytest.raises(NotFound):
        no_model.outcome.result()
    with pytest.raises(ValueError, match="broken"):
        broken.outcome.result()


@given(st.lists(st.lists(st.sampled_from(TEXTS), max_size=3), max_size=5))
def test_steps_together_return_what_each_returns_alone(asked: list[list[str]]) -> None:
    own = detectors()
    begun = [Begun(found_in(*texts), own) for texts in asked]
    finish(begun, own)
    assert [each.outcome.result() for each in begun] == [result_of(found_in(*texts), own) for texts in asked]
