from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gateway.keys import hash_key
from gateway.roles import Role
from gateway.settings import Settings, load
from gateway.settings.environment import Environment
from streams import rotation
from streams.rotation import KeyRotation, SettingsOrigin
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0
KAFKA = "broker: {bootstrap: 'kafka:9092'}\nhashing: {key: os.environ/HASHING}\nsealing: {keys: os.environ/RING}\n"
MODELS = "model_list: [{model_name: echo, litellm_params: {model: echo}}]\n"
REFUSED = "the changed keys or configuration are refused: the old ones stay in use"
IN_USE = "changed keys are in use"
WAITING = "keys have changed that wait for a restart"


@dataclass(slots=True)
class Holder:
    """A part of a process that notes what it was given."""

    given: list[Settings] = field(default_factory=list)

    def use_keys(self, settings: Settings) -> None:
        """Notes the settings."""
        self.given.append(settings)

    @property
    def clients(self) -> list[str]:
        """The names of the API keys that it lets in."""
        return [key.name for key in self.given[-1].api_keys] if self.given else []

    @property
    def ring(self) -> str:
        """The ring that it seals with."""
        keys = self.given[-1].sealing.keys if self.given else None
        return keys.get_secret_value() if keys else ""


@dataclass(frozen=True, slots=True)
class Files:
    """What a process has its keys from."""

    folder: Path

    @property
    def config(self) -> Path:
        """The configuration."""
        return self.folder / "canarygate.yaml"

    def configure(self, *names: str) -> str:
        """Writes a configuration with these API keys, and returns it."""
        keys = ", ".join(f'{{name: {name}, hash: "{hash_key(name)}"}}' for name in names)
        text = f"{KAFKA}{MODELS}api_keys: [{keys}]\n"
        self.config.write_text(text)
        return text

    def put(self, name: str, value: str) -> None:
        """Writes a secret in the place of what was there, whole, as Kubernetes does it."""
        new = self.folder / "new"
        new.write_text(value)
        new.rename(self.folder / name)

    @property
    def environment(self) -> Environment:
        """The variables, each in its file."""
        return Environment({f"{name}_FILE": str(self.folder / name) for name in ("RING", "HASHING")})


def entry(key_id: str) -> str:
    return f"{key_id}:{b64encode(key_id.encode().ljust(32)).decode()}"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    made = Files(tmp_path)
    made.put("RING", entry("k1"))
    made.put("HASHING", "a hashing key of 32 characters at least")
    return made


@asynccontextmanager
async def watched(files: Files, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Holder]:
    """A part of an edge whose keys follow the files."""
    monkeypatch.setattr(rotation, "RELOAD_SECONDS", 0.02)
    text, holder = files.configure("first"), Holder()
    settings = load(text, files.environment, [Role.EDGE])
    origin = SettingsOrigin(files.config, text, files.environment, {})
    task = asyncio.create_task(KeyRotation(origin, settings, settings).run([holder, object()]))
    yield holder
    assert not task.done()
    task.cancel()


def said(caplog: pytest.LogCaptureFixture, event: str) -> list[str]:
    """Why the event was logged, each time."""
    return [record.__dict__["reason"] for record in caplog.records if record.message == event]


async def test_changed_api_keys_are_taken_over_while_it_runs(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(files, monkeypatch) as holder:
        files.configure("first", "second")
        await eventually(lambda: holder.clients == ["first", "second"], WAIT_SECONDS, "the new key")
        files.configure("second")
        await eventually(lambda: holder.clients == ["second"], WAIT_SECONDS, "the end of the old key")


async def test_a_sealing_key_is_added_and_then_put_in_front(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(files, monkeypatch) as holder:
        for ring in (f"{entry('k1')},{entry('k2')}", f"{entry('k2')},{entry('k1')}", entry("k2")):
            files.put("RING", ring)
            await eventually(lambda ring=ring: holder.ring == ring, WAIT_SECONDS, "the new ring")  # type: ignore[misc]


async def test_a_ring_without_the_key_that_seals_is_refused_with_what_to_do(
    files: Files, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(files, monkeypatch) as holder:
        files.put("RING", entry("k2"))
        await eventually(lambda: bool(said(caplog, REFUSED)), WAIT_SECONDS, "the refusal")
        assert "sealing.keys: lacks the key that seals now: keep it behind the new one" in said(caplog, REFUSED)[0]
        files.put("RING", f"{entry('k2')},{entry('k1')}")
        await eventually(lambda: holder.ring.startswith("k2:"), WAIT_SECONDS, "the new ring")


async def test_an_invalid_file_changes_nothing_and_a_corrected_one_does(
    files: Files, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(files, monkeypatch) as holder:
        for wrong in ("api_keys: [{name: planted}]", "{", "api_keys: 7", "\x00"):
            caplog.clear()
            files.config.write_text(wrong)
            await eventually(lambda: bool(said(caplog, REFUSED)), WAIT_SECONDS, "the refusal")
            assert "planted" not in "".join(said(caplog, REFUSED))
        caplog.clear()
        files.config.unlink()
        await eventually(lambda: said(caplog, REFUSED) == ["FileNotFoundError"], WAIT_SECONDS, "the refusal")
        assert holder.given == []
        files.configure("second")
        await eventually(lambda: holder.clients == ["second"], WAIT_SECONDS, "the new key")


@pytest.mark.parametrize("wrong", ["planted", "k1:planted", f"{entry('k1')},{entry('k1')}", ""])
async def test_an_invalid_ring_is_refused_in_one_line_that_does_not_show_it(
    files: Files, wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(files, monkeypatch) as holder:
        files.put("RING", wrong)
        await eventually(lambda: bool(said(caplog, REFUSED)), WAIT_SECONDS, "the refusal")
        (reason,) = said(caplog, REFUSED)
        assert "sealing.keys" in reason
        assert "planted" not in reason
        assert holder.given == []


async def test_a_key_that_must_not_change_in_a_running_process_waits_for_a_restart(
    files: Files, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(files, monkeypatch) as holder:
        files.put("HASHING", "another hashing key of 32 characters")
        await eventually(lambda: said(caplog, WAITING) == ["hashing.key"], WAIT_SECONDS, "the warning")
        assert holder.given == []


async def test_what_changed_between_the_start_and_the_first_look_counts(
    files: Files, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with watched(files, monkeypatch) as holder:
        before = files.config.stat().st_mtime_ns
        files.configure("second")
        os.utime(files.config, ns=(before, before))
        await eventually(lambda: holder.clients == ["second"], WAIT_SECONDS, "the new key")
    assert said(caplog, IN_USE) == ["api_keys"]
