"""The errors of a turn, named by who is at fault, each with its HTTP status.

A message never contains a user's value: it names the place and says what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar


class GatewayError(Exception):
    """Base of every error that a client may see.

    ``message`` is written by the gateway; ``param`` names a place in the request; ``retry_after`` is in seconds;
    ``upstream`` is the HTTP status with which a provider answered, if one did.
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "api_error"
    code: str = "internal_error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        param: str | None = None,
        retry_after: float | None = None,
        upstream: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.param = param
        self.retry_after = retry_after
        self.upstream = upstream


class Cause(StrEnum):
    """Why a request gets 429 or 503. It is the ``code`` of the error that a client sees, and a label of the metrics."""

    KEY_LIMIT = "key_limit"  # edge.max_in_flight_per_key
    TENANT_LIMIT = "tenant_limit"
    EDGE_LIMIT = "edge_limit"  # edge.max_in_flight
    BYTES_LIMIT = "bytes_limit"
    TENANT_QUEUE_FULL = "tenant_queue_full"
    PROVIDER_LIMIT = "provider_limit"  # the provider said so; the code is the provider's own where it is safe to pass
    DRAINING = "draining"
    BROKER_AWAY = "broker_away"
    NOBODY_MINIMIZES = "nobody_minimizes"
    NOBODY_DISPATCHES = "nobody_dispatches"
    DETECTION_UNAVAILABLE = "detection_unavailable"
    TENANT_HELD = "tenant_held"  # after a leak, until a person lifts it
    MODEL_HELD = "model_held"
    HOLDS_UNREAD = "holds_unread"
    MISCONFIGURED = "misconfigured"  # a role lacks a key, a policy or a predictor that another role names
    OTHER = "other"


CAUSES: Mapping[int, tuple[Cause, ...]] = {
    429: (
        Cause.KEY_LIMIT,
        Cause.TENANT_LIMIT,
        Cause.EDGE_LIMIT,
        Cause.BYTES_LIMIT,
        Cause.TENANT_QUEUE_FULL,
        Cause.PROVIDER_LIMIT,
    ),
    503: (
        Cause.DRAINING,
        Cause.BROKER_AWAY,
        Cause.NOBODY_MINIMIZES,
        Cause.NOBODY_DISPATCHES,
        Cause.DETECTION_UNAVAILABLE,
        Cause.TENANT_HELD,
        Cause.MODEL_HELD,
        Cause.HOLDS_UNREAD,
        Cause.MISCONFIGURED,
        Cause.OTHER,
    ),
}


def cause_of(error: GatewayError) -> Cause | None:
    """Returns why the request was refused: the error's code if that is one of ours; None for other statuses.

    A 429 with any other code is the provider's.

    >>> cause_of(TooManyInFlight("busy", code=Cause.KEY_LIMIT)).value, cause_of(TooManyInFlight("busy")).value
    ('key_limit', 'provider_limit')
    >>> cause_of(BadRequest("no"))
    """
    causes = CAUSES.get(error.status)
    if causes is None:
        return None
    return Cause(error.code) if error.code in causes else causes[-1]


class BadRequest(GatewayError):
    """The client's request does not follow the API that it calls."""

    status = 400
    type = "invalid_request_error"
    code = "invalid_request"


class PolicyBlocked(GatewayError):
    """The policy refuses something that the request contains."""

    status = 400
    type = "invalid_request_error"
    code = "policy_blocked"


class UnknownKey(GatewayError):
    """The API key is missing, or the configuration does not know it."""

    status = 401
    type = "authentication_error"
    code = "invalid_api_key"


class NotFound(GatewayError):
    """The gateway does not serve this route or model."""

    status = 404
    type = "invalid_request_error"
    code = "not_found"


class TooLarge(GatewayError):
    """The body is larger than ``edge.max_body_bytes``."""

    status = 413
    type = "invalid_request_error"
    code = "request_too_large"


class Uninspectable(GatewayError):
    """The body contains something that the gateway cannot inspect, so it is not forwarded."""

    status = 422
    type = "invalid_request_error"
    code = "uninspectable"


class TooManyInFlight(GatewayError):
    """The gateway or this key has reached its limit of turns in flight, or the provider answered 429."""

    status = 429
    type = "rate_limit_error"
    code = "too_many_in_flight"


class ProviderFailed(GatewayError):
    """The provider failed, or its answer cannot be read."""

    status = 502
    type = "api_error"
    code = "provider_failed"


class Unavailable(GatewayError):
    """A guard or the broker is unavailable; nothing was forwarded."""

    status = 503
    type = "api_error"
    code = "unavailable"


class TimedOut(GatewayError):
    """The turn's deadline has passed."""

    status = 504
    type = "timeout_error"
    code = "timeout"


ERRORS: dict[int, type[GatewayError]] = {
    error.status: error
    for error in (
        BadRequest,
        UnknownKey,
        NotFound,
        TooLarge,
        Uninspectable,
        TooManyInFlight,
        ProviderFailed,
        Unavailable,
        TimedOut,
    )
}
