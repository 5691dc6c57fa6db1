"""A request costs in proportion to its size, whatever its shape: calls of functions are counted, not seconds."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.minimization import Detectors, minimize_request
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import EntityType, Leaf, LeafKind, Span
from tests.bench.shapes import SHAPES
from tests.support.work import calls

PATTERNS = PatternDetector()


class Capitals(Detector):
    """A detector that takes every word with a capital for a name, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def detect(self, text: str) -> tuple[Span, ...]:
        self.asked.append(text)
        words = [*text.replace(",", " ").split(" ")]
        starts = [sum(len(word) + 1 for word in words[:at]) for at in range(len(words))] if len(words) < 9 else []
        return tuple(
            Span(start, start + len(word), EntityType.NAME, 1.0, "capitals")
            for start, word in zip(starts, words, strict=False)
            if word.istitle() and word.isalpha()
        )


def minimizing(shape: str, size: int) -> int:
    body = SHAPES[shape](Random(shape), size)
    detectors = Detectors(Capitals(), PATTERNS)
    return calls(partial(minimize_request, body, CHAT_COMPLETIONS, detectors, Policy(), str))


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_size_is_about_twice_the_work(shape: str) -> None:
    assert minimizing(shape, 40_000) < 3 * minimizing(shape, 20_000)


def test_a_text_that_stands_in_many_leaves_is_looked_at_once_by_each_detector() -> None:
    texts, words = Capitals(), Capitals()
    kinds = [LeafKind.TEXT, LeafKind.KEY, LeafKind.IDENTIFIER] * 9
    leaves = [Leaf(f"stop[{at}]", kind, "Ann", None) for at, kind in enumerate(kinds)]
    spans = Detectors(texts, words).spans(leaves)
    assert (texts.asked, words.asked) == (["Ann"], ["Ann"])
    assert [len(found) for found in spans] == [kind is not LeafKind.IDENTIFIER for kind in kinds]
