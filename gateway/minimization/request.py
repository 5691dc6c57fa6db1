"""One request, minimized: the pure step between the sealed body and what may leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gateway.detection.detector import Detector
from gateway.errors import NotFound
from gateway.minimization.minimize import Minimization, minimize
from gateway.minimization.policy import Policy
from gateway.protocols.api import Api
from gateway.types import JsonObject, JsonValue, Leaf


@dataclass(frozen=True, slots=True, repr=False)
class MinimizedRequest:
    """A body in which every span is as the plan says, and what was done to it.

    ``leaves`` are those of the original body: they hold the user's text.
    """

    body: JsonObject
    leaves: tuple[Leaf, ...]
    minimization: Minimization


def minimize_request(
    body: JsonObject, api: Api, detector: Detector, policy: Policy, hash_identifier: Callable[[str], str]
) -> MinimizedRequest:
    """The body with the policy's plan applied to every place where text can live."""
    leaves = api.leaves(body)
    minimization = minimize(leaves, [detector.detect(leaf.text) for leaf in leaves], policy, hash_identifier)
    return MinimizedRequest(api.rebuild(body, minimization.replacements), leaves, minimization)


def check_model_name(body: JsonObject, detector: Detector) -> None:
    """Raises NotFound when a model's name holds a span: a wildcard must not carry text to a provider."""
    if detector.detect(str(body.get("model"))):
        raise NotFound("the model's name looks like personal data", code="model_not_found", param="model")


def dry_run(minimized: MinimizedRequest) -> JsonObject:
    """The answer to ``POST /v1/inspect``: every span's place, type, score and action, and what would leave."""
    spans: list[JsonValue] = [
        {
            "path": span.path,
            "start": span.start,
            "end": span.end,
            "entity_type": span.entity_type.value,
            "score": span.score,
            "action": span.action.name,
            "replacement": span.replacement,
        }
        for span in minimized.minimization.report
    ]
    return {"spans": spans, "minimized": minimized.body}
