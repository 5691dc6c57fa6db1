"""``canarygate canaries`` beside a trial run: which leaks are acknowledged, by whom, and what is written."""

from __future__ import annotations

from getpass import getuser

import orjson
import pytest

from gateway.records import LeakAcknowledged, Topic, WrittenVerdict, decode_verdict
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
