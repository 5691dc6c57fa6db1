"""What is measured: the product in its two shapes, a bare pass-through, and the upstream itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gateway.types import JsonObject, JsonValue
from tests.bench.processes import Program, running
from tests.support import configuration
from tests.support.configuration import PLAIN_PROBES, Secrets
from tests.support.kafka import RealBroker
from tests.support.ports import free_ports

PARTITIONS = 4
ROLES = ("edge", "minimizer", "dispatcher")
AUDIT: JsonObject = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
    **PLAIN_PROBES,
    "model": "bench",
}


@dataclass(frozen=True, slots=True)
class Running:
    """A subject that answers at ``url``. ``programs`` are its own, ``start_seconds`` how long they took to be ready."""

    url: str
    key: str = ""
    programs: Sequence[Program] = ()
    start_seconds: float = 0.0
    metrics: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What the subjects stand on: a folder, the upstream's URL, and what may not be here (None): the real broker, and
    the folder of the second look's model.
    """

    folder: Path
    upstream: str
    broker: RealBroker | None
    second_look: Path | None
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
        yield Running(f"http://127.0.0.1:{port}", programs=(program,), start_seconds=time.monotonic() - began)


@contextmanager
def embedded(ground: Ground) -> Iterator[Running]:
    """All roles in one process on the embedded broker."""
    with _gateway(ground, "embedded", {"all": ROLES}) as subject:
        yield subject


@contextmanager
def roles(ground: Ground) -> Iterator[Running]:
    """One process per role on the real broker."""
    with _per_role(ground, {}) as subject:
        yield subject


@contextmanager
def roles_emitting(ground: Ground) -> Iterator[Running]:
    """The same, where the minimizer emits what users say for analytics."""
    with _per_role(ground, configuration.ANALYTICS) as subject:
        yield subject


def roles_audited(probes_per_second: int) -> Start:
    """The same with an auditor, which plants in the same traffic and searches all of it."""
    audit = AUDIT | {"probes_per_minute": 60 * probes_per_second}

    @contextmanager
    def audited(ground: Ground) -> Iterator[Running]:
        with _per_role(ground, {**configuration.ANALYTICS, "audit": audit}, (*ROLES, "auditor")) as subject:
            yield subject

    return audited


@contextmanager
def _per_role(ground: Ground, sections: Mapping[str, JsonObject], roles: Sequence[str] = ROLES) -> Iterator[Running]:
    assert ground.broker is not None
    broker = configuration.kafka(ground.broker.bootstrap, "", PARTITIONS)
    with _gateway(ground, broker, {role: (role,) for role in roles}, sections) as subject:
        yield subject


@contextmanager
def second_look(ground: Ground) -> Iterator[Running]:
    """All roles in one process on the embedded broker, with a second look on doubtful sentences."""
    sections: Mapping[str, JsonObject] = {
        "detection": {"second_look": {"model": str(ground.second_look)}},
        "policies": {"default": {"second_look": "doubtful"}},
    }
    with _gateway(ground, "embedded", {"second-look": ROLES}, sections) as subject:
        yield subject


SUBJECTS: Mapping[str, Start] = {
    "direct": direct,
    "pass-through": pass_through,
    "embedded": embedded,
    "roles": roles,
    "roles-emitting": roles_emitting,
    "roles-audited-1": roles_audited(1),
    "roles-audited-50": roles_audited(50),
    "second-look": second_look,
}


def missing(name: str, ground: Ground) -> str | None:
    """What a subject lacks here, None where it can be measured."""
    if name.startswith("roles") and ground.broker is None:
        return "one process per role: left out, no real broker is here"
    if name == "second-look" and ground.second_look is None:
        return "the gateway with a second look: left out without --second-look DIR"
    return None


@contextmanager
def _gateway(
    ground: Ground,
    broker: JsonValue,
    processes: Mapping[str, Sequence[str]],
    sections: Mapping[str, JsonObject] = MappingProxyType({}),
) -> Iterator[Running]:
    edge_port, *health_ports = free_ports(1 + len(processes))
    installation = _Installation(ground, broker, edge_port, Secrets(), sections)
    addresses = [f"http://127.0.0.1:{health_port}" for health_port in health_ports]
    began = time.monotonic()
    with ExitStack() as stack:
        programs = [
            stack.enter_context(installation.program(name, own_roles, health_port))
            for (name, own_roles), health_port in zip(processes.items(), health_ports, strict=True)
        ]
        for program, address in zip(programs, addresses, strict=True):
            program.wait_until_ready(f"{address}/health/ready")
        seconds = time.monotonic() - began
        metrics = [f"{address}/metrics" for address in addresses]
        yield Running(f"http://127.0.0.1:{edge_port}", installation.secrets.api_key, programs, seconds, metrics)


@dataclass(frozen=True, slots=True)
class _Installation:
    """What the processes of one gateway have in common."""

    ground: Ground
    broker: JsonValue
    edge_port: int
    secrets: Secrets
    sections: Mapping[str, JsonObject]

    def program(self, name: str, own_roles: Sequence[str], health_port: int) -> AbstractContextManager[Program]:
        """The process with these roles, while the context lasts."""
        file = self.ground.folder / f"{name}.yaml"
        configuration.write(
            file,
            self.secrets,
            broker=self.broker,
            models=configuration.openai_models(f"{self.ground.upstream}/v1", ("bench",)),
            ports=(self.edge_port, health_port),
            sections={"edge": {"max_in_flight_per_key": 512}, **self._sections()},
        )
        sampler = ["tests.bench.sampler", str(samples_of(self.ground.folder, name))]
        arguments = ["-m", *(sampler if self.ground.sampled else ["gateway.cli"]), "run", "--config", str(file)]
        arguments += [word for role in own_roles for word in ("--role", role)]
        return running(name, arguments, self.ground.folder, self.secrets.environment(own_roles))

    def _sections(self) -> Mapping[str, JsonObject]:
        """What is asked for; who plants needs to be told where the edge is."""
        audit = self.sections.get("audit", {})
        if "model" not in audit:
            return self.sections
        return {**self.sections, "audit": {**audit, "edge": f"http://127.0.0.1:{self.edge_port}"}}


def samples_of(folder: Path, name: str) -> Path:
    """Where a program's sampler writes what it saw."""
    return folder / f"{name}.samples"
