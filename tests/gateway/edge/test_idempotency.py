"""Retries with an Idempotency-Key, over HTTP: one turn, and its whole answer for everyone who asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import orjson
import pytest
from aiohttp import ClientResponse

from gateway.edge.idempotency import RetryKey, SharedTurn
from gateway.errors import ProviderFailed
from gateway.records import Failure, IncomingTurn, Reply, encode
from tests.gateway.edge.house import KEY, OTHER_KEY, VALUE, House, answer, chunk, delta, silent, streamed, whole
from tests.gateway.edge.test_routes import BODY, CHAT, STREAM, Client, client_of, got
from tests.support.waiting import eventually

RETRY_KEY = "planted-idempotency-key"
WAIT_SECONDS = 20.0


def keyed(idempotency_key: str = RETRY_KEY, key: str = KEY) -> dict[str, str]:
    return {"idempotency-key": idempotency_key, "authorization": f"Bearer {key}"}


def asking(
    client: Client, body: object = BODY, headers: Mapping[str, str] | None = None
) -> asyncio.Task[ClientResponse]:
    """A request whose answer has begun once the task is done."""
    posting = client.http.post(CHAT, data=orjson.dumps(body), headers=headers or keyed())

    async def posted() -> ClientResponse:
        return await posting

    return asyncio.create_task(posted())


async def leave(request: asyncio.Task[ClientResponse], house: House) -> None:
    """The client breaks its connection, and the edge has seen that."""
    request.cancel()
    await asyncio.gather(request, return_exceptions=True)
    await eventually(lambda: all(not shared.readers for shared in living(house)), WAIT_SECONDS, "the client's leaving")


def living(house: House) -> list[SharedTurn]:
    return list(house.shared._living.values())


def finish(house: House) -> None:
    """The dispatcher answers the only turn."""
    turn_id, turn = house.turn
    for reply in whole(house, turn_id, turn):
        house.reply(turn_id, reply)


async def test_a_retry_gets_the_answer_of_the_turn_that_its_broken_connection_began() -> None:
    house = House(silent)
    async with client_of(house) as client, asyncio.timeout(WAIT_SECONDS):
        first = asking(client)
        await house.producer.until(1)
        await leave(first, house)
        retry = asking(client)
        await eventually(lambda: house.admission.in_flight == 2, WAIT_SECONDS, "the retry's arrival")
        finish(house)
        response = await got(await retry)
    turn_id, _ = house.turn
    assert (response.status, response.headers["x-canarygate-turn-id"]) == (200, turn_id)
    assert VALUE in response.body.decode()
    assert house.cancelled == []


async def test_an_answer_that_nobody_has_received_waits_for_the_retry() -> None:
    house = House(silent)
    async with client_of(house) as client, asyncio.timeout(WAIT_SECONDS):
        first = asking(client)
        await house.producer.until(1)
        await leave(first, house)
        finish(house)
        response = await client.ask(headers=keyed())
        assert (response.status, VALUE in response.body.decode()) == (200, True)
        await eventually(lambda: not living(house), WAIT_SECONDS, "the turn's end")
    assert house.turn[0] == response.headers["x-canarygate-turn-id"]


async def test_a_retry_of_a_stream_gets_it_from_its_start() -> None:
    house = House(silent)
    async with client_of(house) as client, asyncio.timeout(WAIT_SECONDS):
        begun = asking(client, STREAM)
        await house.producer.until(1)
        turn_id, turn = house.turn
        first, last = streamed(house, turn_id, turn)
        house.reply(turn_id, first)
        response = await begun
        assert b"I wrote to" in await response.content.readany()
        response.close()
        retry = asking(client, STREAM)
        again = await retry
        house.reply(turn_id, last)
        answered = await got(again)
    assert (answered.text, answered.events[-1]) == (f"I wrote to {VALUE}.", "[DONE]")
    assert house.turn[0] == turn_id
    assert house.cancelled == []


async def test_two_clients_may_read_the_same_turn_at_once() -> None:
    house = House(silent)
    async with client_of(house) as client, asyncio.timeout(WAIT_SECONDS):
        requests = [asking(client), asking(client)]
        await eventually(lambda: house.admission.in_flight == 2, WAIT_SECONDS, "both requests")
        await house.producer.until(1)
        finish(house)
        answers = [await got(await request) for request in requests]
    assert [(each.status, VALUE in each.body.decode()) for each in answers] == [(200, True)] * 2
    assert {each.headers["x-canarygate-turn-id"] for each in answers} == {house.turn[0]}


async def test_a_turn_that_one_client_has_read_keeps_its_place_until_the_other_has_too() -> None:
    house = House(silent)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        (shared,) = living(house)
        with house.shared.reading(shared):
            finish(house)
            assert (await first).status == 200
            await eventually(lambda: shared.delivered, WAIT_SECONDS, "the first client's answer")
            await asyncio.sleep(0)
            assert (living(house), house.admission.in_flight) == ([shared], 1)
        await eventually(lambda: not living(house), WAIT_SECONDS, "the turn's end")


async def test_once_a_client_has_its_answer_the_key_begins_a_new_turn() -> None:
    house = House()
    async with client_of(house) as client:
        answers = [await client.ask(headers=keyed()) for _ in range(2)]
    assert len({each.headers["x-canarygate-turn-id"] for each in answers}) == len(list(house.turns)) == 2


async def test_a_turn_that_failed_is_tried_anew() -> None:
    def failing(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
        return [Failure.of(ProviderFailed("broken"), "A")]

    house = House(failing)
    async with client_of(house) as client:
        assert (await client.ask(headers=keyed())).status == 502
        house.script = whole
        assert (await client.ask(headers=keyed())).status == 200


async def test_a_turn_that_fails_without_its_client_is_forgotten() -> None:
    house = House(silent)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        await leave(first, house)
        house.reply(house.turn[0], Failure.of(ProviderFailed("broken"), "A"))
        await eventually(lambda: not living(house), WAIT_SECONDS, "the turn's end")
        house.script = whole
        assert (await client.ask(headers=keyed())).status == 200


async def test_another_request_with_the_key_of_a_living_turn_is_refused() -> None:
    house = House(silent)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        refused = await client.ask(STREAM, headers=keyed())
        assert (refused.status, refused.error["code"]) == (400, "idempotency_key_reused")
        finish(house)
        assert (await first).status == 200
    assert len(list(house.turns)) == 1


async def test_another_api_key_or_another_idempotency_key_is_another_turn_and_none_at_all_is_one_too() -> None:
    house = House(silent)
    async with client_of(house) as client:
        requests = [
            asking(client),
            asking(client, headers=keyed(key=OTHER_KEY)),
            asking(client, headers=keyed("another")),
            asking(client, headers=keyed("")),
        ]
        await house.producer.until(4)
        for turn_id, turn in house.turns:
            house.reply(turn_id, chunk(turn_id, 0, answer("Hi"), last=True, tenant=turn.tenant))
        assert [(await each).status for each in requests] == [200] * 4


async def test_a_client_that_leaves_without_a_key_still_cancels_its_turn() -> None:
    house = House(silent)
    async with client_of(house) as client:
        first = asking(client, headers=keyed(""))
        await house.producer.until(1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await house.producer.until(2)
    assert house.cancelled == [house.turn[0]]


async def test_a_turn_whose_client_left_ends_at_its_deadline_and_is_cancelled() -> None:
    house = House(silent, timeout_seconds=0.3)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        await leave(first, house)
        await house.producer.until(2)
    assert house.cancelled == [house.turn[0]]


async def test_an_answer_that_nobody_fetches_is_kept_to_its_deadline_and_no_longer() -> None:
    house = House(silent, timeout_seconds=0.5)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        await leave(first, house)
        finish(house)
        await eventually(lambda: not living(house), WAIT_SECONDS, "the deadline")
    assert house.cancelled == []


async def test_a_turn_without_its_client_keeps_its_place_and_its_bytes_and_gives_them_back() -> None:
    house = House(silent)
    async with client_of(house) as client:
        first = asking(client)
        await house.producer.until(1)
        request_bytes = house.admission._bytes
        await leave(first, house)
        assert (house.admission.in_flight, house.admission._bytes) == (1, request_bytes)
        turn_id, _ = house.turn
        house.reply(turn_id, chunk(turn_id, 0, delta("x" * 1000)))
        await eventually(lambda: house.admission._bytes > request_bytes + 1000, WAIT_SECONDS, "the kept chunk")
        house.reply(turn_id, Failure.of(ProviderFailed("broken"), "A"))
        await eventually(lambda: not living(house), WAIT_SECONDS, "the turn's end")
        assert (house.admission.in_flight, house.admission._bytes) == (0, 0)


async def test_turns_without_a_client_end_when_the_edge_stops_and_the_others_go_on() -> None:
    house = House(silent)
    async with client_of(house) as client:
        left = asking(client)
        await house.producer.until(1)
        await leave(left, house)
        house.shared.close()
        await house.producer.until(2)
        assert house.cancelled == [house.turn[0]]
        staying, leaving = asking(client), asking(client, headers=keyed("another"))
        await house.producer.until(4)
        leaving.cancel()
        await house.producer.until(5)
        assert len(house.cancelled) == 2
        turn_id = next(turn_id for turn_id, _ in list(house.turns)[1:] if turn_id not in house.cancelled)
        house.reply(turn_id, chunk(turn_id, 0, answer("Hi"), last=True))
        assert (await staying).status == 200


async def test_a_refused_turn_with_a_key_is_refused_to_all_and_the_next_retry_tries_anew() -> None:
    house = House(silent)
    house.producer.hold()
    async with client_of(house) as client:
        requests = [asking(client), asking(client)]
        assert [(await each).status for each in requests] == [503, 503]
        house.producer.release()
        house.script = whole
        assert (await client.ask(headers=keyed())).status == 200


async def test_the_key_is_neither_forwarded_nor_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    house = House()
    async with client_of(house) as client:
        response = await client.ask(headers=keyed())
    everything = b"".join(encode(sent.record) for sent in house.producer.sent) + str(response.headers).encode()
    lines = "".join(str(record.__dict__) for record in caplog.records if record.name.startswith("gateway"))
    assert response.status == 200
    assert RETRY_KEY not in lines
    assert RETRY_KEY.encode() not in everything


def test_names_and_keys_that_join_to_the_same_text_are_not_the_same() -> None:
    assert RetryKey.of("bot", "1x", "chat", b"").key != RetryKey.of("bot1", "x", "chat", b"").key
    assert RetryKey.of("bot", "1", "chat", b"").request != RetryKey.of("bot", "1", "responses", b"").request
