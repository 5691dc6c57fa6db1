"""A webhook that keeps the pages it gets from Alertmanager."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from gateway.types import JsonObject
from tests.support.waiting import wait_until

PAGE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Page:
    """One alert of a notification: ``receiver`` is who gets it, ``at`` when it came, in seconds since the epoch."""

    receiver: str
    status: str
    labels: Mapping[str, str]
    summary: str
    at: float

    @property
    def alert(self) -> str:
        """The alert's name."""
        return self.labels["alertname"]


@dataclass(slots=True)
class Webhook:
    """All that came so far, the oldest first."""

    url: str
    pages: list[Page] = field(default_factory=list)

    @classmethod
    @contextmanager
    def listening(cls) -> Iterator[Self]:
        """A webhook that takes what comes, in a thread."""

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                webhook.pages += _pages(self.path.strip("/"), json.loads(body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *arguments: object) -> None:
                """Prints nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        webhook = cls(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield webhook
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def of(self, alert: str, status: str = "firing", **labels: str) -> list[Page]:
        """The pages about an alert with these labels."""
        asked = {"alertname": alert, **labels}.items()
        return [page for page in self.pages if page.status == status and asked <= page.labels.items()]

    def wait_for(self, alert: str, status: str = "firing", *, since: float = 0.0, **labels: str) -> Page:
        """The first page about an alert with these labels that came since then."""

        def came() -> list[Page]:
            return [page for page in self.of(alert, status, **labels) if page.at >= since]

        wait_until(lambda: bool(came()), PAGE_SECONDS, f"a page that {alert} {labels} is {status}")
        return came()[0]


def _pages(receiver: str, notification: JsonObject) -> Iterator[Page]:
    alerts = notification["alerts"]
    assert isinstance(alerts, list)
    for alert in alerts:
        assert isinstance(alert, dict)
        labels, annotations = alert["labels"], alert["annotations"]
        assert isinstance(labels, dict) and isinstance(annotations, dict)
        named = {name: str(value) for name, value in labels.items()}
        yield Page(receiver, str(alert["status"]), named, str(annotations["summary"]), time.time())
