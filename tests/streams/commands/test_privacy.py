"""``canarygate privacy`` beside a trial run: what is written, and that the person is named nowhere."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import orjson
import pytest

from gateway.analytics import contributor, subject, window_of
from gateway.records import PrivacyReceipt, PrivacyRequest, Topic, decode_privacy, receipt_key
from streams.commands import privacy
from tests.support.commands import Beside
from tests.support.waiting import eventually

ANALYTICS_KEY = "an analytics key of at least 32 characters"
ID = "alex.patel@example.org"
SUBJECT = subject(ANALYTICS_KEY.encode(), "support", ID)
HOUR_MS = 3_600_000

CONFIG = """\
metrics: {listen: '%s'}
analytics: {key: os.environ/ANALYTICS_KEY, window_hours: 1, trusted_tenants: [support]}
publication: {retention_days: 2}
api_keys: [{name: bot, hash: "sha256:%s", tenant: support}, {name: own, hash: "sha256:%s", tenant: sales}]
"""


@pytest.fixture
def config(trial: Beside, tmp_path: Path) -> str:
    trial.monkeypatch.setenv("ANALYTICS_KEY", ANALYTICS_KEY)
    path = tmp_path / "trial.yaml"
    path.write_text(CONFIG % (trial.metrics, "0" * 64, "1" * 64))
    return str(path)


async def requests(trial: Beside) -> dict[str, PrivacyRequest]:
    records = {kept.key: decode_privacy(kept.value) for kept in await trial.read(Topic.PRIVACY_REQUESTS)}
    return {key: record for key, record in records.items() if isinstance(record, PrivacyRequest)}


async def ask(
    trial: Beside, config: str, verb: str, *arguments: str, stdin: str = f"{ID}\n", terminal: bool = False
) -> int:
    where = ("--config", config, "--tenant", "support")
    return await trial.run("privacy", verb, *where, *arguments, stdin=stdin.encode(), terminal=terminal)


@pytest.mark.parametrize("verb", ["opt-out", "delete"])
async def test_a_request_holds_the_persons_hash_of_every_window_that_is_kept(
    trial: Beside, config: str, verb: str
) -> None:
    now_ms = int(time.time() * 1000)
    assert await ask(trial, config, verb) == 0
    (request,) = (await requests(trial)).values()
    assert list(await requests(trial)) == [SUBJECT]
    assert request.action == verb.replace("-", "_")
    for hours in (0, 1, 47):
        window = window_of(now_ms - hours * HOUR_MS, HOUR_MS)
        assert request.contributors[window] == contributor(ANALYTICS_KEY.encode(), "support", window, ID)
    assert "not done yet" in trial.out


async def test_the_person_is_named_nowhere(trial: Beside, config: str) -> None:
    for arguments in ((), ("--json",)):
        assert await ask(trial, config, "opt-out", *arguments) == 0
        assert ID not in trial.out + trial.err
    assert await ask(trial, config, "delete", "--contributor", ID) == 0
    assert ID not in trial.out + trial.err
    assert all(ID.encode() not in (kept.value or b"") for kept in await trial.read(Topic.PRIVACY_REQUESTS))


async def test_a_deletion_does_not_end_an_opt_out(trial: Beside, config: str) -> None:
    assert await ask(trial, config, "opt-out") == 0
    assert await ask(trial, config, "delete") == 0
    assert (await requests(trial))[SUBJECT].action == "opt_out"


async def test_the_receipt_is_shown_once_there_is_one(trial: Beside, config: str) -> None:
    assert await ask(trial, config, "delete") == 0
    assert await ask(trial, config, "receipt") == 0
    assert "not done yet" in trial.out
    done_ms = (await requests(trial))[SUBJECT].requested_ms + 1
    done = PrivacyReceipt(done_ms=done_ms, texts=3, withdrawn=("600/7", "600/9"))
    await trial.write(Topic.PRIVACY_REQUESTS, (receipt_key(SUBJECT), done))
    assert await ask(trial, config, "receipt") == 0
    assert "texts of the last window that no longer count: 3\nsummaries withdrawn: 600/7, 600/9" in trial.out
    assert await ask(trial, config, "receipt", "--json") == 0
    assert orjson.loads(trial.out)["receipt"] == {"done_ms": done_ms, "texts": 3, "withdrawn": ["600/7", "600/9"]}


async def test_the_receipt_of_an_earlier_request_is_no_answer(trial: Beside, config: str) -> None:
    done = PrivacyReceipt(done_ms=1, texts=0, withdrawn=())
    await trial.write(Topic.PRIVACY_REQUESTS, (receipt_key(SUBJECT), done))
    assert await ask(trial, config, "delete", "--json") == 0
    assert orjson.loads(trial.out)["receipt"] is None


async def test_who_waits_gets_the_receipt_that_comes_meanwhile(trial: Beside, config: str) -> None:
    async def was_asked() -> bool:
        return bool(await requests(trial))

    waiting = asyncio.create_task(ask(trial, config, "delete", "--wait", "60"))
    await eventually(was_asked, 30, "the request")
    done = PrivacyReceipt(done_ms=(await requests(trial))[SUBJECT].requested_ms, texts=2, withdrawn=())
    await trial.write(Topic.PRIVACY_REQUESTS, (receipt_key(SUBJECT), done))
    assert await waiting == 0
    assert "no longer count: 2\nsummaries withdrawn: none" in trial.out


async def test_a_receipt_for_nobody_is_refused(trial: Beside, config: str) -> None:
    assert await ask(trial, config, "receipt") == 2
    assert "there is no request for this contributor" in trial.err


async def test_without_the_analytics_key_nobody_can_be_found(trial: Beside) -> None:
    assert await trial.run("privacy", "delete", "--tenant", "support", stdin=ID.encode()) == 2
    assert "analytics.key is missing" in trial.err


async def test_a_key_that_this_process_was_not_given_is_named(trial: Beside, config: str) -> None:
    trial.monkeypatch.delenv("ANALYTICS_KEY")
    assert await ask(trial, config, "delete") == 2
    assert "analytics.key: the environment variable ANALYTICS_KEY is not set" in trial.err


async def test_the_key_may_be_the_content_of_a_file(trial: Beside, config: str, tmp_path: Path) -> None:
    trial.monkeypatch.delenv("ANALYTICS_KEY")
    (tmp_path / "key").write_text(f"{ANALYTICS_KEY}\n")
    trial.monkeypatch.setenv("ANALYTICS_KEY_FILE", str(tmp_path / "key"))
    assert await ask(trial, config, "delete") == 0
    assert list(await requests(trial)) == [SUBJECT]


async def test_an_empty_line_is_nobody(trial: Beside, config: str) -> None:
    assert await ask(trial, config, "delete", stdin="\n") == 2
    assert "standard input has no ID" in trial.err
    assert await requests(trial) == {}


async def test_a_person_at_a_terminal_types_the_id_unseen(trial: Beside, config: str) -> None:
    trial.monkeypatch.setattr(privacy, "getpass", lambda prompt: ID)
    assert await ask(trial, config, "delete", stdin="", terminal=True) == 0
    assert list(await requests(trial)) == [SUBJECT]
    assert ID not in trial.out + trial.err


async def test_an_id_that_is_no_text_is_refused(trial: Beside, config: str) -> None:
    assert await ask(trial, config, "delete", "--contributor", "\udcff") == 2
    assert trial.err == "the ID is not UTF-8\n"


async def test_a_tenant_that_no_key_has_is_doubted_and_the_request_written_all_the_same(
    trial: Beside, config: str
) -> None:
    assert await trial.run("privacy", "delete", "--config", config, "--tenant", "suport", stdin=ID.encode()) == 0
    assert "warning: no API key of the configuration has this tenant" in trial.err
    assert await trial.run("privacy", "delete", "--config", config, "--tenant", "sales", stdin=ID.encode()) == 0
    assert "requests of this tenant count for their API keys" in trial.err
    assert len(await requests(trial)) == 2
