"""The dry run: shows what would be sent for a text or a request body, span by span."""

from __future__ import annotations

from collections.abc import Callable

from gateway.errors import BadRequest
from gateway.minimization import Detectors, MinimizedRequest, minimize_request
from gateway.plans.predictors.learned import Artefact
from gateway.policy import Policy
from gateway.protocols.registry import inspected_api
from gateway.protocols.strict_json import parse
from gateway.types import JsonObject


def inspect(
    raw: bytes,
    policy: Policy,
    detectors: Detectors,
    hash_identifier: Callable[[str], str],
    artefact: Artefact | None = None,
) -> MinimizedRequest:
    """Returns what would be sent for a request body, or for a text if the bytes are not a JSON object.

    ``artefact`` is the learned predictor, for policies that use one. Raises GatewayError for a body that the policy or
    its API refuses.
    """
    body = _body(raw)
    api = inspected_api(body)
    api.check(body, policy.refuse)
    return minimize_request(body, api, detectors, policy, hash_identifier, artefact=artefact)


def _body(raw: bytes) -> JsonObject:
    try:
        value = parse(raw)
    except BadRequest:
        value = None
    return value if isinstance(value, dict) else {"text": raw.decode("utf-8", "replace")}
