from __future__ import annotations

import orjson
import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.errors import BadRequest, PolicyBlocked
from gateway.inspection import inspect
from gateway.minimization import Detectors, MinimizedRequest
from gateway.policy import Policy

BODY = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}


def inspected(raw: bytes, policy: Policy | None = None) -> MinimizedRequest:
    detectors = Detectors(PatternDetector(), PatternDetector())
    return inspect(raw, policy or Policy(), detectors, lambda text: "hashed")


@pytest.mark.parametrize(
    ("raw", "minimized"),
    [
        (b"Write to ann@example.org", {"text": "Write to [EMAIL1]"}),
        (b'{"text": "Write to ann@example.org"}', {"text": "Write to [EMAIL1]"}),
        (b'"ann@example.org"', {"text": '"[EMAIL1]"'}),
        (b"{broken: ann@example.org}", {"text": "{broken: [EMAIL1]}"}),
        (b"\xff ann@example.org", {"text": "\ufffd [EMAIL1]"}),
        (b"", {"text": ""}),
        (orjson.dumps(BODY), {**BODY, "messages": [{"role": "user", "content": "Write to [EMAIL1]"}]}),
    ],
)
def test_the_output_has_the_shape_of_the_input(raw: bytes, minimized: object) -> None:
    assert inspected(raw).body == minimized


@pytest.mark.parametrize(
    ("body", "error"),
    [({**BODY, "store": True}, PolicyBlocked), ({"messages": 1}, BadRequest), ({"text": 1}, BadRequest)],
)
def test_a_body_that_would_be_refused_is_refused_here_too(body: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        inspected(orjson.dumps(body))
