"""Of canaries that went everywhere, exactly those that leaked are found, by an auditor that is killed twice.

``python -m tests.kafka.scenarios audit`` does the same with 10,000.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gateway.types import Surface
from tests.kafka.scenarios.audit import Audited, audit
from tests.support.auditing import auditing


async def test_exactly_what_leaked_is_found_and_what_never_passed_is_lost(kafka_jars: Path, tmp_path: Path) -> None:
    with auditing(tmp_path, kafka_jars) as running:
        report = await audit(running, canaries=400)
    print(f"\n{report}")
    assert report.faults == []


LEAKED, PASSED, ABSENT = ("a", Surface.EGRESS), ("b", Surface.EGRESS), ("c", Surface.REPLIES)


def right() -> Audited:
    """A canary that leaked, one that did not and one that never passed, all as it must be."""
    fates = {LEAKED: "leaked", PASSED: "clean", ABSENT: "lost"}
    return Audited(
        expected=fates,
        expected_answers={"0/1": True},
        findings=[LEAKED, LEAKED],
        verdicts=[*fates.items()],
        answers=[("0/1", True)],
        counted={("egress", "evaluated"): 2, ("egress", "leaked"): 1, ("replies", "lost"): 1},
    )


def test_what_is_as_it_must_be_has_no_fault() -> None:
    assert list(right().faults()) == []


@pytest.mark.parametrize(
    ("fault", "wrong"),
    {
        "1 leaks without a finding": lambda it: replace(it, findings=[]),
        "1 findings where nothing leaked": lambda it: replace(it, findings=[*it.findings, PASSED]),
        "1 verdicts that are missing": lambda it: replace(it, verdicts=it.verdicts[1:]),
        "1 verdicts that are wrong": lambda it: replace(it, verdicts=[*it.verdicts, (ABSENT, "clean")]),
        "1 answers about candidates that are missing": lambda it: replace(it, answers=[]),
        "1 answers about candidates that are wrong": lambda it: replace(it, answers=[*it.answers, ("0/1", False)]),
        "2 counts that are not those of the verdicts": lambda it: replace(
            it, counted={**it.counted, ("egress", "leaked"): 2}
        ),
    }.items(),
)
def test_a_fault_is_seen(fault: str, wrong: Callable[[Audited], Audited]) -> None:
    assert fault in list(wrong(right()).faults())
