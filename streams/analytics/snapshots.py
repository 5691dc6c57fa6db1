"""States as bytes and back, exactly and without pickle: a checked header that says whose state it is, and its arrays.

Layout: the magic bytes, the version (one byte), the SHA-256 of what follows, the header's length (4 bytes,
little-endian), the header (JSON), the arrays in the header's order (little-endian, compressed together).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from math import prod
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray
from scipy.sparse import csr_array

MAGIC: Final = b"CGST"
VERSION: Final = 1
_DIGEST: Final = len(MAGIC) + 1
_LENGTH: Final = _DIGEST + 32
_HEADER: Final = _LENGTH + 4

Array = NDArray[Any]
Arrays = Mapping[str, Array]
Position = Mapping[str, str | int]
"""Whose state it is and up to where: topic, partition, window, next offset …"""


class Kind(StrEnum):
    """Whose state a snapshot holds."""

    PARTITION = "partition"
    TOPICS = "topics"

    @property
    def remedy(self) -> str:
        """What to do about a snapshot that is refused."""
        if self is Kind.PARTITION:
            return "delete it, and the open window is read again"
        return "delete it, and topics get ids from 0 again; withdraw what was published under these first"


class SnapshotRefused(Exception):
    """A snapshot that is not what it should be; the message says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A state of one kind: where it stands in the input, its values by name, its arrays by name."""

    kind: Kind
    position: Position
    values: Mapping[str, Any]
    arrays: Arrays


def encode(snapshot: Snapshot) -> bytes:
    """Returns a snapshot as bytes: the same snapshot gives the same bytes.

    >>> decode(encode(Snapshot(Kind.PARTITION, {"partition": 3}, {}, {})), Kind.PARTITION, {}).position
    {'partition': 3}
    """
    arrays = {name: np.ascontiguousarray(each, each.dtype.newbyteorder("<")) for name, each in snapshot.arrays.items()}
    header = orjson.dumps(
        {
            "kind": snapshot.kind,
            "position": dict(snapshot.position),
            "values": dict(snapshot.values),
            "arrays": [[name, each.dtype.str, each.shape] for name, each in arrays.items()],
        }
    )
    packed = zlib.compress(b"".join(each.tobytes() for each in arrays.values()))
    rest = len(header).to_bytes(4, "little") + header + packed
    return MAGIC + bytes([VERSION]) + sha256(rest).digest() + rest


def decode(data: bytes, kind: Kind, expected: Position) -> Snapshot:
    """Returns the snapshot that these bytes hold.

    Raises SnapshotRefused if they are no whole snapshot of this version and kind, or if its position differs from
    ``expected`` in one of the values named there.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise SnapshotRefused(f"this is no {kind} snapshot: {kind.remedy}")
    if data[len(MAGIC) : _DIGEST] != bytes([VERSION]):
        raise SnapshotRefused(
            f"the {kind} snapshot was written by another version of the program: run that version until its window is"
            f" closed, or {kind.remedy}"
        )
    if sha256(data[_LENGTH:]).digest() != data[_DIGEST:_LENGTH]:
        raise SnapshotRefused(f"the {kind} snapshot is truncated or damaged: {kind.remedy}")
    found = _parsed(data, kind)
    for name, value in {"kind": kind, **expected}.items():
        of = found.kind if name == "kind" else found.position.get(name)
        if of != value:
            raise SnapshotRefused(
                f"the {kind} snapshot is of another {name} ({of}, not {value}): check topic_prefix and the analyst's"
                f" consumer group, or {kind.remedy}"
            )
    return found


def _parsed(data: bytes, kind: Kind) -> Snapshot:
    try:
        start = _HEADER + int.from_bytes(data[_LENGTH:_HEADER], "little")
        header = orjson.loads(data[_HEADER:start])
        arrays = _arrays(header["arrays"], zlib.decompress(data[start:]))
        return Snapshot(Kind(header["kind"]), header["position"], header["values"], arrays)
    except (KeyError, ValueError, zlib.error) as error:
        raise SnapshotRefused(f"the {kind} snapshot cannot be read: {kind.remedy}") from error


def packed(name: str, rows: csr_array) -> Arrays:
    """Returns a sparse matrix as the arrays of a snapshot."""
    columns = rows.indices.astype(np.uint16 if rows.shape[1] <= 1 << 16 else np.int32)
    return {f"{name}.lengths": np.diff(rows.indptr), f"{name}.columns": columns, f"{name}.weights": rows.data}


def unpacked(name: str, arrays: Arrays, n_terms: int) -> csr_array:
    """Returns the sparse matrix that was packed under this name."""
    lengths, columns = arrays[f"{name}.lengths"], arrays[f"{name}.columns"].astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return csr_array((arrays[f"{name}.weights"], columns, starts), shape=(len(lengths), n_terms))


def _arrays(layout: list[tuple[str, str, list[int]]], data: bytes) -> dict[str, Array]:
    arrays, start = {}, 0
    for name, dtype, shape in layout:
        count = prod(shape)
        arrays[name] = np.frombuffer(data, dtype, count, start).reshape(shape).copy()
        start += arrays[name].nbytes
    return arrays
