from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from gateway.errors import GatewayError
from gateway.providers.litellm_provider import Account, LitellmProvider, close_litellm
from gateway.providers.provider import Limits
from gateway.types import JsonObject, JsonValue
from tests.gateway.providers.anthropic import Anthropic, anthropic
from tests.support.upstream import Upstream


@pytest.fixture
async def endpoint() -> AsyncIterator[Anthropic]:
    async with anthropic() as endpoint:
        yield endpoint
        await close_litellm()


@pytest.fixture
def claude(endpoint: Anthropic) -> LitellmProvider:
    return LitellmProvider(Account(endpoint.url, "secret"), Limits())


def body(model: str = "claude-x", prefix: str = "anthropic", **fields: JsonValue) -> JsonObject:
    messages: JsonValue = [{"role": "user", "content": "I am Ann, [NAME1]"}]
    return {"model": f"{prefix}/{model}", "messages": messages, **fields}


async def test_another_wire_format_is_answered_as_a_chat_completion(
    claude: LitellmProvider, endpoint: Anthropic
) -> None:
    answer = json.loads(await claude.complete(body()))
    assert answer["choices"][0]["message"]["content"] == "Hello [NAME1]"
    assert (answer["usage"]["prompt_tokens"], answer["usage"]["completion_tokens"]) == (3, 5)
    assert endpoint.requests[0]["model"] == "claude-x"


async def test_another_wire_format_is_streamed_as_chunks(claude: LitellmProvider) -> None:
    chunks = [json.loads(event) async for batch in claude.stream(body(stream=True)) for event in batch]
    choices = [choice for chunk in chunks for choice in chunk["choices"]]
    assert "".join(choice["delta"].get("content", "") for choice in choices) == "Hello [NAME1]"
    assert [choice["finish_reason"] for choice in choices if choice.get("finish_reason")] == ["stop"]


async def test_a_cut_stream_of_another_wire_format_is_a_failure(claude: LitellmProvider) -> None:
    with pytest.raises(GatewayError) as raised:
        _ = [batch async for batch in claude.stream(body("claude-cut", stream=True))]
    assert raised.value.status == 502


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("provider_status", "status"), [(400, 400), (401, 502), (429, 429), (529, 502)])
async def test_failures_of_another_wire_format_are_translated_without_their_words(
    claude: LitellmProvider, provider_status: int, status: int, stream: bool
) -> None:
    with pytest.raises(GatewayError) as raised:
        request = body(f"claude-status-{provider_status}", stream=stream)
        _ = [batch async for batch in claude.stream(request)] if stream else await claude.complete(request)
    assert (raised.value.status, "Ann" in str(raised.value)) == (status, False)


async def test_closing_a_stream_of_another_wire_format_hangs_up(claude: LitellmProvider, endpoint: Anthropic) -> None:
    async with aclosing(claude.stream(body("claude-stall", stream=True))) as stream:
        await anext(stream)
    await asyncio.wait_for(endpoint.hung_up.wait(), 10)


async def test_a_client_cannot_reach_litellms_own_arguments() -> None:
    async with Upstream() as upstream:
        provider = LitellmProvider(Account(upstream.url, "secret", {"X-Team": "a"}), Limits())
        request: JsonObject = {
            "model": "hosted_vllm/m",
            "messages": [{"role": "user", "content": "hi"}],
            "api_base": "http://127.0.0.1:1",
            "api_key": "stolen",
            "extra_headers": {"X-Team": "b"},
            "mock_response": "mocked",
        }
        answer = json.loads(await provider.complete(request))
        await close_litellm()
    assert answer["choices"][0]["message"]["content"] == "hi"
    headers = {name.lower(): value for name, value in upstream.requests[0].headers}
    assert (headers["authorization"], headers["x-team"]) == ("Bearer secret", "a")
    assert upstream.requests[0].json == {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


async def test_the_sdk_below_litellm_does_not_retry() -> None:
    async with Upstream() as upstream:
        with pytest.raises(GatewayError):
            await LitellmProvider(Account(upstream.url, "secret"), Limits()).complete(body("m?status=500", "openai"))
        await close_litellm()
        assert len(upstream.requests) == 1


async def test_a_context_that_is_too_long_keeps_its_code() -> None:
    async with Upstream() as upstream:
        said = "This model's maximum context length is 9 tokens"
        request = body("m?status=400", "hosted_vllm", messages=[{"role": "user", "content": said}])
        with pytest.raises(GatewayError) as raised:
            await LitellmProvider(Account(upstream.url, "secret"), Limits()).complete(request)
        await close_litellm()
        assert (raised.value.status, raised.value.code) == (400, "context_length_exceeded")


async def test_a_parameter_of_the_configuration_is_a_default_that_a_request_replaces() -> None:
    async with Upstream() as upstream:
        account = Account(upstream.url, "secret", extra={"temperature": 0.5, "top_p": 0.5, "drop_params": False})
        await LitellmProvider(account, Limits()).complete(body("m", "hosted_vllm", temperature=1))
        await close_litellm()
    sent = upstream.requests[0].json
    assert (sent["temperature"], sent["top_p"]) == (1, 0.5)


LOUD = """
import asyncio, logging, sys
logging.basicConfig(level=logging.DEBUG)
from gateway.errors import GatewayError
from gateway.providers.litellm_provider import Account, LitellmProvider, close_litellm
from gateway.providers.provider import Limits

async def main() -> None:
    for model in ("m", "m?status=400", "m?status=500", "m?ending=reset", "m?html=1"):
        for prefix in ("openai", "hosted_vllm"):
            for stream in (False, True):
                provider = LitellmProvider(Account(sys.argv[1], "secret"), Limits())
                messages = [{"role": "user", "content": "I am Ann"}]
                request = {"model": f"{prefix}/{model}", "messages": messages, "stream": stream}
                try:
                    _ = [_ async for _ in provider.stream(request)] if stream else await provider.complete(request)
                except GatewayError:
                    pass
    await close_litellm()

asyncio.run(main())
"""


async def test_nothing_of_a_request_is_logged_or_printed_however_much_is_asked_for() -> None:
    loud = {**os.environ, "LITELLM_LOG": "DEBUG", "OPENAI_LOG": "debug"}
    async with Upstream() as upstream:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", LOUD, upstream.url), env=loud, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output, _ = await process.communicate()
        assert len(upstream.requests) == 20
    assert process.returncode == 0, output
    assert b"Ann" not in output
    assert b"Give Feedback" not in output


def test_litellm_is_not_imported_before_it_is_needed() -> None:
    program = "import sys; import gateway.providers.connect; sys.exit('litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_an_account_does_not_print_its_secrets() -> None:
    assert "secret" not in repr(Account(api_key="secret", extra={"aws_secret_access_key": "secret"}))
