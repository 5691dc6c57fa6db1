"""What a role needs while it runs."""

from __future__ import annotations

from typing import Protocol


class Resource(Protocol):
    """Something that a role needs while it runs."""

    async def start(self) -> None:
        """Starts; returns when it can be used."""
        ...

    async def stop(self) -> None:
        """Releases it."""
        ...
