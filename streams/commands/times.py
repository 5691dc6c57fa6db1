"""Times as a person reads them: in UTC, and in another zone where that differs. A zone of None is the local one."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

_AGO: Final = re.compile(r"(\d{1,4})([smhd])")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def typed_time(text: str) -> datetime | timedelta:
    """Returns a time, in UTC unless it says otherwise, or how long ago it was; raises ValueError.

    >>> typed_time("90m"), typed_time("2025-06-15T15:07")
    (datetime.timedelta(seconds=5400), datetime.datetime(2025, 6, 15, 15, 7, tzinfo=datetime.timezone.utc))
    """
    if ago := _AGO.fullmatch(text):
        return timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def milliseconds(time: datetime | timedelta, now_ms: int) -> int:
    """Returns a typed time since the epoch.

    >>> milliseconds(typed_time("1s"), 5_000), milliseconds(typed_time("1970-01-02"), 0)
    (4000, 86400000)
    """
    if isinstance(time, timedelta):
        return now_ms - time // timedelta(milliseconds=1)
    return round(time.timestamp() * 1000)


def moment(milliseconds: int, zone: tzinfo | None) -> str:
    """Returns a time since the epoch, to the minute.

    >>> from datetime import timedelta, timezone
    >>> moment(1_750_000_020_000, timezone(timedelta(hours=2), "CEST"))
    '2025-06-15 15:07 UTC (17:07 CEST)'
    """
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{at:%Y-%m-%d %H:%M} UTC{_elsewhere([at], zone)}"


def window(start: int, seconds: int, zone: tzinfo | None) -> str:
    """Returns from when to when a window lasts; ``start`` is in seconds since the epoch.

    >>> window(1_750_000_020, 180, UTC)
    '2025-06-15 15:07 to 15:10 UTC'
    """
    begin, end = (datetime.fromtimestamp(second, UTC) for second in (start, start + seconds))
    until = f"{end:%H:%M}" if begin.date() == end.date() else f"{end:%Y-%m-%d %H:%M}"
    return f"{begin:%Y-%m-%d %H:%M} to {until} UTC{_elsewhere([begin, end], zone)}"


def _elsewhere(times: list[datetime], zone: tzinfo | None) -> str:
    there = [time.astimezone(zone) for time in times]
    if not there[0].utcoffset():
        return ""
    return f" ({' to '.join(f'{time:%H:%M}' for time in there)} {there[0]:%Z})"
