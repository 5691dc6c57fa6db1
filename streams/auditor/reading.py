"""Records as the auditor searches them."""

from __future__ import annotations

from aiokafka import ConsumerRecord

from gateway.records import Topic, Undecodable, turn_id_of
from streams.auditor.ledger import Searching


def searching(topic: Topic, record: ConsumerRecord[bytes | None, bytes | None]) -> Searching:
    """Returns a record of a topic in the form in which it is searched."""
    place = f"{topic.value}/{record.partition}/{record.offset}"
    key = (record.key or b"").decode("ascii", "replace")
    return Searching(topic, place, key, _turn_id(record), record.value or b"")


def _turn_id(record: ConsumerRecord[bytes | None, bytes | None]) -> str:
    try:
        return turn_id_of(record.headers)
    except Undecodable:
        return ""
