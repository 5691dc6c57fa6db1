from __future__ import annotations

from typing import Any

import pytest
from aiokafka.protocol.api import Request

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.rights import AccessRights, require_rights
from tests.support.kafka import RealBroker

RIGHTS = AccessRights(reads=frozenset({"a"}), groups=frozenset({"g"}))


class Broker:
    """A broker that speaks some versions of the metadata request only."""

    def __init__(self, *versions: int) -> None:
        self._versions = min(versions), max(versions)

    def get_random_node(self) -> int | None:
        """The only one."""
        return 1

    async def send(self, node_id: int, request: Request[Any]) -> Any:
        """Builds the request, as aiokafka does for the versions that a broker named."""
        return request.prepare({3: self._versions})


@pytest.mark.parametrize("versions", [(0, 7), (9, 13)], ids=["too old", "too new"])
async def test_a_broker_of_another_version_is_told_with_what_to_do(versions: tuple[int, int]) -> None:
    with pytest.raises(Unavailable, match=r"the broker.s version does not fit: use Apache Kafka 3 or 4"):
        await require_rights(Broker(*versions), RIGHTS)


async def test_a_broker_without_acls_allows_everything_and_missing_topics_are_no_matter_of_rights(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    producer = Producer(Connection((real_broker.bootstrap,), 1_000_000))
    await producer.start()
    nowhere = frozenset({f"{topic_prefix}nowhere"})
    await producer.require([], AccessRights(nowhere, nowhere, frozenset({"g"})))
    await producer.stop()
