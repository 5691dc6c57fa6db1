"""Batches of records as the bytes that a broker keeps, also such as no library writes."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from struct import pack_into, unpack_from

from aiokafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder
from aiokafka.record.util import calc_crc32c

Headers = Sequence[tuple[str, bytes | None]]

GARBLED = "no UTF-8"  # a header of this name gets one of as many bytes that are none, in a batch that is garbled
LARGEST_BYTES = 1 << 20
FIRST_TIMESTAMP_MS = 1_000

_BASE_OFFSET, _LENGTH, _CHECKSUM, _ATTRIBUTES, _FIRST_RECORD = 0, 8, 17, 21, 61
_LENGTH_COUNTS_FROM = 12


def batch(records: Sequence[Headers], first_offset: int = 0, *, empty: bool = False) -> bytes:
    """A batch of records with these headers.

    Each has the key ``key`` and its place in the batch as its value, unless they are empty: then it has neither.
    """
    builder = DefaultRecordBatchBuilder(2, 0, 0, -1, -1, -1, LARGEST_BYTES)
    for number, headers in enumerate(records):
        key, value = (None, None) if empty else (b"key", str(number).encode())
        builder.append(number, FIRST_TIMESTAMP_MS + number, key, value, list(headers))
    raw = bytearray(builder.build())
    pack_into(">q", raw, _BASE_OFFSET, first_offset)
    return bytes(raw)


def garbled(raw: bytes) -> bytes:
    """The batch with header names that are not UTF-8 where they were ``GARBLED``, and a checksum that is right."""
    return _summed(raw.replace(GARBLED.encode(), b"\xff" * len(GARBLED)))


def gzipped(raw: bytes) -> bytes:
    """The batch with its records compressed."""
    made = bytearray(raw[:_FIRST_RECORD] + gzip.compress(raw[_FIRST_RECORD:]))
    pack_into(">i", made, _LENGTH, len(made) - _LENGTH_COUNTS_FROM)
    return _with_attributes(made, DefaultRecordBatch.CODEC_GZIP)


def timed_by_the_broker(raw: bytes) -> bytes:
    """The batch as a broker keeps it that writes the times itself: all records have the last one's."""
    return _with_attributes(bytearray(raw), 0x08)


def _with_attributes(raw: bytearray, attributes: int) -> bytes:
    (before,) = unpack_from(">h", raw, _ATTRIBUTES)
    pack_into(">h", raw, _ATTRIBUTES, before | attributes)
    return _summed(raw)


def _summed(raw: bytes | bytearray) -> bytes:
    made = bytearray(raw)
    pack_into(">I", made, _CHECKSUM, calc_crc32c(bytes(made[_ATTRIBUTES:])))
    return bytes(made)
