"""The minimizer's step: from a request's bytes to all that leaves for it, without a clock or a wire.

It runs on the event loop for a short request and in another process for a long one, so whatever grows with the request
is done here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import orjson

from gateway.minimization import Detectors, check_model_name, dry_run, minimize_leaves
from gateway.plans.predictors.learned import Artefact
from gateway.policy import Policy
from gateway.protocols.api import Named
from gateway.protocols.registry import APIS_BY_NAME
from gateway.records import encode_replacement_map
from gateway.rewriting.rewriter import SpanReport
from gateway.sealing import keyed_hash
from gateway.types import Action, EntityType
from gateway.user_texts import redacted_user_texts
from streams.detecting.steps import Detecting


@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """A request and all that its minimization depends on, besides the detectors.

    ``any_model`` says that the configuration passes any model's name to the provider, ``analytics`` that it wants to
    know what the user said.
    """

    request: bytes
    route: str
    tenant: str
    any_model: bool
    dry_run: bool
    policy: Policy
    hashing_key: bytes
    predictor: Artefact | None
    analytics: bool = False


class SpanCount(NamedTuple):
    """How many spans of a type got an action, and how many characters they have."""

    entity_type: EntityType
    action: Action
    spans: int
    characters: int


@dataclass(frozen=True, slots=True, repr=False)
class Said:
    """What the user said in a turn, every detected span redacted, and whom the request names.

    ``complete`` is False if a detector was missing or late: then a span may have been missed.
    """

    text: str
    named: tuple[Named, ...]
    complete: bool


@dataclass(frozen=True, slots=True, repr=False)
class Minimized:
    """What leaves for a request, encoded: its minimized body, or the answer to a dry run, and the replacement map.

    ``said`` is for analytics; None if they want nothing of it.
    """

    body: bytes
    stream: bool
    replacement_map: bytes
    counts: tuple[SpanCount, ...]
    detect_seconds: float
    said: Said | None = None


def minimized(job: Job, detectors: Detectors) -> Detecting[Minimized]:
    """A step that returns what leaves for the request; raises GatewayError if nothing may."""
    body, api = orjson.loads(job.request), APIS_BY_NAME[job.route]
    if job.any_model:
        check_model_name(body, detectors.words)
    began = time.perf_counter()
    leaves = api.leaves(body)
    spans = yield leaves
    detect_seconds = time.perf_counter() - began
    hash_identifier = partial(keyed_hash, job.hashing_key, job.tenant)
    done = minimize_leaves(
        body, api, leaves, spans, policy=job.policy, hash_identifier=hash_identifier, artefact=job.predictor
    )
    said = None
    if job.analytics and not job.dry_run:
        text = redacted_user_texts(body, api, leaves, spans, policy=job.policy, minimization=done.minimization)
        said = Said(text, api.named(body), detectors.complete)
    return Minimized(
        body=orjson.dumps(dry_run(done) if job.dry_run else done.body),
        stream=done.body.get("stream") is True,
        replacement_map=encode_replacement_map(done.minimization.replacement_map),
        counts=tuple(counted(done.minimization.report)),
        detect_seconds=detect_seconds,
        said=said,
    )


def counted(report: Iterable[SpanReport]) -> Iterable[SpanCount]:
    """Yields the spans of a report by type and action.

    >>> span = SpanReport("text", 0, 3, EntityType.NAME, 0.9, Action.REDACT, "[NAME1]", "tagger")
    >>> [(each.spans, each.characters) for each in counted([span, span])]
    [(2, 6)]
    """
    spans: Counter[tuple[EntityType, Action]] = Counter()
    characters: Counter[tuple[EntityType, Action]] = Counter()
    for span in report:
        spans[span.entity_type, span.action] += 1
        characters[span.entity_type, span.action] += span.end - span.start
    return (SpanCount(*key, number, characters[key]) for key, number in spans.items())
