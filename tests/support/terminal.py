"""A person at a terminal, as tests see one."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from gateway.cli import main


class Terminal:
    """Runs commands as a person would; ``out`` and ``err`` are what the last one printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._folder = folder
        self.out = self.err = ""

    def run(self, *arguments: str, stdin: bytes = b"") -> int:
        """The exit status of a command."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
        self.out, self.err = self._capsys.readouterr()
        return status

    def file(self, text: str | bytes, name: str = "canarygate.yaml") -> str:
        """The path of a new file."""
        path = self._folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)
