"""Neighbours that are one: what a model took for two is joined while it passes by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

item_type = TypeVar("item_type")


def joined(items: Iterable[item_type], join: Callable[[item_type, item_type], item_type | None]) -> Iterator[item_type]:
    """Yields the items in order, neighbours as one where ``join`` makes one of them: it gets two, and may return None.

    >>> list(joined("aabccc", lambda so_far, letter: so_far + letter if letter in so_far else None))
    ['aa', 'b', 'ccc']
    >>> list(joined([], max))
    []
    """
    rest = iter(items)
    held = next(rest, None)
    if held is None:
        return
    for item in rest:
        both = join(held, item)
        if both is None:
            yield held
        held = item if both is None else both
    yield held
