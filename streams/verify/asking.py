"""Sends probes to a gateway as any client of OpenAI's chat completions does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import aiohttp
from yarl import URL

from gateway.errors import BadRequest, Unavailable
from gateway.terminal import one_line
from streams.verify.judging import GatewayAnswer
from streams.verify.plan import PlannedProbe
from streams.verify.reading import answered_text, json_object


@dataclass(frozen=True, slots=True, repr=False)
class GatewayClient:
    """A client of the gateway at this address, with at most so many requests open at once."""

    session: aiohttp.ClientSession
    base: URL
    concurrency: int

    async def only_model(self) -> str:
        """Returns the name of the model that the gateway serves; raises BadRequest if it is not the only one."""
        try:
            async with self.session.get(self.base / "models") as response:
                raw = await response.read()
                names = _model_names(raw) if response.status == 200 else []
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unavailable(f"the gateway at {self.base} does not answer: {type(error).__name__}") from None
        if len(names) == 1:
            return names[0]
        served = one_line(", ".join(names)) or f"it answered {response.status} and named none"
        raise BadRequest(f"name with --model the model whose only deployment is the witness; the gateway's: {served}")

    async def ask_all(self, probes: Sequence[PlannedProbe]) -> list[GatewayAnswer]:
        """Returns the answers to probes, in order."""
        waiting = iter(enumerate(probes))
        answers: dict[int, GatewayAnswer] = {}

        async def work() -> None:
            for number, each in waiting:
                answers[number] = await self._ask(each)

        await asyncio.gather(*(work() for _ in range(self.concurrency)))
        return [answers[number] for number in range(len(probes))]

    async def _ask(self, planned: PlannedProbe) -> GatewayAnswer:
        try:
            async with self.session.post(self.base / "chat" / "completions", json=planned.probe.body) as response:
                raw = await response.read()
                return GatewayAnswer(response.status, text=answered_text(raw, stream=planned.probe.stream))
        except (aiohttp.ClientError, TimeoutError) as error:
            return GatewayAnswer(None, error=type(error).__name__)


def base_of(url: str) -> URL:
    """Returns where the gateway's API begins, given with or without ``/v1``; raises BadRequest.

    >>> base_of("https://gateway.example"), base_of("http://127.0.0.1:4000/v1/")
    (URL('https://gateway.example/v1'), URL('http://127.0.0.1:4000/v1'))
    """
    try:
        parsed = URL(url.rstrip("/"))
    except ValueError:
        parsed = URL()
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.query_string or parsed.fragment:
        raise BadRequest("--url should be the gateway's address, such as https://gateway.example or …/v1")
    return parsed if parsed.name == "v1" else parsed / "v1"


def _model_names(raw: bytes) -> list[str]:
    listed = (json_object(raw) or {}).get("data")
    models = [each.get("id") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [name for name in models if isinstance(name, str)]
