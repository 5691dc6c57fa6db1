"""A probe is a request that the edge takes, holds its canary where it says, and looks like any other request."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.policy import REFUSALS
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import JsonObject
from streams.canaries.carriers import Position, Probe, ProbeWeights, build_probe, draw_probe
from streams.canaries.disguises import Disguise, halves
from streams.canaries.folding import letters
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.scanner import Scanner

MARKS = re.compile(r"canar(y|ies)|\b(probe|audit|secret|dummy|fake|test|witness|synthetic)", re.IGNORECASE)


def probe(kind: str, position: Position, disguise: Disguise, seed: int, *, earlier: bool = False) -> tuple[str, Probe]:
    random = Random(seed)
    canary = mint(kind, random, lambda value: False)
    return canary.value, build_probe(
        canary, "gpt-4.1", position, disguise, earlier=earlier, stream=bool(seed % 2), chance=random
    )


@pytest.mark.parametrize("position", Position)
@settings(max_examples=60)
@given(st.sampled_from(list(KINDS)), st.sampled_from(Disguise), st.integers(0, 10**6), st.booleans())
def test_the_edge_takes_every_probe(
    position: Position, kind: str, disguise: Disguise, seed: int, earlier: bool
) -> None:
    _, made = probe(kind, position, disguise, seed, earlier=earlier)
    CHAT_COMPLETIONS.check(json.loads(json.dumps(made.body)), REFUSALS)
    assert made.position in (position, Position.USER)
    assert made.body.get("stream", False) is made.stream


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("disguise", [each for each in Disguise if each is not Disguise.SPLIT])
def test_what_a_probe_carries_is_seen_where_it_leaves_as_it_came(position: Position, disguise: Disguise) -> None:
    for seed, kind in enumerate(kind for kind in KINDS if re.search(rb"[0-9]{2}", letters(_value(kind)))):
        _, made = probe(kind, position, disguise, seed)
        scanner = Scanner[int]()
        scanner.add({1: mint(kind, Random(seed), lambda value: False)})
        found = [find for leaf in CHAT_COMPLETIONS.leaves(made.body) for find in scanner.scan(leaf.text)]
        assert found, (kind, made)
        assert scanner.scan(json.dumps(made.body)), (kind, made)


def _value(kind: str) -> str:
    return mint(kind, Random(0), lambda value: False).value


@pytest.mark.parametrize("kind", KINDS)
def test_a_split_canary_stands_in_two_messages_of_the_user(kind: str) -> None:
    value, made = probe(kind, Position.USER, Disguise.SPLIT, 1)
    said = [message["content"] for message in _messages(made.body) if message["role"] == "user"]
    first, second = halves(value)
    assert value not in json.dumps(made.body)
    assert any(first in text for text in said[:-1])
    assert second in said[-1]


@settings(max_examples=300)
@given(st.sampled_from(list(KINDS)), st.sampled_from(Position), st.integers(0, 10**6), st.booleans())
def test_nothing_in_a_probe_marks_it(kind: str, position: Position, seed: int, earlier: bool) -> None:
    value, made = probe(kind, position, Disguise.PLAIN, seed, earlier=earlier)
    assert not MARKS.search(json.dumps(made.body).replace(json.dumps(value)[1:-1], "").replace("Statistics", ""))


def test_the_same_generator_draws_the_same_probes() -> None:
    def drawn(seed: int) -> list[JsonObject]:
        random = Random(seed)
        return [
            draw_probe(mint("EMAIL", random, lambda value: False), "m", ProbeWeights(), random).body for _ in range(20)
        ]

    assert drawn(1) == drawn(1) != drawn(2)


def test_probes_are_drawn_by_their_weights() -> None:
    random = Random(1)
    weights = ProbeWeights(
        positions={Position.USER: 3.0, Position.RESULT: 1.0, Position.STOP: 0.0},
        disguises={Disguise.PLAIN: 1.0, Disguise.SPLIT: 0.0},
        multi_turn=0.25,
        stream=1.0,
    )
    canary = mint("SSN", random, lambda value: False)
    probes = [draw_probe(canary, "m", weights, random) for _ in range(2000)]
    positions = Counter(made.position for made in probes)
    assert {*positions} == {Position.USER, Position.RESULT}
    assert 0.7 < positions[Position.USER] / 2000 < 0.8
    assert {made.disguise for made in probes} == {Disguise.PLAIN}
    assert all(made.stream for made in probes)
    longer = sum(len([m for m in _messages(made.body) if m["role"] == "user"]) > 1 for made in probes)
    assert 0.2 < longer / 2000 < 0.3


def test_a_probe_does_not_show_its_canary() -> None:
    value, made = probe("SSN", Position.USER, Disguise.PLAIN, 1)
    assert value not in repr(made)


def _messages(body: JsonObject) -> list[dict[str, str]]:
    messages = json.loads(json.dumps(body["messages"]))
    assert isinstance(messages, list)
    return messages
