"""Which canaries stand in which turn or event, and what was searched of these before anybody knew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from typing import Final

from gateway.types import Surface

MOST_SEEN: Final = 200_000


class CarriedCanaries:
    """The canaries by the names of what carries them, and the names that were searched lately on each surface.

    >>> carried = CarriedCanaries()
    >>> carried.searched(Surface.EGRESS, "turn 1"), carried.link("turn 1", "c1")
    (frozenset(), [<Surface.EGRESS: 'egress'>])
    >>> carried.searched(Surface.REPLIES, "turn 1")
    frozenset({'c1'})
    """

    def __init__(self) -> None:
        self._canaries: defaultdict[str, set[str]] = defaultdict(set)
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._seen: dict[tuple[Surface, str], None] = {}

    def link(self, name: str, canary: str) -> list[Surface]:
        """Knows that what has this name carries the canary; returns where it was searched already."""
        self._canaries[name].add(canary)
        self._names[canary].add(name)
        return [surface for surface in Surface if (surface, name) in self._seen]

    def searched(self, surface: Surface, name: str) -> Set[str]:
        """Knows that what has this name was searched on a surface; returns the canaries that it is known to carry."""
        self._seen[surface, name] = None
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return self.of(name)

    def of(self, name: str) -> Set[str]:
        """Returns the canaries that what has this name is known to carry."""
        return frozenset(self._canaries.get(name, ()))

    def forget(self, canary: str) -> Set[str]:
        """Forgets a canary; returns the names of what carried it."""
        names = self._names.pop(canary, set())
        for name in names:
            self._canaries[name].discard(canary)
            if not self._canaries[name]:
                del self._canaries[name]
        return names
