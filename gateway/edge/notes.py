"""What the edge notes on a request while it answers it: the request's line in the counts and the log tells it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from gateway import metrics
from gateway.settings import ApiKey


@dataclass(slots=True)
class Notes:
    """When a request began, and, as soon as it is known, whose it is, its model, its turn and how its answer ends."""

    began: float = field(default_factory=time.perf_counter)
    key: ApiKey | None = None
    model: str = metrics.UNKNOWN_MODEL
    turn_id: str | None = None
    outcome: str = "answered"


NOTES: Final = web.RequestKey("notes", Notes)
