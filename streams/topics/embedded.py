"""A Kafka broker inside this process, for trial runs and tests: librdkafka's mock cluster, reached over loopback TCP.

Nothing in it is durable and nothing about loss, rebalance or restart can be shown on it. Its limits, as measured with
librdkafka 2.10 to 2.16:

- topics appear on first use, with 4 partitions each; there is no way to create or configure one;
- a partition keeps 5 MiB and drops what is older without a word, and everything when two records exceed that together;
- a fetch that finds nothing waits its whole ``fetch.max.wait.ms``, so ask for the ``FETCH_WAIT_MS`` here;
- a consumer group has one member: a second one may never get its partitions. The first join takes 3 seconds.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from confluent_kafka import Producer

PARTITIONS = 4
PARTITION_BYTES = 5 << 20
MAX_RECORD_BYTES = PARTITION_BYTES // 2  # so that one record never pushes out all others
MAX_BYTES_IN_FLIGHT = 3 << 20  # bodies: sealed they are a third larger, and all of them may meet in one partition
FETCH_WAIT_MS = 2

_START_SECONDS = 10.0


class EmbeddedBroker:
    """A one-node cluster that lives from ``__enter__`` to ``__exit__``, and forgets everything then.

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
        # The cluster lives as long as the client that it came with.
        self._cluster = None
