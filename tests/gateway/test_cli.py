from __future__ import annotations

import io
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import orjson
import pytest
from pydantic import SecretStr

from gateway.cli import main
from gateway.keys import hash_key
from gateway.plans.predictors.learned import Artefact, Needs
from gateway.settings import key_ring
from lab.training.second_look import preparing
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL
from tests.support.ports import free_ports

BODY = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}


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


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    return Terminal(monkeypatch, capsys, tmp_path)


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


def test_a_text_is_inspected_for_a_person(terminal: Terminal) -> None:
    assert terminal.run("inspect", stdin=b"Write to ann@example.org") == 0
    assert "[EMAIL1]" in terminal.out
    assert "ann@" not in terminal.out


def test_a_body_is_inspected_for_a_program(terminal: Terminal) -> None:
    assert terminal.run("inspect", "--json", terminal.file(orjson.dumps(BODY), "body.json")) == 0
    answer = orjson.loads(terminal.out)
    assert answer["minimized"] == {**BODY, "messages": [{"role": "user", "content": "Write to [EMAIL1]"}]}
    assert [(span["path"], span["replacement"]) for span in answer["spans"]] == [("messages[0].content", "[EMAIL1]")]


def test_a_text_is_inspected_by_the_policy_of_the_configuration(terminal: Terminal) -> None:
    retaining = terminal.file(EMBEDDED.replace('"*": REDACT', '"*": RETAIN'))
    assert terminal.run("inspect", "--config", retaining, stdin=b"Write to ann@example.org") == 0
    assert "EMAIL  0.96   email       RETAIN  stays" in terminal.out


def test_a_body_is_inspected_by_the_plan_that_was_learned_for_its_model(terminal: Terminal) -> None:
    needs = {"gpt-4.1": Needs({"EMAIL": 30.0}, {"bias": -30.0}), "*": Needs({"EMAIL": -30.0}, {})}
    predictor = terminal.file(msgspec.json.encode(Artefact(needs, {}, stand_in=False)), "predictor.json")
    config = terminal.file(f"predictor: {{model: {predictor}}}\npolicies: {{default: {{predictor: learned}}}}")
    shown = []
    for model in ("gpt-4.1", "gpt-4o"):
        body = terminal.file(orjson.dumps({**BODY, "model": model}), "body.json")
        assert terminal.run("inspect", "--json", "--config", config, body) == 0
        shown += [(span["action"], span["replacement"]) for span in orjson.loads(terminal.out)["spans"]]
    assert shown == [("ABSTRACT", "an e-mail address"), ("REDACT", "[EMAIL1]")]


def test_a_missing_predictor_is_reported_before_anything_starts(terminal: Terminal) -> None:
    config = terminal.file("predictor: {model: nowhere.json}\npolicies: {default: {predictor: learned}}")
    assert terminal.run("check", "--config", config) == 2
    assert terminal.err == "line 1: predictor.model: the file cannot be read\n"


OWN = """\
detection:
  recognizers:
    - name: badge
      entity_type: ID_NUMBER
      pattern: "B-[0-9]{6}"
      score: 0.9
      context: [badge]
      examples: {match: [B-123456], no_match: [B-12345]}
policies:
  default: {deny_list: [Project Falcon], ignore: [EMAIL]}
"""


def test_a_recognizer_and_a_deny_list_of_the_configuration_are_followed(terminal: Terminal) -> None:
    text = b"badge B-123456 on project-falcon, mail ann@example.org"
    assert terminal.run("inspect", "--json", "--config", terminal.file(OWN), stdin=text) == 0
    minimized = "badge [ID_NUMBER1] on [AFFILIATION1], mail ann@example.org"
    assert orjson.loads(terminal.out)["minimized"] == {"text": minimized}


@pytest.mark.parametrize("pattern", ["B-(?=[0-9])", "B-([0-9]"])
def test_an_invalid_recognizer_is_refused_with_line_and_place(terminal: Terminal, pattern: str) -> None:
    config = terminal.file(OWN.replace("B-[0-9]{6}", pattern))
    assert terminal.run("inspect", "--config", config, stdin=b"Hi") == 2
    assert terminal.err.startswith("line 5: detection.recognizers[0].pattern: ")
    assert pattern not in terminal.err


def test_an_example_that_fails_is_named(terminal: Terminal) -> None:
    config = terminal.file(OWN.replace("[B-123456]", "[B-123456, B-1234567]"))
    assert terminal.run("check", "--config", config) == 2
    assert terminal.err.startswith("line 8: detection.recognizers[0].examples.match[1]: is not found as a whole")


def test_names_are_found(terminal: Terminal) -> None:
    assert terminal.run("inspect", stdin=b"My colleague Anna Schmidt called.") == 0
    assert "[NAME1]" in terminal.out


@pytest.mark.parametrize(("model", "reason"), [(None, "missing"), (b"not a model", "hash")])
def test_without_its_model_nothing_is_inspected(terminal: Terminal, model: bytes | None, reason: str) -> None:
    path = Path(terminal.file("{}", "model.npz"))
    if model is None:
        path.unlink()
    else:
        path.write_bytes(model)
        terminal.file('{"sha256": "00"}', "model.json")
    config = terminal.file(f"detection: {{names_model: {path}}}")
    assert terminal.run("inspect", "--config", config, stdin=b"Anna Schmidt") == 1
    assert (terminal.out, reason in terminal.err) == ("", True)


def test_without_the_second_look_of_its_policy_nothing_is_inspected(terminal: Terminal, tmp_path: Path) -> None:
    policies = "policies: {default: {second_look: doubtful}}"
    config = terminal.file(f"detection: {{second_look: {{model: {tmp_path / 'none'}}}}}\n{policies}")
    assert terminal.run("inspect", "--config", config, stdin=b"Anna Schmidt") == 1
    assert (terminal.out, "detection.second_look" in terminal.err) == ("", True)


def test_a_second_look_is_prepared_and_its_licence_printed(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "prepare", lambda out: {"bytes": 9, "work": out.name, "licence": "CC BY 4.0"})
    assert terminal.run("detect", "second-look", "--out", "models/look") == 0
    assert terminal.out == "models/look: 9 bytes, look, CC BY 4.0\n"
    assert terminal.run("detect", "second-look") == 2


RED = "\x1b[1;31m"


@pytest.mark.parametrize(
    ("color", "is_terminal", "no_color"), [("auto", True, ""), ("always", False, "1"), ("always", True, "1")]
)
def test_values_are_shown_in_colours_in_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, color: str, is_terminal: bool, no_color: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setenv("NO_COLOR", no_color)
    assert terminal.run("inspect", "--color", color, stdin=b"Write to ann@example.org") == 0
    assert f"Write to {RED}ann@example.org" in terminal.out


@pytest.mark.parametrize(
    ("color", "is_terminal", "no_color"), [("auto", True, "1"), ("auto", False, ""), ("never", True, "")]
)
def test_values_are_left_out_elsewhere(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, color: str, is_terminal: bool, no_color: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setenv("NO_COLOR", no_color)
    assert terminal.run("inspect", "--color", color, stdin=b"Write to ann@example.org") == 0
    assert "\x1b" not in terminal.out
    assert "ann@" not in terminal.out


def test_an_explanation_follows_the_table(terminal: Terminal) -> None:
    assert terminal.run("inspect", "--explain", stdin=b"Write to ann@example.org") == 0
    assert "1 span(s)\n\ntext:9-24 EMAIL [EMAIL1]\n  found: by email" in terminal.out
    assert terminal.run("inspect", "--explain", "--json", stdin=b"Hi") == 2


SLOW = ("aiohttp", "aiokafka", "faust", "litellm", "scipy", "sklearn", "river", "spacy", "onnxruntime")


@pytest.mark.parametrize("command", ["keys new", "inspect"])
def test_inspecting_a_text_needs_no_broker(command: str) -> None:
    program = (
        f"import sys; from gateway.cli import main; main({command.split()!r}); "
        f"print(*(set(sys.modules) & {set(SLOW)!r}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="Hi", capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stderr.strip() == ""


def test_an_unknown_policy_is_reported(terminal: Terminal) -> None:
    assert terminal.run("inspect", "--policy", "strict", stdin=b"Hi") == 2
    assert "no policy" in terminal.err


def test_a_refused_body_is_reported_without_its_values(terminal: Terminal) -> None:
    body = {**BODY, "ann@example.org": "ann@example.org"}
    assert terminal.run("inspect", stdin=orjson.dumps(body)) == 2
    assert terminal.out == ""
    assert terminal.err
    assert "ann" not in terminal.err


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
