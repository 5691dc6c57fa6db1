"""What is measured: the product in its two shapes, a bare pass-through, and the upstream itself."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from gateway.keys import hash_key
from tests.bench.processes import Program, running
from tests.support.kafka import RealBroker
from tests.support.ports import free_ports

API_KEY = "cg-bench"
PARTITIONS = 4
ROLES = ("edge", "minimizer", "dispatcher")

_RING = "bench:" + b64encode(bytes(range(32))).decode()
_RAW_TEXT_SECRETS = {"SEALING_KEYS": _RING, "HASHING_KEY": "a hashing key of at least 32 characters"}


@dataclass(frozen=True, slots=True)
class Running:
    """A subject that answers at ``url``. ``programs`` are its own, ``start_seconds`` how long they took to be ready."""

    url: str
    programs: Sequence[Program] = ()
    start_seconds: float = 0.0
    metrics: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What the subjects stand on: a folder, the upstream's URL and the real broker, None where it cannot run here."""

    folder: Path
    upstream: str
    broker: RealBroker | None
    sampled: bool = False


Start = Callable[[Ground], AbstractContextManager[Running]]


@contextmanager
def direct(ground: Ground) -> Iterator[Running]:
    """The upstream, asked without anything in between."""
    yield Running(ground.upstream)


@contextmanager
def pass_through(ground: Ground) -> Iterator[Running]:
    """An aiohttp proxy that only passes bytes on."""
    (port,) = free_ports(1)
    arguments = ["-m", "tests.bench.pass_through", str(port), ground.upstream]
    began = time.monotonic()
    with running("pass_through", arguments, ground.folder) as program:
        program.wait_until_ready(f"http://127.0.0.1:{port}/health/ready")
        yield Running(f"http://127.0.0.1:{port}", (program,), time.monotonic() - began)


@contextmanager
def embedded(ground: Ground) -> Iterator[Running]:
    """All roles in one process on the embedded broker."""
    with _gateway(ground, "embedded", {"all": ()}) as subject:
        yield subject


@contextmanager
def roles(ground: Ground) -> Iterator[Running]:
    """One process per role on the real broker."""
    assert ground.broker is not None
    broker = f'{{bootstrap: "{ground.broker.bootstrap}", replication_factor: 1, partitions: {PARTITIONS}}}'
    with _gateway(ground, broker, {role: ("--role", role) for role in ROLES}) as subject:
        yield subject


SUBJECTS: Mapping[str, Start] = {
    "direct": direct,
    "pass-through": pass_through,
    "embedded": embedded,
    "roles": roles,
}


@contextmanager
def _gateway(ground: Ground, broker: str, processes: Mapping[str, Sequence[str]]) -> Iterator[Running]:
    port, *health_ports = free_ports(1 + len(processes))
    began = time.monotonic()
    with ExitStack() as stack:
        programs = [
            stack.enter_context(_role(ground, name, arguments, _configuration(ground, broker, port, health_port)))
            for (name, arguments), health_port in zip(processes.items(), health_ports, strict=True)
        ]
        addresses = [f"http://127.0.0.1:{health_port}" for health_port in health_ports]
        for program, address in zip(programs, addresses, strict=True):
            program.wait_until_ready(f"{address}/health/ready")
        seconds = time.monotonic() - began
        yield Running(f"http://127.0.0.1:{port}", programs, seconds, [f"{address}/metrics" for address in addresses])


def _role(ground: Ground, name: str, arguments: Sequence[str], configuration: str) -> AbstractContextManager[Program]:
    file = ground.folder / f"{name}.yaml"
    file.write_text(configuration)
    program = (
        ["-m", "tests.bench.sampler", str(samples_of(ground.folder, name))] if ground.sampled else ["-m", "gateway.cli"]
    )
    command = [*program, "run", "--config", str(file), *arguments]
    return running(name, command, ground.folder, {} if name == "dispatcher" else _RAW_TEXT_SECRETS)


def samples_of(folder: Path, name: str) -> Path:
    """Where a program's sampler writes what it saw."""
    return folder / f"{name}.samples"


def _configuration(ground: Ground, broker: str, port: int, health_port: int) -> str:
    return f"""\
edge: {{listen: "127.0.0.1:{port}", max_in_flight_per_key: 512}}
metrics: {{listen: "127.0.0.1:{health_port}"}}
broker: {broker}
sealing: {{keys: os.environ/SEALING_KEYS}}
hashing: {{key: os.environ/HASHING_KEY}}
api_keys: [{{name: bench, hash: "{hash_key(API_KEY)}"}}]
model_list: [{{model_name: bench, litellm_params: {{model: openai/bench, api_base: "{ground.upstream}/v1"}}}}]
"""
