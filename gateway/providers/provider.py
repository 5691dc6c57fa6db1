"""The interface of a provider of chat completions, whichever protocol it speaks."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from gateway.types import JsonObject


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on a provider's answer.

    ``first_byte_seconds`` limits the wait for the first byte of a stream, or for a whole answer that is not streamed;
    ``idle_seconds`` the wait between two pieces of a stream; ``answer_bytes`` the length of an answer.
    """

    first_byte_seconds: float = 600
    idle_seconds: float = 120
    answer_bytes: int = 32 * 1024 * 1024


class Provider(Protocol):
    """Answers chat completions. Both methods raise only ``GatewayError`` and ``asyncio.CancelledError``."""

    async def complete(self, body: JsonObject) -> bytes:
        """Returns the answer as the bytes of one JSON object. Cancelling the call closes its connection at once."""
        ...

    def stream(self, body: JsonObject) -> AsyncGenerator[list[bytes], None]:
        """Yields lists of events that arrived together, each event the bytes of one JSON object.

        It ends normally only if the provider said that the answer is complete. Closing the generator closes the
        connection, which stops the provider; use ``contextlib.aclosing`` to be sure of that.
        """
        ...
