from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from streams.topics.embedded import EmbeddedBroker
from tests.support.commands import Beside, beside


@pytest.fixture
async def trial(
    embedded_broker: EmbeddedBroker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Beside]:
    """A trial run's broker, and commands beside it."""
    async with beside(embedded_broker, capsys, monkeypatch) as running:
        yield running
