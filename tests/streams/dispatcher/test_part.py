from __future__ import annotations

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.kafka.producer import Producer
from gateway.records import Topic
from gateway.settings import ALL_ROLES, load
from streams.dispatcher.handler import Dispatcher
from streams.dispatcher.part import parts
from streams.engine.service import AgentService
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.streams.test_holds import HOLD, LIFTING
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


def sends(agent: AgentService, tenant: str) -> str:
    """Whether the part's dispatcher sends a tenant's turns: the code of the error if it does not."""
    dispatcher = getattr(agent.worker.handle, "__self__", None)
    assert isinstance(dispatcher, Dispatcher)
    try:
        dispatcher.holds.check(tenant, "echo")
    except Unavailable as error:
        return error.code
    return "sends"


async def test_a_dispatcher_knows_all_holds_before_it_is_ready_and_follows_them(
    embedded_broker: EmbeddedBroker,
) -> None:
    connection = Connection(
        (embedded_broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS, doorbell=Doorbell()
    )
    producer = Producer(connection)
    await producer.start()
    (agent,) = parts(load(None, {}, ALL_ROLES), connection, producer)
    assert isinstance(agent, AgentService)
    try:
        await producer.write(Topic.HOLDS, "tenant/support", HOLD)
        assert (agent.knows(), sends(agent, "support")) == (False, "holds_unread")
        await agent.start()
        assert (agent.knows(), agent.ready) == (True, True)
        assert (sends(agent, "support"), sends(agent, "sales")) == ("tenant_held", "sends")
        await producer.write(Topic.HOLDS, "tenant/sales", HOLD)
        await producer.write(Topic.HOLDS, "tenant/support", LIFTING)
        await eventually(lambda: sends(agent, "sales") == "tenant_held", WAIT_SECONDS, "the hold")
        await eventually(lambda: sends(agent, "support") == "sends", WAIT_SECONDS, "the lifting")
    finally:
        await agent.stop()
        await producer.stop()
