from __future__ import annotations

from gateway.records import PrivacyReceipt, PrivacyRequest, ReleasedSummary, Topic, WithheldSummary
from streams.analyst.lines import Line
from streams.analyst.rights import Rights
from tests.streams.analyst.test_waiting import KEY, SUMMARY

REQUEST = PrivacyRequest(action="delete", contributors={60: "a", 120: "b"}, requested_ms=1)


def rights(
    members: str = "abc", withheld: dict[str, str] | None = None, gone: str = "a", request: PrivacyRequest = REQUEST
) -> list[Line]:
    answered = Rights(
        requests={"subject": request},
        summaries={KEY: SUMMARY},
        withheld=withheld or {},
        members={KEY: frozenset(members)},
        gone=lambda window: frozenset(gone) if window == SUMMARY.window else frozenset(),
        least=_three,
        texts={"b": 2, "other": 5},
    )
    return list(answered.lines(done_ms=9))


def _three(summary: ReleasedSummary) -> int:
    return 3


def test_a_summary_in_which_too_few_remain_is_withdrawn_before_the_receipt_says_so() -> None:
    tombstone, withheld, receipt = rights()
    assert tombstone == Line(Topic.PUBLISHED, KEY, None)
    assert isinstance(withheld.value, WithheldSummary)
    assert withheld.value.reason == "withdrawn"
    assert receipt == Line(
        Topic.PRIVACY_REQUESTS, "subject/receipt", PrivacyReceipt(done_ms=9, texts=2, withdrawn=(KEY,))
    )


def test_a_summary_in_which_enough_remain_stays() -> None:
    (receipt,) = rights(members="abcd")
    assert receipt.value == PrivacyReceipt(done_ms=9, texts=2, withdrawn=())


def test_requests_of_several_persons_add_up() -> None:
    assert len(rights(members="abcde", gone="abc")) == 3


def test_a_request_of_somebody_who_is_not_in_it_withdraws_no_summary() -> None:
    request = PrivacyRequest(action="opt_out", contributors={60: "x"}, requested_ms=1)
    (receipt,) = rights(members="bc", gone="x", request=request)
    assert receipt.value == PrivacyReceipt(done_ms=9, texts=0, withdrawn=())


def test_what_was_withdrawn_before_a_crash_stands_in_the_receipt_and_is_not_withdrawn_again() -> None:
    (receipt,) = rights(withheld={KEY: "withdrawn"})
    assert receipt.value == PrivacyReceipt(done_ms=9, texts=2, withdrawn=(KEY,))


def test_what_is_withheld_for_another_reason_is_not_withdrawn() -> None:
    (receipt,) = rights(withheld={KEY: "rejected"})
    assert receipt.value == PrivacyReceipt(done_ms=9, texts=2, withdrawn=())
