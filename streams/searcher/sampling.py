"""From a live request to a prompt that the oracle can search, and to the ledger's record of it, without text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Final

import orjson

from gateway.entities.numbering import find_entities
from gateway.given import GivenEntity
from gateway.minimization import Detectors
from gateway.plans.predicting import told_by_round
from gateway.plans.predictors.features import Features
from gateway.policy import Policy
from gateway.protocols.registry import APIS_BY_NAME
from gateway.rewriting.abstraction.abstract import Abstracted, abstractions
from gateway.types import JsonObject, Leaf, LeafKind, Span
from streams.searcher.driver import Bounds, Driver
from streams.searcher.ledger import Head, Ledger, Live
from streams.searcher.prompts import Prompt
from streams.searcher.scorers import Scorer

SLACK: Final = 0


@dataclass(frozen=True, slots=True, repr=False)
class Sample:
    """A tenant's request: its prompt, the features of each of its entities, and its policy. Its repr has no text."""

    prompt: Prompt
    features: tuple[Features, ...]
    policy: Policy
    tenant: str


def is_sampled(turn_id: str, share: float) -> bool:
    """Whether a turn is in this share of all turns; a redelivered turn gets the same result.

    >>> is_sampled("a turn", 1.0), is_sampled("a turn", 0.0)
    (True, False)
    """
    return int.from_bytes(sha256(turn_id.encode()).digest()[:8]) < share * 2**64


def sample(
    turn_id: str,
    body: JsonObject,
    leaves: Sequence[Leaf],
    *,
    find: Callable[[str], Sequence[Span]],
    policy: Policy,
    tenant: str,
    most: int,
) -> Sample | None:
    """Returns the prompt of a request that begins a conversation; None for others, and for 0 or over ``most`` entities.

    Later requests depend on earlier answers, which the search would have to invent.
    """
    messages = body.get("messages")
    roles = [each.get("role") for each in messages if isinstance(each, dict)] if isinstance(messages, list) else []
    if roles.count("user") != 1 or "assistant" in roles:
        return None
    said = [leaf.text for leaf in leaves if leaf.message is not None and leaf.kind is LeafKind.TEXT]
    text = "\n\n".join(said)
    found = find_entities([Leaf("text", LeafKind.TEXT, text, 0)], [find(text)], policy)
    told = next(told_by_round(found), {})
    if not told or len(told) > most or len(told) < len(found.entities):
        return None
    entities = found.entities.values()
    phrases = abstractions([Abstracted(each.entity_type, each.forms) for each in entities], policy.dates)
    subjects = tuple(
        GivenEntity(each.entity_type, each.forms, phrase or "") for each, phrase in zip(entities, phrases, strict=True)
    )
    return Sample(Prompt(turn_id, "live", text, subjects), tuple(told[key] for key in found.entities), policy, tenant)


def sample_of(
    turn_id: str, request: bytes, route: str, detectors: Detectors, *, policy: Policy, tenant: str, most: int
) -> Sample | None:
    """Returns the sample of an opened request, as ``sample`` does."""
    body: JsonObject = orjson.loads(request)
    leaves = APIS_BY_NAME[route].leaves(body)
    return sample(turn_id, body, leaves, find=detectors.texts.detect, policy=policy, tenant=tenant, most=most)


async def searched(sample: Sample, scorer: Scorer, head: Head, bounds: Bounds) -> Live:
    """Returns what the oracle finds for a sample; raises GatewayError if a plan cannot rewrite the prompt."""
    ledger = Ledger(BytesIO(), head, [])
    await Driver(scorer, ledger, bounds).run([sample.prompt], SLACK)
    ended = ledger.results[sample.prompt.id, SLACK]
    return Live(turn=sample.prompt.id, features=sample.features, plan=ended.plan, ending=ended.ending)
