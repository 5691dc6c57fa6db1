"""What the witness says: answers of OpenAI's two APIs and of Anthropic's, whole and as a stream of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import msgspec

from gateway.types import JsonObject, JsonValue

PIECE: Final = 24
_USAGE: Final[JsonObject] = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_TOKENS: Final[JsonObject] = {"input_tokens": 1, "output_tokens": 1}


@dataclass(frozen=True, slots=True, repr=False)
class SpokenAnswer:
    """What one API answers with this text; ``model`` is the one that was asked for."""

    name: str
    model: JsonValue
    text: str

    def pieces(self) -> Iterator[str]:
        """Yields the text as a stream has it: pieces that are cut anywhere."""
        for start in range(0, len(self.text), PIECE):
            yield self.text[start : start + PIECE]


@dataclass(frozen=True, slots=True)
class SpokenApi:
    """How an API answers: one body, or the events of a stream with their names."""

    whole: Callable[[SpokenAnswer], JsonObject]
    events: Callable[[SpokenAnswer], Iterator[JsonObject]]
    end: bytes = b""

    def stream(self, answer: SpokenAnswer) -> Iterator[bytes]:
        """Yields the answer as server-sent events."""
        for event in self.events(answer):
            kind = event.get("type")
            name = f"event: {kind}\n".encode() if isinstance(kind, str) else b""
            yield name + b"data: " + msgspec.json.encode(event) + b"\n\n"
        yield self.end


def spoken(path: str) -> SpokenApi | None:
    """Returns the API of a path, whatever stands before it.

    >>> spoken("/v1/messages") is spoken("/anthropic/v1/messages"), spoken("/v1/embeddings")
    (True, None)
    """
    return next((api for ending, api in APIS.items() if path.endswith(ending)), None)


def texts(value: JsonValue) -> Iterator[str]:
    """Yields every text in a body, keys aside.

    >>> list(texts({"a": ["b", 1, {"c": "d"}]}))
    ['b', 'd']
    """
    match value:
        case str():
            yield value
        case list() | dict():
            for item in value.values() if isinstance(value, dict) else value:
                yield from texts(item)


def _chat(answer: SpokenAnswer, kind: str, **choice: JsonValue) -> JsonObject:
    head: JsonObject = {"id": answer.name, "object": kind, "created": 0, "model": answer.model}
    return {**head, "choices": [{"index": 0, "finish_reason": None, **choice}]}


def _chat_whole(answer: SpokenAnswer) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": answer.text}
    return {**_chat(answer, "chat.completion", message=message, finish_reason="stop"), "usage": _USAGE}


def _chat_events(answer: SpokenAnswer) -> Iterator[JsonObject]:
    kind = "chat.completion.chunk"
    yield _chat(answer, kind, delta={"role": "assistant", "content": ""})
    for piece in answer.pieces():
        yield _chat(answer, kind, delta={"content": piece})
    yield {**_chat(answer, kind, delta={}, finish_reason="stop"), "usage": _USAGE}


def _response(answer: SpokenAnswer, status: str, output: list[JsonValue]) -> JsonObject:
    head: JsonObject = {"id": answer.name, "object": "response", "created_at": 0, "model": answer.model}
    fixed: JsonObject = {"tools": [], "tool_choice": "auto", "parallel_tool_calls": True, "error": None}
    usage: JsonObject = {**_TOKENS, "total_tokens": 2}
    return {**head, **fixed, "status": status, "output": output, "usage": usage}


def _item(answer: SpokenAnswer, status: str, content: list[JsonValue]) -> JsonObject:
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": status, "content": content}


def _part(text: str) -> JsonObject:
    return {"type": "output_text", "text": text, "annotations": []}


def _response_whole(answer: SpokenAnswer) -> JsonObject:
    return _response(answer, "completed", [_item(answer, "completed", [_part(answer.text)])])


def _response_events(answer: SpokenAnswer) -> Iterator[JsonObject]:
    item: JsonObject = {"output_index": 0}
    part: JsonObject = {**item, "item_id": "msg_1", "content_index": 0}
    events: list[JsonObject] = [
        {"type": "response.created", "response": _response(answer, "in_progress", [])},
        {"type": "response.output_item.added", **item, "item": _item(answer, "in_progress", [])},
        {"type": "response.content_part.added", **part, "part": _part("")},
        *({"type": "response.output_text.delta", **part, "delta": piece} for piece in answer.pieces()),
        {"type": "response.output_text.done", **part, "text": answer.text},
        {"type": "response.content_part.done", **part, "part": _part(answer.text)},
        {"type": "response.output_item.done", **item, "item": _item(answer, "completed", [_part(answer.text)])},
        {"type": "response.completed", "response": _response_whole(answer)},
    ]
    yield from ({**event, "sequence_number": number} for number, event in enumerate(events))


def _message(answer: SpokenAnswer, reason: str | None, content: list[JsonValue]) -> JsonObject:
    head: JsonObject = {"id": answer.name, "type": "message", "role": "assistant", "model": answer.model}
    return {**head, "content": content, "stop_reason": reason, "stop_sequence": None, "usage": _TOKENS}


def _message_whole(answer: SpokenAnswer) -> JsonObject:
    return _message(answer, "end_turn", [{"type": "text", "text": answer.text}])


def _message_events(answer: SpokenAnswer) -> Iterator[JsonObject]:
    yield {"type": "message_start", "message": _message(answer, None, [])}
    yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    for piece in answer.pieces():
        yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": _TOKENS}
    yield {"type": "message_stop"}


APIS: Final[Mapping[str, SpokenApi]] = MappingProxyType(
    {
        "/chat/completions": SpokenApi(_chat_whole, _chat_events, b"data: [DONE]\n\n"),
        "/responses": SpokenApi(_response_whole, _response_events),
        "/messages": SpokenApi(_message_whole, _message_events),
    }
)
