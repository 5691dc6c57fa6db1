"""What must be changed in aiokafka 0.14.0: ``apply`` does it for all clients of a process, before the first one starts.

Reading on. aiokafka stops at a record with a header whose name is not UTF-8: it raises while it decodes the record,
fetches the batch again and raises again, so that one record would end every consumer of its partition for good. Here
the record comes without any header, at its own offset, with its own key, value and time; as it names no turn, it ends
as a dead letter like any other, and what follows it is read.

Where aiokafka raises for another reason it still does, and the process ends, which says so: at a wrong checksum,
because another replica may hold the batch whole; at a version or structure that cannot be right, which no broker takes;
at a compression that cannot be undone here, which the topics' settings keep out. To pass over these would lose turns
without a trace. It is meant for consumers that read uncommitted records, as all of ours do.

Patience. While no broker answers, whoever waits for a topic or for a partition's leader asks for the metadata of the
cluster again at once, and burns a core (upstream issue 1155 is about the same in the fetcher). Here an update that
failed takes a quarter of a second more.

A connection that is gone. The loop of our processes is uvloop's, which raises RuntimeError to whoever writes to a
connection that broke a moment ago. aiokafka expects OSError there (upstream issue 1038): a heartbeat or a commit at the
wrong moment while a broker died ended its consumer, and so the process. Here it is an error of the connection.

Stopping. A consumer whose broker is gone lets the cancellation of its own tasks out of ``stop``, and leaves its
connections open; to the caller that looked like a cancellation of his own. ``stop_consumer`` takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, cast

from aiokafka import AIOKafkaConsumer, ConsumerRecord
from aiokafka.client import AIOKafkaClient
from aiokafka.conn import AIOKafkaConnection, CloseReason
from aiokafka.consumer import fetcher
from aiokafka.errors import CorruptRecordException, KafkaConnectionError, KafkaError
from aiokafka.record.default_records import DefaultRecordBase, _DefaultRecordBatchPy, _DefaultRecordPy
from aiokafka.record.legacy_records import LegacyRecordBatch
from aiokafka.record.memory_records import MemoryRecords, _MemoryRecordsPy
from aiokafka.record.util import decode_varint

METADATA_PAUSE_SECONDS = 0.25

_FIRST_MAGIC_WITH_HEADERS = 2


class Fetched(MemoryRecords):  # type: ignore[misc]
    """What was fetched of a partition, kept so that it can be read a second time."""

    def __init__(self, fetched: bytes) -> None:
        super().__init__(fetched)
        self.fetched = fetched


class ReadOn(fetcher.PartitionRecords):  # type: ignore[misc]
    """The records of what was fetched of a partition, in order; none is left out, and none comes twice."""

    _records: Fetched | _Forgiving

    def _unpack_records(self) -> Iterator[ConsumerRecord]:
        try:
            yield from super()._unpack_records()
        except (UnicodeDecodeError, CorruptRecordException):
            # From the start: what has come already is passed over by its offset.
            self._records = _Forgiving(cast(Fetched, self._records).fetched)
            yield from super()._unpack_records()


class _Forgiving(_MemoryRecordsPy):  # type: ignore[misc]
    def next_batch(self) -> _ForgivingBatch | LegacyRecordBatch | None:
        piece = self._next_slice
        batch = super().next_batch()
        with_headers = piece is not None and piece[self.MAGIC_OFFSET] >= _FIRST_MAGIC_WITH_HEADERS
        return _ForgivingBatch(piece) if with_headers else batch


class _ForgivingBatch(_DefaultRecordBatchPy):  # type: ignore[misc]
    _pos: int

    def _read_msg(self) -> _DefaultRecordPy:
        try:
            return super()._read_msg()
        except UnicodeDecodeError:
            return self._without_headers()

    def _without_headers(self) -> _DefaultRecordPy:
        size, start = decode_varint(self._buffer, self._pos)
        _attributes, place = decode_varint(self._buffer, start)
        milliseconds, place = decode_varint(self._buffer, place)
        number, place = decode_varint(self._buffer, place)
        key, place = self._nullable(place)
        value, _ = self._nullable(place)
        self._pos = start + size
        by_broker = self.timestamp_type == DefaultRecordBase.LOG_APPEND_TIME
        timestamp = self.max_timestamp if by_broker else self.first_timestamp + milliseconds
        return _DefaultRecordPy(self.base_offset + number, timestamp, self.timestamp_type, key, value, [])

    def _nullable(self, place: int) -> tuple[bytes | None, int]:
        size, place = decode_varint(self._buffer, place)
        return (None, place) if size < 0 else (bytes(self._buffer[place : place + size]), place + size)


_update_metadata = AIOKafkaClient._metadata_update


async def _update_metadata_patiently(self: AIOKafkaClient, *args: Any) -> bool:
    updated: bool = await _update_metadata(self, *args)
    if not updated:
        await asyncio.sleep(METADATA_PAUSE_SECONDS)
    return updated


_SENDS = {name: getattr(AIOKafkaConnection, name) for name in ("send", "_send_sasl_token")}


def _or_lose_the_connection(send: Callable[..., Any]) -> Callable[..., Any]:
    def sent(self: AIOKafkaConnection, *args: Any, **options: Any) -> Any:
        try:
            return send(self, *args, **options)
        except KafkaError:  # a RuntimeError, too
            raise
        except RuntimeError as error:
            self.close(reason=CloseReason.CONNECTION_BROKEN)
            raise KafkaConnectionError("the connection to the broker is gone") from error

    return sent


def apply() -> None:
    """Change aiokafka for this process, from the next fetch on; a second call changes nothing."""
    fetcher.MemoryRecords, fetcher.PartitionRecords = Fetched, ReadOn
    AIOKafkaClient._metadata_update = _update_metadata_patiently
    for name, send in _SENDS.items():
        setattr(AIOKafkaConnection, name, _or_lose_the_connection(send))


async def stop_consumer(consumer: AIOKafkaConsumer) -> None:
    """Stop a consumer, whatever state it is in, and close its connections."""
    ended: object = (await asyncio.gather(consumer.stop(), return_exceptions=True))[0]
    if ended is not None:
        await consumer._client.close()
