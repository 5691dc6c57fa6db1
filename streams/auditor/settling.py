"""What waits until all that stood on the broker when it came has been read, too."""

from __future__ import annotations

from typing import Generic, TypeVar

item = TypeVar("item")


class Settling(Generic[item]):
    """Things that are to be looked at on the second tick after they came, whatever the clock says meanwhile.

    >>> settling = Settling[str]()
    >>> settling.add("find")
    >>> settling.settled(), settling.settled(), settling.settled()
    ([], ['find'], [])
    """

    def __init__(self) -> None:
        self._fresh: list[item] = []
        self._before: list[item] = []  # those that stood there at the last tick

    def add(self, what: item) -> None:
        """Lets it wait."""
        self._fresh.append(what)

    def settled(self) -> list[item]:
        """Returns what was there at the last tick; to be asked once a tick."""
        settled, self._before, self._fresh = self._before, self._fresh, []
        return settled
