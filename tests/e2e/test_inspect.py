"""The dry run says span by span what would leave, over HTTP and on the command line alike, and sends nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.types import JsonObject, JsonValue
from tests.e2e.bodies import PLACES, Plants, chat, said
from tests.e2e.exchange import all_at_once
from tests.support.gateway import Gateway
from tests.support.upstream import Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
EMAIL = "dana.okoye+42@harbor-quartz7.example"
TEXT = f"Hello {EMAIL}, call +1 415 555 0132"
BODY = chat(
    [
        said("user", f"Ask {EMAIL}"),
        said(
            "assistant",
            None,
            tool_calls=[
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "f", "arguments": json.dumps({"a": {"to": EMAIL, "card": 4111111111111111}})},
                }
            ],
        ),
        said("tool", json.dumps({EMAIL: "sent"}), tool_call_id="call_1"),
    ],
    user=EMAIL,
)
ENVIRONMENT = {"PATH": "/usr/bin:/bin"}


async def inspected(gateway: Gateway, body: JsonObject, policy: str = "default") -> JsonObject:
    async with gateway.session(policy) as session, session.post("/v1/inspect", json=body) as response:
        assert response.status == 200, await response.read()
        answer: JsonObject = await response.json()
        return answer


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gateway.cli", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=ENVIRONMENT,
    )


async def test_a_text(gateway: Gateway, upstream: Upstream) -> None:
    before = len(upstream.requests)
    answer = await inspected(gateway, {"text": TEXT})
    assert answer["minimized"] == {"text": "Hello [EMAIL1], call [PHONE_NUMBER1]"}
    email = span(6, 6 + len(EMAIL), "EMAIL", "[EMAIL1]")
    phone = span(TEXT.index("+1"), len(TEXT), "PHONE_NUMBER", "[PHONE_NUMBER1]")
    assert without_scores(answer["spans"]) == [email, phone]
    assert len(upstream.requests) == before


def without_scores(spans: JsonValue) -> list[JsonObject]:
    """The spans without their scores, which hang on the words around."""
    assert isinstance(spans, list)
    return [{name: each[name] for name in each if name != "score"} for each in spans if isinstance(each, dict)]


def span(start: int, end: int, entity_type: str, replacement: str | None) -> JsonObject:
    action = "REDACT" if replacement else "RETAIN"
    return {
        "path": "text",
        "start": start,
        "end": end,
        "entity_type": entity_type,
        "action": action,
        "replacement": replacement,
    }


async def test_a_body_names_each_place(gateway: Gateway) -> None:
    answer = await inspected(gateway, BODY)
    spans = answer["spans"]
    assert isinstance(spans, list)
    assert {str(each["path"]) for each in spans if isinstance(each, dict)} == {
        "messages[0].content",
        "messages[1].tool_calls[0].function.arguments#/a/to",
        "messages[1].tool_calls[0].function.arguments#/a/card",
        f"messages[2].content#/{EMAIL}/~key",
    }
    assert EMAIL not in json.dumps(answer["minimized"])


async def test_what_would_leave_is_what_leaves(gateway: Gateway, upstream: Upstream) -> None:
    minimized = (await inspected(gateway, BODY))["minimized"]
    async with gateway.session() as session, session.post("/v1/chat/completions", json=BODY) as response:
        assert response.status == 200
    assert upstream.requests[-1].json == minimized


async def test_every_place_of_a_body_can_be_inspected(gateway: Gateway) -> None:
    plants = [Plants(f"inspect {place}") for place in PLACES]
    bodies = [make(each) for make, each in zip(PLACES.values(), plants, strict=True)]
    for each, answer in zip(plants, await all_at_once(inspected(gateway, body) for body in bodies), strict=True):
        assert each.leaks(json.dumps(answer["minimized"]).encode()) == []


async def test_offsets_count_code_points(gateway: Gateway) -> None:
    text = f"🎉🎉 é {EMAIL}"
    answer = await inspected(gateway, {"text": text})
    spans = answer["spans"]
    assert isinstance(spans, list)
    assert span(5, 5 + len(EMAIL), "EMAIL", "[EMAIL1]") in without_scores(spans)
    assert text[5 : 5 + len(EMAIL)] == EMAIL


async def test_the_policy_of_the_key_counts(gateway: Gateway) -> None:
    answer = await inspected(gateway, {"text": f"Hello {EMAIL}"}, "retain")
    assert without_scores(answer["spans"]) == [span(6, 6 + len(EMAIL), "EMAIL", None)]
    assert answer["minimized"] == {"text": f"Hello {EMAIL}"}


@pytest.mark.parametrize("body", [{"text": 5}, {"text": TEXT, "more": 1}, {"messages": []}, {}])
async def test_what_is_no_request_is_refused(gateway: Gateway, body: JsonValue) -> None:
    async with gateway.session() as session, session.post("/v1/inspect", json=body) as response:
        assert response.status == 400
        assert EMAIL not in await response.text()


@pytest.mark.parametrize("body", [{"text": TEXT}, {name: value for name, value in BODY.items() if name != "user"}])
async def test_the_command_line_says_the_same(gateway: Gateway, body: JsonObject) -> None:
    done = run("inspect", "--json", text=json.dumps(body))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == await inspected(gateway, body)


async def test_the_command_line_takes_plain_text_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mail.txt"
    file.write_text(TEXT, encoding="utf-8")
    done = run("inspect", str(file))
    assert done.returncode == 0, done.stderr
    assert "Hello [EMAIL1], call [PHONE_NUMBER1]" in done.stdout
    assert "2 span(s)" in done.stdout


MISTAKES = """\
edge: {listen: nowhere, max_in_flight: 0}
sealing: {keys: os.environ/NOT_SET_ANYWHERE}
hashing: {key: short}
unknown_section: 1
api_keys:
  - {name: a, hash: "sha256:12"}
  - {name: b, hash: "sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", policy: absent}
model_list:
  - {model_name: "g*pt", litellm_params: {model: gpt}}
policies:
  default:
    actions: {EMIAL: REDACT}
    refuse: [everything]
"""


async def test_every_mistake_of_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "canarygate.yaml"
    file.write_text(MISTAKES, encoding="utf-8")
    roles = [word for role in ("edge", "minimizer", "dispatcher") for word in ("--role", role)]
    done = run("check", "--config", str(file), *roles)
    assert (done.returncode, done.stdout) == (2, "")
    for line, place in [
        (1, "edge.listen"),
        (1, "edge.max_in_flight"),
        (2, "sealing.keys"),
        (3, "hashing.key"),
        (4, "unknown_section"),
        (6, "api_keys[0].hash"),
        (7, "api_keys[1].policy"),
        (9, "model_list[0].model_name"),
        (12, "policies.default.actions"),
        (13, "policies.default.refuse"),
    ]:
        assert any(f"line {line}" in said and place in said for said in done.stderr.splitlines()), (line, place)
    assert "sha256:12" not in done.stderr


async def test_a_file_without_mistakes_is_shown_as_it_works(tmp_path: Path) -> None:
    file = tmp_path / "canarygate.yaml"
    file.write_text("broker: embedded\npolicies: {default: {actions: {EMAIL: RETAIN}}}\n", encoding="utf-8")
    done = run("check", "--config", str(file))
    assert done.returncode == 0, done.stderr
    assert "EMAIL" in done.stdout
