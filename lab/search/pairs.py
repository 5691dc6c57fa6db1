"""Pairs of variants that people compared: reading them, and telling the types of what is shown in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.detector import PatternDetector
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Extent
from gateway.plans.comparator import Preference, Shown, Variant
from gateway.types import Action, EntityType, Span
from lab.reporting.files import read_lines

_TAGGED: Final = re.compile(r"<(retained|abstracted|redacted)>(.*?)</\1>", re.DOTALL)
_PLACEHOLDER: Final = re.compile(r"\[([A-Z_]+?)_?[0-9]*\]")
_ACTIONS: Final = {"retained": Action.RETAIN, "abstracted": Action.ABSTRACT, "redacted": Action.REDACT}
_PREFERENCES: Final = {"A": Preference.FIRST, "B": Preference.SECOND, "SAME": Preference.SAME}
# Where neither the tag nor our detection tells the type: what describes somebody, and names nobody.
_UNKNOWN: Final = EntityType.DEMOGRAPHIC_ATTRIBUTE


class _Line(msgspec.Struct):
    consensus: Literal["A", "B", "SAME"]
    consensus_ratio: Annotated[float, msgspec.Meta(ge=0, le=1)]
    message_A: str  # noqa: N815 - the published spelling
    message_B: str  # noqa: N815


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variants of one message, which one most people found more private, and how many of them did (0 to 1)."""

    first: Variant
    second: Variant
    consensus: Preference
    consensus_ratio: float


class Types:
    """Tells the types of tagged spans: by the placeholder, else by what our detection makes of the text."""

    def __init__(self) -> None:
        self._tagger = Tagger(load())
        self._detector = PatternDetector((*PATTERNS, *ATTRIBUTES, self._tagger), few_texts=True)

    def variant(self, tagged: str) -> Variant:
        """The variant that a text with tags around its sensitive spans is."""
        text, spans = _untagged(tagged)
        found = self._detector.detect(text)
        return Variant(tuple(Shown(action, self._type(text, place, found)) for action, place in spans), text)

    def _type(self, text: str, place: Extent, found: Iterable[Span]) -> EntityType:
        start, end = place
        placeholder = _PLACEHOLDER.fullmatch(text, start, end)
        if placeholder and placeholder[1] in EntityType.__members__:
            return EntityType(placeholder[1])
        inside = [span for span in found if span.start < end and span.end > start]
        if inside:
            return max(inside, key=lambda span: min(span.end, end) - max(span.start, start)).entity_type
        return self._tagger.likeliest(text, start, end) or _UNKNOWN


def read(path: Path) -> Iterator[Pair]:
    """The pairs of a file; raises BadRequest, naming file, line and field, for one that is none."""
    types = Types()
    for _, pair in read_lines(path, _Line):
        variants = types.variant(pair.message_A), types.variant(pair.message_B)
        yield Pair(*variants, _PREFERENCES[pair.consensus], pair.consensus_ratio)


def _untagged(tagged: str) -> tuple[str, list[tuple[Action, Extent]]]:
    """The text without tags, and what they said of which part of it."""
    pieces: list[str] = []
    spans: list[tuple[Action, Extent]] = []
    done = length = 0
    for match in _TAGGED.finditer(tagged):
        pieces += (tagged[done : match.start()], match[2])
        length += match.start() - done
        spans.append((_ACTIONS[match[1]], (length, length + len(match[2]))))
        length += len(match[2])
        done = match.end()
    return "".join([*pieces, tagged[done:]]), spans
