"""How every record's value is written and read: JSON of one version, in which nothing is unknown."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeVar

import msgspec

VERSION: Final = 3


class Undecodable(ValueError):
    """A record that this codec did not write; ``reason`` is that of its dead letter."""

    reason: ClassVar[str] = "undecodable"


class OtherVersion(Undecodable):
    """A record that an older or a newer version of this codec wrote, as an upgrade may leave them."""

    reason: ClassVar[str] = "other_version"


class _Versioned(msgspec.Struct):
    v: int


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
        raise _refused(value, kind.__name__) from None


def decode_union(value: bytes | None, decoder: msgspec.json.Decoder[any_union], name: str) -> any_union:
    """Returns the record that one of several kinds wrote; ``name`` says what they are. Raises Undecodable."""
    try:
        return decoder.decode(value or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _refused(value, name) from None


def _refused(value: bytes | None, name: str) -> Undecodable:
    """Returns why a value is not one of these records; what it holds is in no message."""
    try:
        is_other = msgspec.json.decode(value or b"", type=_Versioned).v != VERSION
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        is_other = False
    kind = OtherVersion if is_other else Undecodable
    return kind(f"the value is no {name} of version {VERSION}")
