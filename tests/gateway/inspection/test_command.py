from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import orjson
import pytest

from gateway.plans.predictors.learned import Artefact, Needs
from tests.gateway.settings.samples import EMBEDDED
from tests.support.terminal import Terminal

BODY = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}


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
    assert re.search(r"EMAIL  0\.9\d   email       RETAIN  stays", terminal.out)


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


RED = "\x1b[1;31m"


def inspect(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, color: str, is_terminal: bool) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    assert terminal.run("inspect", "--color", color, stdin=b"Write to ann@example.org") == 0


@pytest.mark.parametrize(
    ("color", "is_terminal", "no_color"), [("auto", True, ""), ("always", False, "1"), ("always", True, "1")]
)
def test_values_are_shown_in_colours_in_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, color: str, is_terminal: bool, no_color: str
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    inspect(terminal, monkeypatch, color, is_terminal)
    assert f"Write to {RED}ann@example.org" in terminal.out


@pytest.mark.parametrize(
    ("color", "is_terminal", "no_color"), [("auto", True, "1"), ("auto", False, ""), ("never", True, "")]
)
def test_values_are_left_out_elsewhere(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, color: str, is_terminal: bool, no_color: str
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    inspect(terminal, monkeypatch, color, is_terminal)
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
