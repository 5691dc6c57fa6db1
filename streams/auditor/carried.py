"""Which canaries stand in which turn or event, and what was searched of these before anybody knew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gateway.types import Surface

MOST_SEEN: Final = 200_000


class CarriedCanaries:
    """The canaries by the names of what carries them, and the names that were searched lately on each surface.

    >>> carried = CarriedCanaries()
    >>> carried.searched(Surface.EGRESS, "turn 1"), carried.link("turn 1", "c1")
    ((), (<Surface.EGRESS: 'egress'>,))
    >>> carried.searched(Surface.REPLIES, "turn 1")
    ('c1',)
    """

    def __init__(self) -> None:
        # Tuples: almost all have one or two, of which a set would take four times the memory.
        self._canaries: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._seen: dict[str, tuple[Surface, ...]] = {}

    def link(self, name: str, canary: str) -> Sequence[Surface]:
        """Knows that what has this name carries the canary; returns where it was searched already."""
        carried = self._canaries.get(name, ())
        if canary not in carried:
            self._canaries[name] = (*carried, canary)
            self._names[canary] = (*self._names.get(canary, ()), name)
        return self._seen.get(name, ())

    def searched(self, surface: Surface, name: str) -> Sequence[str]:
        """Knows that what has this name was searched on a surface; returns the canaries that it is known to carry."""
        seen = self._seen.get(name, ())
        if surface not in seen:
            self._seen[name] = (*seen, surface)
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return self.of(name)

    def of(self, name: str) -> Sequence[str]:
        """Returns the canaries that what has this name is known to carry."""
        return self._canaries.get(name, ())

    def forget(self, canary: str) -> Sequence[str]:
        """Forgets a canary; returns the names of what carried it."""
        names = self._names.pop(canary, ())
        for name in names:
            others = tuple(each for each in self._canaries.pop(name) if each != canary)
            if others:
                self._canaries[name] = others
        return names
