"""Whatever comes in, from clients or from the upstream: a clear error in OpenAI's shape, and nothing of it told on.

Every body here holds a planted address, and no error's body or header may hold it.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from copy import deepcopy
from functools import partial
from random import Random

import aiohttp
import openai
import pytest
import pytest_asyncio
from multidict import CIMultiDict, CIMultiDictProxy
from openai.types.chat import ChatCompletionMessageParam

from gateway.protocols.chat_completions import REQUEST
from gateway.types import JsonObject, JsonValue
from tests.e2e.bodies import PLACES, Plants, chat, said
from tests.e2e.exchange import all_at_once, deltas, whole
from tests.e2e.values import leaks
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

EMAIL = "dana.okoye+42@harbor-quartz7.example"
CHAT = "/v1/chat/completions"
LIMIT = 200_000
MESSAGE = f'{{"role": "user", "content": "Write to {EMAIL}"}}'
GOOD = f'{{"model": "m", "messages": [{MESSAGE}]}}'.encode()
WRONG: tuple[JsonValue, ...] = (EMAIL, 536904399, True, [EMAIL], {EMAIL: EMAIL}, [[EMAIL]], [{}], None, 1.5, "")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """A gateway with a small limit on bodies, that asks once, and that waits a second at most for ``hasty`` models."""
    models: dict[str, JsonObject] = {
        "m*": {"max_retries": 0},
        "hasty*": {"max_retries": 0, "timeout": 1.0, "stream_timeout": 1.0},
    }
    async with running_gateway(upstream, edge={"max_body_bytes": LIMIT}, models=models) as gateway:
        yield gateway


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def answers_afterwards(gateway: Gateway, upstream: Upstream) -> AsyncIterator[None]:
    """After every test: nothing is left in flight, no stream is left open, and the gateway still answers."""
    yield
    await eventually(lambda: metric("canarygate_turns_in_flight") == 0, 10, "the end of all turns")
    await eventually(lambda: upstream.open_streams == 0, 10, "the end of all streams")
    status, _, answer = await post(gateway, GOOD)
    assert (status, EMAIL.encode() in answer) == (200, True)


Reply = tuple[int, CIMultiDictProxy[str], bytes]
NO_HEADERS = CIMultiDictProxy[str](CIMultiDict())


async def post(gateway: Gateway, body: bytes | AsyncIterator[bytes], path: str = CHAT, **headers: str) -> Reply:
    async with (
        gateway.session() as session,
        session.post(path, data=body, headers={"content-type": "application/json", **headers}) as response,
    ):
        return response.status, response.headers, await response.read()


def assert_clear(reply: Reply, status: int) -> JsonObject:
    """The error, which has the status, OpenAI's shape, and nothing of the request."""
    assert reply[0] == status, reply
    _, headers, body = reply
    assert leaks([EMAIL, "536904399"], body + repr(headers).encode()) == []
    answer = json.loads(body)
    assert answer.keys() == {"error"}
    error: JsonObject = answer["error"]
    assert error.keys() == {"message", "type", "param", "code"}
    assert all(isinstance(error[name], str) and error[name] for name in ("message", "type", "code"))
    return error


UNREADABLE = {
    "nothing": b"",
    "broken JSON": GOOD[:-5],
    "two values": GOOD + GOOD,
    "no JSON": f"Write to {EMAIL}".encode(),
    "a list": f'["{EMAIL}"]'.encode(),
    "a string": f'"{EMAIL}"'.encode(),
    "a number": b"536904399",
    "null": b"null",
    "open lists, 200,000 deep": f'{{"{EMAIL}":'.encode() + b"[" * 190_000,
    "lists, 100,000 deep": f'{{"{EMAIL}":'.encode() + b"[" * 99_000 + b"]" * 99_000 + b"}",
    "objects, 30,000 deep": b'{"a":' * 33_000 + f'"{EMAIL}"'.encode() + b"}" * 33_000,
    "a key twice": f'{{"model": "m", "messages": [{MESSAGE}], "messages": [{MESSAGE}]}}'.encode(),
    "a key of a message twice": f'{{"model": "m", "messages": [{{"content": "Hi", {MESSAGE[1:]}]}}'.encode(),
    "a key of arguments twice, escaped": GOOD.replace(b'"content"', b'"content": "x", "\\u0063ontent"'),
    "half a surrogate pair": GOOD.replace(b"Write", b"\\ud800"),
    "half a surrogate pair in bytes": GOOD.replace(b"Write", b"\xed\xa0\x80"),
    "no UTF-8": GOOD.replace(b"Write", b"\xff\xfe"),
    "UTF-16": GOOD.decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "NaN": GOOD[:-1] + b', "seed": NaN}',
    "Infinity": GOOD[:-1] + b', "seed": -Infinity}',
    "a number of 5,000 digits": GOOD[:-1] + b', "seed": ' + b"9" * 5000 + b"}",
    "a number beyond a double": GOOD[:-1] + b', "seed": 1e999}',
    "a control character": GOOD.replace(b"Write", b"Wri\x00te"),
    "a comment": GOOD[:-1] + b"/* hm */}",
    "a last comma": GOOD[:-1] + b",}",
}


@pytest.mark.parametrize("name", UNREADABLE)
async def test_what_cannot_be_read_in_one_way_only_is_refused(gateway: Gateway, upstream: Upstream, name: str) -> None:
    before = len(upstream.requests)
    error = assert_clear(await post(gateway, UNREADABLE[name]), 400)
    assert error["type"] == "invalid_request_error"
    assert len(upstream.requests) == before


async def test_a_body_over_the_limit_is_refused(gateway: Gateway) -> None:
    large = GOOD + b" " * LIMIT
    assert_clear(await post(gateway, large), 413)
    assert_clear(await post(gateway, _in_pieces(large)), 413)
    assert (await post(gateway, GOOD + b" " * (LIMIT - len(GOOD))))[0] == 200


async def _in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]


async def test_a_compressed_body_that_is_too_large_when_unpacked_is_refused(gateway: Gateway) -> None:
    bomb = gzip.compress(GOOD + b" " * 50_000_000)
    assert len(bomb) < LIMIT
    assert_clear(await post(gateway, bomb, **{"content-encoding": "gzip"}), 413)


@pytest.mark.parametrize(
    "body",
    [
        {"model": "m"},
        {"model": "m", "messages": []},
        {"model": "m", "messages": None},
        {"messages": [said("user", EMAIL)]},
        {"model": None, "messages": [said("user", EMAIL)]},
        {"model": [EMAIL], "messages": [said("user", EMAIL)]},
        chat([{"content": EMAIL}]),
        chat([{"role": EMAIL, "content": EMAIL}]),
        chat([{"role": "user"}]),
        chat([said("user", [{"type": EMAIL, "text": EMAIL}])]),
        chat([said("user", [{"type": "image_url", "image_url": {"url": f"https://x.example/{EMAIL}"}}])]),
        chat([said("user", [{"type": "file", "file": {"file_id": EMAIL}}])]),
        chat([said("user", EMAIL)], store=True),
        chat([said("user", EMAIL)], logit_bias={EMAIL: 1}),
        chat([said("user", EMAIL)], unknown_field=EMAIL),
        chat([said("user", EMAIL)], **{EMAIL: EMAIL}),
        chat([said("user", EMAIL, unknown_field=EMAIL)]),
    ],
)
async def test_a_body_that_breaks_the_api_or_the_policy_is_refused(gateway: Gateway, body: JsonObject) -> None:
    assert_clear(await post(gateway, json.dumps(body).encode()), 400)


@pytest.mark.parametrize("field", REQUEST.fields)
async def test_a_wrong_type_in_any_field_is_refused_or_inspected(
    gateway: Gateway, upstream: Upstream, field: str
) -> None:
    before = len(upstream.requests)
    bodies = [{"model": "m", "messages": [{"role": "user", "content": "Hi"}], field: wrong} for wrong in WRONG]
    replies = await all_at_once(post(gateway, json.dumps(body).encode()) for body in bodies)
    for reply in replies:
        assert reply[0] in {200, 400, 404}
        if reply[0] != 200:
            assert_clear(reply, reply[0])
    assert sum(status != 200 for status, _, _ in replies) >= 4
    assert leaks([EMAIL], b"".join(request.wire for request in upstream.requests[before:])) == []


async def test_anything_wrong_anywhere_is_refused_or_inspected(gateway: Gateway, upstream: Upstream) -> None:
    random = Random(1)
    before = len(upstream.requests)
    bodies = [mutated(random, PLACES[random.choice([*PLACES])](Plants(seed))) for seed in range(400)]
    for reply in await all_at_once(post(gateway, json.dumps(body).encode()) for body in bodies):
        assert reply[0] in {200, 400, 404, 422}, reply
        if reply[0] != 200:
            assert_clear(reply, reply[0])
    assert leaks([EMAIL], b"".join(request.wire for request in upstream.requests[before:])) == []


def mutated(random: Random, body: JsonObject) -> JsonObject:
    """The body with a wrong value in one place."""
    mutant = deepcopy(body)
    place, key = random.choice([*members(mutant)])
    place[key] = deepcopy(random.choice(WRONG))  # type: ignore[index]
    return mutant


def members(value: JsonValue) -> Iterator[tuple[JsonObject | list[JsonValue], str | int]]:
    """Every list and object in a value, with each of its indexes and keys."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key
            yield from members(item)


async def test_damaged_bytes_are_refused_or_inspected(gateway: Gateway, upstream: Upstream) -> None:
    random = Random(2)
    before = len(upstream.requests)

    def damaged() -> bytes:
        body = bytearray(GOOD)
        for _ in range(random.randint(1, 3)):
            body[random.randrange(GOOD.index(b"Write"))] = random.randrange(256)
        return bytes(body)

    for reply in await all_at_once(post(gateway, damaged()) for _ in range(300)):
        assert reply[0] in {200, 400, 404}, reply
        if reply[0] != 200:
            assert_clear(reply, reply[0])
    assert leaks([EMAIL], b"".join(request.wire for request in upstream.requests[before:])) == []


async def test_an_unknown_model_is_named_as_such(gateway: Gateway) -> None:
    error = assert_clear(await post(gateway, GOOD.replace(b'"m"', f'"{EMAIL}"'.encode())), 404)
    assert (error["code"], error["param"]) == ("model_not_found", "model")


async def test_a_model_name_that_holds_a_value_is_refused(gateway: Gateway, upstream: Upstream) -> None:
    before = len(upstream.requests)
    assert_clear(await post(gateway, GOOD.replace(b'"m"', f'"m-{EMAIL}"'.encode())), 404)
    assert len(upstream.requests) == before


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer ", f"Bearer {EMAIL}", f"Basic {EMAIL}", EMAIL, "Bearer \xff", "Bearer a b"]
)
async def test_a_wrong_or_missing_key_is_refused(gateway: Gateway, authorization: str) -> None:
    error = assert_clear(await post(gateway, GOOD, authorization=authorization), 401)
    assert error["code"] == "invalid_api_key"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/embeddings"),
        ("POST", "/v1/chat/completions/"),
        ("POST", "/V1/chat/completions"),
        ("POST", "/v1//chat/completions"),
        ("POST", f"/v1/{EMAIL}"),
        ("POST", "/v1/responses/../chat/completions/x"),
        ("GET", CHAT),
        ("PUT", CHAT),
        ("DELETE", CHAT),
        ("GET", "/v1/inspect"),
        ("POST", "/v1/models"),
        ("GET", f"/?q={EMAIL}"),
        ("GET", "/metrics"),
    ],
)
async def test_any_other_route_is_refused_and_never_forwarded(
    gateway: Gateway, upstream: Upstream, method: str, path: str
) -> None:
    before = len(upstream.requests)
    async with gateway.session() as session, session.request(method, path, data=GOOD) as response:
        reply = response.status, response.headers, await response.read()
    assert assert_clear(reply, 404)["code"] == "unknown_route"
    assert len(upstream.requests) == before


FAILURES = {
    "m?status=400": 400,
    "m?status=401": 502,
    "m?status=402": 502,
    "m?status=403": 502,
    "m?status=404": 404,
    "m?status=408": 504,
    "m?status=422": 400,
    "m?status=429": 429,
    "m?status=500": 502,
    "m?status=503": 502,
    "m?status=504": 504,
    "m?html=1": 502,
    "m?start=reset": 502,
    "hasty?start=stall": 504,
}
BROKEN_JSON = {
    "m?ending=half_json": 502,
    "m?ending=reset": 502,
    "m?ending=close": 502,
    "hasty?ending=stall": 504,
}
CUT_STREAMS = (
    "m?ending=no_done",
    "m?ending=reset",
    "m?ending=close",
    "m?ending=error",
    "m?ending=half_json",
    "hasty?ending=stall",
)


def asked(model: str, **fields: JsonValue) -> JsonObject:
    return chat([said("user", f"Write to {EMAIL} and {EMAIL} and {EMAIL}")], model, **fields)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", FAILURES)
async def test_a_failing_upstream_is_a_clear_error(gateway: Gateway, model: str, stream: bool) -> None:
    reply = await post(gateway, json.dumps(asked(model, stream=stream)).encode())
    assert_clear(reply, FAILURES[model])
    assert reply[1]["x-canarygate-turn-id"]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_request_that_is_too_large_for_the_upstream_is_a_clear_error(gateway: Gateway, stream: bool) -> None:
    assert_clear(await post(gateway, json.dumps(asked("m?status=413", stream=stream)).encode()), 413)


@pytest.mark.parametrize("model", BROKEN_JSON)
async def test_a_broken_answer_is_a_clear_error(gateway: Gateway, model: str) -> None:
    assert_clear(await post(gateway, json.dumps(asked(model)).encode()), BROKEN_JSON[model])


async def test_the_upstreams_retry_after_is_passed_on(gateway: Gateway) -> None:
    reply = await post(gateway, json.dumps(asked("m?status=429&retry_after=7")).encode())
    assert_clear(reply, 429)
    assert reply[1]["retry-after"] == "7"


@pytest.mark.parametrize("cut_after", [2, 5, 9])
@pytest.mark.parametrize("model", CUT_STREAMS)
async def test_a_cut_stream_ends_with_an_error_event_and_never_with_done(
    gateway: Gateway, model: str, cut_after: int
) -> None:
    body = asked(f"{model}&cut_after={cut_after}&pace=0.02", stream=True)
    status, _, answer = await post(gateway, json.dumps(body).encode())
    last = answer.decode().strip().split("\n\n")[-1] if status == 200 else f"data: {answer.decode()}"
    assert "[DONE]" not in answer.decode()
    assert_clear((status, NO_HEADERS, last.removeprefix("data: ").encode()), status)


async def test_a_stream_that_stalls_has_sent_what_came_and_ends_with_an_error_event(gateway: Gateway) -> None:
    status, headers, answer = await post(gateway, json.dumps(asked("hasty?ending=stall", stream=True)).encode())
    assert status == 200
    assert headers["content-type"].startswith("text/event-stream")
    *_, last = answer.decode().strip().split("\n\n")
    assert json.loads(last.removeprefix("data: "))["error"]["type"] == "timeout_error"


@pytest.mark.parametrize("channel", ["content", "tool_calls", "refusal"])
@pytest.mark.parametrize("model", CUT_STREAMS)
async def test_a_cut_stream_raises_in_the_sdk(gateway: Gateway, model: str, channel: str) -> None:
    said_before = ""
    body = asked(f"{model}&cut_after=6&channels={channel}")
    with pytest.raises(openai.APIError) as raised:
        async for piece in deltas(gateway.client(), body):
            said_before += piece.content
    assert EMAIL not in str(raised.value)
    assert f"Write to {EMAIL} and {EMAIL} and {EMAIL}".startswith(said_before)


async def test_a_sync_client_sees_a_cut_stream_too(gateway: Gateway) -> None:
    client = gateway.sync_client()
    messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": f"Write to {EMAIL}"}]

    def read_all() -> int:
        return sum(1 for _ in client.chat.completions.create(model="m?ending=no_done", messages=messages, stream=True))

    with pytest.raises(openai.APIError):
        await asyncio.to_thread(read_all)


async def test_a_client_that_sends_half_a_body_and_leaves_leaves_nothing_behind(upstream: Upstream) -> None:
    async with running_gateway(upstream, edge={"max_in_flight": 1}) as narrow:

        async def is_told(status: int) -> bool:
            return (await post(narrow, GOOD))[0] == status

        cancelled = ended("cancelled")
        host, port = narrow.url.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        head = f"POST {CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: {narrow.headers()['authorization']}\r\n"
        writer.write(f"{head}content-length: {len(GOOD)}\r\n\r\n".encode() + GOOD[:20])
        await writer.drain()
        await eventually(partial(is_told, 429), 10, "the refusal of others while it holds the only place")
        before = len(upstream.requests)
        writer.close()
        await eventually(partial(is_told, 200), 10, "the place's return")
    assert ended("cancelled") == cancelled + 1
    assert len(upstream.requests) == before + 1


def ended(outcome: str) -> float:
    """How many turns have ended like this."""
    return metric("canarygate_turns_total", route="chat_completions", outcome=outcome)


@pytest.mark.parametrize(
    "request_line",
    ["POST /v1/chat/completions HTTP/9.9", f"{EMAIL} / HTTP/1.1", f"GET {EMAIL}", f"POST {CHAT} HTTP/1.1\r\n{EMAIL}"],
)
async def test_what_is_no_http_is_refused_without_being_repeated(gateway: Gateway, request_line: str) -> None:
    host, port = gateway.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"{request_line}\r\n\r\n".encode())
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    assert leaks([EMAIL], answer) == []


async def test_headers_that_are_too_large_are_refused_without_being_repeated(gateway: Gateway) -> None:
    with pytest.raises(aiohttp.ClientError):
        async with gateway.session() as session, session.post(CHAT, data=GOOD, headers={"x": EMAIL * 1000}) as response:
            assert leaks([EMAIL], await response.read()) == []
            response.raise_for_status()


async def test_every_answer_after_all_of_that_is_still_whole(gateway: Gateway) -> None:
    answers = await all_at_once(whole(gateway.client(), asked("m?echo=last")) for _ in range(50))
    assert {answer.content for answer in answers} == {f"Write to {EMAIL} and {EMAIL} and {EMAIL}"}
