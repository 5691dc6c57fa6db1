"""Sends a probe, and reads all that comes back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import aiohttp
from yarl import URL

TURN_ID: Final = "x-canarygate-turn-id"
_ANSWER_ID: Final = re.compile(r'"id": ?"(chatcmpl-[^"]+)"')
_INVALID: Final = frozenset({400, 404, 405, 413, 415, 422})


class ProbeOutcome(StrEnum):
    """What became of a probe, as its counter labels it."""

    ANSWERED = "answered"
    REFUSED = "refused"  # as a request that is invalid, or that the policy does not allow
    UNAUTHORIZED = "unauthorized"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"
    TIMED_OUT = "timed_out"
    FAILED = "failed"
    UNREACHABLE = "unreachable"
    NOT_SENT = "not_sent"  # the month's probes, or the values of a kind, are used up


_OUTCOMES: Final = {
    200: ProbeOutcome.ANSWERED,
    401: ProbeOutcome.UNAUTHORIZED,
    403: ProbeOutcome.UNAUTHORIZED,
    429: ProbeOutcome.TOO_MANY,
    503: ProbeOutcome.UNAVAILABLE,
    504: ProbeOutcome.TIMED_OUT,
}


@dataclass(frozen=True, slots=True, repr=False)
class ProbeAnswer:
    """What came back: ``text`` is its headers and its body, empty if there was none."""

    outcome: ProbeOutcome
    turn_id: str | None = None
    text: str = ""

    @property
    def answer_id(self) -> str | None:
        """The id that the provider gave its answer."""
        found = _ANSWER_ID.search(self.text)
        return found[1] if found else None


async def ask(session: aiohttp.ClientSession, route: str, content: bytes, api_key: str) -> ProbeAnswer:
    """Sends a request as it is, and reads its answer to the end."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {api_key}"}
    try:
        async with session.post(URL(route, encoded=True), data=content, headers=headers) as response:
            body = (await response.read()).decode("utf-8", "replace")
            head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
            return ProbeAnswer(_outcome(response.status), response.headers.get(TURN_ID), f"{head}\n\n{body}")
    except TimeoutError:
        return ProbeAnswer(ProbeOutcome.TIMED_OUT)
    except aiohttp.ClientError:
        return ProbeAnswer(ProbeOutcome.UNREACHABLE)


def _outcome(status: int) -> ProbeOutcome:
    return _OUTCOMES.get(status, ProbeOutcome.REFUSED if status in _INVALID else ProbeOutcome.FAILED)
