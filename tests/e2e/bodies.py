"""Requests with planted values: in the middle of real prompts, and in every place of a body where text can live."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from gateway.types import JsonObject, JsonValue
from tests.e2e.values import drawn, leaks
from tests.support.planting import Kind
from tests.support.search import Find

SENTENCES = (
    "Please use {} from now on.",
    "It is {}.",
    "({})",
    "“{}”",
    "'{}', he said",
    "**{}**",
    "`{}`",
    "<b>{}</b>",
    "| {} | yes |",
    "- {}\n- nothing else",
    "contact={}; active=1",
    "my contact: {}!",
    "Was it {}?",
    "see {}, please",
    "old;{};new",
    "a\t{}\tb",
    "{}",
    "Ask for Ann Lee <{}> first",
    "我的联系方式是{}，谢谢。",
    "連絡先は「{}」です。",
    "Мой контакт: {}, спасибо.",
    "اكتب إلى {} من فضلك.",
    "मेरा संपर्क {} है।",
    "ติดต่อ {} นะ",
    "Grüße an {} – bis bald…",
    "🎉 {} 🎉",
)
SPEAKERS = ("developer", "system", "user", "assistant")
KEYED_HASH = re.compile(rb'(?<=":")[0-9a-f]{32}(?=")')
HOST_DIGITS = "127001"  # every request names 127.0.0.1 as its host: a value with these digits would seem to leak
NAME_KINDS = (Kind.API_KEY, Kind.SSN, Kind.CARD, Kind.IBAN)


@dataclass(slots=True)
class Plants:
    """Draws values for one request, and keeps what it drew. ``surroundings`` is the text that they are planted in."""

    seed: int | str
    surroundings: str = ""
    kinds: Sequence[Kind] = tuple(Kind)
    drawn: list[str] = field(default_factory=list)
    has_json: bool = False  # whether it drew a number of JSON, which stands in quotes where JSON is shown as text
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def leaks(self, sent: bytes) -> list[Find]:
        """What of the values is in these bytes; six digits that surroundings or hashes hold by chance tell nothing."""
        sent = KEYED_HASH.sub(b"", sent)
        found = leaks(self.drawn, sent)
        before = leaks(self.drawn, self.surroundings.encode()) if found else ()
        by_chance = {(each.value, each.form) for each in before}
        return [each for each in found if (each.value, each.form) not in by_chance]

    def value(self, *kinds: Kind, fits: Callable[[str], bool] = lambda value: True) -> str:
        """A planted value alone."""
        while True:
            value = drawn(self.random, self.random.choice(kinds or self.kinds))
            if fits(value) and value not in self.drawn and HOST_DIGITS not in re.sub(r"\D", "", value):
                self.drawn.append(value)
                return value

    def text(self) -> str:
        """A planted value in a sentence."""
        return self.random.choice(SENTENCES).format(self.value())

    def name(self) -> str:
        """A planted value where only letters, digits, ``_`` and ``-`` may stand."""
        value = self.value(*NAME_KINDS, fits=lambda value: re.fullmatch("[A-Za-z0-9_-]+", value) is not None)
        return self.random.choice(("{}", "look_up_{}", "{}_v2", "x-{}-y")).format(value)

    def number(self) -> int:
        """A planted number as JSON has numbers."""
        self.has_json = True
        return int(self.value(Kind.CARD, fits=str.isdigit))

    def into(self, text: str, count: int) -> str:
        """The text with that many sentences planted between its words."""
        words = text.split(" ")
        for _ in range(count):
            words.insert(self.random.randint(0, len(words)), self.text())
        return " ".join(words)


def chat(messages: Sequence[JsonObject], model: str = "m", **fields: JsonValue) -> JsonObject:
    """The body of a chat completion."""
    return {"model": model, "messages": list(messages), **fields}


def said(role: str, content: JsonValue, **fields: JsonValue) -> JsonObject:
    """One message."""
    return {"role": role, "content": content, **fields}


HELLO = said("user", "Hello")


def one_turn(plants: Plants, prompt: str) -> JsonObject:
    """A prompt with planted values in it."""
    return chat([said("user", plants.into(prompt, 8))])


def many_turns(plants: Plants, prompt: str, response: str) -> JsonObject:
    """A history: instructions, the prompt, its answer, and further turns that come back to values of earlier ones."""
    messages = [
        said("system", plants.into("You are a helpful assistant.", 2)),
        said("user", plants.into(prompt, 3)),
        said("assistant", plants.into(response, 2)),
        said("user", f"{plants.into('Thanks!', 2)} And what about {plants.random.choice(plants.drawn)}?"),
        said("assistant", f"I would ask {plants.random.choice(plants.drawn)} first."),
        said("user", plants.into("Then write all of that down.", 2)),
    ]
    return chat(messages)


def arguments(plants: Plants) -> str:
    """Arguments of a tool call: nested, with values in strings, keys and numbers."""
    tree: JsonObject = {
        "to": plants.value(),
        plants.value(): {"list": [plants.text(), {"deep": [[plants.value()]]}, True, None, 1.5]},
        "card": plants.number(),
        "numbers": [plants.number(), 7, -0.25],
        "text in text": json.dumps({"inner": plants.text(), plants.value(): plants.number()}),
        "unicode": f'é " \\ \n {plants.text()}',
    }
    return json.dumps(tree, ensure_ascii=plants.random.random() < 0.5, indent=plants.random.choice((None, 2)))


def schema(plants: Plants) -> JsonObject:
    """A JSON Schema with values in every keyword that can hold one."""
    name = plants.value()
    return {
        "type": "object",
        "title": plants.text(),
        "description": plants.text(),
        "properties": {
            name: {"type": "string", "description": plants.text(), "enum": [plants.value(), plants.text()]},
            "card": {"type": "integer", "default": plants.number(), "enum": [plants.number()]},
            "other": {"type": "array", "items": {"type": "string", "pattern": plants.value(), "const": plants.value()}},
        },
        "required": [name, "card"],
        "default": {plants.value(): plants.value()},
        "examples": [plants.text(), {"nested": [plants.value()]}, plants.number()],
        "$defs": {plants.name(): {"$comment": plants.text(), "$ref": f"#/$defs/{plants.name()}"}},
        "additionalProperties": {"type": "string", "title": plants.text()},
        "x-own-keyword": plants.text(),
        plants.value(): plants.value(),
    }


def call(plants: Plants) -> JsonObject:
    """A function's call in an assistant's message."""
    function: JsonObject = {"name": plants.name(), "arguments": arguments(plants)}
    return {"id": f"call_{plants.name()}", "type": "function", "function": function}


def custom_call(plants: Plants) -> JsonObject:
    """A custom tool's call in an assistant's message."""
    return {"id": "call_2", "type": "custom", "custom": {"name": plants.name(), "input": plants.text()}}


def parts(plants: Plants, *kinds: str) -> list[JsonValue]:
    """Content in parts."""
    return [{"type": kind, kind: plants.text()} for kind in kinds]


def function(plants: Plants) -> JsonObject:
    """A function as a tool describes it."""
    return {"name": plants.name(), "description": plants.text(), "parameters": schema(plants)}


def function_tool(plants: Plants) -> JsonObject:
    """A tool that is a function."""
    return {"type": "function", "function": function(plants)}


def custom_tool(plants: Plants, syntax: str = "lark") -> JsonObject:
    """A custom tool with a grammar."""
    grammar: JsonObject = {"syntax": syntax, "definition": f"start: /{plants.text()}/"}
    custom: JsonObject = {"name": plants.name(), "description": plants.text()}
    return {"type": "custom", "custom": {**custom, "format": {"type": "grammar", "grammar": grammar}}}


def citation(plants: Plants) -> JsonObject:
    """What a web search left in an assistant's message."""
    found: JsonObject = {"url": plants.text(), "title": plants.text(), "start_index": 0, "end_index": 3}
    return {"type": "url_citation", "url_citation": found}


def named(kind: str, plants: Plants) -> JsonObject:
    """A tool named in ``tool_choice``."""
    return {"type": kind, kind: {"name": plants.name()}}


def members(plants: Plants) -> JsonObject:
    """Fields that only the provider knows."""
    return {plants.value(): plants.text(), "deep": [{"signature": plants.text()}, plants.number()]}


def thinking(plants: Plants) -> list[JsonValue]:
    """Thinking blocks, as litellm puts them into an answer."""
    return [
        {"type": "thinking", "thinking": plants.text(), "signature": plants.name()},
        {"type": "redacted_thinking", "data": plants.name()},
    ]


def call_with_fields(plants: Plants) -> JsonObject:
    """A tool call with what SDKs and litellm add to it."""
    function: JsonObject = {
        "name": "f",
        "arguments": "{}",
        "parsed_arguments": members(plants),
        "provider_specific_fields": members(plants),
    }
    return {"id": "1", "type": "function", "function": function, "provider_specific_fields": members(plants)}


Place = Callable[[Plants], JsonObject]


def _content(role: str) -> Place:
    return lambda plants: chat([said(role, plants.text()), HELLO])


def _content_in_parts(role: str) -> Place:
    return lambda plants: chat([said(role, parts(plants, "text", "text")), HELLO])


def _name(role: str) -> Place:
    return lambda plants: chat([said(role, "Hi", name=plants.name()), HELLO])


PLACES: Mapping[str, Place] = {
    **{f"{role} content": _content(role) for role in SPEAKERS},
    **{f"{role} content in parts": _content_in_parts(role) for role in SPEAKERS},
    **{f"{role} name": _name(role) for role in SPEAKERS},
    "tool content": lambda plants: chat([said("tool", plants.text(), tool_call_id=plants.name())]),
    "tool content in parts": lambda plants: chat([said("tool", parts(plants, "text"), tool_call_id="1")]),
    "tool content that is JSON": lambda plants: chat([said("tool", arguments(plants), tool_call_id="1")]),
    "tool part that is JSON": lambda plants: chat(
        [said("tool", [{"type": "text", "text": arguments(plants)}], tool_call_id="1", name=plants.name())]
    ),
    "function content and name": lambda plants: chat([said("function", arguments(plants), name=plants.name())]),
    "assistant refusal": lambda plants: chat([said("assistant", None, refusal=plants.text()), HELLO]),
    "assistant refusal part": lambda plants: chat([said("assistant", parts(plants, "refusal", "text")), HELLO]),
    "assistant reasoning": lambda plants: chat(
        [said("assistant", "Hi", reasoning=plants.text(), reasoning_content=plants.text()), HELLO]
    ),
    "assistant thinking blocks": lambda plants: chat(
        [said("assistant", "Hi", thinking_blocks=thinking(plants)), HELLO]
    ),
    "provider's own fields": lambda plants: chat(
        [said("assistant", "Hi", provider_specific_fields=members(plants), parsed=members(plants)), HELLO]
    ),
    "provider's own fields in a tool call": lambda plants: chat(
        [said("assistant", None, tool_calls=[call_with_fields(plants)]), HELLO]
    ),
    "message ids": lambda plants: chat([said(role, "Hi", id=plants.value()) for role in SPEAKERS]),
    "tool message id": lambda plants: chat([said("tool", "Hi", tool_call_id="1", id=plants.value())]),
    "assistant transcript": lambda plants: chat(
        [said("assistant", None, audio={"id": "a", "expires_at": plants.number(), "transcript": plants.text()}), HELLO]
    ),
    "assistant annotations": lambda plants: chat([said("assistant", "Hi", annotations=[citation(plants)]), HELLO]),
    "assistant audio": lambda plants: chat([said("assistant", None, audio={"id": plants.name()}), HELLO]),
    "tool calls": lambda plants: chat([said("assistant", None, tool_calls=[call(plants), custom_call(plants)]), HELLO]),
    "legacy function call": lambda plants: chat(
        [said("assistant", None, function_call={"name": plants.name(), "arguments": arguments(plants)}), HELLO]
    ),
    "broken arguments": lambda plants: chat(
        [said("assistant", None, function_call={"name": "f", "arguments": arguments(plants)[:-2]}), HELLO]
    ),
    "tools": lambda plants: chat([HELLO], tools=[function_tool(plants), custom_tool(plants)]),
    "regular grammar": lambda plants: chat([HELLO], tools=[custom_tool(plants, "regex")]),
    "legacy functions": lambda plants: chat(
        [HELLO], functions=[function(plants)], function_call={"name": plants.name()}
    ),
    "tool_choice function": lambda plants: chat([HELLO], tool_choice=named("function", plants)),
    "tool_choice custom": lambda plants: chat([HELLO], tool_choice=named("custom", plants)),
    "tool_choice allowed_tools": lambda plants: chat(
        [HELLO],
        tool_choice={
            "type": "allowed_tools",
            "allowed_tools": {"mode": "auto", "tools": [named("function", plants), named("custom", plants)]},
        },
    ),
    "response_format": lambda plants: chat(
        [HELLO],
        response_format={
            "type": "json_schema",
            "json_schema": {"name": plants.name(), "description": plants.text(), "schema": schema(plants)},
        },
    ),
    "prediction": lambda plants: chat([HELLO], prediction={"type": "content", "content": plants.text()}),
    "prediction in parts": lambda plants: chat(
        [HELLO], prediction={"type": "content", "content": parts(plants, "text")}
    ),
    "stop": lambda plants: chat([HELLO], stop=plants.text()),
    "stop list": lambda plants: chat([HELLO], stop=[plants.text(), plants.value()]),
    "web_search_options": lambda plants: chat(
        [HELLO],
        web_search_options={
            "search_context_size": "low",
            "user_location": {
                "type": "approximate",
                "approximate": {field: plants.text() for field in ("city", "country", "region", "timezone")},
            },
        },
    ),
    "identifiers": lambda plants: chat(
        [HELLO], user=plants.value(), safety_identifier=plants.text(), prompt_cache_key=plants.value()
    ),
    "metadata": lambda plants: chat([HELLO], metadata={plants.value(): plants.text(), "plan": plants.value()}),
    "seed": lambda plants: chat([HELLO], seed=plants.number()),
    "words of closed vocabularies": lambda plants: chat([HELLO], service_tier=plants.name(), verbosity=plants.name()),
    "voice": lambda plants: chat([HELLO], audio={"format": "wav", "voice": {"id": plants.name()}}),
    "moderation": lambda plants: chat([HELLO], moderation={"model": plants.name()}),
}


def many_places(plants: Plants, places: Iterable[str], prompt: str) -> JsonObject:
    """One body with values in all of these places at once, and in a prompt."""
    messages: list[JsonObject] = []
    fields: JsonObject = {}
    for place in places:
        made = PLACES[place](plants)
        new = made.pop("messages")
        assert isinstance(new, list)
        messages += [message for message in new if message != HELLO and isinstance(message, dict)]
        tools = [*_list(fields.get("tools")), *_list(made.get("tools"))]
        fields |= made | ({"tools": tools} if tools else {})
    return {**chat([*messages, said("user", plants.into(prompt, 3))]), **fields}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
