"""The edge as a part of a process: the HTTP server, its mailbox, and what it knows of the roles behind it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from aiohttp import web

from gateway import metrics
from gateway.background import Background
from gateway.edge import aiohttp_changes
from gateway.edge.admission import Admission
from gateway.edge.authentication import ApiKeys
from gateway.edge.availability import Availability
from gateway.edge.control import ControlWriter
from gateway.edge.idempotency import SharedTurns
from gateway.edge.letter_claims import LetterClaims
from gateway.edge.middleware import answer_errors
from gateway.edge.open_requests import OpenRequests
from gateway.edge.replies import Replies
from gateway.edge.routes import Routes
from gateway.edge.turns import Turns
from gateway.health import health, listen_at, live
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower, Received
from gateway.records import Heartbeat, LetterClaim, Topic, Undecodable, decode_control
from gateway.roles import Role
from gateway.sealing import Sealer
from gateway.settings import Settings

PROBE_SECONDS = 2.0
LAST_SECONDS = 0.5
END_SECONDS = 2.0


@dataclass(slots=True)
class EdgeServer:
    """Serves clients. Ready while the broker answers, the mailbox is read, and somebody minimizes and dispatches."""

    settings: Settings
    connection: Connection
    producer: Producer
    sealer: Sealer
    take_keys: Sequence[Callable[[Settings], None]] = ()
    address: str = ""
    _background: Background = field(default_factory=Background)
    _open_requests: OpenRequests = field(default_factory=OpenRequests)
    _admission: Admission = field(init=False)
    _availability: Availability = field(init=False)
    _draining: bool = False
    _routes: Routes | None = None
    _followers: list[Follower] = field(default_factory=list)
    _runner: web.AppRunner | None = None
    _probing: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        edge = self.settings.edge
        self._admission = Admission(
            edge.max_in_flight,
            edge.max_in_flight_per_tenant,
            edge.max_in_flight_per_key,
            self.connection.max_bytes_in_flight,
        )
        self._availability = Availability(edge.stalled_seconds, time.monotonic())

    @property
    def alive(self) -> bool:
        """Whether replies and control records are still being read, and the broker is still being probed."""
        is_probing = self._probing is None or not self._probing.done()
        return is_probing and all(follower.alive for follower in self._followers)

    @property
    def ready(self) -> bool:
        """Whether a turn that arrives now can be answered."""
        return not self._draining and self.alive and self._availability.ready(time.monotonic())

    @property
    def open_turns(self) -> int:
        """How many turns wait for an answer."""
        return self._admission.in_flight

    async def start(self) -> None:
        """Draws a reply partition, seeks to its end, then starts to listen."""
        control = ControlWriter(self.producer, self._background)
        claims = LetterClaims(control, self.producer, self._background)
        replies = Replies(random.randrange(await self.producer.partitions(Topic.REPLIES)), control, claims)
        mailbox = Follower(self.connection, Topic.REPLIES, replies.take, self.producer)
        hearing = Follower(self.connection, Topic.CONTROL, partial(self._hear, claims), self.producer)
        self._followers = [mailbox, hearing]
        await hearing.start(range(await self.producer.partitions(Topic.CONTROL)))
        await mailbox.start([replies.partition])  # second: no claim to what it reads may be missed
        turns = Turns(self.producer, replies, self.sealer, control, self.settings.edge.accept_seconds)
        self._routes = Routes(
            api_keys=ApiKeys(self.settings.api_keys),
            models=[*dict.fromkeys(model.model_name for model in self.settings.model_list)],
            policies=self.settings.policies,
            admission=self._admission,
            availability=self._availability,
            open_requests=self._open_requests,
            turns=turns,
            shared=SharedTurns(turns, self._background),
            sealer=self.sealer,
            timeout_seconds=self.settings.edge.request_timeout_seconds,
            max_body_bytes=self.settings.edge.max_body_bytes,
        )
        self._availability.since = time.monotonic()
        metrics.kafka_connected.labels(Role.EDGE.value).set(True)
        self._probing = asyncio.create_task(self._probe())
        await self._listen(self._routes)

    def use_keys(self, settings: Settings) -> None:
        """Lets only the API keys of these settings in from now on, and hands the settings to ``take_keys``."""
        if self._routes is not None:
            self._routes.api_keys = ApiKeys(settings.api_keys)
        for take in self.take_keys:
            take(settings)

    async def drain(self, seconds: float) -> int:
        """Goes unready, closes its port after ``edge.shutdown_delay_seconds``, and finishes what its connections carry.

        Who comes too late cannot connect, and nothing of his was sent: balancers ask another edge. A connection whose
        client was never told of a close, as a stream's that began before, is served once more.

        All that takes up to ``seconds``; what is then still open ends with an error, and its turn is cancelled: returns
        how many these are. On the embedded broker, behind which no load balancer looks at readiness, there is no delay;
        an edge that is not alive has no answer to wait for.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (seconds if self.alive else 0)
        self._draining = True
        delay = 0.0 if self.connection.embedded else self.settings.edge.shutdown_delay_seconds
        await asyncio.sleep(min(delay, deadline - loop.time()))
        await self._close_port()
        # Who has connected just before is about to ask.
        await asyncio.sleep(max(0.0, min(LAST_SECONDS, deadline - loop.time())))
        self._close_idle()
        await self._finish(deadline)
        self._close_idle()
        given_up = self.open_turns
        await self._end()
        return given_up

    async def stop(self) -> None:
        """Ends what is still open with an error, then closes the port and all connections."""
        if self._probing is not None:
            self._probing.cancel()
        self._draining = True
        await self._close_port()
        await self._end()
        if self._runner is not None:
            await self._runner.cleanup()
        for follower in self._followers:
            await follower.stop()

    async def _finish(self, deadline: float) -> None:
        self._end_forsaken()
        loop = asyncio.get_running_loop()
        while await self._admission.idle(deadline - loop.time()):
            # Who has just read the end of a stream may ask again at once on its connection.
            await asyncio.sleep(max(0.0, min(LAST_SECONDS, deadline - loop.time())))
            if not self.open_turns:
                return

    async def _close_port(self) -> None:
        if self._runner is not None:
            await aiohttp_changes.close_port(self._runner)

    def _close_idle(self) -> None:
        if self._runner is not None:
            aiohttp_changes.close_idle(self._runner)

    def _end_forsaken(self) -> None:
        if self._routes is not None:
            self._routes.shared.close()

    async def _end(self) -> None:
        self._admission.closed = True
        self._end_forsaken()
        self._open_requests.end()
        await self._admission.idle(END_SECONDS)
        await self._background.drain(END_SECONDS)

    async def _listen(self, routes: Routes) -> None:
        aiohttp_changes.apply()
        app = web.Application(middlewares=[answer_errors])
        app.add_routes([*routes.table(), web.get("/health/live", live), web.get("/health/ready", self._health)])
        app.on_response_prepare.append(self._send_elsewhere)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1.0)
        await self._runner.setup()
        listen = self.settings.edge.listen
        await listen_at(self._runner, listen.host, listen.port, "edge.listen", "--listen")
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    async def _health(self, http: web.Request) -> web.Response:
        return health(self.ready)

    async def _send_elsewhere(self, http: web.Request, response: web.StreamResponse) -> None:
        if self._draining:
            response.headers["connection"] = "close"
            response.force_close()

    def _hear(self, claims: LetterClaims, record: Received) -> None:
        with suppress(Undecodable):  # whoever must act on control records writes its dead letter
            control = decode_control(record.value)
            if isinstance(control, Heartbeat):
                self._availability.hear(control.role, time.monotonic())
            elif isinstance(control, LetterClaim):
                claims.take(control)

    async def _probe(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            self._availability.broker_answers = answers = await self.producer.reachable()
            metrics.kafka_connected.labels(Role.EDGE.value).set(answers)
