"""Chat requests that carry a canary: conversations such as an application sends, with the canary in one place.

The parts that carry nothing are drawn from the same words as those of any other conversation, and nothing marks the
canary: no field, no id and no word that other requests would not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from gateway.types import JsonObject, JsonValue
from streams.canaries.disguises import Disguise, disguised, halves
from streams.canaries.drawing import Chance, Draw
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.topics import CLOSERS, OPENERS, TOPICS, ConversationTopic

LONGEST_NAME: Final = 64
_ANSWERS: Final = ("Sure, here is a first version.", "Happy to help with that.", "Here is what I would do.")
_SYSTEMS: Final = ("You are a helpful assistant.", "Answer briefly.", "You help the support team with its mail.")


class Position(StrEnum):
    """Where in a request the canary stands."""

    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    PART = "part"  # of a user's message in parts
    ASSISTANT = "assistant"
    ARGUMENT = "argument"  # of a tool call
    RESULT = "result"  # of a tool call
    NAME = "name"  # of a message's author
    METADATA = "metadata"
    TOOL = "tool"  # the description of a tool
    SCHEMA = "schema"  # an allowed value in a tool's parameters
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class ProbeWeights:
    """How often a probe has which position and disguise, has earlier turns, and asks for a stream."""

    positions: Mapping[Position, float] = field(default_factory=lambda: dict.fromkeys(Position, 1.0))
    disguises: Mapping[Disguise, float] = field(default_factory=lambda: dict.fromkeys(Disguise, 1.0))
    multi_turn: float = 0.5
    stream: float = 0.5


@dataclass(frozen=True, slots=True, repr=False)
class Probe:
    """A request with a canary in it, and how it stands there."""

    body: JsonObject
    position: Position
    disguise: Disguise
    stream: bool

    def __repr__(self) -> str:
        return f"Probe({self.position.value}, {self.disguise.value}, stream={self.stream})"


def draw_probe(canary: Canary, model: str, weights: ProbeWeights, chance: Chance) -> Probe:
    """Returns a request for this model that carries the canary, drawn by weights."""
    draw = Draw(chance)
    position, disguise = draw.weighted(weights.positions), draw.weighted(weights.disguises)
    earlier = draw.below(1000) < 1000 * weights.multi_turn
    stream = draw.below(1000) < 1000 * weights.stream
    return build_probe(canary, model, position, disguise, earlier=earlier, stream=stream, chance=chance)


def build_probe(
    canary: Canary, model: str, position: Position, disguise: Disguise, *, earlier: bool, stream: bool, chance: Chance
) -> Probe:
    """Returns a request that carries the canary at this position in this disguise, after earlier turns or none.

    Where the position does not allow the disguise, the canary stands there plainly: names may not hold spaces, and only
    a user's text is split over messages. A value that is too long for a name stands in the user's text.
    """
    draw = Draw(chance)
    chat = _Chat(draw, draw.one(TOPICS))
    if position is Position.NAME and len(_slug(canary.value)) > LONGEST_NAME:
        position = Position.USER
    disguise = disguise if allows(position, disguise) else Disguise.PLAIN
    if earlier:
        chat.converse()
    if disguise is Disguise.SPLIT:
        _split(chat, canary)
    else:
        _PLACES[position](chat, canary, disguised(canary.value, disguise))
    body: JsonObject = {"model": model, "messages": list(chat.messages), **chat.fields}
    return Probe(body | ({"stream": True} if stream else {}), position, disguise, stream)


def allows(position: Position, disguise: Disguise) -> bool:
    """Returns whether a canary can stand at this position in this disguise.

    >>> allows(Position.NAME, Disguise.BASE64), allows(Position.USER, Disguise.SPLIT)
    (False, True)
    """
    return disguise in _ALLOWED.get(position, _EVERYWHERE)


class _Chat:
    """A request while it is written."""

    def __init__(self, draw: Draw, topic: ConversationTopic) -> None:
        self._draw, self._topic = draw, topic
        self.messages: list[JsonValue] = []
        self.fields: JsonObject = {}
        if draw.below(2):
            self.say("system", draw.one(_SYSTEMS))

    def say(self, role: str, content: JsonValue, **fields: JsonValue) -> None:
        self.messages.append({"role": role, "content": content, **fields})

    def ask(self) -> str:
        return f"{self._draw.one(OPENERS)} {self._draw.one(self._topic.tasks)}."

    def converse(self) -> None:
        """One or two turns that have been answered."""
        for _ in range(self._draw.between(1, 2)):
            self.say("user", self.ask())
            self.say("assistant", self.answer())

    def answer(self) -> str:
        return self._draw.one(_ANSWERS)

    def sentence(self, canary: Canary, written: str) -> str:
        return self._draw.one(KINDS[canary.kind].carriers).format(written) + "."

    def text(self, canary: Canary, written: str) -> str:
        """What a person writes around the value."""
        said = self.sentence(canary, written)
        longer = f"{self.ask()} {self._draw.one(self._topic.details)}. {said} {self.close()}"
        return self._draw.one((f"{self.ask()} {said}", f"{said} {self.ask()}", longer))

    def close(self) -> str:
        return f"{self._draw.one(CLOSERS)}."

    def call(self, arguments: JsonObject) -> None:
        function: JsonObject = {"name": "save_note", "arguments": json.dumps(arguments)}
        self.say("assistant", None, tool_calls=[{"id": "call_1", "type": "function", "function": function}])

    def tool(self, description: str, properties: JsonObject) -> None:
        parameters: JsonObject = {"type": "object", "properties": properties}
        function: JsonObject = {"name": "save_note", "description": description, "parameters": parameters}
        self.fields["tools"] = [{"type": "function", "function": function}]


def _split(chat: _Chat, canary: Canary) -> None:
    first, second = halves(canary.value)
    chat.say("user", f"{chat.ask()} {chat.sentence(canary, first)}")
    chat.say("assistant", chat.answer())
    chat.say("user", f"It goes on with {second}. {chat.close()}")


def _instructions(role: str) -> Callable[[_Chat, Canary, str], None]:
    def place(chat: _Chat, canary: Canary, written: str) -> None:
        chat.messages.insert(0, {"role": role, "content": f"The user said before: {chat.sentence(canary, written)}"})
        chat.say("user", chat.ask())

    return place


def _user(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.text(canary, written))


def _part(chat: _Chat, canary: Canary, written: str) -> None:
    texts = chat.ask(), chat.sentence(canary, written)
    chat.say("user", [{"type": "text", "text": text} for text in texts])


def _assistant(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.say("assistant", f"{chat.answer()} As you said: {chat.sentence(canary, written)}")
    chat.say("user", chat.close())


def _argument(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.call({"text": chat.sentence(canary, written), "tags": ["note", "open"]})
    chat.say("tool", '{"saved": true}', tool_call_id="call_1")


def _result(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.call({"text": "latest"})
    chat.say("tool", json.dumps({"notes": [chat.sentence(canary, written)]}), tool_call_id="call_1")


def _name(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask(), name=_slug(written))


def _slug(value: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "_", value).strip("_")


def _metadata(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.fields["metadata"] = {"note": chat.sentence(canary, written), "channel": "web"}


def _tool(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.tool(f"Saves a note. Example: {chat.sentence(canary, written)}", {"text": {"type": "string"}})


def _schema(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.tool("Saves a note.", {"contact": {"type": "string", "enum": [written, "nobody"]}})


def _stop(chat: _Chat, canary: Canary, written: str) -> None:
    chat.say("user", chat.ask())
    chat.fields["stop"] = [written, "END"]


_PLACES: Final[Mapping[Position, Callable[[_Chat, Canary, str], None]]] = MappingProxyType(
    {
        Position.SYSTEM: _instructions("system"),
        Position.DEVELOPER: _instructions("developer"),
        Position.USER: _user,
        Position.PART: _part,
        Position.ASSISTANT: _assistant,
        Position.ARGUMENT: _argument,
        Position.RESULT: _result,
        Position.NAME: _name,
        Position.METADATA: _metadata,
        Position.TOOL: _tool,
        Position.SCHEMA: _schema,
        Position.STOP: _stop,
    }
)
_EVERYWHERE: Final = frozenset(Disguise) - {Disguise.SPLIT}
_ALLOWED: Final = {Position.NAME: frozenset((Disguise.PLAIN,)), Position.USER: frozenset(Disguise)}
