"""What a person reads of one summary."""

from __future__ import annotations

from datetime import UTC

from msgspec.structs import replace

from gateway.records import PublishedSummary, ReviewVerdict, SummaryCandidate
from streams.analytics.review import reviewed_by
from streams.commands.details import detail
from streams.commands.publications import Withdrawn
from tests.support.publications import NOON, case, decision, published, released, withheld

PUBLISHED = """\
1750075200/7: published 2025-06-16 12:03 UTC
title          refund, invoice
window         2025-06-16 12:00 to 12:03 UTC
contributors   ~58
conversations  ~81
trend          rising
languages      en 90%, de 10%
terms          refund 60%
               invoice 45%
               late parcel 30%
               voucher 20%
               card 15%

~ marks a noisy count: good for comparing, too vague to tell who is in it."""


def test_a_published_summary_is_shown_with_all_its_terms() -> None:
    assert detail("1750075200/7", published(), UTC) == PUBLISHED


def test_where_a_cluster_comes_from_and_why_it_is_sensitive_is_shown_if_there_is_something_to_show() -> None:
    summary = replace(
        released(), trend="new", sensitive=("health",), split_from=(3,), merged_from=(4, 5), sentence="Refunds."
    )
    shown = detail("1/7", PublishedSummary(summary=summary, published_ms=0), UTC).splitlines()
    rows = dict(line.split(maxsplit=1) for line in shown if len(line.split(maxsplit=1)) == 2)
    assert (rows["trend"], rows["sensitive"], rows["sentence"]) == ("new", "health", "Refunds.")
    assert "split from     3" in shown
    assert "merged from    4, 5" in shown


def test_a_withheld_cluster_is_shown_with_its_reason_and_a_warning() -> None:
    assert detail("1/9", withheld(), UTC) == (
        "1/9: withheld, few_contributors: fewer distinct contributors than k-min asks for\n"
        "3 contributors, 4 conversations: not for publication"
    )


def test_a_review_is_shown_with_every_decision_that_counted() -> None:
    approved, rejected = decision("anna"), decision("ben", ReviewVerdict.REJECT, "names a clinic")
    waiting, ended = reviewed_by(case(), approved), reviewed_by(case(), approved, rejected)
    assert waiting
    assert ended
    assert detail("1/7", waiting, UTC).startswith(
        "1/7: waiting since 2025-06-16 12:03 UTC, waits for 1 person to approve it\ntitle "
    )
    assert detail("1/7", ended, UTC).endswith(
        "approved by anna, 2025-06-16 12:04 UTC\nrejected by ben, 2025-06-16 12:04 UTC: names a clinic"
    )


def test_what_waits_for_the_audit_says_until_when() -> None:
    candidate = SummaryCandidate(summary=released(), deadline_ms=(NOON + 600) * 1000)
    assert detail("1/7", candidate, UTC).startswith("1/7: waits for the audit until 2025-06-16 12:10 UTC\n")


def test_what_was_withdrawn_says_no_more() -> None:
    assert detail("1/7", Withdrawn(), UTC) == "1/7: withdrawn: it was published once"
