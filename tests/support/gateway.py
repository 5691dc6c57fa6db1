"""The whole product inside a test's event loop: every role in one process, on the embedded broker and free ports."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from random import Random

import aiohttp
import yaml
from openai import AsyncOpenAI, OpenAI

from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection
from gateway.keys import hash_key
from gateway.settings import Settings, load, trial
from gateway.types import JsonObject, JsonValue
from streams.process import Process, assemble
from streams.topics.embedded import FETCH_WAIT_MS, MAX_BYTES_IN_FLIGHT, EmbeddedBroker
from streams.topics.table import max_message_bytes
from tests.support.upstream import Upstream

KEY = "cg-key-of-a-test-client"


@dataclass(frozen=True, slots=True)
class Gateway:
    """A gateway that runs, and how clients reach it. ``keys`` are its API keys by the name of their policy.

    ``bootstrap`` is where its broker is.
    """

    url: str
    process: Process
    keys: Mapping[str, str]
    settings: Settings
    bootstrap: str

    @property
    def base_url(self) -> str:
        """What an SDK takes as its ``base_url``."""
        return f"{self.url}/v1"

    def headers(self, policy: str = "default") -> dict[str, str]:
        """What a client without an SDK sends along."""
        return {"authorization": f"Bearer {self.keys[policy]}"}

    def client(self, policy: str = "default") -> AsyncOpenAI:
        """The official SDK, pointed here; it does not retry, so that tests see every error."""
        return AsyncOpenAI(base_url=self.base_url, api_key=self.keys[policy], max_retries=0, timeout=60)

    def sync_client(self, policy: str = "default") -> OpenAI:
        """The same, for use in a thread."""
        return OpenAI(base_url=self.base_url, api_key=self.keys[policy], max_retries=0, timeout=60)

    @asynccontextmanager
    async def session(self, policy: str = "default") -> AsyncIterator[aiohttp.ClientSession]:
        """A plain HTTP client with the key of a policy; its requests take paths."""
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(self.url, headers=self.headers(policy), connector=connector) as session:
            yield session


@asynccontextmanager
async def running_gateway(
    upstream: Upstream,
    *,
    edge: Mapping[str, JsonValue] | None = None,
    policies: Mapping[str, JsonObject] | None = None,
    models: Mapping[str, JsonObject] | None = None,
    detection: JsonObject | None = None,
    sections: Mapping[str, JsonValue] | None = None,
    connection: Connection | None = None,
) -> AsyncIterator[Gateway]:
    """The product in front of an upstream, on the embedded broker where no connection is given. It stops at the end.

    ``models`` are the names that clients may ask for, with what ``litellm_params`` says besides; without it, all names.
    ``sections`` add to the configuration. Each policy, and ``default``, has an API key of its own. Secrets are the same
    in every run: so what leaves is too.
    """
    names = ["default", *(policies or {})]
    keys = {name: f"{KEY}-{name}" for name in names}
    document: JsonObject = {
        "edge": {"listen": "127.0.0.1:0", **(edge or {})},
        "metrics": {"listen": "127.0.0.1:0"},
        "broker": "embedded",
        "api_keys": [{"name": name, "hash": hash_key(key), "policy": name} for name, key in keys.items()],
        "model_list": [_model(name, upstream, params) for name, params in (models or {"*": {}}).items()],
        "policies": {"default": {}, **(policies or {})},
        "detection": {"processes": 1, **(detection or {})},
        **(sections or {}),
    }
    settings = trial(load(yaml.safe_dump(document), {}, []), Random(1).randbytes).settings
    with nullcontext(connection) if connection else _embedded(settings.edge.max_body_bytes) as broker:
        process = assemble(settings, broker)
        try:
            await process.start()
            yield Gateway(_edge(process).address, process, keys, settings, broker.bootstrap[0])
        finally:
            await process.stop()


@contextmanager
def _embedded(max_body_bytes: int) -> Iterator[Connection]:
    with EmbeddedBroker() as broker:
        yield Connection(
            (broker.bootstrap,),
            max_message_bytes(max_body_bytes),
            embedded=True,
            fetch_wait_ms=FETCH_WAIT_MS,
            max_bytes_in_flight=MAX_BYTES_IN_FLIGHT,
        )


def _model(name: str, upstream: Upstream, params: JsonObject) -> JsonObject:
    where: JsonObject = {"model": f"openai/{name}", "api_base": upstream.url, "api_key": "sk-of-the-operator"}
    return {"model_name": name, "litellm_params": {**where, **params}}


def _edge(process: Process) -> EdgeServer:
    return next(part for part in process.parts if isinstance(part, EdgeServer))
