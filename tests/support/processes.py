"""The program as processes of its own, for tests that kill, stop and add them.

All calls block: where an event loop has to go on meanwhile, make them in a thread.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.request import urlopen

from gateway.types import JsonValue
from tests.support import configuration
from tests.support.configuration import Secrets
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

PROGRAM = (sys.executable, "-m", "gateway.cli")
ROOT = Path(__file__).parent.parent.parent
READY_SECONDS = 120.0  # what a startup probe allows: docs/operations.md
STOP_SECONDS = 90.0
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used so far: processor time in seconds, and memory (resident set) in bytes now."""

    cpu_seconds: float
    rss_bytes: int


@dataclass(slots=True, repr=False)
class GatewayProcess:
    """One process of the program with some roles. Its standard output and error are files of ``folder``.

    ``tree`` is the checkout that its code is from.
    """

    name: str
    roles: Sequence[str]
    config: Path
    folder: Path
    edge_port: int
    metrics_port: int
    environment: Mapping[str, str]
    program: Sequence[str] = PROGRAM
    log_level: str = "debug"
    tree: Path = ROOT
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where clients of its edge connect."""
        return f"http://127.0.0.1:{self.edge_port}"

    @property
    def metrics_url(self) -> str:
        """Where its metrics are."""
        return f"http://127.0.0.1:{self.metrics_port}/metrics"

    @property
    def output(self) -> Path:
        """Its standard output."""
        return self.folder / f"{self.name}.out"

    @property
    def log(self) -> Path:
        """Its standard error: the log."""
        return self.folder / f"{self.name}.log"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The operating system's process; raises AssertionError before the first launch."""
        assert self._process is not None, "the process was never launched"
        return self._process

    @property
    def running(self) -> bool:
        """Whether it lives."""
        return self._process is not None and self._process.poll() is None

    def launch(self) -> None:
        """Starts it, also again after its end, and does not wait."""
        roles = [word for role in self.roles for word in ("--role", role)]
        with self.output.open("ab") as output, self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.program, "run", "--config", str(self.config), "--log-level", self.log_level, *roles],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=log,
                cwd=self.tree,
                env=_environment(self.environment, self.tree),
            )

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Returns once it says that it is ready; raises RuntimeError with the end of its log where it ended instead."""
        wait_until(self._lives_and_is_ready, seconds, f"the readiness of {self.name}")

    def start(self, seconds: float = READY_SECONDS) -> None:
        """Starts it and returns once it is ready."""
        self.launch()
        self.wait_until_ready(seconds)

    def terminate(self) -> None:
        """Asks it to stop (SIGTERM), and does not wait."""
        self.process.terminate()

    def kill(self) -> None:
        """Ends it at once (SIGKILL)."""
        self.process.kill()
        self.process.wait()

    def wait(self) -> int:
        """Returns its exit status once it has ended, negative for a signal; AssertionError says where it hangs."""
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # which writes the stacks of its threads to the log
            self.process.wait()
            raise AssertionError(f"{self.name} did not end:\n{self.log.read_text()[-6000:]}") from None

    def pause(self) -> None:
        """Stops it in its tracks (SIGSTOP) until ``resume``."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Lets it go on after ``pause``."""
        self.process.send_signal(signal.SIGCONT)

    def metrics_page(self) -> bytes:
        """Its metrics, as Prometheus would read them."""
        with urlopen(self.metrics_url) as response:
            page: bytes = response.read()
        return page

    def usage(self) -> Usage:
        """What it has used so far, read from /proc."""
        folder = Path("/proc") / str(self.process.pid)
        # Field 2 of stat is the command in parentheses, which may hold anything; 14 and 15 are ticks, user and system.
        after_command = (folder / "stat").read_text().rpartition(")")[2].split()
        ticks = int(after_command[11]) + int(after_command[12])
        pages = int((folder / "statm").read_text().split()[1])
        return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))

    def is_ready(self) -> bool:
        """Whether it says that every role of it is ready."""
        connection = HTTPConnection("127.0.0.1", self.metrics_port, timeout=2.0)
        try:
            connection.request("GET", "/health/ready")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _lives_and_is_ready(self) -> bool:
        if not self.running:
            raise RuntimeError(f"{self.name} ended with {self.process.returncode}:\n{self.log.read_text()[-3000:]}")
        return self.is_ready()


@dataclass(slots=True, repr=False)
class Cluster:
    """Processes of one installation on one broker; a context manager that leaves none of them running.

    ``broker`` is a section of the configuration (``"embedded"`` or ``configuration.kafka``), ``models`` the model list,
    ``sections`` what else the configuration says. Each process has ports of its own. ``tree`` is the checkout that its
    code is from, so that another build can be tested beside this one.
    """

    folder: Path
    broker: JsonValue
    models: list[JsonValue]
    sections: Mapping[str, JsonValue] = field(default_factory=dict)
    secrets: Secrets = field(default_factory=Secrets)
    environment: Mapping[str, str] = field(default_factory=dict)
    program: Sequence[str] = PROGRAM
    log_level: str = "debug"
    tree: Path = ROOT
    processes: list[GatewayProcess] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for process in self.processes:
            if process.running:
                process.kill()

    def process(self, *roles: str) -> GatewayProcess:
        """A new process with these roles and a configuration of its own, not yet launched."""
        name = f"{'-'.join(roles) or 'all'}-{len(self.processes)}"
        edge_port, metrics_port = free_ports(2)
        secrets = self.secrets.environment(roles or ("edge", "minimizer", "dispatcher"))
        process = GatewayProcess(
            name=name,
            roles=roles,
            config=self._write(name, (edge_port, metrics_port)),
            folder=self.folder,
            edge_port=edge_port,
            metrics_port=metrics_port,
            environment={**secrets, **self.environment},
            program=self.program,
            log_level=self.log_level,
            tree=self.tree,
        )
        self.processes.append(process)
        return process

    def start(self, *roles: str) -> list[GatewayProcess]:
        """Starts one process for each of the roles, all at once, and returns when all are ready."""
        started = [self.process(role) for role in roles]
        for process in started:
            process.launch()
        for process in started:
            process.wait_until_ready()
        return started

    def start_all_in_one(self) -> GatewayProcess:
        """Starts one process with all roles."""
        process = self.process()
        process.start()
        return process

    def remove(self, process: GatewayProcess) -> int:
        """Stops a process in good order and returns its exit status."""
        process.terminate()
        return process.wait()

    def apply_topics(self) -> None:
        """Creates the topics on the broker, as an operator does."""
        done = self.run("topics", "apply")
        assert done.returncode == 0, done.stdout + done.stderr

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs a command of the program, with the installation's configuration and no secrets, and returns its end."""
        command = [*self.program, *words, "--config", str(self._write("command", (0, 0)))]
        environment = _environment(self.environment, self.tree)
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.tree, env=environment)

    def logs(self) -> dict[Path, bytes]:
        """All that its processes wrote to their standard output and error."""
        files = [file for process in self.processes for file in (process.output, process.log)]
        return {file: file.read_bytes() for file in files if file.exists()}

    def _write(self, name: str, ports: tuple[int, int]) -> Path:
        path = self.folder / f"{name}.yaml"
        configuration.write(
            path, self.secrets, broker=self.broker, models=self.models, ports=ports, sections=self.sections
        )
        return path


def _environment(own: Mapping[str, str], tree: Path) -> dict[str, str]:
    """The process's own variables and what every program needs; nothing else, so that no key comes in by chance."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    return {**kept, "PYTHONPATH": str(tree), "PYTHONFAULTHANDLER": "1", **own}
