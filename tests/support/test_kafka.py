import socket
from pathlib import Path

import pytest

from tests.support import kafka
from tests.support.kafka import RealBroker, jars, required_jars
from tests.support.needs import NotHere


@pytest.fixture
def no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


@pytest.mark.usefixtures("no_programs")
def test_without_java_there_is_no_broker() -> None:
    with pytest.raises(NotHere, match="Java 17"):
        jars()


def test_without_maven_jars_that_were_never_fetched_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pom.xml").write_text("another pin")
    monkeypatch.setattr(kafka, "KAFKA_FOLDER", tmp_path)
    monkeypatch.setattr(kafka, "_java_version", lambda: 21)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotHere, match="Maven"):
        jars()


@pytest.mark.usefixtures("no_programs")
def test_a_test_of_the_broker_is_skipped_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        required_jars()


@pytest.mark.usefixtures("no_programs")
def test_a_test_of_the_broker_fails_in_ci_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        required_jars()


def test_fetched_jars_are_not_fetched_again(kafka_jars: Path) -> None:
    before = kafka_jars.stat().st_mtime_ns
    assert (jars(), kafka_jars.stat().st_mtime_ns) == (kafka_jars, before)
    assert list(kafka_jars.glob("kafka_2.13-4.1.0.jar"))


def test_a_broker_that_cannot_start_says_why(kafka_jars: Path, tmp_path: Path) -> None:
    broker = RealBroker(tmp_path, kafka_jars)
    host, port = broker.bootstrap.split(":")
    with (
        socket.create_server((host, int(port))),
        pytest.raises(RuntimeError, match=r"(?s)status 1:\n ERROR .*: Address already in use"),
    ):
        broker.start()
