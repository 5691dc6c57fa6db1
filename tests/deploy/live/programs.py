"""Servers that a test runs beside the product: each in a folder of its own, asked over HTTP and ended after it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from gateway.types import JsonValue
from tests.support.waiting import wait_until

READY_SECONDS = 60.0


@contextmanager
def serving(command: Sequence[str], folder: Path, ready_url: str) -> Iterator[None]:
    """The program, from when it answers at the URL until the context ends; what it printed is in ``log``."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "log").open("ab") as log, subprocess.Popen(command, cwd=folder, stdout=log, stderr=log) as program:
        try:
            wait_until(
                lambda: _is_ready(program, ready_url, folder / "log"), READY_SECONDS, f"the start of {command[0]}"
            )
            yield
        finally:
            program.kill()


def asked(url: str, **query: str) -> JsonValue:
    """What a GET of the URL answers."""
    with urlopen(f"{url}?{urlencode(query)}" if query else url) as answer:
        value: JsonValue = json.load(answer)
    return value


def _is_ready(program: subprocess.Popen[bytes], url: str, log: Path) -> bool:
    if program.poll() is not None:
        raise RuntimeError(f"it ended with {program.returncode}:\n{log.read_text()[-3000:]}")
    try:
        with urlopen(url, timeout=2.0) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
