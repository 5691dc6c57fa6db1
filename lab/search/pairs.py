"""Pairs of variants of one message, and which one people found more private."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from gateway.plans.comparator import Preference, Variant
from gateway.types import Action
from lab.reporting.files import read_lines

_TAGGED: Final = re.compile(r"<(retained|abstracted|redacted)>(.*?)</\1>", re.DOTALL)
_ACTIONS: Final = {"retained": Action.RETAIN, "abstracted": Action.ABSTRACT, "redacted": Action.REDACT}
_PREFERENCES: Final = {"A": Preference.FIRST, "B": Preference.SECOND, "SAME": Preference.SAME}


class _Line(msgspec.Struct):
    consensus: Literal["A", "B", "SAME"]
    consensus_ratio: Annotated[float, msgspec.Meta(ge=0, le=1)]
    message_A: str  # noqa: N815 - the published spelling
    message_B: str  # noqa: N815


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variants of one message, the one that most people found more private, and their share (0 to 1)."""

    first: Variant
    second: Variant
    consensus: Preference
    consensus_ratio: float


def read(path: Path) -> Iterator[Pair]:
    """Yields the pairs of a file; raises BadRequest, naming file, line and field, for an invalid line."""
    for _, line in read_lines(path, _Line):
        variants = variant(line.message_A), variant(line.message_B)
        yield Pair(*variants, _PREFERENCES[line.consensus], line.consensus_ratio)


def variant(tagged: str) -> Variant:
    """Returns the variant described by a text with tags around its sensitive spans.

    >>> variant("<retained>Ann</retained> lives in <redacted>[CITY1]</redacted>").text
    'Ann lives in [CITY1]'
    """
    actions = tuple(_ACTIONS[match[1]] for match in _TAGGED.finditer(tagged))
    return Variant(actions, _TAGGED.sub(r"\2", tagged))
