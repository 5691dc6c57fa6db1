"""``canarygate holds`` beside a trial run: what is on hold, who lifts it, and what stays of that."""

from __future__ import annotations

from getpass import getuser

import orjson
import pytest

from gateway.records import Hold, Lifting, Topic, decode_hold, encode
from gateway.types import Surface
from streams.commands.folding import Kept
from streams.commands.holding import holds_of
from streams.holds import Holds
from tests.streams.test_holds import HOLD, LIFTING
from tests.support.commands import Beside

NOON_MS = 1_750_000_020_000
TENANT = "tenant/support"
LEAKED = Hold(
    surface=Surface.EGRESS,
    canary="c7",
    canary_kind="email",
    leaked_ms=NOON_MS + 60_000,
    held_ms=NOON_MS,
    leaks=2,
    configuration="settings",
)
REASON = "e-mails are redacted again"


async def liftings(trial: Beside) -> dict[str, Lifting]:
    """All liftings, by their keys."""
    records = {kept.key: decode_hold(kept.value) for kept in await trial.read(Topic.HOLDS)}
    return {key: record for key, record in records.items() if isinstance(record, Lifting)}


async def test_what_is_on_hold_is_listed_with_its_last_leak(trial: Beside) -> None:
    assert await trial.run("holds", "list") == 0
    assert trial.out == "nothing is on hold\n"
    await trial.write(Topic.HOLDS, (TENANT, LEAKED), ("publications", HOLD), ("publications", LIFTING))
    assert await trial.run("holds", "list") == 0
    head, row = trial.out.splitlines()
    assert head.split() == ["subject", "since", "leaks", "last", "leak"]
    assert row.startswith(f"{TENANT}  2025-06-15 15:07 UTC")
    assert row.endswith("2  egress, email, canary c7")
    assert await trial.run("holds", "list", "--json") == 0
    (said,) = orjson.loads(trial.out)["holds"]
    assert (said["subject"], said["leaks"], said["surface"], "v" in said) == (TENANT, 2, "egress", False)


async def test_a_person_lifts_a_hold_with_a_reason_and_what_was_lifted_stays_under_its_own_key(trial: Beside) -> None:
    await trial.write(Topic.HOLDS, (TENANT, LEAKED))
    assert await trial.run("holds", "lift", TENANT, "--as", "anna", "--reason", REASON) == 0
    assert trial.out == f"{TENANT}: lifted by anna; it goes on within seconds\n"
    written = await liftings(trial)
    assert {(each.person, each.reason, each.hold) for each in written.values()} == {("anna", REASON, LEAKED)}
    assert len(written) == 2
    holds = Holds()
    for kept in await trial.read(Topic.HOLDS):
        holds.take(kept.key.encode(), kept.value)
    assert not holds.stands(TENANT)


async def test_who_lifted_what_is_listed_also_after_the_next_hold_has_taken_its_place(trial: Beside) -> None:
    await trial.write(Topic.HOLDS, (TENANT, LEAKED))
    assert await trial.run("holds", "lift", TENANT, "--reason", REASON) == 0
    await trial.write(Topic.HOLDS, (TENANT, LEAKED))
    compacted = {kept.key: kept for kept in await trial.read(Topic.HOLDS)}
    found = holds_of(compacted.values())
    assert [*found.standing] == [TENANT]
    assert [(subject, each.person, each.reason) for subject, each in found.liftings] == [(TENANT, getuser(), REASON)]
    assert await trial.run("holds", "list", "--all") == 0
    assert trial.out.splitlines()[-1].endswith(f"{getuser()}  {REASON}")
    assert await trial.run("holds", "list", "--all", "--json") == 0
    assert [each["reason"] for each in orjson.loads(trial.out)["lifted"]] == [REASON]


async def test_without_a_reason_nothing_is_lifted(trial: Beside) -> None:
    await trial.write(Topic.HOLDS, (TENANT, LEAKED))
    for reason in ([], ["--reason", " "]):
        assert await trial.run("holds", "lift", TENANT, *reason) == 2
        assert "--reason" in trial.err
    assert await liftings(trial) == {}


@pytest.mark.parametrize("subject", ["publications", "tenant/sales", "support", "lifted/1/tenant/support"])
async def test_what_is_not_on_hold_cannot_be_lifted(trial: Beside, subject: str) -> None:
    await trial.write(Topic.HOLDS, (TENANT, LEAKED), ("publications", LIFTING))
    assert await trial.run("holds", "lift", subject, "--reason", REASON) == 2
    assert "canarygate holds list shows what is" in trial.err
    assert {*await liftings(trial)} == {"publications"}


async def test_a_hold_of_another_version_is_listed_and_can_be_lifted(trial: Beside) -> None:
    await trial.producer.write(Topic.HOLDS, "model/gpt-4.1", b"of another version")
    assert await trial.run("holds", "list") == 0
    assert trial.out.splitlines()[-1].endswith("another version wrote it")
    assert await trial.run("holds", "lift", "model/gpt-4.1", "--reason", REASON, "--json") == 0
    said = orjson.loads(trial.out)
    assert (said["subject"], said["stands"], said["hold"]) == ("model/gpt-4.1", False, None)


def test_what_no_lifting_wrote_is_passed_over() -> None:
    strange = [Kept("lifted/1/publications", b"?"), Kept("lifted/1/nobody", encode(LIFTING)), Kept("x", encode(HOLD))]
    found = holds_of(strange)
    assert (found.standing, found.liftings) == ({}, ())
