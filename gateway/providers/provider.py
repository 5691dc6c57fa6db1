"""What a provider of chat completions offers to the rest of the gateway, whatever its own protocol."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from gateway.types import JsonObject


@dataclass(frozen=True, slots=True)
class Limits:
    """What the gateway puts up with from a provider.

    ``first_byte_seconds`` bounds the wait for a stream's first byte, and for the whole of an answer that is not
    streamed; ``idle_seconds`` the wait between two pieces of a stream; ``answer_bytes`` the length of an answer.
    """

    first_byte_seconds: float = 600
    idle_seconds: float = 120
    answer_bytes: int = 32 * 1024 * 1024


class Provider(Protocol):
    """Answers chat completions. Both methods raise nothing but ``GatewayError`` and ``asyncio.CancelledError``."""

    async def complete(self, body: JsonObject) -> bytes:
        """Return the answer, the bytes of one JSON object. A cancelled call closes its connection at once."""
        ...

    def stream(self, body: JsonObject) -> AsyncGenerator[list[bytes], None]:
        """Yield the answer's events, each the bytes of one JSON object; an item holds all that have arrived by then.

        It ends normally only where the provider said that the answer is complete. Closing it closes the connection,
        so that nobody pays for the rest; wrap it in ``contextlib.aclosing`` to be sure of that.
        """
        ...
