"""The labels of forms, tables and records are nobody's values, whatever a model takes their words for."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

from gateway.detection.circumstances.judging import TOLD
from gateway.detection.model_names import MODELS
from gateway.detection.structure.judging import RECOGNIZER
from gateway.detection.structure.labels import words
from gateway.detection.structure.vocabulary import is_caption
from gateway.types import Span

_APART: Final = re.compile(r"[\n\t|,;:=(){}\[\]<>\"'`]|  ")
_JOINT: Final = re.compile(r"[\"'`*_]{0,3}[ \t]{0,8}(?::|=|->|=>|→|\||>|\n)?[ \t\"'`*_]{0,8}")
_DIGIT: Final = re.compile(r"\d")  # "Age 74" holds a value
_EDGES: Final = " *_-•?"
_REACH: Final = 40  # characters of a label on either side of a span


def without_captions(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans without those that a model finds inside of a label.

    A label is a phrase of the vocabulary between two signs. A value was found behind it by this label, or it has more
    than one word and what the model found is no attribute of a person: in a sentence, "attending physician" is a job.

    >>> from gateway.types import EntityType
    >>> text = "Date of birth: soon\\nPat: 1234\\nPat: hello"
    >>> spans = [Span(at, at + 3, EntityType.NAME, 0.6, "tagger") for at in (0, 20, 30)]
    >>> value = Span(25, 29, EntityType.ID_NUMBER, 0.9, "structure")
    >>> [span.start for span in without_captions([*spans, value], text)]
    [30, 25]
    """
    if not any(span.recognizer in MODELS for span in spans):
        return spans
    values = {span.start for span in spans if span.recognizer == RECOGNIZER}
    return [span for span in spans if span.recognizer not in MODELS or not _is_in_caption(span, text, values)]


def _is_in_caption(span: Span, text: str, values: Set[int]) -> bool:
    if _DIGIT.search(text, span.start, span.end):
        return False
    ending = _APART.search(text, span.end, span.end + _REACH)
    end = ending.start() if ending else min(len(text), span.end + _REACH)
    joint = _JOINT.match(text, end)
    has_value = joint is not None and joint.end() in values
    if not has_value and span.entity_type in TOLD:
        return False
    before = max(0, span.start - _REACH)
    start = max((each.end() for each in _APART.finditer(text, before, span.start)), default=before)
    said = text[start:end].strip(_EDGES)
    return not _DIGIT.search(said) and is_caption(said) and (has_value or len(words(said)) > 1)
