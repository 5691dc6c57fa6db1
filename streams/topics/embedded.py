"""A Kafka broker inside this process, for trial runs and tests: librdkafka's mock cluster, reached over loopback TCP.

Nothing in it is durable, so it cannot be used to test loss, rebalances or restarts. Its limits, as measured with
librdkafka 2.10 to 2.16:

- topics appear on first use, with 4 partitions each; they cannot be created or configured;
- a partition keeps 5 MiB and silently drops older records, and all of them if two records together exceed that;
- an empty fetch always waits its whole ``fetch.max.wait.ms``, so set it to ``FETCH_WAIT_MS``;
- a consumer group has one member: a second one may never get partitions. The first join takes 3 seconds.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from confluent_kafka import Producer

PARTITIONS = 4
PARTITION_BYTES = 5 << 20
MAX_RECORD_BYTES = PARTITION_BYTES // 2  # so that one record never displaces all others
MAX_BYTES_IN_FLIGHT = 3 << 20  # of bodies: sealing makes them a third larger, and all may be in one partition
FETCH_WAIT_MS = 2

_START_SECONDS = 10.0


class EmbeddedBroker:
    """A one-node cluster that exists from ``__enter__`` to ``__exit__`` and keeps nothing afterwards.

    >>> with EmbeddedBroker() as broker:
    ...     broker.bootstrap.startswith("127.0.0.1:")
    True
    """

    bootstrap: str

    def __enter__(self) -> Self:
        self._cluster: Producer | None = Producer(
            {"test.mock.num.brokers": 1, "bootstrap.servers": "embedded:1", "log_level": 0}
        )
        brokers = self._cluster.list_topics(timeout=_START_SECONDS).brokers.values()
        self.bootstrap = ",".join(f"{broker.host}:{broker.port}" for broker in brokers)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # The cluster exists as long as the client that created it.
        self._cluster = None
