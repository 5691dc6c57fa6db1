"""The tables say what leaked where, and the status says whether a deployment can be trusted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from gateway.terminal import columns
from streams.canaries.carriers import Position, build_probe
from streams.canaries.disguises import Disguise
from streams.canaries.forms import Canary, Form
from streams.verify.judging import JudgedProbe, RequestPart, VerifiedOutcome, WitnessedLeak
from streams.verify.plan import PlannedProbe
from streams.verify.report import Verification, as_json, report

WITNESS = "http://127.0.0.1:9000/v1"
VALUE = "536-90-4399"


def probe(
    outcome: VerifiedOutcome,
    position: Position = Position.USER,
    disguise: Disguise = Disguise.PLAIN,
    *,
    kind: str = "SSN",
    said: str = "200",
    restored: bool = False,
) -> JudgedProbe:
    canary = Canary(kind, VALUE)
    made = build_probe(canary, "m", position, disguise, earlier=False, stream=False, chance=Random(1))
    leak = WitnessedLeak(Form.VERBATIM, RequestPart.BODY) if outcome is VerifiedOutcome.LEAKED else None
    return JudgedProbe(PlannedProbe(canary, made, earlier=False), outcome, said, leak, restored)


def verification(probes: Sequence[JudgedProbe], unsent: int = 0) -> Verification:
    return Verification(probes, unsent, seed=7, seconds=1.25)


def test_the_tables() -> None:
    probes = [
        probe(VerifiedOutcome.LEAKED),
        probe(VerifiedOutcome.CLEAN, restored=True),
        probe(VerifiedOutcome.LEAKED, disguise=Disguise.HEX, kind="EMAIL"),
        probe(VerifiedOutcome.REFUSED, Position.STOP, said="422"),
        probe(VerifiedOutcome.FAILED, Position.STOP, said="TimeoutError"),
    ]
    assert report(verification(probes, unsent=3), WITNESS).splitlines() == [
        "position  as    plain  hex  refused  not seen  failed  restored",
        "user      JSON    1/2  1/1                                  1/1",
        "stop      JSON      -    -        1                 1         -",
        "",
        "kind   leaked  forms       positions  disguises",
        "EMAIL     1/1  verbatim 1  user 1     hex 1",
        "SSN       1/2  verbatim 1  user 1     plain 1",
        "",
        "answer        probes",
        "422                1  refused",
        "TimeoutError       1  failed",
        "",
        "5 probes in 1.2 s (seed 7): 2 leaked, 1 clean, 1 refused, 0 not seen, 1 failed, 3 not sent",
        "Values leak.",
    ]


def test_a_table_of_nothing_is_not_drawn() -> None:
    said = report(verification([probe(VerifiedOutcome.CLEAN)]), WITNESS)
    assert said.count("\n\n") == 1
    assert said.endswith("Nothing leaked.")
    assert [*columns([("a", "b")])] == ["a  b"]


CLEAN, LEAKED, REFUSED = VerifiedOutcome.CLEAN, VerifiedOutcome.LEAKED, VerifiedOutcome.REFUSED
NOT_SEEN, FAILED = VerifiedOutcome.NOT_SEEN, VerifiedOutcome.FAILED


@pytest.mark.parametrize(
    ("outcomes", "unsent", "status", "said"),
    [
        ([CLEAN], 0, 0, "Nothing leaked."),
        ([CLEAN, REFUSED], 0, 0, "Nothing leaked."),
        ([CLEAN, LEAKED, FAILED, NOT_SEEN], 0, 1, "Values leak."),
        ([REFUSED], 0, 2, "Nothing reached the witness"),
        ([NOT_SEEN], 9, 2, WITNESS),
        ([FAILED], 0, 2, "Nothing reached the witness"),
        ([CLEAN, FAILED], 0, 2, "Not everything is known"),
        ([CLEAN, NOT_SEEN], 0, 2, "Not everything is known"),
        ([CLEAN], 1, 2, "Not everything is known"),
        ([], 0, 2, "Nothing reached the witness"),
    ],
)
def test_the_status_is_0_only_where_everything_was_seen_or_refused(
    outcomes: list[VerifiedOutcome], unsent: int, status: int, said: str
) -> None:
    found = verification([probe(outcome) for outcome in outcomes], unsent)
    assert found.status == status
    assert said in report(found, WITNESS).splitlines()[-1]


def test_a_program_reads_every_probe_and_no_value() -> None:
    text = as_json(verification([probe(LEAKED), probe(NOT_SEEN, Position.STOP)]))
    read = json.loads(text)
    assert (read["seed"], read["status"], read["unsent"], read["seconds"]) == (7, 1, 0, 1.2)
    assert read["outcomes"] == {"leaked": 1, "clean": 0, "refused": 0, "not seen": 1, "failed": 0}
    assert read["probes"] == [
        {"kind": "SSN", "position": "user", "disguise": "plain", "stream": False, "multi_turn": False,
         "outcome": "leaked", "answer": "200", "form": "verbatim", "part": "body", "restored": False},
        {"kind": "SSN", "position": "stop", "disguise": "plain", "stream": False, "multi_turn": False,
         "outcome": "not seen", "answer": "200", "form": None, "part": None, "restored": False},
    ]  # fmt: skip
    assert VALUE not in text
