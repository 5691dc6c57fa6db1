"""The recording upstream as a process of its own, and what it recorded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.processes import ROOT

MARKER = re.compile(rb"zq[bcdfghjklmnpqrstvwxz]{8}")


@dataclass(slots=True)
class UpstreamProcess:
    """A context manager: ``url`` is its API base, ``record`` the file that it writes every request to."""

    record: Path
    url: str = ""
    _process: subprocess.Popen[str] | None = None
    _markers: dict[int, str] = field(default_factory=dict)
    _keys: dict[int, str] = field(default_factory=dict)
    _hung_up: set[int] = field(default_factory=set)
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

    def calls(self) -> Counter[str]:
        """How many calls came for each marker of a client's request."""
        self._read_on()
        return Counter(self._markers.values())

    def keys(self) -> dict[str, str]:
        """What the last call for each marker of a client's request was authorized with."""
        self._read_on()
        return {self._markers[number]: key for number, key in sorted(self._keys.items()) if number in self._markers}

    def hung_up(self) -> set[str]:
        """The markers of the calls whose client left before their end."""
        self._read_on()
        return {self._markers[number] for number in self._hung_up if number in self._markers}

    def _read_on(self) -> None:
        with self.record.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._read += len(line)
                self._take(json.loads(line))

    def _take(self, line: Mapping[str, Any]) -> None:
        number = int(str(line["number"]))
        if line["event"] == "hung_up":
            self._hung_up.add(number)
        elif line["event"] == "request" and (marker := MARKER.search(b64decode(str(line["body"])))):
            self._markers[number] = marker.group().decode()
            self._keys[number] = dict(line["headers"]).get("Authorization", "")
