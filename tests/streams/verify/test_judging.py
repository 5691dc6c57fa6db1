"""What the witness received says what leaked; what it did not receive is never called clean."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from streams.canaries.carriers import Position, build_probe
from streams.canaries.disguises import Disguise, disguised, halves
from streams.canaries.forms import Canary, Form
from streams.canaries.mint import mint
from streams.verify.judging import (
    GatewayAnswer,
    JudgedProbe,
    Mark,
    RequestPart,
    VerifiedOutcome,
    WitnessedLeak,
    WitnessedRequest,
    judged,
)
from streams.verify.plan import PlannedProbe

MARK = Mark("f3a9")
MAIL = "alex.patel.42157@example.com"
SSN = "536-90-4399"


def probe(value: str, kind: str = "email", disguise: Disguise = Disguise.PLAIN) -> PlannedProbe:
    canary = Canary(kind, value)
    made = build_probe(canary, "m", Position.USER, disguise, earlier=False, stream=False, chance=Random(1))
    return PlannedProbe(canary, made, earlier=False)


def request(text: str = "", path: str = "/v1/chat/completions", headers: Sequence[str] = ()) -> WitnessedRequest:
    return WitnessedRequest(path, tuple(headers), json.dumps({"messages": [{"content": text}]}).encode())


def answer(number: int, text: str = "") -> GatewayAnswer:
    return GatewayAnswer(200, text=f"{MARK.of(number)} {text}")


def judge(planned: PlannedProbe, answered: GatewayAnswer, *received: WitnessedRequest) -> JudgedProbe:
    (found,) = judged([planned], [answered], received, MARK)
    return found


def test_a_probe_whose_value_did_not_reach_the_witness_is_clean() -> None:
    found = judge(probe(MAIL), answer(0, "Write to [EMAIL1]"), request("Write to [EMAIL1]"))
    assert (found.outcome, found.leak, found.restored) == (VerifiedOutcome.CLEAN, None, False)


def test_a_value_that_came_back_to_the_client_was_restored() -> None:
    assert judge(probe(MAIL), answer(0, f"Write to {MAIL}"), request("Write to [EMAIL1]")).restored


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (MAIL, Form.VERBATIM),
        (MAIL.upper(), Form.NORMALISED),
        (disguised(MAIL, Disguise.SPACED), Form.NORMALISED),
        (disguised(MAIL, Disguise.BASE64), Form.ENCODED),
        (json.dumps(MAIL).replace("@", r"\u0040"), Form.ENCODED),
        ("alex.patel.42157 at another place", Form.FRAGMENT),
    ],
)
def test_a_leak_has_the_form_in_which_the_value_stood(text: str, form: Form) -> None:
    found = judge(probe(MAIL), answer(0), request(text))
    assert (found.outcome, found.leak) == (VerifiedOutcome.LEAKED, WitnessedLeak(form, RequestPart.BODY))


def test_the_first_form_counts_whichever_request_had_it() -> None:
    found = judge(probe(MAIL), answer(0), request("alex.patel.42157"), request(MAIL), request(MAIL.upper()))
    assert found.leak == WitnessedLeak(Form.VERBATIM, RequestPart.BODY)


@pytest.mark.parametrize(
    ("received", "part"),
    [
        (request(path=f"/v1/chat/completions?user={MAIL.replace('@', '%40')}"), RequestPart.PATH),
        (request(headers=["application/json", MAIL]), RequestPart.HEADER),
        (
            WitnessedRequest("/v1/files", (), f"--part\r\n\r\n{MAIL}\r\n--part--\xff".encode("latin-1")),
            RequestPart.BODY,
        ),
    ],
)
def test_every_part_of_a_request_is_searched(received: WitnessedRequest, part: RequestPart) -> None:
    leak = judge(probe(MAIL), answer(0), received).leak
    assert leak is not None
    assert leak.part is part


def test_a_leak_counts_whatever_the_client_was_answered() -> None:
    for answered in (
        GatewayAnswer(422),
        GatewayAnswer(500),
        GatewayAnswer(None, error="TimeoutError"),
        GatewayAnswer(200),
    ):
        assert judge(probe(MAIL), answered, request(MAIL)).outcome is VerifiedOutcome.LEAKED


def test_a_split_value_leaks_where_both_halves_arrive() -> None:
    first, second = halves(SSN)
    split = probe(SSN, "SSN", Disguise.SPLIT)
    assert judge(split, answer(0), request(f"It is {first}. It goes on with {second}.")).leak == WitnessedLeak(
        Form.SPLIT, RequestPart.BODY
    )
    assert judge(split, answer(0), request(f"It is {first}.")).outcome is VerifiedOutcome.CLEAN
    whole = probe(SSN, "SSN")
    assert (
        judge(whole, answer(0), request(f"It is {first}. It goes on with {second}.")).outcome is VerifiedOutcome.CLEAN
    )


def test_what_is_left_of_a_value_counts_in_the_request_that_it_was_planted_in() -> None:
    phone = probe("+49 89 99998523", "PHONE_NUMBER")
    left = request("Call +49 89 9999[ZIP1].")
    assert judge(phone, answer(0), left).leak == WitnessedLeak(Form.FRAGMENT, RequestPart.BODY)
    assert judge(phone, answer(1), left, request("Call [PHONE1].")).outcome is VerifiedOutcome.CLEAN


@pytest.mark.parametrize("kind", ["email", "EMAIL"])
def test_an_address_without_its_domain_is_a_leak(kind: str) -> None:
    for seed in range(50):
        value = mint(kind, Random(seed), lambda value: False).value
        cut = request(f"Write to {value.partition('@')[0]}@<URL_1>.")
        assert judge(probe(value, kind), answer(0), cut).leak == WitnessedLeak(Form.FRAGMENT, RequestPart.BODY)


def test_a_leak_is_that_of_the_probe_whose_value_it_is() -> None:
    probes = [probe(MAIL), probe(SSN, "SSN")]
    found = judged(probes, [answer(0), answer(1)], [request(SSN), request("[SSN1]")], MARK)
    assert [each.outcome for each in found] == [VerifiedOutcome.CLEAN, VerifiedOutcome.LEAKED]


@pytest.mark.parametrize(
    ("answered", "outcome"),
    [
        (GatewayAnswer(200, text="Hello."), VerifiedOutcome.NOT_SEEN),
        (GatewayAnswer(200, text="0badcafe/0: of another run"), VerifiedOutcome.NOT_SEEN),
        (answer(7), VerifiedOutcome.NOT_SEEN),
        (GatewayAnswer(400), VerifiedOutcome.REFUSED),
        (GatewayAnswer(401), VerifiedOutcome.REFUSED),
        (GatewayAnswer(422), VerifiedOutcome.REFUSED),
        (GatewayAnswer(408), VerifiedOutcome.FAILED),
        (GatewayAnswer(429), VerifiedOutcome.FAILED),
        (GatewayAnswer(302), VerifiedOutcome.FAILED),
        (GatewayAnswer(503), VerifiedOutcome.FAILED),
        (GatewayAnswer(None, error="TimeoutError"), VerifiedOutcome.FAILED),
    ],
)
def test_what_the_witness_did_not_see_is_not_clean(answered: GatewayAnswer, outcome: VerifiedOutcome) -> None:
    assert judge(probe(MAIL), answered, request("of another probe")).outcome is outcome


def test_probes_that_were_not_sent_are_not_judged() -> None:
    assert len(judged([probe(MAIL), probe(SSN, "SSN")], [answer(0)], [request()], MARK)) == 1


def test_what_holds_texts_does_not_show_them() -> None:
    assert MAIL not in repr((request(MAIL, headers=[MAIL]), answer(0, MAIL), probe(MAIL)))
