"""Retries, fallbacks and deadlines, over real connections to the scripted upstream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from random import Random

import pytest

from gateway.errors import Cause, GatewayError, Unavailable
from gateway.providers.answers import Tokens
from gateway.providers.calls import Call, Caller, CallOutcome
from gateway.providers.openai_compatible import Endpoint, OpenAICompatible, new_session
from gateway.providers.provider import Limits
from gateway.providers.routing import Deployment, Route, RoutingTable
from gateway.types import JsonObject
from tests.support.upstream import Upstream


@dataclass
class Bench:
    """A caller whose pauses are recorded instead of waited for, and its recorded calls."""

    upstream: Upstream
    provider: OpenAICompatible
    calls: list[Call] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    forbidden: set[str] = field(default_factory=set)

    @property
    def caller(self) -> Caller:
        return Caller(self.calls.append, Random(7), self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def may_call(self, model: str) -> None:
        if model in self.forbidden:
            raise Unavailable("forbidden", code=Cause.MODEL_HELD)

    def route(self, *models: str, fallbacks: Sequence[str] = ()) -> Route:
        deployments = [Deployment("main", f"m?{model}", self.provider) for model in models]
        others = [Deployment(f"spare-{number}", f"m?{model}", self.provider) for number, model in enumerate(fallbacks)]
        return RoutingTable([*deployments, *others], {"main": [other.model_name for other in others]}).find("main")

    async def complete(self, route: Route, seconds: float = 60) -> str:
        answer = await self.caller.complete(route, BODY, now() + seconds, self.may_call)
        return str(json.loads(answer)["choices"][0]["message"]["content"])

    async def stream(self, route: Route, seconds: float = 60) -> list[bytes]:
        stream = self.caller.stream(route, {**BODY, "stream": True}, now() + seconds, self.may_call)
        async with aclosing(stream):
            return [event async for batch in stream for event in batch]

    async def fail(self, route: Route, seconds: float = 60, stream: bool = False) -> GatewayError:
        with pytest.raises(GatewayError) as raised:
            await (self.stream if stream else self.complete)(route, seconds)
        return raised.value

    @property
    def asked(self) -> list[str]:
        return [str(request.json["model"]).removeprefix("m?") for request in self.upstream.requests]

    @property
    def outcomes(self) -> list[tuple[str, CallOutcome]]:
        return [(call.model, call.outcome) for call in self.calls]


BODY: JsonObject = {"model": "main", "messages": [{"role": "user", "content": "hi there"}]}


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    async with Upstream() as upstream, new_session() as session:
        yield Bench(upstream, OpenAICompatible(session, Endpoint(upstream.url), Limits()))


async def test_a_passing_failure_is_retried_with_growing_pauses(bench: Bench) -> None:
    assert await bench.complete(bench.route("status=503&times=2")) == "hi there"
    assert [outcome for _, outcome in bench.outcomes] == [CallOutcome.FAILED, CallOutcome.FAILED, CallOutcome.ANSWERED]
    assert 0.125 <= bench.pauses[0] <= 0.25 <= bench.pauses[1] <= 0.5


@pytest.mark.parametrize("behaviour", ["status=429", "status=500", "start=reset", "ending=reset"])
async def test_retries_are_bounded(bench: Bench, behaviour: str) -> None:
    await bench.fail(bench.route(behaviour))
    assert bench.asked == [behaviour] * 3


@pytest.mark.parametrize("behaviour", ["status=401", "status=404", "html=1", "ending=half_json"])
async def test_a_failure_that_would_repeat_goes_straight_to_the_fallback(bench: Bench, behaviour: str) -> None:
    assert await bench.complete(bench.route(behaviour, fallbacks=["size=8"])) == "hi there"
    assert bench.asked == [behaviour, "size=8"]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_bad_request_is_raised_at_once(bench: Bench, stream: bool) -> None:
    assert (await bench.fail(bench.route("status=400", fallbacks=["size=8"]), stream=stream)).status == 400
    assert bench.asked == ["status=400"]
    assert bench.outcomes == [("main", CallOutcome.REFUSED)]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_model_that_may_not_be_called_is_not_called_as_a_fallback_either(bench: Bench, stream: bool) -> None:
    bench.forbidden.add("spare-0")
    error = await bench.fail(bench.route("status=401", fallbacks=["size=8"]), stream=stream)
    assert (error.code, bench.asked) == ("model_held", ["status=401"])
    assert bench.outcomes == [("main", CallOutcome.REFUSED)]


async def test_a_call_that_is_forbidden_while_it_pauses_is_not_made_again(bench: Bench) -> None:
    async def forbid(seconds: float) -> None:
        bench.forbidden.add("main")

    bench.sleep = forbid  # type: ignore[method-assign]
    assert (await bench.fail(bench.route("status=503"))).code == "model_held"
    assert bench.asked == ["status=503"]


async def test_retry_after_is_honoured(bench: Bench) -> None:
    await bench.complete(bench.route("status=429&retry_after=4&times=1"))
    assert bench.pauses == [4]


async def test_a_provider_that_asks_for_too_long_a_wait_is_not_asked_again(bench: Bench) -> None:
    error = await bench.fail(bench.route("status=429&retry_after=30"))
    assert (error.status, error.retry_after) == (429, 30)
    assert (bench.asked, bench.pauses) == (["status=429&retry_after=30"], [])


async def test_nothing_is_retried_past_the_deadline(bench: Bench) -> None:
    await bench.fail(bench.route("status=429&retry_after=4"), seconds=3)
    assert (len(bench.asked), bench.pauses) == (1, [])


async def test_the_other_deployment_answers_where_one_is_down(bench: Bench) -> None:
    for _ in range(8):
        assert await bench.complete(bench.route("status=401&size=9", "size=8")) == "hi there"


async def test_deployments_share_the_turns(bench: Bench) -> None:
    caller = bench.caller
    for _ in range(20):
        await caller.complete(bench.route("size=8", "size=9"), BODY, now() + 60)
    assert set(bench.asked) == {"size=8", "size=9"}


async def test_fallbacks_are_asked_in_their_order_and_the_first_failure_is_raised(bench: Bench) -> None:
    error = await bench.fail(bench.route("status=404", fallbacks=["status=401", "status=403"]))
    assert error.status == 404
    assert bench.asked == ["status=404", "status=401", "status=403"]
    assert bench.outcomes == [(name, CallOutcome.REFUSED) for name in ("main", "spare-0", "spare-1")]


@pytest.mark.parametrize("stream", [False, True])
async def test_the_deadline_bounds_everything(bench: Bench, stream: bool) -> None:
    error = await bench.fail(bench.route("start=stall", fallbacks=["size=8"]), seconds=0.2, stream=stream)
    assert error.status == 504
    assert bench.asked == ["start=stall"]
    assert bench.outcomes == [("main", CallOutcome.TIMED_OUT)]
    await bench.upstream.until(lambda: bench.upstream.hung_up == [0])


async def test_the_deadline_ends_a_stream_that_has_begun(bench: Bench) -> None:
    assert (await bench.fail(bench.route("ending=stall"), seconds=0.2, stream=True)).status == 504
    await bench.upstream.until(lambda: bench.upstream.hung_up == [0])


async def test_a_stream_that_fails_before_its_first_byte_is_retried(bench: Bench) -> None:
    events = await bench.stream(bench.route("status=503&times=1"))
    assert b"hi t" in events[1]
    assert len(bench.asked) == 2


async def test_a_stream_that_fails_after_its_first_byte_is_not(bench: Bench) -> None:
    error = await bench.fail(bench.route("ending=reset&pace=0.01", fallbacks=["size=8"]), stream=True)
    assert error.status == 502
    assert len(bench.asked) == 1


async def test_closing_the_stream_stops_the_provider(bench: Bench) -> None:
    stream = bench.caller.stream(bench.route("ending=stall"), {**BODY, "stream": True}, now() + 60)
    async with aclosing(stream):
        await anext(stream)
    await bench.upstream.until(lambda: bench.upstream.hung_up == [0])
    assert bench.outcomes == [("main", CallOutcome.CANCELLED)]


@pytest.mark.parametrize("model", ["start=stall", "ending=stall"])
async def test_cancelling_stops_the_provider(bench: Bench, model: str) -> None:
    call = asyncio.ensure_future(bench.stream(bench.route(model)))
    await bench.upstream.until(lambda: bool(bench.upstream.requests))
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await bench.upstream.until(lambda: bench.upstream.hung_up == [0])
    assert bench.outcomes == [("main", CallOutcome.CANCELLED)]


async def test_tokens_are_counted_in_answers_and_in_streams(bench: Bench) -> None:
    await bench.complete(bench.route("size=8"))
    body: JsonObject = {**BODY, "stream": True, "stream_options": {"include_usage": True}}
    async with aclosing(bench.caller.stream(bench.route("size=8"), body, now() + 60)) as stream:
        _ = [batch async for batch in stream]
    assert [call.tokens for call in bench.calls] == [Tokens(2, 2), Tokens(2, 2)]
