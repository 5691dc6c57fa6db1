"""Puts the chunks of an answer together, so that a canary which two of them share is found, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from gateway.records import Chunk
from gateway.types import JsonValue

MOST_OPEN: Final = 10_000

Place = tuple[str | int, ...]


class Answers:
    """The answers of which the last chunk has not come yet; beyond 10,000 the oldest are given up."""

    def __init__(self) -> None:
        self._open: dict[str, dict[Place, list[str]]] = {}

    def take(self, chunk: Chunk) -> str | None:
        """Returns the whole answer's texts with its last chunk, None before."""
        texts = self._open.setdefault(chunk.attempt_id, {})
        for event in chunk.events:
            for place, text in _texts(bytes(event)):
                texts.setdefault(place, []).append(text)
        if not chunk.last:
            if len(self._open) > MOST_OPEN:
                del self._open[next(iter(self._open))]
            return None
        del self._open[chunk.attempt_id]
        return "\n".join("".join(pieces) for pieces in texts.values())


def _texts(event: bytes) -> Iterator[tuple[Place, str]]:
    try:
        value: JsonValue = msgspec.json.decode(event)
    except (msgspec.DecodeError, UnicodeDecodeError):
        value = event.decode("utf-8", "replace")
    return _strings(value, ())


def _strings(value: JsonValue, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _strings(below, (*place, key))
    elif isinstance(value, list):
        for number, below in enumerate(value):
            yield from _strings(below, (*place, number))
