"""Bodies that an OpenAI-compatible upstream answers with: they repeat the texts that they were asked with."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gateway.types import JsonObject, JsonValue
from tests.support.behaviour import Behaviour

MOST_CHOICES = 16

_ARGUMENTS = {"function": "arguments", "custom": "input"}

Choice = tuple[int, JsonObject, str | None]  # index, delta or message, finish reason


def echoed_text(body: JsonObject, echo: str) -> str:
    """The part of the request that the answer repeats: all messages' texts, the last one's, a tool call's, or all.

    >>> echoed_text({"messages": [{"role": "user", "content": "Hi [NAME1]"}]}, "messages")
    'Hi [NAME1]'
    """
    if echo == "body":
        return json.dumps({key: value for key, value in body.items() if key != "model"}, ensure_ascii=False)
    if echo == "arguments":
        return [*_arguments_of_calls(body.get("messages"))][-1]
    messages = body.get("messages")
    texts = [text for message in messages for text in _texts(message)] if isinstance(messages, list) else []
    return "\n".join(texts[-1:] if echo == "last" else texts)


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key in ("content", "text", "refusal", "tool_calls", "function", "arguments"):
            yield from _texts(value.get(key))


def _arguments_of_calls(value: JsonValue) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _arguments_of_calls(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in _ARGUMENTS.values() and isinstance(item, str):
                yield item
            yield from _arguments_of_calls(item)


def whole_answer(body: JsonObject, behaviour: Behaviour) -> JsonObject:
    """A `chat.completion` object."""
    text = _text(body, behaviour)
    return {
        "id": "chatcmpl-upstream",
        "object": "chat.completion",
        "created": 1750000000,
        "model": body.get("model"),
        "choices": [
            {"index": index, "message": _message(text, body, behaviour), "finish_reason": _finish(behaviour)}
            for index in range(_choices(body))
        ],
        "usage": usage(body, text),
    }


def events(body: JsonObject, behaviour: Behaviour) -> Iterator[JsonObject]:
    """The `chat.completion.chunk` objects of a stream, with usage if the request asks for it."""
    text = _text(body, behaviour)
    for index, delta, finish in _deltas(text, body, behaviour):
        yield {**_head(body), "choices": [{"index": index, "delta": delta, "finish_reason": finish}]}
    options = body.get("stream_options")
    if isinstance(options, dict) and options.get("include_usage"):
        yield {**_head(body), "choices": [], "usage": usage(body, text)}


def usage(body: JsonObject, text: str) -> JsonObject:
    """Token counts, a token being a word."""
    prompt, completion = len(echoed_text(body, "messages").split()), len(text.split())
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _head(body: JsonObject) -> JsonObject:
    return {
        "id": "chatcmpl-upstream",
        "object": "chat.completion.chunk",
        "created": 1750000000,
        "model": body.get("model"),
    }


def _choices(body: JsonObject) -> int:
    count = body.get("n")
    return min(count, MOST_CHOICES) if isinstance(count, int) else 1


def _finish(behaviour: Behaviour) -> str:
    return "tool_calls" if "tool_calls" in behaviour.channels else "stop"


def _text(body: JsonObject, behaviour: Behaviour) -> str:
    text = behaviour.text or echoed_text(body, behaviour.echo)
    wanted = behaviour.events * behaviour.size
    return (text or "x") * (wanted // len(text or "x") + 1) if wanted else text


def _message(text: str, body: JsonObject, behaviour: Behaviour) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": None}
    for channel in behaviour.channels.split(","):
        message[channel] = [_tool_call(body, _arguments(text, body, behaviour))] if channel == "tool_calls" else text
    return message


def _deltas(text: str, body: JsonObject, behaviour: Behaviour) -> Iterator[Choice]:
    for index in range(_choices(body)):
        yield index, {"role": "assistant", "content": ""}, None
        if "tool_calls" in behaviour.channels:
            yield index, {"tool_calls": [{"index": 0, **_tool_call(body, "")}]}, None
    for channel in behaviour.channels.split(","):
        for piece in _pieces(_arguments(text, body, behaviour) if channel == "tool_calls" else text, behaviour):
            for index in range(_choices(body)):
                yield index, _delta(channel, piece, body), None
    for index in range(_choices(body)):
        yield index, {}, _finish(behaviour)


def _delta(channel: str, piece: str, body: JsonObject) -> JsonObject:
    if channel != "tool_calls":
        return {channel: piece}
    kind, _ = _first_tool(body)
    return {"tool_calls": [{"index": 0, kind: {_ARGUMENTS[kind]: piece}}]}


def _pieces(text: str, behaviour: Behaviour) -> list[str]:
    pieces = [text[start : start + behaviour.size] for start in range(0, len(text), behaviour.size)]
    return pieces[: behaviour.events] if behaviour.events else pieces


def _arguments(text: str, body: JsonObject, behaviour: Behaviour) -> str:
    as_it_is = behaviour.echo == "arguments" or _first_tool(body)[0] == "custom"
    return text if as_it_is else json.dumps({"echo": text})


def _tool_call(body: JsonObject, arguments: str) -> JsonObject:
    kind, name = _first_tool(body)
    return {"id": "call_1", "type": kind, kind: {"name": name, _ARGUMENTS[kind]: arguments}}


def _first_tool(body: JsonObject) -> tuple[str, JsonValue]:
    """The kind and the name of the first tool that the request offers."""
    tools = body.get("tools")
    first = tools[0] if isinstance(tools, list) and tools else None
    if not isinstance(first, dict):
        return "function", "lookup"
    kind = str(first.get("type"))
    described = first.get(kind)
    return kind, described.get("name") if isinstance(described, dict) else "lookup"
