"""The recording upstream as a process of its own, and what it recorded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from gateway.types import JsonObject
from tests.support.processes import ROOT

MARKER = re.compile(rb"zq[bcdfghjklmnpqrstvwxz]{8}")


@dataclass(slots=True)
class UpstreamProcess:
    """A context manager: ``url`` is its API base, ``record`` the file that it writes every request to."""

    record: Path
    url: str = ""
    _process: subprocess.Popen[str] | None = None
    _lines: list[JsonObject] = field(default_factory=list)
    _read: int = 0

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.support.upstream", "--record", str(self.record)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def lines(self) -> list[JsonObject]:
        """Everything that it has recorded so far, in order."""
        with self.record.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
        self._read += len(whole) + 1 if whole else 0
        self._lines += map(json.loads, whole.splitlines())
        return self._lines

    def bodies(self) -> dict[int, bytes]:
        """The bodies of the requests that it received, by number."""
        return {
            int(str(line["number"])): b64decode(str(line["body"]))
            for line in self.lines()
            if line["event"] == "request"
        }

    def calls(self) -> Counter[str]:
        """How many calls came for each marker of a client's request."""
        found = (MARKER.search(body) for body in self.bodies().values())
        return Counter(marker.group().decode() for marker in found if marker)

    def hung_up(self) -> set[str]:
        """The markers of the calls whose client left before their end."""
        bodies = self.bodies()
        left = [bodies[int(str(line["number"]))] for line in self.lines() if line["event"] == "hung_up"]
        return {marker.group().decode() for marker in map(MARKER.search, left) if marker}
