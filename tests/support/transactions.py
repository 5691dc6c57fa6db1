"""Transactions of a foreign producer: each ends with a marker, an offset at which no consumer sees a record."""

from __future__ import annotations

from collections.abc import Sequence

from confluent_kafka import Producer

from gateway.records import turn_headers


def write_transaction(
    bootstrap: str, topic: str, turns: Sequence[str], partition: int = 0, *, value: bytes = b"", commit: bool = True
) -> None:
    """Writes a record of each turn in one transaction and ends it, which takes one offset more."""
    producer = Producer({"bootstrap.servers": bootstrap, "transactional.id": f"of {topic}", "log_level": 0})
    producer.init_transactions()
    producer.begin_transaction()
    for turn in turns:
        producer.produce(topic, value, key=turn.encode(), partition=partition, headers=dict(turn_headers(turn)))
    producer.flush()
    if commit:
        producer.commit_transaction()
    else:
        producer.abort_transaction()
