"""Kinds of requests that clients make, and whether an answer is right to its last character.

Each request plants values of its own and carries a marker, a word that is nobody's and that reaches the upstream as it
is: so the requests that the upstream received can be told apart without any planted value.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random

import aiohttp

from gateway.types import JsonObject, JsonValue
from tests.support.planting import Kind, plant

PHRASES = {
    Kind.EMAIL: "please write to {}",
    Kind.PHONE: "you can call {}",
    Kind.CARD: "the card is {}",
    Kind.IBAN: "pay to the account {}",
    Kind.SSN: "my SSN is {}",
    Kind.API_KEY: "the key is {}",
    Kind.IP_ADDRESS: "it runs on {}",
    Kind.URL: "it is described at {}",
}
VALUES_EACH = 3
MARKER_LETTERS = "bcdfghjklmnpqrstvwxz"
PROSE = (
    "The committee met on the second floor to review how the new process works in practice, and nobody had any "
    "objection to the plan as written so far."
)
PROSE_WORDS, SHORTEST_LINE = 14, 40  # of words, and of characters in them
TOOL: JsonObject = {
    "type": "function",
    "function": {"name": "lookup", "parameters": {"type": "object", "properties": {"echo": {"type": "string"}}}},
}


class Ending(StrEnum):
    """How a request ended for its client."""

    ANSWERED = "answered"  # whole and exact
    FAILED = "failed"  # a clear error: a status, or an error event in a stream that was right so far
    RESET = "reset"  # the connection broke, in a stream that was right so far
    REFUSED = "refused"  # nobody listened
    LEFT = "left"  # the client did not wait for the end
    LOST = "lost"  # no end in the time that the client has
    WRONG = "wrong"  # anything else


@dataclass(frozen=True, slots=True)
class RequestKind:
    """A kind of request: the model says what the upstream does with it, see ``behaviour``.

    A model with ``pace`` or ``lasts`` is asked for a stream. ``filler_bytes`` stand before the message that is
    answered, ``leaves_after`` is in seconds, 0 for a client that waits. A dry run never reaches the upstream.
    """

    model: str
    filler_bytes: int = 0
    tools: bool = False
    dry_run: bool = False
    leaves_after: float = 0.0

    @property
    def stream(self) -> bool:
        """Whether a stream is asked for."""
        return "pace=" in self.model or "lasts=" in self.model


QUICK = RequestKind("load?echo=last")
HUNG = RequestKind("load?echo=last&start=stall")
BIG = RequestKind("load?echo=last", filler_bytes=900_000)
TOOLS = RequestKind("load?echo=last&channels=tool_calls", tools=True)
DRY_RUN = RequestKind("load", dry_run=True)


def stream_of(seconds: float, leaves_after: float = 0.0) -> RequestKind:
    """A stream that the upstream sends over so many seconds.

    >>> stream_of(60).stream
    True
    """
    return RequestKind(f"load?echo=last&size=5&lasts={seconds:g}", leaves_after=leaves_after)


@dataclass(frozen=True, slots=True, repr=False)
class Request:
    """One request; ``text`` is what it says and what the answer has to repeat."""

    kind: RequestKind
    marker: str
    values: tuple[str, ...]
    text: str

    @classmethod
    def drawn(cls, random: Random, kind: RequestKind) -> Request:
        """A request of this kind with a marker and values that no other has."""
        marker = "zq" + "".join(random.choices(MARKER_LETTERS, k=8))
        planted = plant(random, VALUES_EACH, random.sample(list(Kind), VALUES_EACH))
        said = ", ".join(PHRASES[each.kind].format(each.text) for each in planted)
        # In a paragraph of its own: beside a key, a word of consonants may be taken for a login.
        return cls(kind, marker, tuple(each.text for each in planted), f"Case {marker}\n\n{said} .")

    @property
    def path(self) -> str:
        """Where it is sent."""
        return "/v1/inspect" if self.kind.dry_run else "/v1/chat/completions"

    @property
    def body(self) -> JsonObject:
        """What is sent."""
        if self.kind.dry_run:
            return {"text": self.text}
        filler: list[JsonValue] = []
        if self.kind.filler_bytes:
            filler = [{"role": "user", "content": f"Notes to {self.marker}.\n{_filler(self.kind.filler_bytes)}"}]
        return {
            "model": self.kind.model,
            "stream": self.kind.stream,
            "user": self.values[0],
            "messages": [{"role": "system", "content": "Repeat."}, *filler, {"role": "user", "content": self.text}],
            **({"tools": [TOOL]} if self.kind.tools else {}),
        }

    @property
    def answer(self) -> str:
        """The text, or the arguments of a tool call, that a right answer has."""
        return json.dumps({"echo": self.text}) if self.kind.tools else self.text

    def is_answered_by(self, answer: JsonObject) -> bool:
        """Whether a whole answer is right."""
        if self.kind.dry_run:
            minimized = str(answer["minimized"])
            return self.marker in minimized and not any(value in minimized for value in self.values)
        return "".join(_texts(answer, "message")) == self.answer


@cache
def _filler(size: int) -> str:
    """Lines of prose with nobody's values in them."""
    random, words = Random(size), PROSE.split()
    lines = (" ".join(random.choices(words, k=PROSE_WORDS)) for _ in range(size // SHORTEST_LINE))
    return "\n".join(lines)[:size]


@dataclass(slots=True, repr=False)
class Answer:
    """What has come so far; WRONG until it is known to be anything else.

    ``first`` is when its first word came, ``pause`` the longest time in seconds between two of its pieces. ``kept``
    says if its request went over a connection that another one had used.
    """

    ending: Ending = Ending.WRONG
    status: int = 0
    text: str = ""
    retry_after: str | None = None
    turn_id: str = ""
    error: str = ""
    first: float = 0.0
    pause: float = 0.0
    kept: bool = False
    _last: float = 0.0

    def add(self, text: str, now: float) -> None:
        """Takes the next piece of a stream."""
        self.first = self.first or now
        self.pause = max(self.pause, now - self._last) if self._last else 0.0
        self._last = now
        self.text += text


async def converse(session: aiohttp.ClientSession, url: str, key: str, request: Request, answer: Answer) -> None:
    """Sends the request and reads its answer to the end; aiohttp's errors say that there was none."""
    headers = {"authorization": f"Bearer {key}"}
    asking = session.post(f"{url}{request.path}", json=request.body, headers=headers, trace_request_ctx=answer)
    async with asking as response:
        answer.status = response.status
        answer.retry_after = response.headers.get("retry-after")
        answer.turn_id = response.headers.get("x-canarygate-turn-id", "")
        if response.status != 200:
            answer.error = await response.text()
            answer.ending = Ending.FAILED if "error" in json.loads(answer.error) else Ending.WRONG
        elif request.kind.stream:
            await _read_stream(response, request, answer)
        else:
            answer.ending = Ending.ANSWERED if request.is_answered_by(await response.json()) else Ending.WRONG


async def _read_stream(response: aiohttp.ClientResponse, request: Request, answer: Answer) -> None:
    complete = False
    async for line in response.content:
        if line == b"data: [DONE]\n":
            complete = True
        elif line.startswith(b"data: "):
            event = json.loads(line.removeprefix(b"data: "))
            answer.error += json.dumps(event) if "error" in event else ""
            for text in _texts(event, "delta"):
                answer.add(text, asyncio.get_running_loop().time())
    if complete and not answer.error and answer.text == request.answer:
        answer.ending = Ending.ANSWERED
    elif answer.error and not complete and request.answer.startswith(answer.text):
        answer.ending = Ending.FAILED


def _texts(event: JsonObject, part: str) -> Iterator[str]:
    """What the choices of an answer or an event say, as content or as arguments of a tool call."""
    choices = event.get("choices")
    for choice in choices if isinstance(choices, list) else []:
        said = choice.get(part) if isinstance(choice, dict) else None
        if isinstance(said, dict):
            content, calls = said.get("content"), said.get("tool_calls")
            yield from [content] if isinstance(content, str) and content else []
            yield from (str(call["function"]["arguments"]) for call in (calls if isinstance(calls, list) else []))  # type: ignore[call-overload,index]
