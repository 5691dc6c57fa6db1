"""Processes of a bench: started, watched until they are ready, and what they cost as Linux counts it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
READY_SECONDS = 60.0
STOP_SECONDS = 20.0

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PAUSE_SECONDS = 0.01


class Program:
    """One running Python program; ``log`` holds what it wrote."""

    def __init__(self, name: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        plain = {variable: os.environ[variable] for variable in ("PATH", "HOME") if variable in os.environ}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=folder,
                env={**plain, "PYTHONPATH": str(ROOT), **environment},
                stdout=log,
                stderr=log,
            )
        self.pid = self._process.pid

    def wait_until_ready(self, url: str) -> None:
        """Returns once a GET of the URL is answered with 200; raises RuntimeError where that does not come."""
        until = time.monotonic() + READY_SECONDS
        while not _answers(url):
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.name} did not become ready:\n{self.log.read_text()[-3000:]}")
            time.sleep(_PAUSE_SECONDS)

    def stop(self) -> None:
        """Asks the program to end, and ends it where it does not."""
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def running(
    name: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[Program]:
    """The program, while the context lasts."""
    program = Program(name, arguments, folder, environment or {})
    try:
        yield program
    finally:
        program.stop()


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process and all its children so far, user and system, to 10 ms."""
    stats = _stats()
    own_and_ended_children = (sum(map(int, stats[each][11:15])) for each in _family(pid, stats))
    return sum(own_and_ended_children) / _TICKS_PER_SECOND


def resident_megabytes(pid: int) -> float:
    """The memory that a process and all its children have in RAM now, in MB."""
    stats = _stats()
    return sum(int(stats[each][21]) for each in _family(pid, stats)) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _stats() -> dict[int, list[str]]:
    """The fields of every process's /proc/PID/stat after its name, by process id."""
    stats = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            stats[int(stat.parent.name)] = stat.read_text().rpartition(")")[2].split()
    return stats


def _family(pid: int, stats: Mapping[int, Sequence[str]]) -> Iterator[int]:
    yield pid
    for child, stat in stats.items():
        if int(stat[1]) == pid:
            yield from _family(child, stats)


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2.0) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
