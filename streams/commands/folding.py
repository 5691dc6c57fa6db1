"""What the records of a topic say of each key, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from gateway.records import Undecodable

value_type = TypeVar("value_type")


@dataclass(frozen=True, slots=True, repr=False)
class Kept:
    """What a topic holds of a key: the record's value, None for a tombstone.

    ``place`` is ``PARTITION/OFFSET``, ``at_ms`` when it was written.
    """

    key: str
    value: bytes | None
    place: str = ""
    at_ms: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Folded(Generic[value_type]):
    """What is said of each key; the keys of which nothing is said any more; and how many records cannot be read."""

    values: Mapping[str, value_type]
    withdrawn: frozenset[str]
    unreadable: int


def folded(
    records: Iterable[Kept], step: Callable[[value_type | None, bytes], value_type | None]
) -> Folded[value_type]:
    """Returns what the records say, where ``step`` makes of what was said of a key, and a value, what is said then.

    ``step`` raises Undecodable for a value that it cannot read; that one counts, and changes nothing.

    >>> folded([Kept("a", b"1"), Kept("b", b"2"), Kept("a", b"3"), Kept("b", None)], lambda before, now: now).values
    {'a': b'3'}
    """
    said: dict[str, value_type | None] = {}
    unreadable = 0
    for kept in records:
        try:
            said[kept.key] = None if kept.value is None else step(said.get(kept.key), kept.value)
        except Undecodable:
            unreadable += 1
    values = {key: value for key, value in said.items() if value is not None}
    return Folded(values, frozenset(said.keys() - values.keys()), unreadable)
