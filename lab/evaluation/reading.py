"""What a provider reads of a prompt's values after the whole minimization with the default policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from gateway.minimization import Detectors, minimize_request
from gateway.policy import Policy
from gateway.protocols.registry import inspected_api
from gateway.rewriting.rewriter import SpanReport
from gateway.types import EntityType, JsonObject
from lab.training.rows import Labelled, Row


class HowReadable(IntEnum):
    """How much of a value leaves; of a value that occurs more than once, the worst occurrence counts."""

    NOT = 0
    PARTLY = 1
    WHOLLY = 2


@dataclass(frozen=True, slots=True, repr=False)
class MarkedValue:
    """A marked value of a prompt: counted once, however often it occurs."""

    text: str
    entity_type: EntityType
    readable: HowReadable


@dataclass(frozen=True, slots=True, repr=False)
class ReplacedPart:
    """A part of a prompt that was replaced; ``is_right`` says that it touches a marked value."""

    text: str
    entity_type: EntityType
    is_right: bool


@dataclass(frozen=True, slots=True, repr=False)
class ProviderView:
    """The values of a prompt and what was replaced in it, without what touches only arguable parts."""

    values: tuple[MarkedValue, ...]
    replaced: tuple[ReplacedPart, ...]


def reading(row: Row, detectors: Detectors) -> ProviderView:
    """Returns how readable each value is in what leaves, and whether each replaced part was a value."""
    spans = list(replaced(row.text, detectors))
    hidden = {at for span in spans for at in range(span.start, span.end)}
    worst: dict[tuple[str, EntityType], HowReadable] = {}
    for start, end, entity_type in row.spans:
        key = row.text[start:end], entity_type
        worst[key] = max(worst.get(key, HowReadable.NOT), _readable(row.text, start, end, hidden))
    values = tuple(MarkedValue(text, entity_type, readable) for (text, entity_type), readable in worst.items())
    return ProviderView(values, tuple(_judged(row, spans)))


def replaced(text: str, detectors: Detectors) -> Iterator[SpanReport]:
    """Yields what the whole minimization replaces in a prompt: what is found, and the same values elsewhere in it."""
    body: JsonObject = {"model": "any", "messages": [{"role": "user", "content": text}]}
    minimized = minimize_request(body, inspected_api(body), detectors, Policy(), str)
    return (span for span in minimized.minimization.report if span.replacement is not None)


def _readable(text: str, start: int, end: int, hidden: set[int]) -> HowReadable:
    letters = [at for at in range(start, end) if text[at].isalnum()]
    left = sum(at not in hidden for at in letters)
    if not left:
        return HowReadable.NOT
    return HowReadable.WHOLLY if left == len(letters) else HowReadable.PARTLY


def _judged(row: Row, spans: Iterable[SpanReport]) -> Iterator[ReplacedPart]:
    values: list[tuple[int, int]] = [_place(span) for span in row.spans]
    for span in spans:
        is_right = _touches(span, values)
        if is_right or not _touches(span, row.unknown):
            yield ReplacedPart(row.text[span.start : span.end], span.entity_type, is_right)


def _place(span: Labelled) -> tuple[int, int]:
    return span[0], span[1]


def _touches(span: SpanReport, places: Iterable[tuple[int, int]]) -> bool:
    return any(start < span.end and end > span.start for start, end in places)
