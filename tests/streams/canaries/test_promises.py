"""What is promised is found: probes go through the detectors and the rewriter of the strictest policy."""

from __future__ import annotations

import json
from random import Random

import pytest

from gateway.detectors import load_detectors
from gateway.minimization import Detectors, minimize_request
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.settings import load
from gateway.settings.audit import CANARY_KINDS, DISGUISES, POSITIONS
from streams.canaries.carriers import Position, build_probe
from streams.canaries.disguises import Disguise
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.promises import is_promised
from streams.canaries.scanner import Scanner

SEEDS = 2
USUALLY = 0.98


@pytest.fixture(scope="module")
def detectors() -> Detectors:
    made = load_detectors(load(None, {}, []).detection, {"default": Policy()})["default"].full
    assert made is not None
    return made


def is_hidden(kind: str, position: Position, disguise: Disguise, seed: int, detectors: Detectors) -> bool:
    random = Random(f"{kind} {position} {disguise} {seed}")
    canary = mint(kind, random, lambda value: False)
    made = build_probe(canary, "m", position, disguise, earlier=bool(seed % 2), stream=False, chance=random)
    scanner = Scanner[int]()
    scanner.add({1: canary})
    left = minimize_request(made.body, CHAT_COMPLETIONS, detectors, Policy(), lambda text: "hashed")
    return not scanner.scan(json.dumps(left.body, ensure_ascii=False))


def test_the_settings_weigh_every_position_and_every_disguise() -> None:
    assert set(POSITIONS) == {*Position}
    assert set(DISGUISES) == {*Disguise}
    assert set(CANARY_KINDS) <= {*KINDS}


@pytest.mark.parametrize(
    ("position", "disguise"),
    [*((position, Disguise.PLAIN) for position in Position), *((Position.USER, each) for each in Disguise)],
)
def test_what_is_promised_of_the_planted_kinds_is_hidden(
    position: Position, disguise: Disguise, detectors: Detectors
) -> None:
    promised = [kind for kind in CANARY_KINDS if is_promised(kind, position, disguise)]
    hidden = [is_hidden(kind, position, disguise, seed, detectors) for kind in promised for seed in range(SEEDS)]
    print(f"{position.value} {disguise.value}: {sum(hidden)} of {len(hidden)} hidden")
    assert sum(hidden) >= USUALLY * len(hidden)


@pytest.mark.parametrize(
    ("kind", "position", "disguise"),
    [
        ("ONLINE_IDENTITY", Position.USER, Disguise.SPACED),
        ("SSN", Position.USER, Disguise.BASE64),
        ("PRODUCT", Position.NAME, Disguise.PLAIN),
        ("PASSPORT", Position.STOP, Disguise.PLAIN),
        ("USERNAME", Position.SCHEMA, Disguise.PLAIN),
    ],
)
def test_what_is_not_promised_gets_through(
    kind: str, position: Position, disguise: Disguise, detectors: Detectors
) -> None:
    assert not is_promised(kind, position, disguise)
    assert not all(is_hidden(kind, position, disguise, seed, detectors) for seed in range(8))


def test_a_quantity_is_judged_where_it_is_planted_although_no_detector_finds_it(detectors: Detectors) -> None:
    assert is_promised("QUANTITY", Position.USER, Disguise.PLAIN)
    assert not all(is_hidden("QUANTITY", Position.USER, Disguise.PLAIN, seed, detectors) for seed in range(8))
