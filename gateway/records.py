"""Topic names and the versioned codec of every record: the only module that knows their JSON.

A record's key is its turn's id, which is also in the header ``turn_id``; the value never repeats it. Bytes that no
version of this codec wrote raise Undecodable. Its messages are a closed list and never contain the bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from gateway.errors import ERRORS, GatewayError, PolicyBlocked
from gateway.types import Original, ReplacementMap

TURN_ID_HEADER = "turn_id"


class Topic(StrEnum):
    """Every topic of the product, without the broker's prefix."""

    INCOMING = "conversations.incoming"
    MINIMIZED = "conversations.minimized"
    REPLIES = "conversations.replies"
    CONTROL = "conversations.control"
    OUTCOMES = "conversations.outcomes"
    DEAD_LETTERS = "conversations.dead_letters"


class OutcomeKind(StrEnum):
    """How a turn ended; an ended turn is never sent to a provider again."""

    ANSWERED = "answered"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Undecodable(ValueError):
    """A record that no version of this codec wrote."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every record's value. Bytes are base64 in JSON; times are milliseconds since the epoch."""

    v: Literal[1] = 1

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class IncomingTurn(Record, frozen=True):
    """A request on its way to the minimizer; ``sealed`` is the raw body, which only the minimizer opens.

    ``route`` is the API's name, ``model`` the entry of ``model_list`` that serves it.
    """

    tenant: str
    policy: str
    route: str
    model: str
    dry_run: bool
    reply_partition: int
    deadline_ms: int
    sealed: bytes


class MinimizedTurn(Record, frozen=True):
    """A request that may leave for a provider, and the replacement map, sealed for the edge."""

    route: str
    model: str
    stream: bool
    reply_partition: int
    deadline_ms: int
    body: msgspec.Raw
    sealed_map: bytes


class Chunk(Record, frozen=True, tag_field="kind", tag="chunk"):
    """A part of an attempt's answer: provider events, or the one whole answer, in order of ``sequence`` from 0.

    The sealed replacement map comes with sequence 0; ``last`` says that the answer is complete.
    """

    attempt_id: str
    sequence: int
    last: bool
    events: list[msgspec.Raw]
    sealed_map: bytes | None = None


class Failure(Record, frozen=True, tag_field="kind", tag="failure"):
    """The error that ends an attempt, or the whole turn if no attempt was made (``attempt_id`` is None)."""

    status: int
    code: str
    message: str
    param: str | None = None
    retry_after: float | None = None
    attempt_id: str | None = None

    @classmethod
    def of(cls, error: GatewayError, attempt_id: str | None = None) -> Failure:
        """Returns the record of an error."""
        return cls(
            status=error.status,
            code=error.code,
            message=error.message,
            param=error.param,
            retry_after=error.retry_after,
            attempt_id=attempt_id,
        )

    def error(self) -> GatewayError:
        """Returns the error that the record describes.

        >>> from gateway.errors import TimedOut
        >>> Failure.of(TimedOut("too late")).error().status
        504
        """
        kind = PolicyBlocked if self.code == PolicyBlocked.code else ERRORS.get(self.status, GatewayError)
        return kind(self.message, code=self.code, param=self.param, retry_after=self.retry_after)


class DryRun(Record, frozen=True, tag_field="kind", tag="dry_run"):
    """The answer to ``POST /v1/inspect``, sealed for the edge."""

    sealed: bytes


class Cancellation(Record, frozen=True):
    """The client of this turn has left: the answer is no longer needed."""


class Outcome(Record, frozen=True):
    """How the turn ended."""

    outcome: OutcomeKind


class DeadLetter(Record, frozen=True):
    """Where a record is that could not be worked on, its length in bytes, and why; never what it holds."""

    topic: str
    partition: int
    offset: int
    length: int
    reason: str


Reply = Chunk | Failure | DryRun

AnyRecord = TypeVar("AnyRecord", bound=Record)

_ENCODER = msgspec.json.Encoder()
_REPLIES: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


def encode(record: Record) -> bytes:
    """Returns the value of a record.

    >>> encode(Outcome(outcome=OutcomeKind.ANSWERED))
    b'{"outcome":"answered","v":1}'
    """
    return _ENCODER.encode(record)


def decode(value: bytes | None, kind: type[AnyRecord]) -> AnyRecord:
    """Returns the record of the given kind; raises Undecodable.

    >>> decode(b'{"v":1,"outcome":"answered"}', Outcome).outcome.value
    'answered'
    """
    try:
        return msgspec.json.decode(value or b"", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Undecodable(f"the value is no {kind.__name__} of version 1") from None


def decode_reply(value: bytes | None) -> Reply:
    """Returns the reply that a record's value holds; raises Undecodable."""
    try:
        return _REPLIES.decode(value or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Undecodable("the value is no reply of version 1") from None


def turn_id_of(headers: Iterable[tuple[str, bytes | None]] | None) -> str:
    """Returns the turn id in a record's headers, 32 hexadecimal digits; raises Undecodable. Kafka allows null headers.

    >>> turn_id_of([("turn_id", b"00112233445566778899aabbccddeeff")])
    '00112233445566778899aabbccddeeff'
    """
    for name, value in headers or ():
        if name == TURN_ID_HEADER and value is not None and _is_turn_id(value):
            return value.decode("ascii")
    raise Undecodable("the headers name no turn")


def turn_headers(turn_id: str) -> list[tuple[str, bytes]]:
    """Returns the headers of every record of a turn."""
    return [(TURN_ID_HEADER, turn_id.encode("ascii"))]


def encode_replacement_map(replacement_map: ReplacementMap) -> bytes:
    """Returns the plaintext of a sealed replacement map.

    >>> encoded = encode_replacement_map(ReplacementMap({"[EMAIL1]": Original("a@b.co")}))
    >>> decode_replacement_map(encoded)["[EMAIL1]"].text
    'a@b.co'
    """
    originals = {placeholder: (original.text, original.is_number) for placeholder, original in replacement_map.items()}
    return _ENCODER.encode((originals, sorted(replacement_map.ambiguous)))


def decode_replacement_map(plaintext: bytes) -> ReplacementMap:
    """Returns the map that `encode_replacement_map` wrote; raises Undecodable."""
    try:
        originals, ambiguous = msgspec.json.decode(plaintext, type=tuple[dict[str, tuple[str, bool]], list[str]])
    except msgspec.DecodeError:
        raise Undecodable("the plaintext is no replacement map") from None
    return ReplacementMap(
        {placeholder: Original(text, is_number) for placeholder, (text, is_number) in originals.items()},
        frozenset(ambiguous),
    )


def _is_turn_id(value: bytes) -> bool:
    return len(value) == 32 and all(byte in b"0123456789abcdef" for byte in value)
