from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import orjson
import pytest
from aiohttp import ClientConnectionResetError, ClientResponse, web
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request

from gateway import metrics
from gateway.edge.admission import Admission
from gateway.edge.authentication import ApiKeys
from gateway.edge.middleware import answer_errors
from gateway.edge.outcomes import OUTCOMES, outcome_of
from gateway.errors import ERRORS, GatewayError, PolicyBlocked, ProviderFailed, Uninspectable
from gateway.records import DryRun, Failure, IncomingTurn, Reply, Topic, encode
from gateway.sealing import Purpose
from tests.gateway.edge.house import (
    KEY,
    MAX_BODY_BYTES,
    OTHER_KEY,
    SEALER,
    VALUE,
    House,
    Script,
    answer,
    api_key,
    chunk,
    delta,
    silent,
    streamed,
    whole,
)
from tests.support.metrics import metric
from tests.support.waiting import eventually

CHAT = "/v1/chat/completions"
BODY = {"model": "gpt-4.1", "messages": [{"role": "user", "content": f"Write to {VALUE}."}]}
STREAM = {**BODY, "stream": True}


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """What a client got."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def error(self) -> dict[str, object]:
        """The error object of OpenAI's shape."""
        error = orjson.loads(self.body)["error"]
        assert error.keys() == {"message", "type", "param", "code"}
        assert VALUE not in str(error)
        return dict(error)

    @property
    def events(self) -> list[str]:
        """The data of a stream's events."""
        lines = self.body.decode().split("\n\n")
        assert lines.pop() == ""
        return [line.removeprefix("data: ") for line in lines]

    @property
    def text(self) -> str:
        """What a stream's events say together."""
        choices = [orjson.loads(event)["choices"][0] for event in self.events if event != "[DONE]"]
        return "".join(choice["delta"].get("content") or "" for choice in choices)


class Client:
    """A client of a house, with a key."""

    def __init__(self, client: TestClient) -> None:  # type: ignore[type-arg]  # generic at run time since 3.11 only
        self.http = client

    async def ask(
        self,
        body: object = BODY,
        path: str = CHAT,
        *,
        data: bytes | AsyncIterator[bytes] | None = None,
        method: str = "POST",
        headers: Mapping[str, str] | None = None,
    ) -> TurnAnswer:
        """The answer to one request."""
        sent = {"authorization": f"Bearer {KEY}", **(headers or {})}
        content = orjson.dumps(body) if data is None else data
        async with self.http.request(method, path, data=content, headers=sent) as response:
            return await got(response)


async def got(response: ClientResponse) -> TurnAnswer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return TurnAnswer(response.status, headers, await response.read())


@asynccontextmanager
async def client_of(house: House) -> AsyncIterator[Client]:
    """A client of the house; every place is given back when all is over."""
    server = TestServer(house.app())
    await server.start_server()
    client: TestClient = TestClient(server)  # type: ignore[type-arg]
    async with client:
        yield Client(client)
        await house.background.drain(10)
    assert house.admission.in_flight == 0


def counted(outcome: str) -> float:
    return metric("canarygate_turns_total", route="chat_completions", outcome=outcome)


async def test_a_whole_answer_comes_back_restored_with_its_turns_id() -> None:
    house = House()
    before = counted("answered")
    async with client_of(house) as client:
        response = await client.ask()
    turn_id, _ = house.turn
    assert (response.status, response.headers["x-canarygate-turn-id"]) == (200, turn_id)
    assert response.headers["content-type"].startswith("application/json")
    assert orjson.loads(response.body)["choices"][0]["message"]["content"] == f"I wrote to {VALUE}."
    assert counted("answered") == before + 1
    assert house.cancelled == []


async def test_a_stream_comes_back_restored_and_ends_with_done() -> None:
    house = House(streamed)
    async with client_of(house) as client:
        response = await client.ask(STREAM)
    turn_id, _ = house.turn
    assert (response.status, response.headers["x-canarygate-turn-id"]) == (200, turn_id)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["cache-control"] == "no-cache"
    assert response.text == f"I wrote to {VALUE}."
    assert response.events[-1] == "[DONE]"
    assert house.cancelled == []


async def test_a_turn_is_sealed_for_its_tenant_with_the_very_bytes_that_the_client_sent() -> None:
    house = House()
    raw = b' {"model":"openai/gpt-x",\n "messages":[{"role":"user","content":"Hi"}], "temperature": 1.50}'
    async with client_of(house) as client:
        await client.ask(data=raw, headers={"authorization": f"Bearer {OTHER_KEY}"})
    turn_id, turn = house.turn
    assert SEALER.open(turn.sealed, tenant="support", turn_id=turn_id, purpose=Purpose.REQUEST) == raw
    assert (turn.tenant, turn.policy, turn.route) == ("support", "default", "chat_completions")
    assert (turn.model, turn.dry_run, turn.reply_partition) == ("openai/*", False, 3)
    assert abs(turn.deadline_ms / 1000 - time.time() - house.timeout_seconds) < 30


async def test_no_query_header_or_cookie_of_a_client_is_forwarded() -> None:
    house = House()
    async with client_of(house) as client:
        response = await client.ask(
            {**BODY, "stop": "planted-body"},
            path=f"{CHAT}?api-version=planted-query",
            headers={"x-planted": "planted-header", "cookie": "a=planted-cookie", "user-agent": "planted-agent"},
        )
    assert response.status == 200
    turn_id, turn = house.turn
    opened = SEALER.open(turn.sealed, tenant="default", turn_id=turn_id, purpose=Purpose.REQUEST)
    everything = b"".join(encode(sent.record) for sent in house.producer.sent) + opened + str(response.headers).encode()
    assert everything.count(b"planted") == everything.count(b"planted-body") == 1
    assert KEY.encode() not in everything


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "invalid_request"),
        (b"", 400, "invalid_request"),
        (b"[]", 400, "invalid_request"),
        (b'{"model": "gpt-4.1", "model": "echo", "messages": []}', 400, "invalid_request"),
        (b"[" * 100_000, 400, "invalid_request"),
        (b'{"model":"gpt-4.1"}', 400, "invalid_request"),
        (orjson.dumps({**BODY, "store": True}), 400, "policy_blocked"),
        (orjson.dumps({**BODY, "no_such_field": VALUE}), 400, "invalid_request"),
        (orjson.dumps({**BODY, "model": "no-such-model"}), 404, "model_not_found"),
        (b'"' + b"x" * MAX_BODY_BYTES + b'"', 413, "request_too_large"),
        (b"\xff\xfe", 400, "invalid_request"),
    ],
)
async def test_a_bad_request_is_refused_before_anything_leaves(body: bytes, status: int, code: str) -> None:
    house = House()
    async with client_of(house) as client:
        response = await client.ask(data=body)
    assert (response.status, response.error["code"]) == (status, code)
    assert house.producer.sent == []


async def test_a_body_whose_encoding_is_broken_is_the_clients_fault() -> None:
    house = House()
    async with client_of(house) as client:
        response = await client.ask(data=b"no gzip", headers={"content-encoding": "gzip"})
    assert (response.status, response.error["code"]) == (400, "invalid_request")
    assert house.producer.sent == []


async def test_the_size_limit_applies_to_the_decompressed_body() -> None:
    house = House()
    packed = gzip.compress(orjson.dumps({**BODY, "padding": " " * MAX_BODY_BYTES}))
    async with client_of(house) as client:
        small = await client.ask(data=gzip.compress(orjson.dumps(BODY)), headers={"content-encoding": "gzip"})
        large = await client.ask(data=packed, headers={"content-encoding": "gzip"})
    assert (small.status, large.status) == (200, 413)


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Bearer cg-nobody", f"Basic {KEY}", KEY, f"Bearer {KEY}x", "Bearer " + "x" * 5000],
)
@pytest.mark.parametrize(("method", "path"), [("POST", CHAT), ("POST", "/v1/inspect"), ("GET", "/v1/models")])
async def test_without_a_known_key_nobody_is_served(authorization: str, method: str, path: str) -> None:
    house = House()
    async with client_of(house) as client:
        response = await client.ask(path=path, method=method, headers={"authorization": authorization})
    assert (response.status, response.error["code"]) == (401, "invalid_api_key")
    assert house.producer.sent == []


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
async def test_the_scheme_of_a_key_may_be_spelled_in_any_case(scheme: str) -> None:
    async with client_of(House()) as client:
        assert (await client.ask(headers={"authorization": f"{scheme} {KEY}"})).status == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/fine_tuning/jobs"),
        ("POST", "/v1/files"),
        ("GET", CHAT),
        ("DELETE", CHAT),
        ("POST", "/v1/models"),
        ("POST", f"{CHAT}/"),
        ("POST", "/chat/completions"),
        ("GET", "/"),
        ("GET", "/metrics"),
    ],
)
async def test_a_route_that_is_not_served_is_refused_and_never_forwarded(method: str, path: str) -> None:
    house = House()
    before = counted("cancelled")
    async with client_of(house) as client:
        response = await client.ask(path=path, method=method)
    assert (response.status, response.error["code"]) == (404, "unknown_route")
    assert house.producer.sent == []
    assert counted("cancelled") == before


async def test_keys_are_exchanged_while_it_runs() -> None:
    house = House()
    async with client_of(house) as client:
        assert (await client.ask()).status == 200
        house.routes.api_keys = ApiKeys([api_key("cg-new", "new")])
        assert (await client.ask()).status == 401
        assert (await client.ask(headers={"authorization": "Bearer cg-new"})).status == 200


async def test_the_models_that_may_be_named_are_listed() -> None:
    async with client_of(House()) as client:
        response = await client.ask(path="/v1/models", method="GET")
    listed = orjson.loads(response.body)
    assert (listed["object"], [model["id"] for model in listed["data"]]) == ("list", ["gpt-4.1", "openai/*"])


@pytest.mark.parametrize("name", ["gpt-4.1", "openai/*", "openai/gpt-x"])
async def test_a_model_that_may_be_named_is_described(name: str) -> None:
    async with client_of(House()) as client:
        response = await client.ask(path=f"/v1/models/{name}", method="GET")
    model = {"id": name, "object": "model", "created": 0, "owned_by": "canarygate"}
    assert (response.status, orjson.loads(response.body)) == (200, model)


async def test_a_model_that_may_not_be_named_is_not_found_and_strangers_see_none() -> None:
    async with client_of(House()) as client:
        unknown = await client.ask(path="/v1/models/no-such-model", method="GET")
        stranger = await client.ask(
            path="/v1/models/gpt-4.1", method="GET", headers={"authorization": "Bearer cg-nobody"}
        )
    assert (unknown.status, unknown.error["code"]) == (404, "model_not_found")
    assert stranger.status == 401


@pytest.mark.parametrize("replies", [whole, streamed])
async def test_the_request_id_of_a_turns_answer_is_the_turns_id(replies: Script) -> None:
    house = House(replies)
    async with client_of(house) as client:
        response = await client.ask(STREAM if replies is streamed else BODY)
    assert response.headers["x-request-id"] == response.headers["x-canarygate-turn-id"] == house.turn[0]


async def test_answers_without_a_turn_have_a_request_id_of_their_own() -> None:
    async with client_of(House()) as client:
        answers = [
            await client.ask(path="/v1/models", method="GET"),
            await client.ask(path="/v1/models/no-such-model", method="GET"),
            await client.ask(path="/v1/embeddings"),
            await client.ask(data=b"{"),
            await client.ask(headers={"authorization": "Bearer cg-nobody"}),
        ]
    assert [each.status for each in answers] == [200, 404, 404, 400, 401]
    ids = {each.headers["x-request-id"] for each in answers}
    assert len(ids) == len(answers)
    assert all("x-canarygate-turn-id" not in each.headers for each in answers)


@pytest.mark.parametrize(
    ("named", "served"),
    [("gpt-4.1", "gpt-4.1"), ("gpt-5", "*"), ("openai/gpt-x", "openai/*"), ("openai/o3-mini", "openai/o3*")],
)
async def test_a_model_is_served_by_the_most_exact_name(named: str, served: str) -> None:
    house = House(models=("*", "gpt-4.1", "openai/*", "openai/o3*"))
    async with client_of(house) as client:
        await client.ask({**BODY, "model": named})
    assert house.turn[1].model == served


ALL_ERRORS = [kind("what happened", retry_after=2.4) for kind in (*ERRORS.values(), PolicyBlocked)]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("error", ALL_ERRORS, ids=lambda error: type(error).__name__)
async def test_an_error_before_the_first_byte_keeps_its_status(error: GatewayError, stream: bool) -> None:
    house = House(lambda house, turn_id, turn: [Failure.of(error, "A")])
    before = counted(outcome_of(error))
    async with client_of(house) as client:
        response = await client.ask(STREAM if stream else BODY)
    assert (response.status, response.error["message"]) == (error.status, "what happened")
    assert (response.error["code"], response.error["type"]) == (error.code, error.type)
    assert response.headers["retry-after"] == "2"
    assert response.headers["x-canarygate-turn-id"] == house.turn[0]
    assert response.headers["content-type"].startswith("application/json")
    assert counted(outcome_of(error)) == before + 1
    assert house.cancelled == []


def broken_off(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    return [chunk(turn_id, 0, delta("I wrote to ")), Failure.of(ProviderFailed("The provider broke off."), "A")]


def gap(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    return [chunk(turn_id, 0, delta("I wrote to ")), chunk(turn_id, 2, delta("", "stop"), last=True)]


def unreadable_event(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    return [chunk(turn_id, 0, delta("I wrote to ")), chunk(turn_id, 1, b'{"a":"\xff"}', last=True)]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (broken_off, "The provider broke off."),
        (gap, "a part of the answer was lost on its way"),
        (unreadable_event, "the gateway failed"),
    ],
)
async def test_a_stream_that_fails_midway_ends_with_an_error_event_and_never_with_done(
    script: object, message: str
) -> None:
    house = House(script)  # type: ignore[arg-type]
    answered = counted("answered")
    async with client_of(house) as client:
        response = await client.ask(STREAM)
    first, last = response.events
    assert response.status == 200
    assert orjson.loads(first)["choices"][0]["delta"]["content"] == "I wrote to "
    assert orjson.loads(last)["error"]["message"] == message
    assert counted("answered") == answered


async def test_text_held_back_for_a_placeholder_that_never_came_is_sent_at_the_end() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [chunk(turn_id, 0, delta("Hi [EMA"), last=True)]

    async with client_of(House(script)) as client:
        response = await client.ask(STREAM)
    assert (response.text, response.events[-1]) == ("Hi [EMA", "[DONE]")


async def test_text_held_back_for_a_placeholder_is_not_sent_after_a_failure() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [chunk(turn_id, 0, delta("Hi [EMA")), Failure.of(ProviderFailed("broken"), "A")]

    async with client_of(House(script)) as client:
        response = await client.ask(STREAM)
    assert "error" in orjson.loads(response.events[-1])
    assert "[DONE]" not in response.events


async def test_an_unreadable_answer_is_an_error_that_does_not_quote_it() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [chunk(turn_id, 0, b'{"ann":"\xff"}', last=True)]

    async with client_of(House(script)) as client:
        response = await client.ask()
    assert (response.status, response.error["message"]) == (500, "the gateway failed")
    assert b"ann" not in response.body


async def test_a_map_that_was_sealed_for_another_turn_opens_nothing() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [chunk(turn_id[::-1], 0, answer("I wrote to [EMAIL1]."), last=True)]

    async with client_of(House(script)) as client:
        response = await client.ask()
    assert response.status == 500
    assert VALUE.encode() not in response.body


async def test_an_answer_without_its_map_is_not_passed_on_unrestored() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        first = chunk(turn_id, 0, answer("I wrote to [EMAIL1]."), last=True)
        return [type(first)(attempt_id="A", sequence=0, last=True, events=first.events)]

    async with client_of(House(script)) as client:
        assert (await client.ask()).status == 500


async def test_another_attempt_is_cancelled_once_the_turn_is_answered() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [
            chunk(turn_id, 0, delta("I wrote to [EM")),
            chunk(turn_id, 0, delta("Hello"), attempt="B"),
            chunk(turn_id, 1, delta("AIL1]."), last=True),
        ]

    house = House(script)
    async with client_of(house) as client:
        response = await client.ask(STREAM)
    assert (response.text, response.events[-1]) == (f"I wrote to {VALUE}.", "[DONE]")
    assert house.cancelled == [house.turn[0]]


async def test_a_repeated_chunk_is_shown_once() -> None:
    def script(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [reply for each in streamed(house, turn_id, turn) for reply in (each, each)]

    async with client_of(House(script)) as client:
        response = await client.ask(STREAM)
    assert (response.text, response.events.count("[DONE]")) == (f"I wrote to {VALUE}.", 1)


async def test_a_turn_that_is_not_answered_in_time_fails_and_is_cancelled() -> None:
    house = House(silent, timeout_seconds=0.1)
    async with client_of(house) as client:
        response = await client.ask()
    assert (response.status, response.error["code"]) == (504, "timeout")
    assert house.cancelled == [house.turn[0]]


async def test_a_stream_whose_time_ends_midway_ends_with_an_error_and_is_cancelled() -> None:
    house = House(lambda house, turn_id, turn: [chunk(turn_id, 0, delta("Hi"))], timeout_seconds=0.5)
    async with client_of(house) as client:
        response = await client.ask(STREAM)
    assert orjson.loads(response.events[-1])["error"]["code"] == "timeout"
    assert house.cancelled == [house.turn[0]]


async def test_a_broker_that_does_not_confirm_is_unavailable_and_the_turn_is_cancelled_when_it_is_back() -> None:
    house = House()
    house.producer.hold()
    async with client_of(house) as client:
        response = await client.ask()
        assert (response.status, response.error["code"]) == (503, "broker_away")
        assert int(response.headers["retry-after"]) >= 1
        assert house.producer.sent == []
        house.producer.release()
    assert len(house.cancelled) == 1


@pytest.mark.parametrize("body", [BODY, STREAM])
async def test_a_client_that_leaves_cancels_its_turn(body: dict[str, object]) -> None:
    house = House(silent)
    before = counted("cancelled")
    async with client_of(house) as client:
        asking = asyncio.create_task(client.ask(body))
        await house.producer.until(1)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await house.producer.until(2)
    assert house.cancelled == [house.turn[0]]
    assert counted("cancelled") == before + 1


async def test_a_client_that_leaves_in_mid_stream_cancels_its_turn_and_is_no_failure() -> None:
    house = House(lambda house, turn_id, turn: [chunk(turn_id, 0, delta("Hi"))])
    failed, before = counted("internal_error"), counted("cancelled")
    async with client_of(house) as client:
        headers = {"authorization": f"Bearer {KEY}"}
        response = await client.http.post(CHAT, data=orjson.dumps(STREAM), headers=headers)
        await response.content.readany()
        response.close()
        await house.producer.until(2)
    assert house.cancelled == [house.turn[0]]
    assert (counted("internal_error"), counted("cancelled")) == (failed, before + 1)


async def test_a_connection_that_is_found_closed_is_a_client_that_left_and_no_failure() -> None:
    async def write(request: web.Request) -> web.StreamResponse:
        raise ClientConnectionResetError("Cannot write to closing transport")

    failed, before = counted("internal_error"), counted("cancelled")
    await answer_errors(make_mocked_request("POST", CHAT), write)
    assert (counted("internal_error"), counted("cancelled")) == (failed, before + 1)


async def test_nothing_more_is_written_to_a_connection_that_is_found_closed() -> None:
    class Closed:
        response = web.StreamResponse()

        async def send(self) -> None:
            raise ClientConnectionResetError("Cannot write to closing transport")

        async def fail(self, error: GatewayError) -> None:
            raise AssertionError("nobody is there to be told")

    with pytest.raises(ClientConnectionResetError):
        await House().routes._stream(make_mocked_request("POST", CHAT), Closed())  # type: ignore[arg-type]


async def test_the_bytes_of_a_body_that_is_still_on_its_way_are_held() -> None:
    body = orjson.dumps(BODY)
    house = House(admission=Admission(8, 6, 4, 2 * (len(body) - 1)))
    rest_may_come = asyncio.Event()

    async def slowly() -> AsyncIterator[bytes]:
        yield body[:-1]
        await rest_may_come.wait()
        yield body[-1:]

    async with client_of(house) as client:
        slow = asyncio.create_task(client.ask(data=slowly()))
        await eventually(lambda: house.admission._bytes == len(body) - 1, 10, "the first part's arrival")
        refused = await client.ask()
        rest_may_come.set()
        assert (refused.status, refused.error["code"]) == (429, "bytes_limit")
        assert (await slow).status == 200
        assert (await client.ask()).status == 200


async def test_too_many_turns_of_one_key_are_refused_while_others_are_served() -> None:
    house = House(silent)
    async with client_of(house) as client:
        waiting = [asyncio.create_task(client.ask()) for _ in range(4)]
        await house.producer.until(4)
        refused = await client.ask()
        assert (refused.status, refused.error["code"]) == (429, "key_limit")
        assert "edge.max_in_flight_per_key" in str(refused.error["message"])
        assert int(refused.headers["retry-after"]) >= 1
        house.script = whole
        assert (await client.ask(headers={"authorization": f"Bearer {OTHER_KEY}"})).status == 200
        for turn_id, turn in house.turns:
            if turn.tenant == "default":
                house.reply(turn_id, chunk(turn_id, 0, answer("Hi"), last=True))
        assert [each.status for each in await asyncio.gather(*waiting)] == [200] * 4


async def test_the_end_of_a_turn_is_counted_and_logged_by_key_tenant_and_model(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "gateway.edge")
    house = House()
    series = [
        ("canarygate_tenant_turns_total", {"tenant": "support", "outcome": "answered"}),
        ("canarygate_model_turns_total", {"model": "openai/*", "outcome": "answered"}),
    ]
    before = [metric(name, **labels) for name, labels in series]
    async with client_of(house) as client:
        await client.ask({**BODY, "model": "openai/x"}, headers={"authorization": f"Bearer {OTHER_KEY}"})
    assert [metric(name, **labels) for name, labels in series] == [count + 1 for count in before]
    (line,) = (record.__dict__ for record in caplog.records if record.message == "request ended")
    said = {name: line[name] for name in ("turn_id", "key", "tenant", "model", "route", "outcome", "status", "cause")}
    turn = {"turn_id": house.turn[0], "key": "other", "tenant": "support", "model": "openai/*"}
    assert said == {**turn, "route": "chat_completions", "outcome": "answered", "status": 200, "cause": None}


@pytest.mark.parametrize(
    ("status", "cause", "path"), [(429, "edge_limit", CHAT), (503, "draining", CHAT), (503, "draining", "/v1/inspect")]
)
async def test_refusals_are_counted_by_their_cause(
    status: int, cause: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "gateway.edge")
    house = House(admission=Admission(0, 6, 4, 1_000_000))
    house.admission.closed = status == 503
    before = metric("canarygate_refusals_total", status=str(status), cause=cause)
    async with client_of(house) as client:
        response = await client.ask(path=path)
    assert (response.status, response.error["code"]) == (status, cause)
    assert metric("canarygate_refusals_total", status=str(status), cause=cause) == before + 1
    said = [(record.__dict__["status"], record.__dict__["cause"]) for record in caplog.records]
    assert said == [(status, cause)] * (path == CHAT)


async def test_a_request_without_a_known_key_or_model_counts_in_no_tenant_and_no_model() -> None:
    unknown = {"model": "", "outcome": "unauthorized"}
    before = metric("canarygate_model_turns_total", **unknown)
    async with client_of(House()) as client:
        await client.ask(headers={"authorization": "Bearer cg-nobody"})
    assert metric("canarygate_model_turns_total", **unknown) == before + 1


async def test_a_gateway_that_stops_refuses_new_turns() -> None:
    house = House()
    house.admission.closed = True
    async with client_of(house) as client:
        response = await client.ask()
    assert (response.status, response.error["code"]) == (503, "draining")
    assert "retry-after" in response.headers


async def test_a_body_that_does_not_come_in_time_is_timed_out_and_gives_its_place_back() -> None:
    house = House(timeout_seconds=0.2)
    async with client_of(house) as client:
        reader, writer = await asyncio.open_connection(client.http.host, client.http.port)
        head = f"POST {CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {KEY}\r\ncontent-length: 100\r\n\r\n"
        writer.write(head.encode() + b'{"model":')
        assert (await reader.readline()).split()[1] == b"504"
        writer.close()
    assert house.producer.sent == []


def dry(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    seal = SEALER.seal(b'{"spans": []}', tenant=turn.tenant, turn_id=turn_id, purpose=Purpose.DRY_RUN)
    return [DryRun(sealed=seal)]


@pytest.mark.parametrize(
    ("body", "route"),
    [({"text": "Hi"}, "text"), (BODY, "chat_completions"), ({**BODY, "model": "any"}, "chat_completions")],
)
async def test_a_dry_run_answers_what_the_minimizer_sealed(body: dict[str, object], route: str) -> None:
    house = House(dry)
    async with client_of(house) as client:
        response = await client.ask(body, "/v1/inspect")
    turn_id, turn = house.turn
    assert (response.status, response.body) == (200, b'{"spans": []}')
    assert response.headers["x-canarygate-turn-id"] == turn_id
    assert (turn.dry_run, turn.route, turn.model) == (True, route, "")


async def test_a_provider_cannot_answer_a_dry_run() -> None:
    async with client_of(House()) as client:
        assert (await client.ask({"text": "Hi"}, "/v1/inspect")).status == 502


async def test_a_dry_run_cannot_answer_a_turn() -> None:
    async with client_of(House(dry)) as client:
        assert (await client.ask()).status == 502


async def test_a_dry_run_that_cannot_be_made_is_an_error() -> None:
    house = House(lambda house, turn_id, turn: [Failure.of(Uninspectable("no"))])
    async with client_of(house) as client:
        assert (await client.ask({"text": "Hi"}, "/v1/inspect")).status == 422
        assert (await client.ask({"text": 1}, "/v1/inspect")).status == 400


async def test_every_error_has_an_outcome_of_the_closed_set() -> None:
    assert {*OUTCOMES.values(), *map(outcome_of, ALL_ERRORS)} <= set(metrics.TURN_OUTCOMES)
    assert outcome_of(PolicyBlocked("no")) == "blocked"


async def test_turns_are_in_flight_until_they_end() -> None:
    house = House(silent)
    async with client_of(house) as client:
        before = metric("canarygate_turns_in_flight")
        asking = asyncio.create_task(client.ask())
        await house.producer.until(1)
        assert metric("canarygate_turns_in_flight") == before + 1
        turn_id, turn = house.turn
        for reply in whole(house, turn_id, turn):
            house.reply(turn_id, reply)
        await asking
        assert metric("canarygate_turns_in_flight") == before


async def test_a_large_body_is_checked_in_a_thread_and_answered() -> None:
    house = House()
    messages = [{"role": "user", "content": "x" * 150_000}]
    async with client_of(house) as client:
        assert (await client.ask({**BODY, "messages": messages})).status == 200
        assert (await client.ask({**BODY, "messages": [*messages, 1]})).status == 400


async def test_only_turns_are_sent_to_the_broker() -> None:
    house = House()
    async with client_of(house) as client:
        await client.ask()
    assert [sent.topic for sent in house.producer.sent] == [Topic.INCOMING]
