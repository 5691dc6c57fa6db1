"""What the scripted upstream does with a request, chosen by the client through the model's name.

A model name is ``NAME?FIELD=VALUE&FIELD=VALUE``, in the manner of a query string, so that clients in other processes
can choose; ``m?status=429&retry_after=0.2&times=2`` fails twice and answers then.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from urllib.parse import parse_qsl

Field = str | int | float


class Start(StrEnum):
    """What happens before the first byte of the answer."""

    ANSWER = "answer"
    STALL = "stall"
    RESET = "reset"
    HOLD = "hold"  # until the test sets ``Upstream.release``


class Ending(StrEnum):
    """How an answer ends; all but ``done`` happen after ``cut_after`` events, or in the middle of a JSON answer."""

    DONE = "done"
    NO_DONE = "no_done"
    STALL = "stall"
    RESET = "reset"
    CLOSE = "close"  # the connection closes in mid-body, without a reset
    ERROR = "error"  # an error event that quotes the request, and then [DONE]
    HALF_JSON = "half_json"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One scripted answer. The default answers at once with the texts that came in."""

    status: int = 200
    retry_after: str = ""  # the header's value: seconds or a date
    times: int = 0  # only the first so many requests of this model name are treated so; 0: all of them
    start: Start = Start.ANSWER
    ending: Ending = Ending.DONE
    cut_after: int = 2  # events
    delay: float = 0.0  # seconds before the first byte
    pace: float = 0.0  # seconds between two events
    size: int = 4  # characters in an event
    events: int = 0  # this many events whatever the text's length, if not 0: the text is repeated or cut
    html: bool = False
    echo: str = "messages"  # messages | last | arguments | body: which part of the request the answer repeats
    text: str = ""  # what the answer says, in the place of what came in
    channels: str = "content"  # content, refusal, reasoning_content, tool_calls, joined by commas
    crlf: bool = False  # line ends of the event stream
    lasts: float = 0.0  # seconds that a whole stream takes, its events at equal distances, in the place of ``pace``


def behaviour_of(model: str) -> Behaviour:
    """The behaviour that a model name asks for.

    >>> behaviour_of("gpt-test?status=429&retry_after=1&times=2").status
    429
    >>> behaviour_of("gpt-test") == Behaviour()
    True
    """
    _, _, query = model.partition("?")
    kinds = {field.name: type(field.default) for field in fields(Behaviour)}
    return Behaviour(**{name: _value(kinds[name], text) for name, text in parse_qsl(query)})  # type: ignore[arg-type]


def _value(kind: type, text: str) -> Field:
    value: Field = kind(int(text)) if kind is bool else kind(text)
    return value
