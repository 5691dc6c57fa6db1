"""Finds the JSON objects in a model's answer, with any text around them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

_DECODER: Final = json.JSONDecoder()


def objects(answer: str) -> Iterator[dict[str, object]]:
    """Yields the JSON objects in an answer, without nested ones.

    >>> list(objects('Sure! {"score": {"of": 8}} {oops'))
    [{'score': {'of': 8}}]
    """
    place = answer.find("{")
    while place >= 0:
        try:
            found, end = _DECODER.raw_decode(answer, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield found
        place = answer.find("{", end)
