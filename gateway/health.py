"""``/metrics`` and the health checks of this process, on a separate port, for all roles."""

from __future__ import annotations

from collections.abc import Callable
from errno import EADDRINUSE

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from gateway.errors import BadRequest
from gateway.metrics import REGISTRY


class MetricsServer:
    """Serves metrics and health checks; ``ready`` says whether all roles of the process can work.

    ``embedded_broker`` is the address of the broker inside this process, if there is one: other commands on this host
    find it by asking here.
    """

    def __init__(self, host: str, port: int, ready: Callable[[], bool], embedded_broker: str | None = None) -> None:
        self._host = host
        self._port = port
        self._ready = ready
        self._embedded_broker = embedded_broker
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Starts to listen; raises BadRequest if it cannot."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/metrics", self._metrics),
                web.get("/health/live", live),
                web.get("/health/ready", self._health),
                web.get("/broker", self._broker),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await listen_at(self._runner, self._host, self._port, "metrics.listen", "--metrics-listen")

    async def stop(self) -> None:
        """Closes the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        return health(self._ready())

    async def _broker(self, request: web.Request) -> web.Response:
        if self._embedded_broker is None:
            raise web.HTTPNotFound
        return web.json_response({"bootstrap": self._embedded_broker})

    async def _metrics(self, request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(REGISTRY), headers={"content-type": CONTENT_TYPE_LATEST})


async def listen_at(runner: web.AppRunner, host: str, port: int, setting: str, option: str | None = None) -> None:
    """Starts to listen; raises BadRequest that names the setting, and the option of ``canarygate run``, to change."""
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        why = "it is taken" if error.errno == EADDRINUSE else error.strerror
        instead = f", or with {option} HOST:PORT" if option else ""
        raise BadRequest(
            f"{setting}: cannot listen at {host}:{port} ({why}): name another address there{instead}"
        ) from None


async def live(request: web.Request) -> web.Response:
    """Answers that the process is alive."""
    return web.json_response({"status": "live"})


def health(ready: bool) -> web.Response:
    """Returns status 200 if ready, else 503."""
    return web.json_response({"status": "ready" if ready else "not ready"}, status=200 if ready else 503)
