"""Takes changed keys in while a process runs: the API keys of its file, and secrets out of mounted files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from gateway import metrics
from gateway.logs import fields
from gateway.settings import Rotation, Settings, SettingsError, load, reload_api_keys, rotate
from gateway.settings.environment import Environment

log = logging.getLogger(__name__)

RELOAD_SECONDS = 1.0
_MOST_MISTAKES: Final = 5

Stamps = Mapping[Path, tuple[int, int, int]]


@runtime_checkable
class KeyHolder(Protocol):
    """A part of a process that works with keys that may change."""

    def use_keys(self, settings: Settings) -> None:
        """Works with the keys of these settings from now on; all else in them is as it was at the start."""
        ...


@dataclass(frozen=True, slots=True)
class SettingsOrigin:
    """Where a process has its settings from: a file, what stood in it at the start, variables and the command line."""

    config: Path
    text: str
    environment: Environment
    listen: Mapping[str, str]

    def load(self, running: Settings) -> Settings:
        """Returns what its API keys and its secrets are now, and all else as it was at the start.

        Raises SettingsError, OSError and UnicodeDecodeError.
        """
        keys = reload_api_keys(self.config.read_text(encoding="utf-8"), self.environment, running)
        said = load(self.text, self.environment, running.roles, self.listen)
        return said.model_copy(update={"api_keys": keys})

    def stamps(self) -> Stamps:
        """Returns what tells a changed file, for each one that can be looked at."""
        return {path: stamp for path in self._paths() if (stamp := _stamp(path))}

    def _paths(self) -> Sequence[Path]:
        try:
            return [self.config, *self.environment.files().values()]
        except OSError:
            return [self.config]


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


@dataclass(slots=True)
class KeyRotation:
    """Watches the files of a process. What is wrong with a new content is logged, and the old keys stay in use.

    ``said`` is what the files said when the process started, ``running`` what it works with.
    """

    origin: SettingsOrigin
    said: Settings
    running: Settings

    async def run(self, parts: Iterable[object]) -> None:
        """Watches until it is cancelled, and hands changed keys to those of the parts that work with keys."""
        holders = [part for part in parts if isinstance(part, KeyHolder)]
        seen: Stamps = {}  # what changed since the process read its settings counts, too
        while True:
            await asyncio.sleep(RELOAD_SECONDS)
            stamps = self.origin.stamps()
            if stamps != seen:
                seen = stamps
                await self._reload(holders)

    async def _reload(self, holders: Iterable[KeyHolder]) -> None:
        try:
            said = await asyncio.to_thread(self.origin.load, self.running)
            rotation = rotate(self.running, self.said, said)
        except SettingsError as error:
            _refuse("; ".join(map(str, error.mistakes[:_MOST_MISTAKES])))
        except (OSError, UnicodeDecodeError) as error:
            _refuse(type(error).__name__)
        else:
            self.said = said
            self._take(rotation, holders)

    def _take(self, rotation: Rotation, holders: Iterable[KeyHolder]) -> None:
        if rotation.waiting:
            log.warning("keys have changed that wait for a restart", extra=fields(reason=", ".join(rotation.waiting)))
        if not rotation.taken:
            return
        self.running = rotation.settings
        for holder in holders:
            holder.use_keys(self.running)
        metrics.initialize(tenants={key.tenant for key in self.running.api_keys})
        log.info("changed keys are in use", extra=fields(reason=", ".join(rotation.taken)))


def _refuse(reason: str) -> None:
    log.error("the changed keys or configuration are refused: the old ones stay in use", extra=fields(reason=reason))
