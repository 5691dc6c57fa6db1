"""Looks at the surfaces that are no topics: log files and pages of metrics."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Final

from gateway.logs import fields
from gateway.types import Surface
from streams.auditor.ledger import AuditLedger
from streams.auditor.log_files import LogFiles
from streams.auditor.pages import MetricsPages, in_pieces
from streams.auditor.tally import AuditTally
from streams.auditor.witness import Search

log = logging.getLogger(__name__)

LOGS_SECONDS: Final = 0.5
METRICS_SECONDS: Final = 10.0
_TURN_ID: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")


@dataclass(slots=True)
class OtherSurfaces:
    """Searches log files and pages of metrics; what cannot be read is shown as unwatched.

    A canary has passed the logs when a line that names its turn was searched, and the metrics when all pages were that
    were asked for after its turn had been answered.
    """

    ledger: AuditLedger
    tally: AuditTally
    files: LogFiles
    pages: MetricsPages

    def work(self, search: Search) -> list[Coroutine[None, None, None]]:
        """Returns what is to be done until it is cancelled: nothing for a surface that has no addresses."""
        wanted = ((self.files.patterns, self._watch_logs), (self.pages.addresses, self._watch_metrics))
        return [watch(search) for addresses, watch in wanted if addresses]

    async def _watch_logs(self, search: Search) -> None:
        try:
            while True:
                for piece in await asyncio.to_thread(self.files.read):
                    await search(Surface.LOGS, piece.place, piece.text)
                    for turn_id in _TURN_ID.findall(piece.text):
                        self.ledger.passed(Surface.LOGS, turn_id)
                    await asyncio.sleep(0)
                self.files.searched()
                self._show(Surface.LOGS, self.files.is_whole)
                await asyncio.sleep(LOGS_SECONDS)
        finally:
            self.files.close()

    async def _watch_metrics(self, search: Search) -> None:
        while True:
            began = time.time()
            pages, is_whole = await self.pages.read()
            for address, text in pages.items():
                for piece in in_pieces(text):
                    await search(Surface.METRICS, f"metrics/{address}", piece)
                    await asyncio.sleep(0)
            if is_whole:
                self.ledger.searched_since(Surface.METRICS, began)
            self._show(Surface.METRICS, is_whole)
            await asyncio.sleep(METRICS_SECONDS)

    def _show(self, surface: Surface, is_readable: bool) -> None:
        if self.tally.readable(surface, is_readable) and not is_readable:
            log.warning("a surface cannot be read: it is unwatched", extra=fields(reason=surface.value))
