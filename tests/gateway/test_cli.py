from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from gateway.keys import hash_key
from gateway.settings import key_ring
from lab.training.second_look import preparing
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL
from tests.support.ports import free_ports
from tests.support.terminal import Terminal


def test_a_new_key_comes_with_the_hash_that_the_configuration_wants(terminal: Terminal) -> None:
    assert terminal.run("keys", "new") == 0
    key, hashed = terminal.out.split()
    assert hashed == hash_key(key)
    assert terminal.run("keys", "new") == 0
    assert terminal.out.split()[0] != key


@pytest.mark.parametrize("typed", [b"cg-abc", b"cg-abc\n", b"cg-abc\r\n"])
def test_a_key_is_hashed_without_the_end_of_its_line(terminal: Terminal, typed: bytes) -> None:
    assert terminal.run("keys", "hash", stdin=typed) == 0
    assert terminal.out == f"{hash_key('cg-abc')}\n"


@pytest.mark.parametrize("arguments", [(), ("k2",)])
def test_a_new_sealing_key_is_as_the_settings_take_it(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.run("keys", "sealing", *arguments) == 0
    ((key_id, key),) = key_ring(SecretStr(terminal.out.strip()))
    assert (key_id, len(key)) == (arguments[0] if arguments else "k1", 32)
    first = terminal.out
    terminal.run("keys", "sealing", *arguments)
    assert terminal.out != first


def test_a_name_that_no_sealing_key_may_have_is_refused(terminal: Terminal) -> None:
    assert terminal.run("keys", "sealing", "k:2") == 2
    assert "letters, digits" in terminal.err


def test_a_new_hashing_key_is_as_the_settings_take_it(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal.run("keys", "hashing") == 0
    first = terminal.out.strip()
    monkeypatch.setenv("CANARYGATE_HASHING_KEY", first)
    monkeypatch.delenv("OPENAI_API_KEY")
    assert terminal.run("check", "--config", terminal.file(REAL), "--role", "minimizer") == 2
    assert "hashing" not in terminal.err
    terminal.run("keys", "hashing")
    assert terminal.out.strip() != first


def test_addresses_to_listen_at_may_be_typed_instead_of_those_of_the_file(terminal: Terminal) -> None:
    where = ("--listen", "0.0.0.0:8081", "--metrics-listen", "[::1]:9465")
    assert terminal.run("check", "--config", terminal.file(EMBEDDED), *where) == 0
    assert "0.0.0.0:8081" in terminal.out
    assert "[::1]:9465" in terminal.out
    assert "512 turns in flight" in terminal.out


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("--listen", "8081"), "should be HOST:PORT"),
        (("--listen", "127.0.0.1:8081", "--metrics-listen", "127.0.0.1:8081"), "metrics need a port of their own"),
    ],
)
def test_addresses_that_cannot_be_listened_at_are_refused(
    terminal: Terminal, where: tuple[str, ...], said: str
) -> None:
    assert terminal.run("run", "--config", terminal.file(EMBEDDED), *where) == 2
    assert said in terminal.err


def test_a_check_prints_what_is_in_force_and_no_secret(terminal: Terminal) -> None:
    assert terminal.run("check", "--config", terminal.file(EMBEDDED)) == 0
    assert "default" in terminal.out
    printed = terminal.out + terminal.err
    assert all(value not in printed for value in ENVIRONMENT.values())


def test_a_check_names_every_mistake_at_once(terminal: Terminal) -> None:
    wrong = EMBEDDED.replace("max_in_flight: 512", "max_in_flight: many").replace("allow_list", "allowlist")
    assert terminal.run("check", "--config", terminal.file(wrong)) == 2
    assert terminal.out == ""
    assert "max_in_flight" in terminal.err
    assert "did you mean allow_list?" in terminal.err


def test_a_role_is_checked_with_its_own_secrets_only(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    path = terminal.file(REAL)
    monkeypatch.delenv("CANARYGATE_SEALING_KEYS")
    assert terminal.run("check", "--config", path, "--role", "edge") == 2
    assert "CANARYGATE_SEALING_KEYS" in terminal.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--config", "no-such-file.yaml"),
        ("inspect", "no-such-file.json"),
        ("topics", "plan", "--config", "no-such-file.yaml"),
    ],
)
def test_a_file_that_is_not_there_is_named(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.run(*arguments) == 2
    assert "no-such-file" in terminal.err
    assert "Traceback" not in terminal.err


@pytest.mark.parametrize("arguments", [(), ("fly",), ("run", "--role", "pilot"), ("check",), ("topics",), ("keys",)])
def test_what_is_no_command_is_a_mistake_of_the_user(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.run(*arguments) == 2
    assert "usage:" in terminal.err


@pytest.mark.parametrize("role", ["console", "pilot"])
def test_a_role_that_does_not_exist_is_met_with_those_that_do(terminal: Terminal, role: str) -> None:
    assert terminal.run("run", "--role", role) == 2
    assert (
        f"there is no role '{role}'; the roles are edge, minimizer, dispatcher, searcher, analyst, auditor"
        in terminal.err
    )


def test_a_missing_predictor_is_reported_before_anything_starts(terminal: Terminal) -> None:
    config = terminal.file("predictor: {model: nowhere.json}\npolicies: {default: {predictor: learned}}")
    assert terminal.run("check", "--config", config) == 2
    assert terminal.err == "line 1: predictor.model: the file cannot be read\n"


def test_a_second_look_is_prepared_and_its_licence_printed(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "prepare", lambda out: {"bytes": 9, "work": out.name, "licence": "CC BY 4.0"})
    assert terminal.run("detect", "second-look", "--out", "models/look") == 0
    assert terminal.out == "models/look: 9 bytes, look, CC BY 4.0\n"
    assert terminal.run("detect", "second-look") == 2


@pytest.mark.parametrize("verb", ["plan", "apply"])
def test_a_broker_that_does_not_answer_is_reported_by_the_topics_commands(terminal: Terminal, verb: str) -> None:
    (port,) = free_ports(1)
    broker = f"broker: {{bootstrap: '127.0.0.1:{port}'}}"
    config = terminal.file(EMBEDDED.replace("broker: embedded", broker))
    assert terminal.run("topics", verb, "--config", config) == 1
    assert f"127.0.0.1:{port} does not answer" in terminal.err


def test_the_embedded_broker_has_no_topics_to_apply(terminal: Terminal) -> None:
    assert terminal.run("topics", "plan", "--config", terminal.file(EMBEDDED)) == 2
    assert "embedded" in terminal.err


@pytest.mark.parametrize("roles", [("edge", "dispatcher"), ("minimizer", "dispatcher")])
def test_roles_that_read_raw_text_do_not_run_with_the_dispatcher(terminal: Terminal, roles: tuple[str, ...]) -> None:
    arguments = [argument for role in roles for argument in ("--role", role)]
    assert terminal.run("run", "--config", terminal.file(REAL), *arguments) == 2
    assert "may not share a process with dispatcher" in terminal.err


def test_a_port_that_is_taken_ends_a_run_with_the_setting_and_the_option_to_change(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = ("--metrics-listen", f"127.0.0.1:{taken.getsockname()[1]}", "--listen", "127.0.0.1:0")
        command = [sys.executable, "-m", "gateway.cli", "run", "--role", "edge", *where]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "metrics.listen: cannot listen at" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broker_that_does_not_answer_ends_a_run_with_a_message(tmp_path: Path) -> None:
    broker_port, edge_port, metrics_port = free_ports(3)
    config = tmp_path / "canarygate.yaml"
    config.write_text(
        "sealing: {keys: os.environ/CANARYGATE_SEALING_KEYS}\nhashing: {key: os.environ/CANARYGATE_HASHING_KEY}\n"
        f"broker: {{bootstrap: '127.0.0.1:{broker_port}'}}\n"
        f"edge: {{listen: '127.0.0.1:{edge_port}'}}\nmetrics: {{listen: '127.0.0.1:{metrics_port}'}}\n"
        "model_list: [{model_name: echo, litellm_params: {model: echo}}]\n"
    )
    command = [sys.executable, "-m", "gateway.cli", "run", "--config", str(config), "--role", "dispatcher"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert f"127.0.0.1:{broker_port} does not answer" in done.stderr
    assert "Traceback" not in done.stderr
