from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from gateway.edge.admission import Admission
from gateway.errors import TooManyInFlight, Unavailable
from gateway.settings import ApiKey
from tests.gateway.edge.house import api_key


def admission(in_all: int = 3, per_tenant: int = 9, per_key: int = 2, in_bytes: int = 100) -> Admission:
    return Admission(in_all, per_tenant, per_key, in_bytes)


def key(name: str, tenant: str = "default") -> ApiKey:
    return api_key(f"cg-{name}", name, tenant)


def test_turns_over_the_total_limit_are_refused_for_every_key() -> None:
    admitting = admission()
    with ExitStack() as held:
        for name in ("a", "b", "c"):
            held.enter_context(admitting.admit(key(name)))
        with pytest.raises(TooManyInFlight) as raised, admitting.admit(key("d")):
            pass
    assert raised.value.retry_after
    assert (raised.value.code, "(edge.max_in_flight)" in raised.value.message) == ("edge_limit", True)


def test_a_tenant_with_many_keys_cannot_fill_the_edge() -> None:
    admitting = admission(per_tenant=2)
    with admitting.admit(key("a")), admitting.admit(key("b")):
        with pytest.raises(TooManyInFlight) as raised, admitting.admit(key("c")):
            pass
        with admitting.admit(key("d", tenant="support")):
            assert admitting.in_flight == 3
    assert raised.value.retry_after
    assert (raised.value.code, "edge.max_in_flight_per_tenant" in raised.value.message) == ("tenant_limit", True)
    with admitting.admit(key("c")):
        assert admitting.in_flight == 1


def test_turns_over_the_limit_of_a_key_are_refused_and_other_keys_are_served() -> None:
    admitting = admission()
    with admitting.admit(key("a")), admitting.admit(key("a")):
        with pytest.raises(TooManyInFlight) as raised, admitting.admit(key("a")):
            pass
        with admitting.admit(key("b")):
            assert admitting.in_flight == 3
    assert (raised.value.code, "edge.max_in_flight_per_key" in raised.value.message) == ("key_limit", True)


@pytest.mark.parametrize("error", [None, ValueError(), asyncio.CancelledError()])
def test_a_place_is_given_back_however_the_turn_ends(error: BaseException | None) -> None:
    admitting = admission(in_all=1, in_bytes=1)
    try:
        with admitting.admit(key("a")), admitting.hold() as held:
            held.take(1)
            if error:
                raise error
    except (ValueError, asyncio.CancelledError):
        pass
    with admitting.admit(key("a")), admitting.hold() as held, admitting.hold() as other:
        held.take(1)
        with pytest.raises(TooManyInFlight):
            other.take(1)
        assert admitting.in_flight == 1
    assert admitting.in_flight == 0


def test_a_refused_turn_takes_no_place() -> None:
    admitting = admission(in_all=1)
    with admitting.admit(key("a")):
        with pytest.raises(TooManyInFlight), admitting.admit(key("b")):
            pass
        assert admitting.in_flight == 1


def test_no_more_bytes_than_the_limit_are_held() -> None:
    admitting = admission()
    with admitting.hold() as first, admitting.hold() as second, admitting.hold() as third:
        first.take(60)
        second.take(40)
        with pytest.raises(TooManyInFlight) as raised:
            third.take(1)
    assert (raised.value.code, "bytes (100 in all)" in raised.value.message) == ("bytes_limit", True)
    with admitting.hold() as held, admitting.hold() as other:
        held.take(99)
        other.take(1)


def test_a_body_over_the_limit_of_bytes_is_held_alone() -> None:
    admitting = admission()
    with admitting.hold() as large, admitting.hold() as other:
        large.take(600)
        large.take(400)
        with pytest.raises(TooManyInFlight):
            other.take(1)


def test_the_bytes_of_an_answer_count_and_are_never_refused() -> None:
    admitting = admission()
    with admitting.hold() as answering, admitting.hold() as other:
        answering.take(60)
        answering.add(60)
        with pytest.raises(TooManyInFlight):
            other.take(1)
    with admitting.hold() as held, admitting.hold() as other:
        held.take(99)
        other.take(1)


def test_once_closed_it_refuses_everything_with_retry_after() -> None:
    admitting = admission()
    admitting.closed = True
    with pytest.raises(Unavailable) as raised, admitting.admit(key("a")):
        pass
    assert raised.value.retry_after
    assert raised.value.code == "draining"


async def test_it_is_idle_once_the_last_turn_has_left() -> None:
    admitting = admission()
    with ExitStack() as held:
        held.enter_context(admitting.admit(key("a")))
        first = admitting.admit(key("b"))
        first.__enter__()
        waiting = asyncio.create_task(admitting.idle(60))
        await asyncio.sleep(0)
        first.__exit__(None, None, None)
        await asyncio.sleep(0)
        assert not waiting.done()
    assert await waiting


async def test_idle_is_false_if_turns_are_in_flight_when_the_wait_is_over() -> None:
    admitting = admission()
    with admitting.admit(key("a")):
        assert not await admitting.idle(0)
