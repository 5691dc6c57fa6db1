"""``canarygate review`` beside a trial run: who decides, what is written, and what is said of it."""

from __future__ import annotations

from getpass import getuser

import orjson
import pytest

from gateway.records import ReviewDecision, ReviewVerdict, Topic, decode_review
from streams.analytics.review import reviewed_by
from streams.commands import own_name, review
from tests.support.commands import Beside
from tests.support.publications import NOON, case, decision

KEY = f"{NOON}/7"


async def decisions(trial: Beside) -> list[tuple[str, str, str]]:
    records = [decode_review(kept.value) for kept in await trial.read(Topic.REVIEW)]
    return [(each.verdict.value, each.reviewer, each.reason) for each in records if isinstance(each, ReviewDecision)]


async def test_two_persons_approve_and_the_second_hears_that_it_is_published(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case(approvals=2)))
    assert await trial.run("review", "approve", KEY, "--as", "anna") == 0
    assert trial.out == f"{KEY}: approved by anna; 1 person more must approve it, not you\n"
    assert await trial.run("review", "approve", KEY, "--as", "ben", "--reason", "broad enough") == 0
    assert trial.out == f"{KEY}: approved by ben; the analyst publishes it now\n"
    assert await decisions(trial) == [("approve", "anna", ""), ("approve", "ben", "broad enough")]


async def test_the_same_person_does_not_count_twice_and_nothing_is_written(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case(approvals=2)), (KEY, decision("anna")))
    assert await trial.run("review", "approve", KEY, "--as", "Anna") == 2
    assert "a person counts once: 1 person more must approve it" in trial.err
    assert len(await decisions(trial)) == 1


async def test_without_a_name_the_user_of_the_host_decides(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case(approvals=1)))
    assert await trial.run("review", "approve", KEY) == 0
    assert await decisions(trial) == [("approve", getuser(), "")]


async def test_a_user_without_a_name_must_give_one(trial: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError

    monkeypatch.setattr(own_name, "getuser", nobody)
    await trial.write(Topic.REVIEW, (KEY, case()))
    assert await trial.run("review", "approve", KEY) == 2
    assert "say who decides with --as NAME" in trial.err


async def test_a_rejection_needs_a_reason_and_ends_the_review(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case()), (KEY, decision("anna")))
    assert await trial.run("review", "reject", KEY, "--as", "ben") == 2
    assert "--reason" in trial.err
    assert await trial.run("review", "reject", KEY, "--as", "anna", "--reason", "names a clinic") == 0
    assert trial.out == f"{KEY}: rejected by anna; it is not published\n"
    assert await trial.run("review", "approve", KEY, "--as", "carl") == 2
    assert "is rejected already" in trial.err
    assert [verdict for verdict, _, _ in await decisions(trial)] == ["approve", "reject"]


@pytest.mark.parametrize("verb", ["show", "approve"])
async def test_a_key_that_nobody_asks_about_is_refused(trial: Beside, verb: str) -> None:
    assert await trial.run("review", verb, KEY) == 2
    assert "canarygate review list shows those that do" in trial.err
    assert await trial.read(Topic.REVIEW) == []


def test_a_decision_that_came_too_late_says_so() -> None:
    late, first = decision("ben"), decision("anna", ReviewVerdict.REJECT)
    reviewed = reviewed_by(case(), first, late)
    assert reviewed
    assert review.outcome(KEY, reviewed, late) == f"{KEY}: your decision came too late, it is rejected already"


async def test_what_waits_is_listed_and_what_is_decided_only_if_asked_for(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case()), (f"{NOON}/8", case(cluster=8, approvals=1)))
    await trial.write(Topic.REVIEW, (f"{NOON}/8", decision("anna")))
    assert await trial.run("review", "list") == 0
    assert (KEY in trial.out, f"{NOON}/8" in trial.out) == (True, False)
    assert await trial.run("review", "list", "--all", "--json") == 0
    said = orjson.loads(trial.out)["reviews"]
    assert [(each["key"], each["standing"], each["missing"]) for each in said] == [
        (KEY, "waiting", 2),
        (f"{NOON}/8", "approved", 0),
    ]
    assert said[1]["decisions"][0]["reviewer"] == "anna"


async def test_a_review_is_shown_with_its_decisions(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case()), (KEY, decision("anna")))
    assert await trial.run("review", "show", KEY) == 0
    assert "waits for 1 person to approve it" in trial.out
    assert "approved by anna" in trial.out
    assert await trial.run("review", "show", KEY, "--json") == 0
    assert orjson.loads(trial.out)["summary"]["title"] == "refund, invoice"


async def test_a_program_reads_how_its_decision_stands(trial: Beside) -> None:
    await trial.write(Topic.REVIEW, (KEY, case(approvals=1)))
    assert await trial.run("review", "approve", KEY, "--as", "anna", "--json") == 0
    assert orjson.loads(trial.out)["standing"] == "approved"


@pytest.mark.parametrize("name", ["", " ", "an\nna", "a\x1b[2J", "a" * 101])
async def test_a_name_that_is_none_is_refused(trial: Beside, name: str) -> None:
    assert await trial.run("review", "approve", KEY, "--as", name) == 2
    assert "should be a line of 1 to 100 characters" in trial.err
