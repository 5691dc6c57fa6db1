"""A terminal in which the keys and secrets of a whole configuration are set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gateway.settings.samples import ENVIRONMENT
from tests.support.terminal import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    return Terminal(monkeypatch, capsys, tmp_path)
