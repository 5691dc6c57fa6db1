"""Fixtures of the tests on a real broker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.installation import Installation, installation


@pytest.fixture(scope="package")
def installed(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One installation for all tests on a real broker: each leaves it running and whole."""
    with installation(tmp_path_factory.mktemp("installation"), kafka_jars) as running:
        yield running
