"""The HTTP routes: they move bytes between client, protocols and Kafka."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from secrets import token_hex

from aiohttp import web

from gateway import metrics
from gateway.edge.admission import RETRY_AFTER_SECONDS, Admission, Held
from gateway.edge.answers import EventStream, TurnAnswer, answer_whole, json_answer
from gateway.edge.authentication import ApiKeys
from gateway.edge.availability import FOR_A_DRY_RUN, FOR_A_TURN, Availability
from gateway.edge.idempotency import RetryKey, SharedTurn, SharedTurns
from gateway.edge.notes import NOTES
from gateway.edge.open_requests import OpenRequests
from gateway.edge.outcomes import client_error, outcome_of
from gateway.edge.turns import Turns
from gateway.errors import BadRequest, Cause, NotFound, TimedOut, TooLarge, Unavailable, UnknownKey
from gateway.logs import CURRENT_TURN
from gateway.policy import Policy
from gateway.protocols.api import Api
from gateway.protocols.registry import APIS, inspected_api
from gateway.protocols.strict_json import parse_object
from gateway.records import IncomingTurn
from gateway.roles import Role
from gateway.sealing import Purpose, Sealer
from gateway.settings import ApiKey, name_in_list
from gateway.types import JsonObject

IDEMPOTENCY_KEY = "idempotency-key"
INLINE_BYTES = 131_072
MISSING = {
    Cause.BROKER_AWAY: "the broker does not answer",
    Cause.NOBODY_MINIMIZES: "nobody minimizes: no minimizer was heard of lately",
    Cause.NOBODY_DISPATCHES: "nobody dispatches: no dispatcher was heard of lately",
}


@dataclass(frozen=True, slots=True, repr=False)
class Request:
    """A checked request: the client's key, the API, the body as bytes and as a value, the deadline in loop time.

    ``places`` are what it takes of the admission, ``held`` its bytes.
    """

    key: ApiKey
    api: Api
    raw: bytes
    body: JsonObject
    deadline: float
    places: ExitStack
    held: Held


@dataclass(slots=True)
class Routes:
    """The handlers of the edge's routes. ``api_keys`` may be replaced while it runs; times are in seconds."""

    api_keys: ApiKeys
    models: Sequence[str]
    policies: Mapping[str, Policy]
    admission: Admission
    availability: Availability
    open_requests: OpenRequests
    turns: Turns
    shared: SharedTurns
    sealer: Sealer
    timeout_seconds: float
    max_body_bytes: int

    def table(self) -> list[web.RouteDef]:
        """Returns all routes that need an API key."""
        return [
            *(web.post(path, self.converse) for path in APIS),
            web.post("/v1/inspect", self.inspect),
            web.get("/v1/models", self.list_models),
            web.get("/v1/models/{model:.+}", self.show_model),
        ]

    async def converse(self, http: web.Request) -> web.StreamResponse:
        """Answers a request of one of the APIs, whole or as a stream."""
        api = APIS[http.path]
        async with self._request(http, api) as request:
            http[NOTES].model = model = self._model(request.body)
            form = api.answer_form(request.body)
            async with self._answer(http, request, model) as answer:
                _name(http, answer.turn_id)
                if request.body.get("stream") is not True:
                    return await answer_whole(http, answer, api, form)
                return await self._stream(http, EventStream(http, answer, api, form))

    async def inspect(self, http: web.Request) -> web.Response:
        """Answers a dry run: what would be sent for a text or a request body."""
        async with self._request(http, None) as request:
            self._refuse_without(FOR_A_DRY_RUN)
            turn_id = token_hex(16)
            incoming = self._incoming(request, turn_id, "", dry_run=True)
            async with self.turns.open(turn_id, incoming, request.deadline) as turn:
                _name(http, turn_id)
                return json_answer(turn_id, await turn.dry_run())

    async def list_models(self, http: web.Request) -> web.Response:
        """Lists the models that a client may name."""
        self._authenticate(http)
        return web.json_response({"object": "list", "data": [described(name) for name in self.models]})

    async def show_model(self, http: web.Request) -> web.Response:
        """Describes one model that a client may name; raises NotFound for any other."""
        self._authenticate(http)
        name = http.match_info["model"]
        self._model({"model": name})
        return web.json_response(described(name))

    @asynccontextmanager
    async def _request(self, http: web.Request, api: Api | None) -> AsyncIterator[Request]:
        deadline = asyncio.get_running_loop().time() + self.timeout_seconds
        http[NOTES].key = key = self._authenticate(http)
        with self.open_requests.endable(), ExitStack() as places:
            places.enter_context(self.admission.admit(key))
            held = places.enter_context(self.admission.hold())
            raw = await self._read(http, held, deadline)
            with metrics.turns_in_flight.track_inprogress():
                with metrics.stage_seconds.labels("admit").time():
                    body, api = await self._checked(raw, api, self.policies[key.policy])
                yield Request(key, api, raw, body, deadline, places, held)

    async def _checked(self, raw: bytes, api: Api | None, policy: Policy) -> tuple[JsonObject, Api]:
        if len(raw) > INLINE_BYTES:
            return await asyncio.to_thread(check, raw, api, policy)
        return check(raw, api, policy)

    @asynccontextmanager
    async def _answer(self, http: web.Request, request: Request, model: str) -> AsyncIterator[TurnAnswer]:
        if idempotency_key := http.headers.get(IDEMPOTENCY_KEY):
            retry_key = RetryKey.of(request.key.name, idempotency_key, request.api.name, request.raw)
            shared = self.shared.find(retry_key) or self._begin_shared(retry_key, request, model)
            with self.shared.reading(shared) as reader:
                yield reader
        else:
            self._refuse_without(FOR_A_TURN)
            turn_id = token_hex(16)
            incoming = self._incoming(request, turn_id, model)
            async with self.turns.open(turn_id, incoming, request.deadline) as turn:
                yield turn

    def _begin_shared(self, retry_key: RetryKey, request: Request, model: str) -> SharedTurn:
        self._refuse_without(FOR_A_TURN)
        shared = SharedTurn(token_hex(16), retry_key, request.deadline)
        incoming = self._incoming(request, shared.turn_id, model)
        return self.shared.begin(shared, incoming, request.places.pop_all(), request.held)

    def _refuse_without(self, roles: Sequence[Role]) -> None:
        if missing := self.availability.missing(roles, time.monotonic()):
            raise Unavailable(MISSING[missing], code=missing, retry_after=RETRY_AFTER_SECONDS)

    def _incoming(self, request: Request, turn_id: str, model: str, *, dry_run: bool = False) -> IncomingTurn:
        now, left = time.time(), request.deadline - asyncio.get_running_loop().time()
        with metrics.stage_seconds.labels("seal").time():
            sealed = self.sealer.seal(request.raw, tenant=request.key.tenant, turn_id=turn_id, purpose=Purpose.REQUEST)
        return IncomingTurn(
            tenant=request.key.tenant,
            policy=request.key.policy,
            key_name=request.key.name,
            route=request.api.name,
            model=model,
            dry_run=dry_run,
            reply_partition=self.turns.replies.partition,
            ask_after_ms=int((now + self.turns.ask_seconds) * 1000),
            deadline_ms=int((now + left) * 1000),
            sealed=sealed,
        )

    async def _stream(self, http: web.Request, stream: EventStream) -> web.StreamResponse:
        try:
            with self.open_requests.endable():
                await stream.send()
        except Exception as exception:
            if stream.response is None or isinstance(exception, ConnectionResetError):
                raise
            error = client_error(exception, http[NOTES].turn_id)
            http[NOTES].outcome = outcome_of(error)
            await stream.fail(error)
        assert stream.response is not None
        return stream.response

    def _authenticate(self, http: web.Request) -> ApiKey:
        scheme, _, presented = http.headers.get("authorization", "").partition(" ")
        key = self.api_keys.find(presented.strip()) if scheme.lower() == "bearer" else None
        if key is None:
            raise UnknownKey("the API key is missing or unknown: send it as Authorization: Bearer KEY")
        return key

    def _model(self, body: JsonObject) -> str:
        asked = body["model"]
        name = name_in_list(asked, self.models) if isinstance(asked, str) else None
        if name is None:
            raise NotFound("no model of this name: GET /v1/models lists them", code="model_not_found", param="model")
        return name

    async def _read(self, http: web.Request, held: Held, deadline: float) -> bytes:
        """Reads the body and counts its bytes as they arrive, so incomplete bodies count against the limit too."""
        pieces: list[bytes] = []
        try:
            async with asyncio.timeout_at(deadline):
                async for piece in http.content.iter_any():
                    held.take(len(piece))
                    pieces.append(piece)
                    if held.size > self.max_body_bytes:
                        raise TooLarge("the request body is larger than this gateway takes (edge.max_body_bytes)")
        except web.RequestPayloadError:
            raise BadRequest("the request's body cannot be read: look at its content-encoding and its chunks") from None
        except TimeoutError:
            raise TimedOut("the request's body did not come in time") from None
        return b"".join(pieces)


def _name(http: web.Request, turn_id: str) -> None:
    http[NOTES].turn_id = turn_id
    CURRENT_TURN.set(turn_id)


def described(model: str) -> JsonObject:
    """Returns the model as OpenAI's API describes one.

    >>> described("gpt-4.1")
    {'id': 'gpt-4.1', 'object': 'model', 'created': 0, 'owned_by': 'canarygate'}
    """
    return {"id": model, "object": "model", "created": 0, "owned_by": "canarygate"}


def check(raw: bytes, api: Api | None, policy: Policy) -> tuple[JsonObject, Api]:
    """Returns the body as a value, and its API, found by the body's shape if None is given; raises GatewayError."""
    body = parse_object(raw)
    api = api or inspected_api(body)
    api.check(body, policy.refuse)
    return body, api
