"""The records of a turn, from the edge to a provider and back.

A record's key is its turn's id, which is also in the header ``turn_id``; the value never repeats it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from gateway.errors import ERRORS, GatewayError, PolicyBlocked
from gateway.records.codec import Record, Undecodable, decode_union
from gateway.roles import Role
from gateway.types import Original, ReplacementMap

TURN_ID_HEADER = "turn_id"


class OutcomeKind(StrEnum):
    """How a turn ended; an ended turn is never sent to a provider again."""

    ANSWERED = "answered"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class IncomingTurn(Record, frozen=True):
    """A request on its way to the minimizer; ``sealed`` is the raw body, which only the minimizer opens.

    ``key_name`` is the API key's name, ``route`` the API's, ``model`` the entry of ``model_list`` that serves it. After
    ``ask_after_ms`` the edge may have refused the turn, so a dispatcher asks it before it calls a provider.
    """

    tenant: str
    policy: str
    key_name: str
    route: str
    model: str
    dry_run: bool
    reply_partition: int
    ask_after_ms: int
    deadline_ms: int
    sealed: bytes


class MinimizedTurn(Record, frozen=True):
    """A request that may leave for a provider, and the replacement map, sealed for the edge."""

    tenant: str
    route: str
    model: str
    stream: bool
    reply_partition: int
    ask_after_ms: int
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


class Inquiry(Record, frozen=True, tag_field="kind", tag="inquiry"):
    """Asks the edge whether the turn's client still waits; an edge that has no such client is silent."""


class Cancellation(Record, frozen=True, tag_field="kind", tag="cancellation"):
    """The client of this turn has left: the answer is no longer needed."""


class Awaited(Record, frozen=True, tag_field="kind", tag="awaited"):
    """The edge's answer to an inquiry: the turn's client still waits."""


class Unconfirmed(Record, frozen=True, tag_field="kind", tag="unconfirmed"):
    """The broker has not confirmed this turn to its edge: a dispatcher that is at it sends the edge an inquiry."""


class Heartbeat(Record, frozen=True, tag_field="kind", tag="heartbeat"):
    """A member of the role takes in turns; it belongs to no turn.

    ``member_id`` is the member's in its consumer group, empty where nobody else may take it out.
    """

    role: Role
    member_id: str = ""


class Outcome(Record, frozen=True, tag_field="kind", tag="outcome"):
    """How the turn ended."""

    outcome: OutcomeKind


class Claim(Record, frozen=True, tag_field="kind", tag="claim"):
    """A dispatcher that lost the turn's partition still answers the turn: others leave it alone.

    The claim holds for ``seconds`` from its reading, unless a later one renews it; 0 gives the turn back.
    """

    attempt_id: str
    seconds: float


class DeadLetter(Record, frozen=True):
    """Where a record is that could not be worked on, its length in bytes, and why; never what it holds."""

    topic: str
    partition: int
    offset: int
    length: int
    reason: str


class LetterClaim(Record, frozen=True, tag_field="kind", tag="letter_claim"):
    """An edge wants to write this dead letter; of all claims to one, the first is that of the edge that writes it."""

    edge: str
    letter: DeadLetter


Reply = Chunk | Failure | DryRun
Control = Cancellation | Awaited | Unconfirmed | Heartbeat | LetterClaim
Ending = Outcome | Claim

_REPLIES: msgspec.json.Decoder[Reply | Inquiry] = msgspec.json.Decoder(Reply | Inquiry)
_CONTROL: msgspec.json.Decoder[Control] = msgspec.json.Decoder(Control)
_ENDINGS: msgspec.json.Decoder[Ending] = msgspec.json.Decoder(Ending)


def decode_reply(value: bytes | None) -> Reply | Inquiry:
    """Returns the reply or inquiry that a record's value holds; raises Undecodable."""
    return decode_union(value, _REPLIES, "reply")


def decode_control(value: bytes | None) -> Control:
    """Returns the record of ``conversations.control``; raises Undecodable.

    >>> from gateway.records.codec import encode
    >>> decode_control(encode(Heartbeat(role=Role.DISPATCHER))).role.value
    'dispatcher'
    """
    return decode_union(value, _CONTROL, "control record")


def decode_ending(value: bytes | None) -> Ending:
    """Returns the record of ``conversations.outcomes``; raises Undecodable.

    >>> from gateway.records.codec import encode
    >>> decode_ending(encode(Claim(attempt_id="a", seconds=15))).seconds
    15.0
    """
    return decode_union(value, _ENDINGS, "outcome or claim")


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


_SEALED_MAP = tuple[dict[str, tuple[str, bool]], list[str], list[str]]


def encode_replacement_map(replacement_map: ReplacementMap) -> bytes:
    """Returns the plaintext of a sealed replacement map.

    >>> encoded = encode_replacement_map(ReplacementMap({"[EMAIL1]": Original("a@b.co")}))
    >>> decode_replacement_map(encoded)["[EMAIL1]"].text
    'a@b.co'
    """
    originals = {placeholder: (original.text, original.is_number) for placeholder, original in replacement_map.items()}
    return msgspec.json.encode((originals, sorted(replacement_map.ambiguous), sorted(replacement_map.identifiers)))


def decode_replacement_map(plaintext: bytes) -> ReplacementMap:
    """Returns the map that `encode_replacement_map` wrote; raises Undecodable."""
    try:
        originals, ambiguous, identifiers = msgspec.json.decode(plaintext, type=_SEALED_MAP)
    except msgspec.DecodeError:
        raise Undecodable("the plaintext is no replacement map") from None
    return ReplacementMap(
        {placeholder: Original(text, is_number) for placeholder, (text, is_number) in originals.items()},
        frozenset(ambiguous),
        frozenset(identifiers),
    )


def _is_turn_id(value: bytes) -> bool:
    return len(value) == 32 and all(byte in b"0123456789abcdef" for byte in value)
