"""Clients that ask without a pause, never retry, and look at every answer to its last character.

Each request plants values of its own and carries a marker, a word that is nobody's and that reaches the upstream as it
is: so the requests that the upstream received can be told apart without any planted value.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import cycle
from random import Random
from types import TracebackType
from typing import Self

import aiohttp

from gateway.types import JsonObject
from tests.support.planting import Kind, plant
from tests.support.waiting import eventually

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
MODELS = (
    "load?echo=last&delay=0.2",
    "load?echo=last&pace=0.05&size=6",
    "load?echo=last&delay=1.5",
    "load?echo=last&pace=0.15&size=5",
)
VALUES_EACH = 3
MARKER_LETTERS = "bcdfghjklmnpqrstvwxz"
BUSY_SECONDS = 60.0
SETTLED_SECONDS = 0.25  # after its answer a turn has its outcome written


class Ending(StrEnum):
    """How a request ended for its client."""

    ANSWERED = "answered"  # whole and exact
    FAILED = "failed"  # a clear error: a status, or an error event in a stream that was right so far
    RESET = "reset"  # the connection broke, in a stream that was right so far
    REFUSED = "refused"  # nobody listened
    WRONG = "wrong"  # anything else


@dataclass(frozen=True, slots=True, repr=False)
class Asked:
    """One request, and how it ended; ``error`` is the body or the event that said why it failed."""

    marker: str
    model: str
    stream: bool
    values: tuple[str, ...]
    ending: Ending
    began: float
    seconds: float
    status: int = 0
    retry_after: str | None = None
    turn_id: str = ""
    error: str = ""

    def __repr__(self) -> str:
        ended = f"{self.ending.value} {self.status} after {self.seconds:.2f} s"
        return f"{self.marker} {self.model} {ended} {self.turn_id} {self.error}"


@dataclass(slots=True)
class Load:
    """Requests to an edge at a steady rate, for each of the models in turn; an async context manager.

    Leaving it stops asking and waits until every request has ended. ``asked`` holds those that have. A model that has
    a pace is asked for a stream.
    """

    url: str
    key: str
    seed: int
    models: Sequence[str] = MODELS
    per_second: float = 20.0
    deadline_seconds: float = 60.0
    asked: list[Asked] = field(default_factory=list)
    _open: dict[str, _Answer] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _session: aiohttp.ClientSession | None = None
    _asking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=self.deadline_seconds)
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout)
        self._asking = asyncio.create_task(self._ask())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._asking is not None and self._session is not None
        self._asking.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()

    @property
    def in_flight(self) -> int:
        """How many requests wait for the end of their answer."""
        return len(self._open)

    @property
    def markers(self) -> set[str]:
        """The markers of the requests that wait for the end of their answer."""
        return set(self._open)

    @property
    def unsettled(self) -> int:
        """How many requests are in flight, or ended a moment ago: their outcome may not be written yet.

        A dispatcher writes the last reply, then the outcome. One that dies in between has its turn sent again.
        """
        return self.in_flight + sum(asked.began + asked.seconds > self.now - SETTLED_SECONDS for asked in self.asked)

    @property
    def now(self) -> float:
        """The time that ``Asked.began`` is in."""
        return asyncio.get_running_loop().time()

    def count(self, ending: Ending, since: float = 0.0) -> int:
        """How many requests that began since then have ended like this."""
        return sum(asked.ending is ending and asked.began >= since for asked in self.asked)

    async def flows(self, requests: int = 20) -> None:
        """Returns when that many requests that began from now on are answered, and there is work in flight."""
        since = self.now
        await eventually(
            lambda: self.count(Ending.ANSWERED, since) >= requests and self.in_flight >= 10,
            BUSY_SECONDS,
            f"{requests} answers to new requests (now: {self.summary()})",
        )

    async def stop_asking(self, after: int) -> None:
        """Asks until that many requests are in flight, and then nothing more."""
        assert self._asking is not None
        await eventually(lambda: self.in_flight >= after, BUSY_SECONDS, f"{after} requests in flight")
        self._asking.cancel()

    async def answers_begin(self) -> None:
        """Returns when every request in flight gets an answer."""
        begun = self._open.values()
        await eventually(lambda: all(answer.status for answer in begun), BUSY_SECONDS, "the first of all answers")

    def leave(self) -> None:
        """Breaks off every request in flight."""
        for task in self._tasks:
            task.cancel()

    async def ends(self, ending: Ending, requests: int, since: float) -> None:
        """Returns when that many requests that began since then have ended like this."""
        await eventually(
            lambda: self.count(ending, since) >= requests, BUSY_SECONDS, f"{requests} requests that are {ending.value}"
        )

    def summary(self) -> str:
        """The counts, for printing."""
        endings = Counter(asked.ending.value for asked in self.asked)
        return ", ".join([f"{len(self.asked)} ended", *(f"{number} {name}" for name, number in endings.items())])

    async def _ask(self) -> None:
        random = Random(self.seed)
        for model in cycle(self.models):
            task = asyncio.create_task(self._one(_Request.drawn(random, model)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(1 / self.per_second)

    async def _one(self, request: _Request) -> None:
        assert self._session is not None
        began = self.now
        answer = _Answer()
        self._open[request.marker] = answer
        try:
            await _converse(self._session, self.url, self.key, request, answer)
        except aiohttp.ClientConnectorError:
            answer.ending = Ending.REFUSED
        except (aiohttp.ClientError, ConnectionError):
            answer.ending = Ending.RESET if request.text.startswith(answer.text) else Ending.WRONG
        except TimeoutError:
            answer.error = "no end in time"
        finally:
            del self._open[request.marker]
        self.asked.append(
            Asked(
                marker=request.marker,
                model=request.model,
                stream=request.stream,
                values=request.values,
                ending=answer.ending,
                began=began,
                seconds=self.now - began,
                status=answer.status,
                retry_after=answer.retry_after,
                turn_id=answer.turn_id,
                error=answer.error,
            )
        )


@dataclass(frozen=True, slots=True, repr=False)
class _Request:
    marker: str
    model: str
    stream: bool
    values: tuple[str, ...]
    text: str

    @classmethod
    def drawn(cls, random: Random, model: str) -> _Request:
        marker = "zq" + "".join(random.choices(MARKER_LETTERS, k=8))
        planted = plant(random, VALUES_EACH, random.sample(list(Kind), VALUES_EACH))
        said = ", ".join(PHRASES[each.kind].format(each.text) for each in planted)
        return cls(marker, model, "pace=" in model, tuple(each.text for each in planted), f"Case {marker}: {said} .")

    @property
    def body(self) -> JsonObject:
        return {
            "model": self.model,
            "stream": self.stream,
            "user": self.values[0],
            "messages": [{"role": "system", "content": "Repeat."}, {"role": "user", "content": self.text}],
        }


@dataclass(slots=True, repr=False)
class _Answer:
    """What has come so far; WRONG until it is known to be anything else."""

    ending: Ending = Ending.WRONG
    status: int = 0
    text: str = ""
    retry_after: str | None = None
    turn_id: str = ""
    error: str = ""


async def _converse(session: aiohttp.ClientSession, url: str, key: str, request: _Request, answer: _Answer) -> None:
    headers = {"authorization": f"Bearer {key}"}
    async with session.post(f"{url}/v1/chat/completions", json=request.body, headers=headers) as response:
        answer.status = response.status
        answer.retry_after = response.headers.get("retry-after")
        answer.turn_id = response.headers.get("x-canarygate-turn-id", "")
        if response.status != 200:
            answer.error = await response.text()
            answer.ending = Ending.FAILED if "error" in json.loads(answer.error) else Ending.WRONG
        elif request.stream:
            await _read_stream(response, request, answer)
        else:
            message = (await response.json())["choices"][0]["message"]
            answer.ending = Ending.ANSWERED if message["content"] == request.text else Ending.WRONG


async def _read_stream(response: aiohttp.ClientResponse, request: _Request, answer: _Answer) -> None:
    complete = False
    async for line in response.content:
        if line == b"data: [DONE]\n":
            complete = True
        elif line.startswith(b"data: "):
            event = json.loads(line.removeprefix(b"data: "))
            answer.error += json.dumps(event) if "error" in event else ""
            answer.text += "".join(_contents(event))
    if complete and not answer.error and answer.text == request.text:
        answer.ending = Ending.ANSWERED
    elif answer.error and not complete and request.text.startswith(answer.text):
        answer.ending = Ending.FAILED


def _contents(event: JsonObject) -> Iterator[str]:
    choices = event.get("choices")
    for choice in choices if isinstance(choices, list) else []:
        delta = choice.get("delta") if isinstance(choice, dict) else None
        content = delta.get("content") if isinstance(delta, dict) else None
        if isinstance(content, str):
            yield content
