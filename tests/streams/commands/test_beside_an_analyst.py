"""What an analyst writes, commands read, and what they write, the analyst acts on."""

from __future__ import annotations

import orjson

from streams.analytics.gate import Review
from streams.topics.embedded import EmbeddedBroker
from tests.streams.analyst.stage import SUBJECTS, crowd, few, stage
from tests.support.commands import Beside


async def listed(trial: Beside, *command: str) -> dict[str, list[dict[str, str]]]:
    """What a command with ``--json`` answers."""
    assert await trial.run(*command, "--json") == 0
    answer: dict[str, list[dict[str, str]]] = orjson.loads(trial.out)
    return answer


async def test_what_is_published_is_listed_with_the_reason_of_what_is_withheld(
    trial: Beside, embedded_broker: EmbeddedBroker
) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd(), *few(3))
        await running.end()
        published = await running.until_published(len(SUBJECTS))
        await running.until_withheld(1)
        said = await listed(trial, "summaries", "list")
        assert {each["key"] for each in said["published"]} == set(published)
        assert [each["reason"] for each in said["withheld"]] == ["few_contributors"]
        assert await trial.run("summaries", "list") == 0
        assert all(summary.title in trial.out for summary in published.values())


async def test_what_waits_for_a_person_is_published_once_approved_and_withheld_once_rejected(
    trial: Beside, embedded_broker: EmbeddedBroker
) -> None:
    async with stage(embedded_broker, review=Review.ALL) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        waiting: list[str] = []
        while len(waiting) < len(SUBJECTS):
            waiting = [each["key"] for each in (await listed(trial, "review", "list"))["reviews"]]
        approved, rejected, untouched = waiting
        assert await trial.run("review", "approve", approved, "--as", "anna") == 0
        assert await trial.run("review", "reject", rejected, "--as", "anna", "--reason", "too narrow") == 0
        assert set(await running.until_published(1)) == {approved}
        assert await running.until_withheld(1) == ["rejected"]
        said = await listed(trial, "summaries", "list")
        keys = {kind: [each["key"] for each in said[kind]] for kind in ("published", "waiting", "withheld")}
        assert keys == {"published": [approved], "waiting": [untouched], "withheld": [rejected]}
