"""The words for what is said of summaries."""

from __future__ import annotations

import re
from pathlib import Path

import gateway
from gateway import metrics
from gateway.records import SummaryCandidate
from streams.analytics.gate import Reason
from streams.analytics.review import reviewed_by
from streams.commands.wording import REASONS, explained, waits_for
from tests.support.publications import case, decision, released

PAGE = Path(gateway.__file__).parents[1] / "docs/analytics.md"


def test_every_reason_to_withhold_is_explained_on_the_page_and_no_other() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| reason | meaning |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE)) == REASONS.keys() - {"review_required"}


def test_every_reason_that_there_is_is_explained() -> None:
    assert {*metrics.WITHHELD_REASONS, *Reason} == REASONS.keys()


def test_a_reason_of_another_version_is_shown_as_it_is_and_does_nothing_to_a_terminal() -> None:
    assert explained("from_the_future\x1b[2J") == "from_the_future·[2J"


def test_it_is_said_for_whom_a_summary_waits() -> None:
    waiting, approved = reviewed_by(case()), reviewed_by(case(approvals=1), decision("anna"))
    assert waiting
    assert approved
    assert waits_for(waiting) == "2 persons to approve it"
    assert waits_for(approved) == "the analyst to publish it"
    assert waits_for(SummaryCandidate(summary=released(), deadline_ms=0)) == "the audit"
