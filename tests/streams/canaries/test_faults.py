from __future__ import annotations

import json
from random import Random
from urllib.parse import unquote

import pytest

from gateway.errors import GatewayError
from gateway.policy import REFUSALS
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.strict_json import parse_object
from gateway.types import JsonObject
from streams.canaries.carriers import Position, build_probe
from streams.canaries.disguises import Disguise
from streams.canaries.faults import ROUTE, Fault, SentRequest, spoiled
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.scanner import Scanner
from tests.streams.canaries.test_carriers import MARKS

OF_THE_ROUTER = {Fault.UNKNOWN_MODEL, Fault.UNKNOWN_ROUTE}


def probe(kind: str) -> tuple[Canary, JsonObject]:
    random = Random(kind)
    canary = mint(kind, random, lambda value: False)
    made = build_probe(canary, "m", Position.USER, Disguise.PLAIN, earlier=True, stream=False, chance=random)
    return canary, made.body


def checked(request: SentRequest) -> None:
    CHAT_COMPLETIONS.check(parse_object(request.content), REFUSALS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", Fault)
def test_a_fault_is_refused_by_the_edge_and_holds_the_canary(fault: Fault, kind: str) -> None:
    canary, body = probe(kind)
    request = spoiled(body, canary.value, fault)
    scanner = Scanner[int]()
    scanner.add({1: canary})
    assert scanner.scan(unquote(request.route) + request.content.decode())
    if fault not in OF_THE_ROUTER:
        with pytest.raises(GatewayError):
            checked(request)


@pytest.mark.parametrize("fault", Fault)
def test_nothing_in_an_invalid_probe_marks_it(fault: Fault) -> None:
    canary, body = probe("EMAIL")
    request = spoiled(body, canary.value, fault)
    written = (request.route + request.content.decode()).replace(canary.value, "").replace("Statistics", "")
    assert not MARKS.search(written)


def test_what_the_router_refuses_has_another_path_or_another_model() -> None:
    canary, body = probe("EMAIL")
    assert spoiled(body, canary.value, Fault.UNKNOWN_ROUTE).route == f"/v1/notes/{canary.value}"
    assert json.loads(spoiled(body, canary.value, Fault.UNKNOWN_MODEL).content)["model"] == f"m-{canary.value}"


def test_without_a_fault_a_request_stays_as_it_is() -> None:
    canary, body = probe("EMAIL")
    request = spoiled(body, canary.value, None)
    assert (request.route, json.loads(request.content)) == (ROUTE, body)
    checked(request)
