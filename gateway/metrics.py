"""Every metric of the product, defined once, with closed label sets.

Label values come from the code and the configuration, never from a request. ``initialize`` exposes every series that an
alert needs at 0 from the start, so that its first increase is seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

from gateway.types import Action, EntityType

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()

_TURN_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600)
_STAGE_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1)

TURN_OUTCOMES = (
    "answered",
    "bad_request",
    "blocked",
    "cancelled",
    "internal_error",
    "provider_failed",
    "timed_out",
    "too_many",
    "unauthorized",
    "unavailable",
)
STAGES = ("admit", "seal", "minimize", "detect", "provider", "restore")
CACHE_OUTCOMES = ("hit", "miss")
PROVIDER_OUTCOMES = ("answered", "cancelled", "failed", "refused", "timed_out", "too_many")
PREDICTORS = ("policy", "learned")
SEARCH_OUTCOMES = ("found", "exhausted", "unknown", "budget", "skipped", "dropped", "failed")
CALL_OUTCOMES = ("answered", "failed")
DEAD_LETTER_REASONS = ("undecodable", "unopenable", "expired", "internal_error")

turns_total = Counter(
    "canarygate_turns_total", "Turns that ended at this edge.", ("route", "outcome"), registry=REGISTRY
)
turn_seconds = Histogram(
    "canarygate_turn_seconds",
    "From the request's arrival to its answer's last byte.",
    ("route",),
    buckets=_TURN_SECONDS,
    registry=REGISTRY,
)
first_token_seconds = Histogram(
    "canarygate_first_token_seconds",
    "From the request's arrival to a streamed answer's first byte.",
    ("route",),
    buckets=_TURN_SECONDS,
    registry=REGISTRY,
)
stage_seconds = Histogram(
    "canarygate_stage_seconds",
    "Time that a stage works on one turn.",
    ("stage",),
    buckets=_STAGE_SECONDS,
    registry=REGISTRY,
)
turns_in_flight = Gauge("canarygate_turns_in_flight", "Turns that wait for an answer at this edge.", registry=REGISTRY)
spans_total = Counter(
    "canarygate_spans_total", "Spans found, by what the plan did.", ("entity_type", "action"), registry=REGISTRY
)
plans_total = Counter(
    "canarygate_plans_total", "Turns minimized, by who chose their plan.", ("predictor",), registry=REGISTRY
)
detected_characters_total = Counter(
    "canarygate_detected_characters_total", "Characters of the spans found.", registry=REGISTRY
)
disclosed_characters_total = Counter(
    "canarygate_disclosed_characters_total", "Characters of the spans that stayed as they were.", registry=REGISTRY
)
predictor_info = Gauge(
    "canarygate_predictor_info",
    "1 for the learned predictor in use, by the first digits of its file's SHA-256.",
    ("artefact",),
    registry=REGISTRY,
)
searches_total = Counter(
    "canarygate_searches_total",
    "Sampled turns, by how the oracle's search of them ended.",
    ("outcome",),
    registry=REGISTRY,
)
oracle_calls_total = Counter(
    "canarygate_oracle_calls_total", "Calls of searches to trusted models.", ("outcome",), registry=REGISTRY
)
patterns_only_total = Counter(
    "canarygate_patterns_only_total",
    "Turns minimized by patterns only, because the names layer was missing or late.",
    registry=REGISTRY,
)
detection_cache_total = Counter(
    "canarygate_detection_cache_total",
    "Look-ups of texts in the detection cache.",
    ("outcome",),
    registry=REGISTRY,
)
unrestored_placeholders_total = Counter(
    "canarygate_unrestored_placeholders_total",
    "Strings in answers that look like a placeholder but have no original.",
    registry=REGISTRY,
)
provider_calls_total = Counter(
    "canarygate_provider_calls_total", "Calls to providers, retries included.", ("model", "outcome"), registry=REGISTRY
)
provider_tokens_total = Counter(
    "canarygate_provider_tokens_total",
    "Tokens, as the providers count them.",
    ("model", "direction"),
    registry=REGISTRY,
)
dead_letters_total = Counter(
    "canarygate_dead_letters_total", "Records that could not be worked on.", ("topic", "reason"), registry=REGISTRY
)
oldest_record_seconds = Gauge(
    "canarygate_oldest_record_seconds",
    "Age of the oldest record of a topic that is being worked on here.",
    ("topic",),
    registry=REGISTRY,
)

_CLOSED = (
    (detection_cache_total, CACHE_OUTCOMES),
    (plans_total, PREDICTORS),
    (searches_total, SEARCH_OUTCOMES),
    (oracle_calls_total, CALL_OUTCOMES),
)


def initialize(*, routes: Iterable[str] = (), models: Iterable[str] = (), topics: Iterable[str] = ()) -> None:
    """Exposes every series that this process may change, at 0."""
    for route in routes:
        for outcome in TURN_OUTCOMES:
            turns_total.labels(route, outcome)
        turn_seconds.labels(route)
        first_token_seconds.labels(route)
    for stage in STAGES:
        stage_seconds.labels(stage)
    for counter, values in _CLOSED:
        for value in values:
            counter.labels(value)
    for model in models:
        for outcome in PROVIDER_OUTCOMES:
            provider_calls_total.labels(model, outcome)
        for direction in ("prompt", "completion"):
            provider_tokens_total.labels(model, direction)
    for topic in topics:
        oldest_record_seconds.labels(topic)
        for reason in DEAD_LETTER_REASONS:
            dead_letters_total.labels(topic, reason)
    for entity_type in EntityType:
        for action in Action:
            spans_total.labels(entity_type.value, action.name)
