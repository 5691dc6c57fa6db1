"""``canarygate summaries`` beside a trial run."""

from __future__ import annotations

import orjson
import pytest

from gateway.records import SummaryCandidate, Topic
from tests.support.commands import Beside
from tests.support.publications import NOON, case, decision, published, released, withheld

KEY = f"{NOON}/7"


async def test_what_was_published_and_why_the_rest_was_not_is_listed(trial: Beside) -> None:
    await trial.write(Topic.PUBLISHED, (KEY, published()), (f"{NOON}/8", published()), (f"{NOON}/8", None))
    await trial.write(Topic.WITHHELD, (f"{NOON}/9", withheld()))
    assert await trial.run("summaries", "list") == 0
    assert "refund 60%, invoice 45%, late parcel 30% and 2 more" in trial.out
    assert "few_contributors" in trial.out
    assert trial.err == ""


async def test_a_program_gets_everything(trial: Beside) -> None:
    await trial.write(Topic.PUBLISHED, (KEY, published()), (f"{NOON}/8", None))
    await trial.write(Topic.WITHHELD, (f"{NOON}/9", withheld()))
    await trial.write(Topic.REVIEW, (f"{NOON}/10", case()), (f"{NOON}/10", decision("anna")))
    await trial.write(Topic.CANDIDATES, (f"{NOON}/11", SummaryCandidate(summary=released(), deadline_ms=5)))
    assert await trial.run("summaries", "list", "--json") == 0
    said = orjson.loads(trial.out)
    (one,) = said["published"]
    assert (one["key"], one["summary"]["terms"][0]) == (KEY, {"term": "refund", "share": 0.6})
    assert [(each["key"], each["waits_for"]) for each in said["waiting"]] == [
        (f"{NOON}/10", "review"),
        (f"{NOON}/11", "audit"),
    ]
    assert said["withheld"] == [
        {
            "key": f"{NOON}/9",
            "window": NOON,
            "cluster": 9,
            "reason": "few_contributors",
            "contributors": 3,
            "conversations": 4,
        }
    ]
    assert (said["withdrawn"], said["unreadable"]) == ([{"key": f"{NOON}/8"}], 0)


@pytest.mark.parametrize("arguments", [(), ("--json",)])
async def test_one_summary_is_shown_by_its_key(trial: Beside, arguments: tuple[str, ...]) -> None:
    await trial.write(Topic.PUBLISHED, (KEY, published()))
    assert await trial.run("summaries", "show", KEY, *arguments) == 0
    assert "voucher" in trial.out
    assert await trial.run("summaries", "show", "1/1", *arguments) == 2
    assert (trial.out, "canarygate summaries list shows the keys" in trial.err) == ("", True)


async def test_before_anything_was_said_the_list_is_empty(trial: Beside) -> None:
    assert await trial.run("summaries", "list") == 0
    assert trial.out == "nothing is published or withheld yet\n"
