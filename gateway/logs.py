"""JSON logs with allow-listed fields only.

A line may contain only a closed list of fields, so a user's text cannot get into it. Of a third party's message only
the template is logged, of an exception only its type and the lines of code that it passed through.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path

import orjson

FIELDS = frozenset(
    {
        "turn_id",
        "attempt_id",
        "role",
        "route",
        "model",
        "status",
        "code",
        "outcome",
        "topic",
        "partition",
        "offset",
        "length",
        "reason",
        "seconds",
        "count",
        "address",
        "key",
        "tenant",
        "upstream",
        "attempt",
        "cause",
        "partitions",
        "roles",
        "version",
        "configuration",
        "lost",
        "left_out",
    }
)
_ROOT = Path(__file__).resolve().parents[1]
_OWN_FILES = (f"{_ROOT}/gateway/", f"{_ROOT}/streams/")


CURRENT_TURN: ContextVar[str | None] = ContextVar("turn_id", default=None)  # what our lines are about


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, event, allow-listed fields, exception if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the record as one line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _event(record),
        }
        if _is_own(record):
            line |= {} if (turn_id := CURRENT_TURN.get()) is None else {"turn_id": turn_id}
            line |= {name: value for name, value in record.__dict__.items() if name in FIELDS and value is not None}
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = describe(record.exc_info[1])
        return orjson.dumps(line, default=_type_name).decode()


def describe(error: BaseException) -> dict[str, object]:
    """Returns an exception's type and the lines of code that it passed through, without its message.

    >>> describe(ValueError("a user's text"))
    {'type': 'ValueError', 'frames': []}
    """
    frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return {"type": type(error).__name__, "frames": frames}


def fields(**values: object) -> Mapping[str, object]:
    """Returns the ``extra`` for a log call; raises ValueError for a name that is not allow-listed.

    >>> fields(turn_id="t", count=2)
    {'turn_id': 't', 'count': 2}
    """
    unknown = set(values) - FIELDS
    if unknown:
        raise ValueError(f"not a field of the logs: {', '.join(sorted(unknown))}")
    return values


def configure(level: str) -> None:
    """Makes every logger of the process write JSON lines to standard error, and nowhere else.

    ``level`` applies to the product's own lines. Third parties' lines appear from ``warning`` on, or all at ``debug``.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(lambda record: level == "debug" or record.levelno >= logging.WARNING or _is_own(record))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(True)


def _event(record: logging.LogRecord) -> str:
    # A third party's message without arguments may already contain values: only its place in the code is safe.
    if isinstance(record.msg, str) and (record.args or _is_own(record)):
        return record.msg
    return f"{record.filename}:{record.lineno} {record.funcName}"


def _is_own(record: logging.LogRecord) -> bool:
    # Judged by file, not by logger: a library logs under the name of our class when that derives from one of its own.
    return record.pathname.startswith(_OWN_FILES)


def _type_name(value: object) -> str:
    return type(value).__name__
