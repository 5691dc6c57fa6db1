"""The dry run: what would leave for a text or a request body, span by span."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gateway.errors import BadRequest
from gateway.minimization.policy import Policy
from gateway.minimization.request import Detectors, MinimizedRequest, minimize_request
from gateway.protocols.registry import inspected_api
from gateway.protocols.strict_json import parse
from gateway.types import JsonObject


def inspect(
    raw: bytes, policy: Policy, detectors: Detectors, hash_identifier: Callable[[str], str]
) -> MinimizedRequest:
    """What would leave for a request body, or for a text when the bytes are no JSON object.

    Raises GatewayError for a body that the policy or its API refuses.
    """
    body = _body(raw)
    api = inspected_api(body)
    api.check(body, policy.refuse)
    return minimize_request(body, api, detectors, policy, hash_identifier)


def table(minimized: MinimizedRequest) -> str:
    """The dry run for a person to read: a row for each span, then the texts that would leave."""
    return "\n".join(_lines(minimized))


def _lines(minimized: MinimizedRequest) -> Iterator[str]:
    report = minimized.minimization.report
    for span in report:
        place = f"{span.path}:{span.start}-{span.end}"
        became = span.replacement or "stays"
        yield f"{place:<40} {span.entity_type.value:<16} {span.score:4.2f} {span.recognizer:<16} {became}"
    yield f"{len(report)} span(s)"
    for path, text in minimized.minimization.replacements.items():
        yield f"\n{path}\n  {text}"


def _body(raw: bytes) -> JsonObject:
    try:
        value = parse(raw)
    except BadRequest:
        value = None
    return value if isinstance(value, dict) else {"text": raw.decode("utf-8", "replace")}
