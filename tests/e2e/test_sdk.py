"""The official SDK works with nothing changed but its ``base_url`` and key."""

from __future__ import annotations

import asyncio
import json

import openai
import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam

from tests.support.gateway import Gateway
from tests.support.upstream import Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

EMAIL = "dana.okoye+42@harbor-quartz7.example"
PHONE = "+1 415 555 0132"
CARD = 4111111111111111
ASKED: list[ChatCompletionMessageParam] = [{"role": "user", "content": f"Write to {EMAIL} or call {PHONE}."}]
TOOLS: list[ChatCompletionToolParam] = [
    {
        "type": "function",
        "function": {
            "name": "send_mail",
            "description": f"Sends mail, never to {EMAIL}",
            "parameters": {"type": "object", "properties": {"to": {"type": "string"}, "card": {"type": "integer"}}},
        },
    }
]


def last_request(upstream: Upstream) -> str:
    return upstream.requests[-1].body.decode()


async def test_an_answer(gateway: Gateway, upstream: Upstream) -> None:
    answer = await gateway.client().chat.completions.create(model="m", messages=ASKED)
    assert answer.choices[0].message.content == ASKED[0]["content"]
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None
    assert answer.usage.total_tokens > 0
    assert "Write to [EMAIL1] or call [PHONE_NUMBER1]." in last_request(upstream)


async def test_the_synchronous_client(gateway: Gateway) -> None:
    client = gateway.sync_client()

    def ask() -> tuple[str | None, str]:
        whole = client.chat.completions.create(model="m", messages=ASKED)
        stream = client.chat.completions.create(model="m?size=2", messages=ASKED, stream=True)
        pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
        return whole.choices[0].message.content, "".join(pieces)

    assert await asyncio.to_thread(ask) == (ASKED[0]["content"], ASKED[0]["content"])


async def test_a_stream_comes_in_pieces_and_ends_with_its_usage(gateway: Gateway) -> None:
    stream = await gateway.client().chat.completions.create(
        model="m?size=3", messages=ASKED, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    pieces = [choice.delta.content for chunk in chunks for choice in chunk.choices if choice.delta.content]
    assert "".join(pieces) == ASKED[0]["content"]
    assert len(pieces) > 3
    assert [chunk.usage is not None for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert [choice.finish_reason for chunk in chunks for choice in chunk.choices][-1] == "stop"


async def test_the_sdks_own_stream_helper_puts_an_answer_together(gateway: Gateway) -> None:
    async with gateway.client().chat.completions.stream(model="m?size=1", messages=ASKED) as stream:
        answer = await stream.get_final_completion()
    assert answer.choices[0].message.content == ASKED[0]["content"]


async def test_two_choices(gateway: Gateway) -> None:
    client = gateway.client()
    answer = await client.chat.completions.create(model="m", messages=ASKED, n=2)
    assert [choice.message.content for choice in answer.choices] == [ASKED[0]["content"]] * 2
    said = {0: "", 1: ""}
    async for chunk in await client.chat.completions.create(model="m?size=3", messages=ASKED, n=2, stream=True):
        for choice in chunk.choices:
            said[choice.index] += choice.delta.content or ""
    assert said == {0: ASKED[0]["content"], 1: ASKED[0]["content"]}


async def test_a_round_with_a_tool(gateway: Gateway, upstream: Upstream) -> None:
    client = gateway.client()
    first = await client.chat.completions.create(
        model="m?channels=tool_calls&echo=last", messages=ASKED, tools=TOOLS, tool_choice="auto"
    )
    calls = first.choices[0].message.tool_calls or []
    assert calls[0].type == "function"
    assert calls[0].function.name == "send_mail"
    assert json.loads(calls[0].function.arguments) == {"echo": ASKED[0]["content"]}
    history: list[ChatCompletionMessageParam] = [
        *ASKED,
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "send_mail", "arguments": json.dumps({"to": EMAIL, "card": CARD})},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": json.dumps({"sent": True, "to": EMAIL, "phone": PHONE})},
    ]
    second = await client.chat.completions.create(
        model="m?channels=tool_calls&echo=arguments", messages=history, tools=TOOLS
    )
    calls = second.choices[0].message.tool_calls or []
    assert calls[0].type == "function"
    assert json.loads(calls[0].function.arguments) == {"to": EMAIL, "card": CARD}
    sent = last_request(upstream)
    assert "[EMAIL1]" in sent
    assert EMAIL not in sent
    assert str(CARD) not in sent


@pytest.mark.parametrize("exclude_none", [False, True])
async def test_a_round_with_a_tool_whose_message_is_sent_back_whole(
    gateway: Gateway, upstream: Upstream, exclude_none: bool
) -> None:
    client = gateway.client()
    asked = {"model": "m?channels=tool_calls&echo=last", "tools": TOOLS, "tool_choice": None}
    first = await client.chat.completions.create(messages=ASKED, **asked)  # type: ignore[call-overload]
    message = first.choices[0].message
    added = {"provider_specific_fields": {"seen": [EMAIL]}, "reasoning_content": f"Mail {EMAIL}", "id": EMAIL}
    result = {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": PHONE}
    for said in (message, message.model_dump(exclude_none=exclude_none) | added):
        second = await client.chat.completions.create(messages=[*ASKED, said, result], **asked)  # type: ignore[call-overload]
        assert json.loads(second.choices[0].message.tool_calls[0].function.arguments) == {"echo": PHONE}
        assert second._request_id
        assert EMAIL not in last_request(upstream)
        assert PHONE not in last_request(upstream)


async def test_a_streamed_tool_call_has_its_arguments_in_pieces(gateway: Gateway) -> None:
    pieces: list[str] = []
    names: list[str] = []
    async for chunk in await gateway.client().chat.completions.create(
        model="m?channels=tool_calls&echo=last&size=3", messages=ASKED, tools=TOOLS, stream=True
    ):
        for call in (call for choice in chunk.choices for call in choice.delta.tool_calls or ()):
            assert call.function is not None
            names.append(call.function.name or "")
            pieces.append(call.function.arguments or "")
    assert "".join(names) == "send_mail"
    assert len(pieces) > 3
    assert json.loads("".join(pieces)) == {"echo": ASKED[0]["content"]}


async def test_a_custom_tool(gateway: Gateway, upstream: Upstream) -> None:
    answer = await gateway.client().chat.completions.create(
        model="m?channels=tool_calls&echo=last",
        messages=ASKED,
        tools=[
            {
                "type": "custom",
                "custom": {
                    "name": "shell",
                    "description": "Runs a command",
                    "format": {
                        "type": "grammar",
                        "grammar": {"syntax": "lark", "definition": f'start: "mail {EMAIL}"'},
                    },
                },
            }
        ],
    )
    calls = answer.choices[0].message.tool_calls or []
    assert calls[0].type == "custom"
    assert calls[0].custom.input == ASKED[0]["content"]
    assert EMAIL not in last_request(upstream)


async def test_a_structured_answer(gateway: Gateway, upstream: Upstream) -> None:
    asked: list[ChatCompletionMessageParam] = [{"role": "user", "content": json.dumps({"to": EMAIL, "card": CARD})}]
    answer = await gateway.client().chat.completions.create(
        model="m?echo=last",
        messages=asked,
        response_format={
            "type": "json_schema",
            "json_schema": {
                "name": "mail",
                "strict": True,
                "schema": {"type": "object", "properties": {"to": {"type": "string", "enum": [EMAIL]}}},
            },
        },
    )
    assert json.loads(answer.choices[0].message.content or "") == {"to": EMAIL, "card": CARD}
    assert EMAIL not in last_request(upstream)
    assert str(CARD) not in last_request(upstream)


async def test_the_models_are_listed(gateway: Gateway) -> None:
    assert [model.id async for model in gateway.client().models.list()] == ["*"]
    assert (await gateway.client().models.retrieve("gpt-4.1")).id == "gpt-4.1"


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, openai.BadRequestError),
        (401, openai.InternalServerError),
        (403, openai.InternalServerError),
        (404, openai.NotFoundError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
async def test_errors_are_the_sdks_exceptions(
    gateway: Gateway, status: int, error: type[openai.APIStatusError], stream: bool
) -> None:
    with pytest.raises(error) as raised:
        await gateway.client().chat.completions.create(model=f"m?status={status}", messages=ASKED, stream=stream)
    assert EMAIL not in str(raised.value)
    assert raised.value.response.headers["x-canarygate-turn-id"]


async def test_a_wrong_key_and_a_wrong_route_are_the_sdks_exceptions(gateway: Gateway) -> None:
    stranger = AsyncOpenAI(base_url=gateway.base_url, api_key="cg-nobody", max_retries=0)
    with pytest.raises(openai.AuthenticationError):
        await stranger.chat.completions.create(model="m", messages=ASKED)
    with pytest.raises(openai.NotFoundError):
        await gateway.client().embeddings.create(model="m", input=EMAIL)


async def test_no_header_of_the_client_reaches_the_upstream(gateway: Gateway, upstream: Upstream) -> None:
    client = gateway.client().with_options(
        default_headers={"x-team": EMAIL, "cookie": f"user={EMAIL}"}, default_query={"for": EMAIL}
    )
    await client.chat.completions.create(model="m", messages=ASKED)
    received = upstream.requests[-1]
    assert {name.lower() for name, _ in received.headers} == {
        "host",
        "content-type",
        "content-length",
        "accept",
        "accept-encoding",
        "user-agent",
        "authorization",
    }
    assert dict(received.headers)["Authorization"] == "Bearer sk-of-the-operator"
    assert received.path == "/v1/chat/completions"
