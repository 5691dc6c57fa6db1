"""Reads what came over the wire: JSON from anybody, and the text of a chat completion, whole or as a stream."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gateway.types import JsonObject, JsonValue


def json_object(raw: bytes) -> JsonObject | None:
    """Returns the object in these bytes, None where there is none.

    >>> json_object(b'{"model": "gpt-4.1"}'), json_object(b"[]"), json_object(b"{")
    ({'model': 'gpt-4.1'}, None, None)
    """
    try:
        value: JsonValue = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return value if isinstance(value, dict) else None


def answered_text(raw: bytes, *, stream: bool) -> str:
    r"""Returns all that the assistant says in an answer; nothing where it cannot be read.

    >>> answered_text(b'{"choices": [{"message": {"content": "Hello."}}]}', stream=False)
    'Hello.'
    >>> answered_text(b'data: {"choices": [{"delta": {"content": "Hel"}}]}\n\ndata: [DONE]\n\n', stream=True)
    'Hel'
    """
    bodies = _events(raw) if stream else [raw]
    field = "delta" if stream else "message"
    return "".join(_content(choice.get(field)) for body in bodies for choice in _choices(body))


def _events(raw: bytes) -> Iterator[bytes]:
    for line in raw.splitlines():
        if line.startswith(b"data:"):
            yield line.removeprefix(b"data:")


def _choices(body: bytes) -> Iterator[JsonObject]:
    choices = (json_object(body) or {}).get("choices")
    yield from (choice for choice in choices if isinstance(choice, dict)) if isinstance(choices, list) else ()


def _content(message: JsonValue) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, str) else ""
