"""``canarygate canaries`` beside a trial run: what is shown of them, and who acknowledges which leak."""

from __future__ import annotations

import time
from getpass import getuser

import orjson
import pytest

from gateway.records import (
    CanaryFinding,
    CandidateVerdict,
    LeakAcknowledged,
    MintedCanary,
    ProbeAnswered,
    Topic,
    WrittenVerdict,
    decode_verdict,
)
from gateway.types import Surface
from tests.support.commands import Beside

FIRST, SECOND = "a" * 32, "b" * 32


def leaked(surface: Surface) -> WrittenVerdict:
    return WrittenVerdict(canary_kind="email", surface=surface, outcome="leaked", decided_ms=0, configuration="")


@pytest.fixture
async def with_leaks(trial: Beside) -> Beside:
    """A trial whose first canary leaked on two surfaces, and the second on one."""
    await trial.write(Topic.VERDICTS, (FIRST, leaked(Surface.EGRESS)), (FIRST, leaked(Surface.REPLIES)))
    await trial.write(Topic.VERDICTS, (SECOND, leaked(Surface.EGRESS)))
    return trial


async def acknowledged(trial: Beside) -> dict[str, list[LeakAcknowledged]]:
    found: dict[str, list[LeakAcknowledged]] = {}
    for kept in await trial.read(Topic.VERDICTS):
        record = decode_verdict(kept.value)
        if isinstance(record, LeakAcknowledged):
            found.setdefault(kept.key, []).append(record)
    return found


async def test_a_leak_is_acknowledged_once_with_a_person_and_a_reason(with_leaks: Beside) -> None:
    said = ("canaries", "acknowledge", FIRST, "--as", "anna", "--reason", "EMAIL was set to RETAIN")
    assert await with_leaks.run(*said) == 0
    assert with_leaks.out == f"{FIRST}: acknowledged on egress, replies\n"
    assert await with_leaks.run(*said) == 2
    assert "somebody has acknowledged it" in with_leaks.err
    found = await acknowledged(with_leaks)
    assert {*found} == {FIRST}
    (record,) = found[FIRST]
    assert (record.surfaces, record.person, record.reason) == (
        (Surface.EGRESS, Surface.REPLIES),
        "anna",
        "EMAIL was set to RETAIN",
    )


async def test_all_leaks_of_a_surface_are_acknowledged_and_those_of_others_stay(with_leaks: Beside) -> None:
    everywhere = ("canaries", "acknowledge", "--all", "--reason", "x")
    assert await with_leaks.run(*everywhere, "--surface", "egress", "--json") == 0
    assert orjson.loads(with_leaks.out) == {"acknowledged": {FIRST: ["egress"], SECOND: ["egress"]}}
    assert {record.person for records in (await acknowledged(with_leaks)).values() for record in records} == {getuser()}
    assert await with_leaks.run(*everywhere) == 0
    assert with_leaks.out == f"{FIRST}: acknowledged on replies\n"


@pytest.mark.parametrize(
    "said",
    [
        (FIRST, "--reason", "nothing of this canary leaked there", "--surface", "summaries"),
        ("c" * 32, "--reason", "unknown"),
        (FIRST,),
        ("--reason", "of nothing"),
        (FIRST, "--all", "--reason", "both"),
        (FIRST, "--reason", "two\nlines"),
        (FIRST, "--reason", "x" * 201),
        (FIRST, "--reason", "x", "--surface", "nowhere"),
    ],
)
async def test_what_acknowledges_nothing_writes_nothing(with_leaks: Beside, said: tuple[str, ...]) -> None:
    assert await with_leaks.run("canaries", "acknowledge", *said) == 2
    assert await acknowledged(with_leaks) == {}


VALUE = "alex.patel.42157@example.com"
TURN = "1" * 32


def minted(minutes_ago: int = 0, kind: str = "email") -> MintedCanary:
    at = round(time.time() * 1000) - 60_000 * minutes_ago
    deadlines = {Surface.EGRESS: at + 30_000, Surface.REPLIES: at + 30_000}
    return MintedCanary(
        canary_kind=kind,
        value=VALUE,
        minted_ms=at,
        expires_ms=at + 90_000,
        deadlines_ms=deadlines,
        position="system",
        disguise="plain",
        client="audit-legal",
    )


def finding() -> CanaryFinding:
    return CanaryFinding(
        canary_kind="email",
        surface=Surface.EGRESS,
        form="verbatim",
        place=(3, 9),
        record="conversations.minimized/0/7",
        turn_id=TURN,
        found_ms=5,
        configuration="settings",
    )


@pytest.fixture
async def with_history(trial: Beside) -> Beside:
    """A trial whose first canary leaked, whose second is outstanding, and whose third is lost; all written now."""
    third = "c" * 32
    await trial.write(Topic.MINTED, (FIRST, minted(3)), (FIRST, ProbeAnswered(turn_id=TURN, answered_ms=6)))
    await trial.write(Topic.MINTED, (SECOND, minted(2)), (third, minted(1, "phone")))
    await trial.write(Topic.FINDINGS, (FIRST, finding()))
    lost = WrittenVerdict(canary_kind="phone", surface=Surface.EGRESS, outcome="lost", decided_ms=8, configuration="")
    await trial.write(Topic.VERDICTS, (FIRST, leaked(Surface.EGRESS)), (third, lost))
    await trial.write(Topic.VERDICTS, ("0/7", CandidateVerdict(clean=True)))
    return trial


async def listed(trial: Beside, *words: str) -> str:
    """The first letter of each canary that is listed, in order."""
    assert await trial.run("canaries", "list", "--json", *words) == 0
    assert VALUE not in trial.out
    return "".join(each["canary"][0] for each in orjson.loads(trial.out)["canaries"])


async def test_canaries_are_listed_the_newest_first_by_what_became_of_them(with_history: Beside) -> None:
    assert await listed(with_history) == "cba"
    assert await listed(with_history, "--outcome", "leaked") == "a"
    assert await listed(with_history, "--outcome", "unacknowledged") == "a"
    assert await listed(with_history, "--outcome", "lost") == "c"
    assert await listed(with_history, "--outcome", "outstanding", "--surface", "egress") == "b"
    assert await listed(with_history, "--outcome", "leaked", "--surface", "replies") == ""
    assert await listed(with_history, "--kind", "phone") == "c"
    assert await listed(with_history, "--since", "2020-01-01") == "cba"
    assert await listed(with_history, "--since", "2100-01-01") == ""
    assert await with_history.run("canaries", "acknowledge", FIRST, "--reason", "known") == 0
    assert await listed(with_history, "--outcome", "unacknowledged") == ""
    assert await listed(with_history, "--outcome", "leaked") == "a"


async def test_the_list_shows_a_row_for_each(with_history: Beside) -> None:
    assert await with_history.run("canaries", "list", "--kind", "email") == 0
    head, second, first = with_history.out.splitlines()
    assert head.split() == ["canary", "kind", "planted", "standing"]
    assert second.endswith("egress outstanding, replies outstanding")
    assert first.endswith("egress unacknowledged, replies outstanding")
    assert await with_history.run("canaries", "list", "--kind", "URL") == 0
    assert with_history.out == "no canary of this kind was planted in this time\n"


async def test_a_canary_is_shown_with_everything_but_its_value(with_history: Beside) -> None:
    known = ("--as", "anna", "--reason", "EMAIL was retained")
    assert await with_history.run("canaries", "acknowledge", FIRST, *known) == 0
    assert await with_history.run("canaries", "show", FIRST) == 0
    for said in (
        f"{FIRST}: email",
        "audit-legal",
        "system",
        "plain",
        TURN,
        "acknowledged on egress by anna",
        "EMAIL was retained",
        f"verbatim in conversations.minimized/0/7, characters 3 to 9, turn {TURN}",
    ):
        assert said in with_history.out
    assert VALUE not in with_history.out
    assert await with_history.run("canaries", "show", FIRST, "--json") == 0
    assert VALUE not in with_history.out
    shown = orjson.loads(with_history.out)
    assert shown["standings"] == {"egress": "acknowledged", "replies": "outstanding"}
    assert [each["record"] for each in shown["findings"]] == ["conversations.minimized/0/7"]


async def test_the_value_is_printed_where_it_is_asked_for(with_history: Beside) -> None:
    for words in ([], ["--json"]):
        assert await with_history.run("canaries", "show", FIRST, "--value", *words) == 0
        assert VALUE in with_history.out


async def test_of_an_unknown_canary_nothing_is_shown(with_history: Beside) -> None:
    assert await with_history.run("canaries", "show", "d" * 32) == 2
    assert "canarygate canaries list shows those that are" in with_history.err


@pytest.mark.parametrize("typed", ["yesterday", "5x", "99999999h", "2025-13-01"])
async def test_a_time_that_is_none_is_refused(trial: Beside, typed: str) -> None:
    assert await trial.run("canaries", "list", "--since", typed) == 2
    assert "or how long ago" in trial.err
