"""The edge's routes over a house of one script: what minimizer and dispatcher would reply, without either."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec
from aiohttp import web

from gateway.background import Background
from gateway.edge.admission import Admission
from gateway.edge.authentication import ApiKeys
from gateway.edge.availability import FOR_A_TURN, Availability
from gateway.edge.control import ControlWriter
from gateway.edge.idempotency import SharedTurns
from gateway.edge.letter_claims import LetterClaims
from gateway.edge.middleware import answer_errors
from gateway.edge.open_requests import OpenRequests
from gateway.edge.replies import Replies
from gateway.edge.routes import Routes
from gateway.edge.turns import Turns
from gateway.keys import hash_key
from gateway.policy import Policy
from gateway.records import (
    Cancellation,
    Chunk,
    IncomingTurn,
    Inquiry,
    Record,
    Reply,
    Topic,
    encode,
    encode_replacement_map,
    turn_headers,
)
from gateway.sealing import KeyRing, Purpose, Sealer
from gateway.settings import ApiKey
from gateway.types import Original, ReplacementMap
from tests.gateway.wires import Message, RecordingProducer

KEY, OTHER_KEY = "cg-test", "cg-other"
VALUE = "ann@example.org"
MAX_BODY_BYTES = 200_000
SEALER = Sealer(KeyRing((("k1", b"1" * 32),)), {}, os.urandom)

Script = Callable[["House", str, IncomingTurn], list[Reply]]


def api_key(key: str, name: str, tenant: str = "default") -> ApiKey:
    """A client of the edge."""
    return ApiKey(name=name, hash=hash_key(key), tenant=tenant)


def sealed_map(turn_id: str, tenant: str) -> bytes:
    """The map of one email, as the minimizer seals it."""
    plaintext = encode_replacement_map(ReplacementMap({"[EMAIL1]": Original(VALUE)}))
    return SEALER.seal(plaintext, tenant=tenant, turn_id=turn_id, purpose=Purpose.REPLACEMENT_MAP)


def chunk(
    turn_id: str, sequence: int, *events: bytes, last: bool = False, attempt: str = "A", tenant: str = "default"
) -> Chunk:
    """A chunk of an attempt, the map with its first one."""
    raws = [msgspec.Raw(event) for event in events]
    first = sealed_map(turn_id, tenant) if sequence == 0 else None
    return Chunk(attempt_id=attempt, sequence=sequence, last=last, events=raws, sealed_map=first)


def answer(text: str) -> bytes:
    """A whole answer."""
    message = {"role": "assistant", "content": text}
    return msgspec.json.encode({"id": "c1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


def delta(text: str, finish: str | None = None) -> bytes:
    """An event of a stream."""
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    return msgspec.json.encode({"id": "c1", "choices": [choice]})


def whole(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    """One whole answer."""
    return [chunk(turn_id, 0, answer("I wrote to [EMAIL1]."), last=True, tenant=turn.tenant)]


def streamed(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    """A streamed answer, a placeholder cut in two."""
    return [
        chunk(turn_id, 0, delta("I wrote to [EM")),
        chunk(turn_id, 1, delta("AIL1]."), delta("", "stop"), last=True),
    ]


def silent(house: House, turn_id: str, turn: IncomingTurn) -> list[Reply]:
    """No answer at all."""
    return []


class HouseProducer(RecordingProducer):
    """A broker behind which the script answers."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    async def send(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Takes the record; a turn is answered at once."""
        await super().send(topic, turn_id, record, partition)
        if isinstance(record, IncomingTurn):
            for reply in self._house.script(self._house, turn_id, record):
                self._house.reply(turn_id, reply)


@dataclass(slots=True)
class House:
    """The routes, and what a test may look at and change."""

    script: Script = whole
    timeout_seconds: float = 60.0
    admission: Admission = field(default_factory=lambda: Admission(8, 6, 4, 1_000_000))
    availability: Availability = field(default_factory=lambda: Availability(15, time.monotonic()))
    open_requests: OpenRequests = field(default_factory=OpenRequests)
    models: tuple[str, ...] = ("gpt-4.1", "openai/*")
    policies: Mapping[str, Policy] = field(default_factory=lambda: {"default": Policy()})
    background: Background = field(default_factory=Background)
    replies: Replies = field(init=False)
    producer: HouseProducer = field(init=False)
    shared: SharedTurns = field(init=False)
    routes: Routes = field(init=False)

    def __post_init__(self) -> None:
        self.producer = HouseProducer(self)
        control = ControlWriter(self.producer, self.background)
        self.replies = Replies(3, control, LetterClaims(control, self.producer, self.background))
        turns = Turns(self.producer, self.replies, SEALER, control, accept_seconds=1.5)
        self.shared = SharedTurns(turns, self.background)
        for role in FOR_A_TURN:
            self.availability.hear(role, time.monotonic())
        self.routes = Routes(
            api_keys=ApiKeys([api_key(KEY, "test"), api_key(OTHER_KEY, "other", "support")]),
            models=self.models,
            policies=self.policies,
            admission=self.admission,
            availability=self.availability,
            open_requests=self.open_requests,
            turns=turns,
            shared=self.shared,
            sealer=SEALER,
            timeout_seconds=self.timeout_seconds,
            max_body_bytes=MAX_BODY_BYTES,
        )

    def app(self) -> web.Application:
        """The routes as the edge serves them."""
        app = web.Application(middlewares=[answer_errors])
        app.add_routes(self.routes.table())
        return app

    def reply(self, turn_id: str, reply: Reply | Inquiry) -> None:
        """A reply arrives, or an inquiry."""
        self.replies.take(Message(value=encode(reply), headers=turn_headers(turn_id)))

    @property
    def turns(self) -> Iterator[tuple[str, IncomingTurn]]:
        """The turns that the broker took."""
        return ((sent.turn_id, sent.record) for sent in self.producer.sent if isinstance(sent.record, IncomingTurn))

    @property
    def turn(self) -> tuple[str, IncomingTurn]:
        """The only turn that the broker took."""
        (turn,) = self.turns
        return turn

    @property
    def cancelled(self) -> list[str]:
        """The turns that were cancelled."""
        return [sent.turn_id for sent in self.producer.sent if isinstance(sent.record, Cancellation)]
