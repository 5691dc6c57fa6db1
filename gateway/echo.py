"""Chat completions that repeat the last message of the user: the answers of the built-in model and of the witness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from gateway.types import JsonObject, JsonValue

_PLACEHOLDER = re.compile(r"\[([A-Z][A-Z_]*\d+(?:\.\d+)?)\]")
_WORDS_PER_EVENT = 4


def echoed(text: str) -> str:
    """Returns the model's answer: the message with placeholders that the edge cannot restore, then as it came.

    >>> print(echoed("Write to [EMAIL1]."))
    The provider received: Write to ⟦EMAIL1⟧.
    You get back: Write to [EMAIL1].
    """
    shown = _PLACEHOLDER.sub(r"⟦\1⟧", text)
    return f"The provider received: {shown}\nYou get back: {text}"


@dataclass(frozen=True, slots=True)
class EchoedAnswer:
    """The answer to a request for chat completions; a word counts as a token. ``created`` is in seconds."""

    answer_id: str
    created: int

    def whole(self, body: JsonObject) -> bytes:
        """Returns the whole answer as JSON."""
        text = echoed(_last_user_text(body))
        choice: JsonObject = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return msgspec.json.encode(
            {**self._head(body, "chat.completion"), "choices": [choice], "usage": _usage(body, text)},
        )

    def events(self, body: JsonObject) -> Iterator[bytes]:
        """Yields the answer a few words at a time, with usage at the end if ``stream_options`` asks for it."""
        head = self._head(body, "chat.completion.chunk")
        text = echoed(_last_user_text(body))
        for delta in ({"role": "assistant", "content": ""}, *({"content": piece} for piece in _pieces(text))):
            yield _event(head, delta, None)
        yield _event(head, {}, "stop")
        options = body.get("stream_options")
        if isinstance(options, dict) and options.get("include_usage"):
            yield msgspec.json.encode({**head, "choices": [], "usage": _usage(body, text)})

    def _head(self, body: JsonObject, kind: str) -> JsonObject:
        return {"id": self.answer_id, "object": kind, "created": self.created, "model": body.get("model")}


def _event(head: JsonObject, delta: Mapping[str, str], finish_reason: str | None) -> bytes:
    return msgspec.json.encode(
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]},
    )


def _pieces(text: str) -> Iterator[str]:
    words = re.findall(r"\s*\S+|\s+", text)
    for start in range(0, len(words), _WORDS_PER_EVENT):
        yield "".join(words[start : start + _WORDS_PER_EVENT])


def _last_user_text(body: JsonObject) -> str:
    for message in reversed(_messages(body)):
        if message.get("role") == "user":
            return _text(message.get("content"))
    return ""


def _messages(body: JsonObject) -> list[JsonObject]:
    messages = body.get("messages")
    return [message for message in messages if isinstance(message, dict)] if isinstance(messages, list) else []


def _text(content: JsonValue) -> str:
    """Returns a message's content as one text: the string itself, or its joined text parts."""
    if isinstance(content, list):
        return "\n".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _usage(body: JsonObject, answer: str) -> JsonObject:
    prompt = sum(len(_text(message.get("content")).split()) for message in _messages(body))
    completion = len(answer.split())
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
