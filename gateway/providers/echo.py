"""The built-in model ``echo``: it shows what a provider would receive, without one."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncGenerator

from gateway.echo import EchoedAnswer
from gateway.types import JsonObject


class Echo:
    """A ``Provider`` that answers with the last user message and makes no calls."""

    async def complete(self, body: JsonObject) -> bytes:
        """Returns the whole answer."""
        return _answer().whole(body)

    async def stream(self, body: JsonObject) -> AsyncGenerator[list[bytes], None]:
        """Yields the answer a few words at a time, with usage at the end if ``stream_options`` asks for it."""
        for event in _answer().events(body):
            yield [event]


def _answer() -> EchoedAnswer:
    return EchoedAnswer(f"chatcmpl-{uuid.uuid4().hex}", int(time.time()))
