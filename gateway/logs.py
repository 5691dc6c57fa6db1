"""JSON logs with allow-listed fields only.

A line may contain only a closed list of fields, so a user's text cannot get into it. A third party's message is filled
in only if all its arguments are safe to show; else only its template is logged. Of an exception only its type and the
lines of code that it passed through are logged.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import orjson

FIELDS = frozenset(
    {
        "address",
        "attempt",
        "attempt_id",
        "cause",
        "code",
        "configuration",
        "count",
        "key",
        "left_out",
        "length",
        "model",
        "offset",
        "outcome",
        "partition",
        "partitions",
        "reason",
        "role",
        "roles",
        "route",
        "seconds",
        "status",
        "tenant",
        "topic",
        "turn_id",
        "upstream",
        "version",
        "window",
    }
)
QUIET_SECONDS = 10.0
CURRENT_TURN: ContextVar[str | None] = ContextVar("turn_id", default=None)  # what our lines are about

_ROOT = Path(__file__).resolve().parents[1]
_OWN_FILES = (f"{_ROOT}/gateway/", f"{_ROOT}/streams/")
_MOST_PLACES = 1_000
_MOST_ITEMS = 100

_known: set[str] = set()


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
            given = {"turn_id": CURRENT_TURN.get(), **record.__dict__}
            line |= {name: value for name, value in given.items() if name in FIELDS and value is not None}
        elif type(left_out := record.__dict__.get("left_out")) is int:
            line["left_out"] = left_out
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = describe(record.exc_info[1])
        return orjson.dumps(line, default=_type_name).decode()


@dataclass(slots=True)
class Quiet:
    """Lets a third party say the same at most once in ``QUIET_SECONDS``; the next line says how many were left out."""

    clock: Callable[[], float] = time.monotonic
    _said: OrderedDict[tuple[str, int, str], tuple[float, int]] = field(default_factory=OrderedDict)

    def __call__(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written; ours always are."""
        if _is_own(record):
            return True
        same = (record.pathname, record.lineno, record.msg if record.args and isinstance(record.msg, str) else "")
        now = self.clock()
        until, left_out = self._said.pop(same, (now, 0))
        if now < until:
            self._said[same] = (until, left_out + 1)
            return False
        record.__dict__["left_out"] = left_out or None
        self._said[same] = (now + QUIET_SECONDS, 0)
        if len(self._said) > _MOST_PLACES:
            self._said.popitem(last=False)
        return True


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


def know(names: Iterable[str]) -> None:
    """Lets third parties' messages show these names, which come from the code and the configuration."""
    _known.update(names)


def configure(level: str) -> None:
    """Makes every logger of the process write JSON lines to standard error, and nowhere else.

    ``level`` applies to the product's own lines. Third parties' lines appear from ``warning`` on, and the same one at
    most once in ten seconds; at ``debug`` all of them appear.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    if level != "debug":
        handler.addFilter(lambda record: record.levelno >= logging.WARNING or _is_own(record))
        handler.addFilter(Quiet())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    logging.raiseExceptions = False  # else what a line that cannot be written would have said goes to standard error


def _event(record: logging.LogRecord) -> str:
    # A third party's message without arguments may already contain values: only its place in the code is safe.
    if isinstance(record.msg, str) and _is_own(record):
        return record.msg
    if isinstance(record.msg, str) and record.args:
        return _filled(record.msg, record.args)
    return f"{record.filename}:{record.lineno} {record.funcName}"


class _Unsafe(Exception):
    """An argument that may contain a user's text."""


class _Shown(str):
    """Text that is shown as it is, with ``%r`` too."""

    __slots__ = ()
    __repr__ = str.__str__


def _filled(template: str, arguments: tuple[object, ...] | Mapping[str, object]) -> str:
    """Returns a third party's message if all its arguments are safe to show, else its template."""
    try:
        if isinstance(arguments, Mapping):
            return template % {name: _shown(value) for name, value in arguments.items()}
        return template % tuple(map(_shown, arguments))
    except (_Unsafe, TypeError, ValueError, LookupError, ArithmeticError, RecursionError):
        return template


def _shown(value: object) -> object:
    """Returns what to show of an argument: a number, a name that is known, an exception's class; raises _Unsafe."""
    if value is None or type(value) in (bool, int, float) or (type(value) is str and value in _known):
        return value
    if isinstance(value, BaseException):
        return _Shown(type(value).__name__)
    if isinstance(value, type) and issubclass(value, BaseException):
        return _Shown(value.__name__)
    if isinstance(value, tuple | list | set | frozenset) and len(value) <= _MOST_ITEMS:
        return _Shown(f"({', '.join(str(_shown(item)) for item in value)})")
    raise _Unsafe


def _is_own(record: logging.LogRecord) -> bool:
    # Judged by file, not by logger: a library logs under the name of our class when that derives from one of its own.
    return record.pathname.startswith(_OWN_FILES)


def _type_name(value: object) -> str:
    return type(value).__name__
