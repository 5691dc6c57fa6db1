"""The edge as a part of a process: the HTTP server, its mailbox and its error answers."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from secrets import token_hex

from aiohttp import web
from aiohttp.typedefs import Handler

from gateway import metrics
from gateway.background import Background
from gateway.edge import aiohttp_changes
from gateway.edge.admission import Admission
from gateway.edge.answers import REQUEST_ID, TURN_ID
from gateway.edge.authentication import ApiKeys
from gateway.edge.replies import Replies
from gateway.edge.routes import Routes, client_error, outcome_of
from gateway.edge.turns import Turns
from gateway.errors import GatewayError, NotFound
from gateway.health import health, listen_at, live
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower
from gateway.logs import fields
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.registry import APIS
from gateway.records import Topic
from gateway.sealing import Sealer
from gateway.settings import ApiKey, Settings

log = logging.getLogger(__name__)

PROBE_SECONDS = 2.0


@dataclass(slots=True)
class EdgeServer:
    """Serves clients. Ready while the broker answers and the mailbox is being read."""

    settings: Settings
    connection: Connection
    producer: Producer
    sealer: Sealer
    address: str = ""
    _background: Background = field(default_factory=Background)
    _admission: Admission = field(init=False)
    _routes: Routes | None = None
    _mailbox: Follower | None = None
    _runner: web.AppRunner | None = None
    _probing: asyncio.Task[None] | None = None
    _reachable: bool = False

    def __post_init__(self) -> None:
        edge = self.settings.edge
        self._admission = Admission(edge.max_in_flight, edge.max_in_flight_per_key, self.connection.max_bytes_in_flight)

    @property
    def alive(self) -> bool:
        """Whether the mailbox is still being read and the broker still being probed."""
        is_probing = self._probing is None or not self._probing.done()
        return is_probing and (self._mailbox is None or self._mailbox.alive)

    @property
    def ready(self) -> bool:
        """Whether a turn that arrives now can be answered."""
        return self._reachable and self.alive and not self._admission.closed

    @property
    def open_turns(self) -> int:
        """How many turns wait for an answer."""
        return self._admission.in_flight

    async def start(self) -> None:
        """Draws a reply partition, seeks to its end, then starts to listen."""
        replies = Replies(random.randrange(await self.producer.partitions(Topic.REPLIES)))
        self._mailbox = Follower(self.connection, Topic.REPLIES, replies.take, self.producer)
        await self._mailbox.start([replies.partition])
        self._routes = Routes(
            api_keys=ApiKeys(self.settings.api_keys),
            models=[model.model_name for model in self.settings.model_list],
            policies=self.settings.policies,
            admission=self._admission,
            turns=Turns(self.producer, replies, self.sealer, self._background, self.settings.edge.accept_seconds),
            sealer=self.sealer,
            timeout_seconds=self.settings.edge.request_timeout_seconds,
            max_body_bytes=self.settings.edge.max_body_bytes,
        )
        self._reachable = True
        self._probing = asyncio.create_task(self._probe())
        await self._listen(self._routes)

    def use_keys(self, keys: Collection[ApiKey]) -> None:
        """Accepts only these keys from now on."""
        if self._routes is not None:
            self._routes.api_keys = ApiKeys(keys)

    async def drain(self, seconds: float) -> None:
        """Refuses new turns and waits up to ``seconds`` for those in flight."""
        self._admission.closed = True
        await self._admission.idle(seconds)
        await self._background.drain(seconds)

    async def stop(self) -> None:
        """Closes the port and the connections of clients that still wait."""
        if self._probing is not None:
            self._probing.cancel()
        if self._runner is not None:
            await self._runner.cleanup()
        await self._background.drain(1.0)
        if self._mailbox is not None:
            await self._mailbox.stop()

    async def _listen(self, routes: Routes) -> None:
        aiohttp_changes.apply()
        app = web.Application(middlewares=[answer_errors])
        app.add_routes([*routes.table(), web.get("/health/live", live), web.get("/health/ready", self._health)])
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1.0)
        await self._runner.setup()
        listen = self.settings.edge.listen
        await listen_at(self._runner, listen.host, listen.port, "edge.listen", "--listen")
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    async def _health(self, http: web.Request) -> web.Response:
        return health(self.ready)

    async def _probe(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            self._reachable = await self.producer.reachable()


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Counts the end of each turn, answers failures in the shape of the called API, and names each answer's request."""
    request["began"] = began = time.perf_counter()
    outcome = "cancelled"
    try:
        response = await handler(request)
        outcome = request.get("outcome", "answered")
    except web.HTTPException:
        error: GatewayError = NotFound("this gateway does not serve this route", code="unknown_route")
        outcome, response = outcome_of(error), _error(request, error)
    except ConnectionResetError:
        response = web.Response()  # never sent: the client has left
    except Exception as exception:
        error = client_error(exception, request.get("turn_id"))
        outcome, response = outcome_of(error), _error(request, error)
    finally:
        _count(request, outcome, time.perf_counter() - began)
    if not response.prepared:
        response.headers[REQUEST_ID] = request.get("turn_id") or token_hex(16)
    return response


def _error(http: web.Request, error: GatewayError) -> web.Response:
    api = APIS.get(http.path, CHAT_COMPLETIONS)
    headers = {TURN_ID: http["turn_id"]} if "turn_id" in http else {}
    if error.retry_after is not None:
        headers["retry-after"] = str(max(1, round(error.retry_after)))
    return web.json_response(api.error_body(error), status=error.status, headers=headers)


def _count(http: web.Request, outcome: str, seconds: float) -> None:
    if api := APIS.get(http.path):
        metrics.turns_total.labels(api.name, outcome).inc()
        metrics.turn_seconds.labels(api.name).observe(seconds)
        turn = fields(turn_id=http.get("turn_id"), route=api.name, outcome=outcome, seconds=round(seconds, 4))
        log.info("request ended", extra=turn)
