"""What a broker's ACLs let this process do, asked before it takes traffic.

The question is Kafka's metadata request of version 8 (KIP-430), which aiokafka does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from aiokafka.errors import IncompatibleBrokerVersion
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.coordination import FindCoordinatorRequest
from aiokafka.protocol.types import Array, Boolean, Int16, Int32, Schema, String

from gateway.errors import Unavailable

_READ, _WRITE = 1 << 3, 1 << 4  # Kafka's AclOperation codes
_HIDDEN, _NO_GROUP = 29, 30  # its error codes TOPIC_AUTHORIZATION_FAILED, GROUP_AUTHORIZATION_FAILED
_UNKNOWN = 3
_OF_GROUPS: Final = 0


@dataclass(frozen=True, slots=True)
class AccessRights:
    """The topics that a process reads and writes, and the groups that it joins, by their names on the broker."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()


class Client(Protocol):
    """aiokafka's client, as far as it is asked here."""

    def get_random_node(self) -> int | None:
        """A broker."""
        ...

    async def send(self, node_id: int, request: Request[Any]) -> Any:
        """The broker's answer."""
        ...


class _RightsAnswer(Response):  # type: ignore[misc]
    API_KEY = 3
    API_VERSION = 8
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        ("brokers", Array(("node_id", Int32), ("host", String("utf-8")), ("port", Int32), ("rack", String("utf-8")))),
        ("cluster_id", String("utf-8")),
        ("controller_id", Int32),
        (
            "topics",
            Array(
                ("error_code", Int16),
                ("name", String("utf-8")),
                ("is_internal", Boolean),
                (
                    "partitions",
                    Array(
                        ("error_code", Int16),
                        ("partition", Int32),
                        ("leader", Int32),
                        ("leader_epoch", Int32),
                        ("replicas", Array(Int32)),
                        ("isr", Array(Int32)),
                        ("offline_replicas", Array(Int32)),
                    ),
                ),
                ("authorized_operations", Int32),
            ),
        ),
        ("cluster_authorized_operations", Int32),
    )


class _RightsRequestV8(RequestStruct):  # type: ignore[misc]
    API_KEY = 3
    API_VERSION = 8
    RESPONSE_TYPE = _RightsAnswer
    SCHEMA = Schema(
        ("topics", Array(String("utf-8"))),
        ("allow_auto_topic_creation", Boolean),
        ("include_cluster_authorized_operations", Boolean),
        ("include_topic_authorized_operations", Boolean),
    )


class _RightsRequest(Request[_RightsRequestV8]):  # type: ignore[misc]
    API_KEY = 3

    def __init__(self, topics: list[str]) -> None:
        self._topics = topics

    def build(self, request_struct_class: type[_RightsRequestV8]) -> _RightsRequestV8:
        return request_struct_class(self._topics, False, False, True)


async def require_rights(client: Client, rights: AccessRights) -> None:
    """Raises Unavailable with all that the broker does not let this process do; missing topics are no matter of rights.

    Also where the broker speaks another version of the protocol.
    """
    node = client.get_random_node()
    if node is None:
        return
    try:
        answer = await client.send(node, _RightsRequest(sorted(rights.reads | rights.writes)))
        refused = [
            group
            for group in sorted(rights.groups)
            if (await client.send(node, FindCoordinatorRequest(group, _OF_GROUPS))).error_code == _NO_GROUP
        ]
    except (NotImplementedError, IncompatibleBrokerVersion):
        raise Unavailable("the broker's version does not fit: use Apache Kafka 3 or 4") from None
    allowed = {topic[1]: _allowed(topic[0], topic[-1]) for topic in answer.topics}
    lacks = [*_lacking(rights, allowed), *(f"READ on the group {group}" for group in refused)]
    if lacks:
        raise Unavailable(
            f"the broker's ACLs do not allow this user {', '.join(lacks)}: name the user in broker.principals and run "
            "canarygate topics apply"
        )


def _allowed(error_code: int, operations: int) -> int:
    if error_code == _HIDDEN:
        return 0
    return _READ | _WRITE if error_code == _UNKNOWN else operations


def _lacking(rights: AccessRights, allowed: dict[str, int]) -> Iterator[str]:
    for operation, bit, names in (("READ", _READ, rights.reads), ("WRITE", _WRITE, rights.writes)):
        yield from (f"{operation} on {name}" for name in sorted(names) if not allowed.get(name, 0) & bit)
