from __future__ import annotations

import json

from gateway.providers.echo import Echo
from gateway.types import JsonObject

BODY: JsonObject = {
    "model": "echo",
    "messages": [
        {"role": "system", "content": "Be brief"},
        {"role": "user", "content": [{"type": "text", "text": "I am [NAME1.2],"}, {"type": "text", "text": "hello"}]},
        {"role": "assistant", "content": "Yes?"},
    ],
}
TEXT = "The provider received: I am ⟦NAME1.2⟧,\nhello\nYou get back: I am [NAME1.2],\nhello"


async def test_the_last_user_message_comes_back_shown_and_as_it_was() -> None:
    answer = json.loads(await Echo().complete(BODY))
    assert answer["choices"][0]["message"] == {"role": "assistant", "content": TEXT}
    assert answer["usage"] == {"prompt_tokens": 7, "completion_tokens": 14, "total_tokens": 21}


async def test_the_stream_says_the_same_a_few_words_at_a_time() -> None:
    body: JsonObject = {**BODY, "stream": True, "stream_options": {"include_usage": True}}
    events = [json.loads(event) for batch in [batch async for batch in Echo().stream(body)] for event in batch]
    pieces = [event["choices"][0]["delta"].get("content", "") for event in events if event["choices"]]
    assert "".join(pieces) == TEXT
    assert max(len(piece.split()) for piece in pieces) <= 4
    assert events[-2]["choices"][0]["finish_reason"] == "stop"
    assert events[-1]["usage"]["total_tokens"] == 21


async def test_a_request_without_a_user_message_is_answered_too() -> None:
    answer = json.loads(await Echo().complete({"model": "echo", "messages": []}))
    assert answer["choices"][0]["message"]["content"] == "The provider received: \nYou get back: "
