"""Fixtures of all tests: the brokers; and how tests are shared out among processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer

from gateway.kafka import aiokafka_changes
from streams.topics.embedded import EmbeddedBroker
from tests.support.kafka import RealBroker, required_jars
from tests.support.scheduling import ByGroup, rank
from tests.support.thoroughness import examples

settings.register_profile("default", deadline=None, max_examples=examples(100))  # a property is never about time
settings.load_profile("default")

_tests = count(1)


@pytest.fixture(scope="session", autouse=True)
def changed_aiokafka() -> None:
    """Changes aiokafka as every process of the product does."""
    aiokafka_changes.apply()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests of the real broker wait for most of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByGroup:
    """Keeps together what shares fixtures."""
    return ByGroup(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with what takes longest."""
    items.sort(key=lambda item: rank(item.nodeid))


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
