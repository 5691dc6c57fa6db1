"""Every metric of the product, defined once, with closed label sets.

Label values come from the code and the configuration, never from a request. ``initialize`` exposes every series that an
alert needs at 0 from the start, so that its first increase is seen. The comment above a group says who sets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)

from gateway.errors import CAUSES
from gateway.roles import Role
from gateway.types import Action, EntityType

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600)
_PEOPLE = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000)
_VERDICT_SECONDS = (1, 2, 5, 10, 20, 30, 45, 60, 120, 300, 600, 1800, 3600, 21_600, 43_200, 86_400, 172_800)
_STAGE_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, *_SECONDS)

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
ANALYTICS_OUTCOMES = ("emitted", "empty", "opted_out", "patterns_only", "requests_unread", "failed")
CONTRIBUTOR_SOURCES = ("safety_identifier", "user", "key")
SEARCH_OUTCOMES = ("found", "exhausted", "unknown", "budget", "skipped", "dropped", "failed")
CALL_OUTCOMES = ("answered", "failed")
DEAD_LETTER_REASONS = ("undecodable", "other_version", "unopenable", "expired", "internal_error")
OPEN_REASONS: Mapping[Role, tuple[str, ...]] = {
    Role.MINIMIZER: ("waiting", "minimizing"),
    Role.DISPATCHER: ("waiting", "at_provider", "claimed_elsewhere"),
    Role.SEARCHER: ("waiting",),
}
ANALYST_STAGES = ("learn", "snapshot", "end", "merge", "count", "judge", "ask", "publish")
SENTENCE_OUTCOMES = ("written", "forbidden", "late", "failed")
CLUSTER_STATES = ("passed", "withheld")
DRIFT_CHANGES = ("new", "split_from", "merged_into", "retired")
WITHHELD_REASONS = (
    "few_contributors",
    "few_conversations",
    "nothing_to_say",
    "dominated",
    "unsupported_words",
    "personal_data",
    "rare_phrase",
    "differencing",
    "budget_spent",
    "canary_found",
    "audit_silent",
    "rejected",
    "withdrawn",
)
SUMMARY_OUTCOMES = (
    ("candidate", ""),
    ("review", ""),
    ("published", ""),
    *(("withheld", reason) for reason in WITHHELD_REASONS),
)
HELD = ("publications", "tenant", "model")
UNKNOWN_MODEL = ""


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"canarygate_{name}", text, labels, registry=REGISTRY)


def _gauge(name: str, text: str, *labels: str) -> Gauge:
    return Gauge(f"canarygate_{name}", text, labels, registry=REGISTRY)


def _histogram(name: str, text: str, *labels: str, buckets: tuple[float, ...] = _SECONDS) -> Histogram:
    return Histogram(f"canarygate_{name}", text, labels, buckets=buckets, registry=REGISTRY)


# The process: set in streams/process.py and streams/loop_lag.py.
build_info = _gauge("build_info", "1 for the version and the roles of this process.", "version", "roles")
loop_lag_seconds = _gauge("loop_lag_seconds", "Longest time in the last minute that the event loop was held.")

# Turns at the edge: set in gateway/edge/. ``cause`` is ``errors.cause_of(error)``; ``model`` is UNKNOWN_MODEL until the
# body named one of the configuration. Turns without a known key count in no tenant.
turns_total = _counter("turns_total", "Turns that ended at this edge.", "route", "outcome")
tenant_turns_total = _counter("tenant_turns_total", "Turns that ended at this edge, by tenant.", "tenant", "outcome")
model_turns_total = _counter(
    "model_turns_total",
    "Turns that ended at this edge, by the model's name in the configuration; empty if it was not known yet.",
    "model",
    "outcome",
)
refusals_total = _counter("refusals_total", "Requests answered with 429 or 503, by cause.", "status", "cause")
turn_seconds = _histogram("turn_seconds", "From the request's arrival to its answer's last byte.", "route")
first_token_seconds = _histogram(
    "first_token_seconds", "From the request's arrival to a streamed answer's first byte.", "route"
)
turns_in_flight = _gauge("turns_in_flight", "Turns that wait for an answer at this edge.")
unrestored_placeholders_total = _counter(
    "unrestored_placeholders_total", "Strings in answers that look like a placeholder but have no original."
)

# Set wherever a stage runs.
stage_seconds = _histogram("stage_seconds", "Time that a stage works on one turn.", "stage", buckets=_STAGE_SECONDS)

# Detection and minimization: set in gateway/detectors.py, streams/detecting/, streams/minimizer/.
spans_total = _counter("spans_total", "Spans found, by what the plan did.", "entity_type", "action")
plans_total = _counter("plans_total", "Turns minimized, by who chose their plan.", "predictor")
detected_characters_total = _counter("detected_characters_total", "Characters of the spans found.")
disclosed_characters_total = _counter("disclosed_characters_total", "Characters of the spans that stayed as they were.")
predictor_info = _gauge(
    "predictor_info", "1 for the learned predictor in use, by the first digits of its file's SHA-256.", "artefact"
)
patterns_only_total = _counter(
    "patterns_only_total", "Turns minimized by patterns only, because the names layer was missing or late."
)
detection_cache_total = _counter("detection_cache_total", "Look-ups of texts in the detection cache.", "outcome")

# What users said, for analytics: set in streams/minimizer/.
analytics_texts_total = _counter(
    "analytics_texts_total", "Turns of which analytics wants to know, by what became of what the user said.", "outcome"
)
contributors_total = _counter(
    "contributors_total", "Analytics texts emitted, by the field that says whom they count for.", "source"
)
opted_out_subjects = _gauge("opted_out_subjects", "People and keys of which nothing is emitted for analytics.")

# The oracle's search: set in streams/searcher/.
searches_total = _counter("searches_total", "Sampled turns, by how the oracle's search of them ended.", "outcome")
oracle_calls_total = _counter("oracle_calls_total", "Calls of searches to trusted models.", "outcome")

# Calls to providers: set in gateway/providers/client.py.
provider_calls_total = _counter("provider_calls_total", "Calls to providers, retries included.", "model", "outcome")
provider_calls_in_flight = _gauge("provider_calls_in_flight", "Calls to providers that have not ended.", "model")
provider_seconds = _histogram("provider_seconds", "From a call to its end, retries apart.", "model")
provider_first_token_seconds = _histogram(
    "provider_first_token_seconds", "From a streamed call to its first event.", "model"
)
provider_tokens_total = _counter("provider_tokens_total", "Tokens, as the providers count them.", "model", "direction")

# Analytics: set in streams/analyst/.
conversations_clustered_total = _counter("conversations_clustered_total", "Texts that a partition's clusters learned.")
late_conversations_total = _counter("late_conversations_total", "Texts that came after their window had ended.")
clusters = _gauge("clusters", "Clusters of the last window that ended, by what the gate said.", "state")
summaries_total = _counter("summaries_total", "Summaries, by what became of them, and why.", "outcome", "reason")
sentences_total = _counter("sentences_total", "Sentences that a model was asked for, by what came of it.", "outcome")
cluster_contributors = _histogram(
    "cluster_contributors", "Distinct contributors of each cluster at the end of its window.", buckets=_PEOPLE
)
drift_events_total = _counter(
    "drift_events_total", "Topics that came, split, merged or went between windows.", "change"
)
epsilon_left = _gauge("epsilon_left", "What is left of the privacy budget after the last window.")
open_reviews = _gauge("open_reviews", "Summaries that wait for persons.")
oldest_review_seconds = _gauge("oldest_review_seconds", "For how long the oldest of these has waited.")
last_publication_age_seconds = _gauge("last_publication_age_seconds", "Time since a summary was last published.")
analyst_seconds = _histogram(
    "analyst_seconds", "Time that the analyst works on a stage.", "stage", buckets=_STAGE_SECONDS
)

# The audit: set in streams/auditor/tally.py, once the verdicts of earlier processes have been read.
probes_total = _counter("probes_total", "Requests that carry a canary, by what became of them.", "client", "outcome")
canaries_planted_total = _counter("canaries_planted_total", "Canaries that went through the edge.", "kind")
canaries_evaluated_total = _counter(
    "canaries_evaluated_total", "Verdicts that say something: clean or leaked.", "surface", "kind", "lane"
)
canaries_leaked_total = _counter(
    "canaries_leaked_total", "Canaries that were found where they must not be.", "surface", "kind", "lane"
)
canaries_lost_total = _counter(
    "canaries_lost_total", "Canaries that were not seen to pass a surface in time.", "surface", "kind", "lane"
)
canaries_outstanding = _gauge("canaries_outstanding", "Canaries without a verdict on a surface.", "surface")
canaries_unacknowledged = _gauge(
    "canaries_unacknowledged", "Canaries that leaked, and nobody has acknowledged it yet.", "surface", "kind"
)
canary_verdict_seconds = _histogram(
    "canary_verdict_seconds", "From the minting of a canary to its verdict.", "surface", buckets=_VERDICT_SECONDS
)
canary_instances_total = _counter(
    "canary_instances_total", "Pairs of a conversation and a canary in published clusters.", "lane"
)
canary_instances_leaked_total = _counter(
    "canary_instances_leaked_total", "Such pairs whose canary stands in the summary of their cluster.", "lane"
)
canary_clusters_total = _counter("canary_clusters_total", "Published clusters with a canary.", "lane")
canary_clusters_leaking_total = _counter(
    "canary_clusters_leaking_total", "Published clusters whose summary holds a canary.", "lane"
)
surface_unwatched = _gauge(
    "surface_unwatched", "1 where the auditor does not look at a surface, or cannot read it now.", "surface"
)
leak_bound = _gauge(
    "leak_bound", "The leak rate is below this with 95 %, at all looks, since the configuration changed.", "surface"
)
leak_objective = _gauge("leak_objective", "The leak bound of a surface should lie below this.", "surface")
last_planted_timestamp_seconds = _gauge(
    "last_planted_timestamp_seconds", "When a canary last went through the edge, or the auditor started."
)
last_verdict_timestamp_seconds = _gauge(
    "last_verdict_timestamp_seconds", "When the last verdict was made, or the auditor started."
)
next_verdict_timestamp_seconds = _gauge(
    "next_verdict_timestamp_seconds", "When the next verdict is due; 0 where no canary waits for one."
)

# Reactions to leaks: set in streams/dispatcher/egress.py.
holds = _gauge("holds", "What is on hold after a leak, until a person lifts it.", "subject")

# Consuming: set in streams/engine/ (the lag by ``show_lag``, open turns with the reasons of OPEN_REASONS),
# kafka_connected in gateway/edge/server.py too, dead letters in gateway/kafka/producer.py.
kafka_connected = _gauge("kafka_connected", "1 while a broker answers, by role.", "role")
assigned_partitions = _gauge("assigned_partitions", "Partitions that this member of the role's group owns.", "role")
rebalances_total = _counter("rebalances_total", "Rebalances of the role's group that this member saw.", "role")
rebalance_seconds = _histogram("rebalance_seconds", "From the revocation of partitions to the next assignment.", "role")
consumer_lag_records = _gauge(
    "consumer_lag_records",
    "Records of an assigned partition that are not acknowledged yet: its end less the next to acknowledge.",
    "topic",
    "partition",
)
open_turns = _gauge("open_turns", "Turns that were read and have not ended, by what they wait for.", "role", "reason")
oldest_turn_seconds = _gauge(
    "oldest_turn_seconds", "Age of the oldest open turn, by what it waits for.", "role", "reason"
)
open_bytes = _gauge("open_bytes", "Bytes of the open turns' records.", "role")
oldest_record_seconds = _gauge(
    "oldest_record_seconds", "Age of the oldest record of a topic that is being worked on here.", "topic"
)
dead_letters_total = _counter("dead_letters_total", "Records that could not be worked on.", "topic", "reason")

_CLOSED = (
    (detection_cache_total, CACHE_OUTCOMES),
    (plans_total, PREDICTORS),
    (analytics_texts_total, ANALYTICS_OUTCOMES),
    (contributors_total, CONTRIBUTOR_SOURCES),
    (searches_total, SEARCH_OUTCOMES),
    (oracle_calls_total, CALL_OUTCOMES),
    (drift_events_total, DRIFT_CHANGES),
    (clusters, CLUSTER_STATES),
    (analyst_seconds, ANALYST_STAGES),
    (sentences_total, SENTENCE_OUTCOMES),
    (holds, HELD),
)
_PER_ROLE = (kafka_connected, assigned_partitions, rebalances_total, rebalance_seconds, open_bytes)
_PER_MODEL = (provider_calls_in_flight, provider_seconds, provider_first_token_seconds)
_PER_ROUTE = (turn_seconds, first_token_seconds)

_lagging: dict[str, Collection[int]] = {}


def show_lag(topic: str, lags: Mapping[int, int]) -> None:
    """Exposes the lag of each partition that is assigned here, and no longer that of partitions which have left."""
    for partition in set(_lagging.get(topic, ())) - lags.keys():
        consumer_lag_records.remove(topic, str(partition))
    for partition, lag in lags.items():
        consumer_lag_records.labels(topic, str(partition)).set(lag)
    _lagging[topic] = tuple(lags)


def initialize(
    *,
    routes: Iterable[str] = (),
    models: Iterable[str] = (),
    tenants: Iterable[str] = (),
    topics: Iterable[str] = (),
    roles: Iterable[Role] = (),
) -> None:
    """Exposes every series that this process may change, at 0. All names come from the code or the configuration."""
    for stage in STAGES:
        stage_seconds.labels(stage)
    for counter, values in _CLOSED:
        for value in values:
            counter.labels(value)
    for outcome, reason in SUMMARY_OUTCOMES:
        summaries_total.labels(outcome, reason)
    for entity_type in EntityType:
        for action in Action:
            spans_total.labels(entity_type.value, action.name)
    _initialize_edge(routes, tenants)
    _initialize_models(models)
    _initialize_consuming(topics, roles)


def _initialize_edge(routes: Iterable[str], tenants: Iterable[str]) -> None:
    for status, causes in CAUSES.items():
        for cause in causes:
            refusals_total.labels(str(status), cause.value)
    for route in routes:
        for metric in _PER_ROUTE:
            metric.labels(route)
        for outcome in TURN_OUTCOMES:
            turns_total.labels(route, outcome)
    for tenant in tenants:
        for outcome in TURN_OUTCOMES:
            tenant_turns_total.labels(tenant, outcome)


def _initialize_models(models: Iterable[str]) -> None:
    for model in models:
        for metric in _PER_MODEL:
            metric.labels(model)
        for outcome in PROVIDER_OUTCOMES:
            provider_calls_total.labels(model, outcome)
        for direction in ("prompt", "completion"):
            provider_tokens_total.labels(model, direction)
    for model in (UNKNOWN_MODEL, *models):
        for outcome in TURN_OUTCOMES:
            model_turns_total.labels(model, outcome)


def _initialize_consuming(topics: Iterable[str], roles: Iterable[Role]) -> None:
    for topic in topics:
        oldest_record_seconds.labels(topic)
        for reason in DEAD_LETTER_REASONS:
            dead_letters_total.labels(topic, reason)
    for role in roles:
        for metric in _PER_ROLE:
            metric.labels(role.value)
        for reason in OPEN_REASONS.get(role, ()):
            open_turns.labels(role.value, reason)
            oldest_turn_seconds.labels(role.value, reason)
