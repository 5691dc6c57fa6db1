"""The dry run: what would leave for a text or a request body, span by span."""

from __future__ import annotations

from collections.abc import Callable

from gateway.detection.detector import Detector
from gateway.minimization.policy import Policy
from gateway.minimization.request import dry_run, minimize_request
from gateway.protocols.registry import inspected
from gateway.protocols.strict_json import parse
from gateway.errors import BadRequest
from gateway.types import JsonObject


def inspect(raw: bytes, policy: Policy, detector: Detector, hash_identifier: Callable[[str], str]) -> JsonObject:
    """The spans and the minimized form of a request body, or of a text when the bytes are no JSON object.

    Raises GatewayError for a body that the policy or its API refuses.
    """
    body = _body(raw)
    table = inspected(body)
    table.check(body, policy.refuse)
    return dry_run(minimize_request(body, table, detector, policy, hash_identifier))


def _body(raw: bytes) -> JsonObject:
    try:
        value = parse(raw)
    except BadRequest:
        value = None
    return value if isinstance(value, dict) else {"text": raw.decode("utf-8", "replace")}
