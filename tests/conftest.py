"""Fixtures of all tests: the brokers; and how tests are shared out among processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from streams.topics.embedded import EmbeddedBroker
from tests.support.kafka import RealBroker, required_jars
from tests.support.thoroughness import examples

ROOT = Path(__file__).parent.parent
BROKER = "tests/kafka/"
SURVIVAL = f"{BROKER}test_survival.py"
LONGEST_FIRST = (SURVIVAL, BROKER, "tests/lab/search/", "tests/e2e/", "tests/streams/")

settings.register_profile("default", deadline=None, max_examples=examples(100))  # a property is never about time
settings.load_profile("default")

_tests = count(1)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests of the real broker wait for most of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share fixtures are run in one process, in order, and what takes the longest begins."""
    items.sort(key=lambda item: _rank(_file(item)))
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(_file(item))))


def _file(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT).as_posix()


def _rank(file: str) -> int:
    ranks = (rank for rank, beginning in enumerate(LONGEST_FIRST) if file.startswith(beginning))
    return next(ranks, len(LONGEST_FIRST))


def _group(file: str) -> str:
    # No more than two processes have brokers at a time: what kills and what only uses.
    return BROKER if file.startswith(BROKER) and file != SURVIVAL else file


@pytest.fixture
def embedded_broker() -> Iterator[EmbeddedBroker]:
    """A fresh embedded broker."""
    with EmbeddedBroker() as broker:
        yield broker


@pytest.fixture(scope="session")
def kafka_jars() -> Path:
    """The jars of the real broker. Without them its tests are skipped, unless ``CI`` is set: then they fail."""
    return required_jars()


@pytest.fixture(scope="session")
def real_broker(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBroker]:
    """One real broker for all tests; a test keeps to itself with ``topic_prefix``, and neither stops nor kills it."""
    with RealBroker(tmp_path_factory.mktemp("kafka"), kafka_jars) as broker:
        yield broker


@pytest.fixture
def topic_prefix() -> str:
    """A prefix of topics and groups that no other test has."""
    return f"test-{next(_tests)}."


@pytest.fixture
def private_broker(kafka_jars: Path, tmp_path: Path) -> Iterator[RealBroker]:
    """A real broker for one test, which may stop, kill and start it."""
    with RealBroker(tmp_path / "kafka", kafka_jars) as broker:
        yield broker
