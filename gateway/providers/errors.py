"""Translates a provider's failures into the gateway's errors.

A provider's error messages often quote the request, so they are never passed on. Only a ``code``, ``type`` or ``param``
that matches a strict pattern is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum, auto

import aiohttp
import msgspec

from gateway.errors import BadRequest, GatewayError, NotFound, ProviderFailed, TimedOut, TooLarge, TooManyInFlight
from gateway.types import JsonValue

UNREADABLE_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError)

_CODE = re.compile(r"[a-z_]{1,64}")
_FIELD = (
    "arguments|audio|content|custom|description|enum|frequency_penalty|function|function_call|functions|image_url|input"
    "|items|json_schema|logit_bias|logprobs|max_completion_tokens|max_tokens|messages|metadata|modalities|model|n|name"
    "|parallel_tool_calls|parameters|prediction|presence_penalty|properties|reasoning_effort|required|response_format"
    "|role|schema|seed|service_tier|stop|store|stream|stream_options|strict|temperature|text|tool_call_id|tool_calls"
    "|tool_choice|tools|top_logprobs|top_p|type|user|verbosity|web_search_options"
)
_PARAM = re.compile(rf"(?:{_FIELD})(?:\.(?:{_FIELD}|\d{{1,4}})|\[\d{{1,4}}\]){{0,16}}")

_BAD_REQUEST = "The provider refused the request; its own words are withheld, because they may quote it"
_BAD_KEY = "The provider refused the gateway's key; the operator must look at api_key"
_TOO_SLOW = "The provider took too long"
_LONGEST_RETRY_AFTER = 86_400.0


class Refused(ProviderFailed):
    """The provider will fail again: the key, the quota, the address or the answer's format is wrong."""


class Remedy(Enum):
    """What to try after a failed call."""

    NOTHING = auto()  # the request itself is at fault
    ANOTHER_DEPLOYMENT = auto()
    THE_SAME_AGAIN = auto()


_BY_STATUS: dict[int, tuple[type[GatewayError], str]] = {
    400: (BadRequest, _BAD_REQUEST),
    401: (Refused, _BAD_KEY),
    402: (Refused, "The account at the provider is out of credit; the operator must look at it"),
    403: (Refused, _BAD_KEY),
    404: (NotFound, "The provider does not know this model; the operator must look at model_list"),
    408: (TimedOut, _TOO_SLOW),
    413: (TooLarge, "The provider says that the request is too large for it; send less"),
    422: (BadRequest, _BAD_REQUEST),
    429: (TooManyInFlight, "The provider takes no more requests for now; retry later"),
    504: (TimedOut, _TOO_SLOW),
}
_CLIENTS_FAULT = (BadRequest, NotFound, TooLarge, TooManyInFlight)


def remedy(error: GatewayError) -> Remedy:
    """Returns what to try after this failure.

    >>> remedy(from_status(400)).name, remedy(from_status(401)).name, remedy(from_status(503)).name
    ('NOTHING', 'ANOTHER_DEPLOYMENT', 'THE_SAME_AGAIN')
    """
    if isinstance(error, Refused | NotFound) or error.code == "insufficient_quota":
        return Remedy.ANOTHER_DEPLOYMENT
    if isinstance(error, ProviderFailed | TooManyInFlight | TimedOut):
        return Remedy.THE_SAME_AGAIN
    return Remedy.NOTHING


def from_status(
    status: int, *, code: str | None = None, param: str | None = None, retry_after: float | None = None
) -> GatewayError:
    """Returns the error for an answer with this HTTP status; ``retry_after`` is in seconds.

    >>> from_status(503)
    ProviderFailed('The provider failed (HTTP 503).')
    """
    kind, message = _translation(status)
    if kind not in _CLIENTS_FAULT:
        code, param = None, None
    return kind(f"{message} (HTTP {status}).", code=code, param=param, retry_after=retry_after, upstream=status)


def _translation(status: int) -> tuple[type[GatewayError], str]:
    if status >= 500:
        return _BY_STATUS.get(status, (ProviderFailed, "The provider failed"))
    return _BY_STATUS.get(status, (Refused, "The provider's endpoint is wrong; the operator must look at api_base"))


def code_and_param(body: bytes) -> tuple[str | None, str | None]:
    """Returns the ``code`` (else the ``type``) and the ``param`` of an error's body, each only if it is safe to pass.

    >>> code_and_param(b'{"error": {"message": "Ann?", "code": "invalid_type", "param": "messages[0].role"}}')
    ('invalid_type', 'messages[0].role')
    >>> code_and_param(b'{"error": {"code": "no Ann here", "param": "Ann"}}')
    (None, None)
    """
    try:
        value: JsonValue = msgspec.json.decode(body)
    except UNREADABLE_JSON:
        return None, None
    error = value.get("error") if isinstance(value, dict) else None
    if not isinstance(error, dict):
        return None, None
    return _closed(_CODE, error.get("code")) or _closed(_CODE, error.get("type")), _closed(_PARAM, error.get("param"))


def retry_after_seconds(value: str | None, now: datetime) -> float | None:
    """Returns the seconds to wait by a ``retry-after`` header, which holds seconds or a date; None if it holds neither.

    >>> now = datetime(2025, 1, 1, tzinfo=UTC)
    >>> retry_after_seconds("1.5", now), retry_after_seconds("Wed, 01 Jan 2025 00:00:07 GMT", now)
    (1.5, 7.0)
    >>> retry_after_seconds("soon", now)
    """
    if value is None:
        return None
    try:
        seconds = float(value) if value[:1].isdigit() else _seconds_until(value, now)
    except (ValueError, TypeError):
        return None
    return min(max(seconds, 0.0), _LONGEST_RETRY_AFTER)


def _seconds_until(date: str, now: datetime) -> float:
    moment = parsedate_to_datetime(date)
    return (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds()


@contextmanager
def transport_errors() -> Iterator[None]:
    """Turns exceptions of aiohttp and of sockets into the gateway's errors."""
    try:
        yield
    except TimeoutError:
        raise TimedOut("The provider took too long to answer.") from None
    except aiohttp.ClientConnectorError:
        raise ProviderFailed("The provider cannot be reached.") from None
    except ValueError:  # aiohttp raises it for an invalid URL (InvalidURL) and for a header with a line break
        raise Refused("The provider's address or headers are wrong; the operator must look at model_list.") from None
    except (aiohttp.ClientError, OSError):
        raise ProviderFailed("The provider broke the connection off before its answer was complete.") from None


def _closed(pattern: re.Pattern[str], value: JsonValue) -> str | None:
    return value if isinstance(value, str) and pattern.fullmatch(value) else None
