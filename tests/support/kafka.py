"""A real Kafka broker without containers: Apache Kafka's own jars on one node, with a fresh data folder.

``python -m tests.support.kafka`` (``make kafka``) fetches the jars that ``tests/kafka/pom.xml`` pins. They lie in a
folder named after the content of that file, so a changed pin is fetched and an unchanged one is not.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

from confluent_kafka import KafkaException, Producer

from tests.support.needs import NotHere, without
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

KAFKA_FOLDER = Path(__file__).parent.parent / "kafka"
JAVA_VERSION = 17
START_SECONDS = 60.0
STOP_SECONDS = 30.0
_ERROR = re.compile(r" (?:ERROR|FATAL) .{,1000}", re.DOTALL)
JAVA_OPTIONS = ("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dlog4j2.level=INFO")


def jars() -> Path:
    """The folder with the broker's jars, which Maven fetches where they are not there yet; raises NotHere."""
    pom = KAFKA_FOLDER / "pom.xml"
    folder = KAFKA_FOLDER / "libs" / sha256(pom.read_bytes()).hexdigest()[:12]
    if _java_version() < JAVA_VERSION:
        raise NotHere(f"a real broker needs Java {JAVA_VERSION} or later on the path")
    if not folder.is_dir():
        _fetch(pom, folder)
    return folder


def required_jars() -> Path:
    """The folder with the jars; without it the test that asks is skipped, or fails where ``CI`` is set."""
    try:
        return jars()
    except NotHere as reason:
        without(reason)


def _java_version() -> int:
    if shutil.which("java") is None:
        return 0
    command = ["java", "-XshowSettings:properties", "-version"]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    versions = [line.split("=")[1] for line in printed.splitlines() if "java.specification.version" in line]
    return int(float(versions[0])) if versions else 0


def _fetch(pom: Path, folder: Path) -> None:
    """Fetches into a folder aside and moves it into place whole: a second process may do the same at the same time."""
    if shutil.which("mvn") is None:
        raise NotHere("the jars of a real broker need Maven on the path once")
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
        fetched = Path(aside) / "jars"
        goal = ["dependency:copy-dependencies", f"-DoutputDirectory={fetched}", "-DincludeScope=runtime"]
        done = subprocess.run(["mvn", "-q", "-B", "-f", pom, *goal], capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotHere(f"Maven could not fetch the jars of the broker:\n{done.stdout[-2000:]}")
        try:
            fetched.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise


@dataclass(frozen=True, slots=True)
class Guards:
    """Ports that let in only who may: by their security protocol, the properties for them, and the users of SCRAM."""

    ports: Mapping[str, int] = field(default_factory=dict)
    properties: str = ""
    users: Sequence[str] = ()


class RealBroker:
    """One broker with its own folder; a context manager that starts it and leaves nothing running.

    ``bootstrap``, which lets everybody in, stays the same over ``stop``, ``kill`` and ``start``, and so does what it
    holds. All its files are in ``folder``, its log too.
    """

    def __init__(self, folder: Path, libs: Path, guards: Guards | None = None) -> None:
        self.folder = folder
        self._guards = guards or Guards()
        self.log = folder / "broker.log"
        self._java = ["java", *JAVA_OPTIONS, "-cp", f"{libs}/*"]
        self._started_at = 0  # the length of the log at the last start
        self._process: subprocess.Popen[bytes] | None = None
        port, controller_port = free_ports(2)
        self.bootstrap = f"127.0.0.1:{port}"
        self._properties = folder / "server.properties"
        folder.mkdir(parents=True, exist_ok=True)
        self._properties.write_text(_properties(folder / "data", port, controller_port, self._guards))
        self._format()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Starts the broker on the same ports and data, and returns once it answers."""
        with self.log.open("ab") as log:
            self._started_at = log.tell()
            command = [*self._java, "kafka.Kafka", str(self._properties)]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        wait_until(self._answers, START_SECONDS, "the broker's first answer")

    def stop(self) -> None:
        """Asks the broker to stop (SIGTERM) and waits until it has."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(STOP_SECONDS)

    @property
    def pid(self) -> int:
        """The process of the broker as it was last started."""
        assert self._process is not None
        return self._process.pid

    def pause(self) -> None:
        """Stops the broker in its tracks (SIGSTOP) until ``resume``: connections stay, and nothing answers."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Lets the broker go on after ``pause``."""
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Ends the broker at once (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _format(self) -> None:
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        # One word: an id may begin with a dash, which the tool takes for an option where it stands alone.
        options = [f"--cluster-id={cluster}", f"--config={self._properties}"]
        users = [word for user in self._guards.users for word in ("--add-scram", user)]
        command = [*self._java, "kafka.tools.StorageTool", "format", *options, *users]
        with self.log.open("ab") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log)

    def _answers(self) -> bool:
        assert self._process is not None
        if (status := self._process.poll()) is not None:
            raise RuntimeError(f"the broker ended by itself with status {status}:\n{self._complaints()}")
        try:
            asked = Producer({"bootstrap.servers": self.bootstrap, "log_level": 0}).list_topics(timeout=1.0)
        except KafkaException:
            return False
        return bool(asked.brokers)

    def _complaints(self) -> str:
        """What the log says since the last start: its errors, and its end."""
        said = self.log.read_bytes()[self._started_at :].decode()
        return "\n".join([*_ERROR.findall(said), said[-2000:]])


def _properties(data: Path, port: int, controller_port: int, guards: Guards) -> str:
    guarded = "".join(f",{protocol}://127.0.0.1:{number}" for protocol, number in guards.ports.items())
    protocols = "".join(f",{protocol}:{protocol}" for protocol in guards.ports)
    return f"""\
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller_port}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller_port}{guarded}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT{protocols}
controller.listener.names=CONTROLLER
log.dirs={data}
auto.create.topics.enable=false
log.index.size.max.bytes=65536
log.cleaner.backoff.ms=200
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
{guards.properties}
"""


def main() -> int:
    """Fetches the jars; 1 where that cannot be done."""
    try:
        print(f"The broker of the tests is in {os.path.relpath(jars())}")
    except NotHere as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
