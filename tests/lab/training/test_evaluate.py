from __future__ import annotations

from gateway.detection.detector import Detector
from gateway.types import EntityType, Span
from lab.training.evaluate import Minimizing


class FirstName(Detector):
    """Finds a name where it stands first."""

    def detect(self, text: str) -> tuple[Span, ...]:
        at = text.find("Quillby")
        return (Span(at, at + 7, EntityType.NAME, 0.9, "first"),) if at >= 0 else ()


def test_what_is_replaced_is_every_occurrence_of_what_is_found() -> None:
    text = "Dear Quillby, is this the Quillby of last year?"

    assert [text[each.start : each.end] for each in FirstName().detect(text)] == ["Quillby"]
    assert [text[each.start : each.end] for each in Minimizing(FirstName()).detect(text)] == ["Quillby", "Quillby"]


def test_where_nothing_is_found_nothing_is_replaced() -> None:
    assert Minimizing(FirstName()).detect("Dear all") == ()
