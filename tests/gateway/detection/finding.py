"""Helpers that return the strings found in a text by some patterns or by the whole detector."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.detection.overlap import resolve
from gateway.detection.recognizer import Recognizer


def found(recognizers: Iterable[Recognizer], text: str) -> list[str]:
    spans = resolve([span for recognizer in recognizers for span in recognizer.find(text)], text)
    return [text[span.start : span.end] for span in spans]
