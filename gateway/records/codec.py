"""How every record's value is written and read: JSON of one version, in which nothing is unknown."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec


class Undecodable(ValueError):
    """A record that no version of this codec wrote."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every record's value. Bytes are base64 in JSON; times are milliseconds since the epoch."""

    v: Literal[3] = 3

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


AnyRecord = TypeVar("AnyRecord", bound=Record)
any_union = TypeVar("any_union")

_ENCODER = msgspec.json.Encoder()


def encode(record: Record) -> bytes:
    """Returns the value of a record.

    >>> encode(Record())
    b'{"v":3}'
    """
    return _ENCODER.encode(record)


def decode(value: bytes | None, kind: type[AnyRecord]) -> AnyRecord:
    """Returns the record of the given kind; raises Undecodable.

    >>> decode(b'{"v":3}', Record)
    Record()
    """
    try:
        return msgspec.json.decode(value or b"", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Undecodable(f"the value is no {kind.__name__} of version 3") from None


def decode_union(value: bytes | None, decoder: msgspec.json.Decoder[any_union], name: str) -> any_union:
    """Returns the record that one of several kinds wrote; ``name`` says what they are. Raises Undecodable."""
    try:
        return decoder.decode(value or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Undecodable(f"the value is no {name} of version 3") from None
