"""The HTTP routes: they move bytes between client, protocols and Kafka."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from secrets import token_hex

from aiohttp import web

from gateway import metrics
from gateway.edge.admission import Admission, Held
from gateway.edge.answers import EventStream, answer_whole, json_answer
from gateway.edge.authentication import ApiKeys
from gateway.edge.turns import Turn, Turns
from gateway.errors import BadRequest, GatewayError, NotFound, TimedOut, TooLarge, UnknownKey
from gateway.logs import fields
from gateway.policy import Policy
from gateway.protocols.api import Api
from gateway.protocols.registry import APIS, inspected_api
from gateway.protocols.strict_json import parse_object
from gateway.records import IncomingTurn
from gateway.sealing import Purpose, Sealer
from gateway.settings import ApiKey
from gateway.types import JsonObject

log = logging.getLogger(__name__)

INLINE_BYTES = 131_072
OUTCOMES = {
    401: "unauthorized",
    429: "too_many",
    500: "internal_error",
    502: "provider_failed",
    503: "unavailable",
    504: "timed_out",
}


@dataclass(frozen=True, slots=True, repr=False)
class Request:
    """A checked request: the client's key, the API, the body as bytes and as a value, the deadline in loop time."""

    key: ApiKey
    api: Api
    raw: bytes
    body: JsonObject
    deadline: float


@dataclass(slots=True)
class Routes:
    """The handlers of the edge's routes. ``api_keys`` may be replaced while it runs; times are in seconds."""

    api_keys: ApiKeys
    models: Sequence[str]
    policies: Mapping[str, Policy]
    admission: Admission
    turns: Turns
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
            model = self._model(request.body)
            json_content = api.wants_json(request.body)
            async with self._turn(request, model, dry_run=False) as turn:
                http["turn_id"] = turn.turn_id
                if request.body.get("stream") is not True:
                    return await answer_whole(turn, api, json_content=json_content)
                return await self._stream(http, EventStream(http, turn, api, json_content=json_content))

    async def inspect(self, http: web.Request) -> web.Response:
        """Answers a dry run: what would be sent for a text or a request body."""
        async with self._request(http, None) as request, self._turn(request, "", dry_run=True) as turn:
            http["turn_id"] = turn.turn_id
            return json_answer(turn, await turn.dry_run())

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
        key = self._authenticate(http)
        with self.admission.admit(key.name), self.admission.hold() as held:
            raw = await self._read(http, held, deadline)
            with metrics.turns_in_flight.track_inprogress():
                with metrics.stage_seconds.labels("admit").time():
                    body, api = await self._checked(raw, api, self.policies[key.policy])
                yield Request(key, api, raw, body, deadline)

    async def _checked(self, raw: bytes, api: Api | None, policy: Policy) -> tuple[JsonObject, Api]:
        if len(raw) > INLINE_BYTES:
            return await asyncio.to_thread(check, raw, api, policy)
        return check(raw, api, policy)

    @asynccontextmanager
    async def _turn(self, request: Request, model: str, *, dry_run: bool) -> AsyncIterator[Turn]:
        turn_id = token_hex(16)
        with metrics.stage_seconds.labels("seal").time():
            sealed = self.sealer.seal(request.raw, tenant=request.key.tenant, turn_id=turn_id, purpose=Purpose.REQUEST)
        left = request.deadline - asyncio.get_running_loop().time()
        incoming = IncomingTurn(
            tenant=request.key.tenant,
            policy=request.key.policy,
            route=request.api.name,
            model=model,
            dry_run=dry_run,
            reply_partition=self.turns.replies.partition,
            ask_after_ms=int((time.time() + self.turns.accept_seconds / 2) * 1000),
            deadline_ms=int((time.time() + left) * 1000),
            sealed=sealed,
        )
        async with self.turns.open(turn_id, incoming, request.deadline) as turn:
            yield turn

    async def _stream(self, http: web.Request, stream: EventStream) -> web.StreamResponse:
        try:
            await stream.send()
        except Exception as exception:
            if stream.response is None or isinstance(exception, ConnectionResetError):
                raise
            error = client_error(exception, http["turn_id"])
            http["outcome"] = outcome_of(error)
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
        name = body["model"]
        if name in self.models:
            return str(name)
        for pattern in sorted(self.models, key=len, reverse=True):
            if pattern.endswith("*") and isinstance(name, str) and name.startswith(pattern[:-1]):
                return pattern
        raise NotFound("no model of this name: GET /v1/models lists them", code="model_not_found", param="model")

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


def client_error(exception: Exception, turn_id: str | None) -> GatewayError:
    """Returns the error to send to the client. An exception that is no GatewayError is a bug of ours and logged."""
    if isinstance(exception, GatewayError):
        return exception
    log.error("a request failed", exc_info=exception, extra=fields(turn_id=turn_id))
    return GatewayError("the gateway failed")


def outcome_of(error: GatewayError) -> str:
    """Returns the outcome to count for a turn that ended with this error, one of ``metrics.TURN_OUTCOMES``."""
    return "blocked" if error.code == "policy_blocked" else OUTCOMES.get(error.status, "bad_request")
