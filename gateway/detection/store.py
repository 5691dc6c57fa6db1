"""Where detection keeps what takes long to compile: it only says what it needs of such a place."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol


class Store(Hashable, Protocol):
    """Keeps what is compiled for other processes."""

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Returns what is kept under a name, or else makes it and keeps it."""
