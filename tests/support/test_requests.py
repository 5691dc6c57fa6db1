"""Only an answer that repeats its own request is right."""

from __future__ import annotations

import json
from random import Random

import pytest

from gateway.types import JsonObject
from tests.support.clients import Load
from tests.support.requests import BIG, DRY_RUN, QUICK, TOOLS, Ending, Request, RequestKind, stream_of
from tests.support.upstream import Upstream

RANDOM = Random(1)
CLOSED = RequestKind("load?start=reset")


def saying(text: str) -> JsonObject:
    return {"choices": [{"message": {"role": "assistant", "content": text}}]}


def calling(arguments: str) -> JsonObject:
    call: JsonObject = {"id": "1", "type": "function", "function": {"name": "lookup", "arguments": arguments}}
    return {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [call]}}]}


def test_a_text_is_right_if_it_is_the_requests_own_to_the_last_character() -> None:
    own, other = Request.drawn(RANDOM, QUICK), Request.drawn(RANDOM, QUICK)
    assert own.is_answered_by(saying(own.text))
    assert not any(own.is_answered_by(saying(text)) for text in (other.text, own.text[:-1], own.text + other.text, ""))


def test_the_arguments_of_a_tool_call_are_right_if_they_repeat_the_request() -> None:
    own, other = Request.drawn(RANDOM, TOOLS), Request.drawn(RANDOM, TOOLS)
    assert own.is_answered_by(calling(json.dumps({"echo": own.text})))
    assert not own.is_answered_by(calling(json.dumps({"echo": other.text})))


def test_a_dry_run_is_right_if_it_is_the_requests_own_and_shows_no_value() -> None:
    own, other = Request.drawn(RANDOM, DRY_RUN), Request.drawn(RANDOM, DRY_RUN)
    assert own.is_answered_by({"minimized": f"Case {own.marker}\n\nplease write to [EMAIL1] ."})
    assert not own.is_answered_by({"minimized": own.text})
    assert not own.is_answered_by({"minimized": f"Case {other.marker}"})


def test_a_large_body_has_its_size_and_a_text_that_no_other_has() -> None:
    first, second = (Request.drawn(RANDOM, BIG) for _ in range(2))
    assert 900_000 < len(json.dumps(first.body)) < 920_000
    assert first.body != second.body


ENDINGS = {
    "load?echo=last": Ending.ANSWERED,
    "load?echo=last&pace=0.001": Ending.ANSWERED,
    "load?echo=last&lasts=0.1": Ending.ANSWERED,
    "load?echo=last&status=503": Ending.FAILED,
    "load?echo=last&pace=0.001&ending=no_done": Ending.WRONG,
    "load?echo=last&pace=0.001&ending=reset": Ending.RESET,
    "load?echo=messages": Ending.WRONG,
    "load?start=stall": Ending.LOST,
}


@pytest.mark.parametrize(("model", "ending"), ENDINGS.items())
async def test_a_client_knows_how_its_request_ended(model: str, ending: Ending) -> None:
    async with Upstream() as upstream:
        url = upstream.url.removesuffix("/v1")
        async with Load(url, "key", 1, [RequestKind(model)], most=1, deadline_seconds=1) as load:
            await load.ends(ending, 1, since=0)
    assert [asked.ending for asked in load.asked] == [ending]


@pytest.mark.parametrize(("kinds", "requests"), [((QUICK, CLOSED), 3), ((CLOSED,), 1)])
async def test_only_a_client_whose_kept_connection_is_closed_under_its_request_asks_again(
    kinds: tuple[RequestKind, ...], requests: int
) -> None:
    async with Upstream() as upstream:
        url = upstream.url.removesuffix("/v1")
        async with Load(url, "key", 1, kinds, per_second=0.5, most=len(kinds)) as load:
            await load.ends(Ending.RESET, 1, since=0)
        assert len(upstream.requests) == requests


async def test_a_client_that_leaves_is_no_answer_and_no_loss() -> None:
    async with Upstream() as upstream:
        url = upstream.url.removesuffix("/v1")
        async with Load(url, "key", 1, [stream_of(30, leaves_after=0.1)], most=2) as load:
            await load.ends(Ending.LEFT, 2, since=0)
    assert {asked.ending for asked in load.asked} == {Ending.LEFT}


async def test_requests_are_sent_by_the_clock_whatever_becomes_of_them() -> None:
    async with Upstream() as upstream:
        url = upstream.url.removesuffix("/v1")
        async with Load(url, "key", 1, [RequestKind("load?start=stall")], per_second=100) as load:
            began = load.now
            await load.goes_on(1)
            taken = load.now - began
            load.leave()
    assert load.begun >= 100
    assert taken < 10
