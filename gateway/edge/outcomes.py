"""How a request ended: the error that its client sees, and the outcome that is counted."""

from __future__ import annotations

import logging

from gateway.errors import GatewayError
from gateway.logs import fields

log = logging.getLogger(__name__)

OUTCOMES = {
    401: "unauthorized",
    429: "too_many",
    500: "internal_error",
    502: "provider_failed",
    503: "unavailable",
    504: "timed_out",
}


def client_error(exception: Exception, turn_id: str | None) -> GatewayError:
    """Returns the error to send to the client. An exception that is no GatewayError is a bug of ours and logged."""
    if isinstance(exception, GatewayError):
        return exception
    log.error("a request failed", exc_info=exception, extra=fields(turn_id=turn_id))
    return GatewayError("the gateway failed")


def outcome_of(error: GatewayError) -> str:
    """Returns the outcome to count for a turn that ended with this error, one of ``metrics.TURN_OUTCOMES``."""
    return "blocked" if error.code == "policy_blocked" else OUTCOMES.get(error.status, "bad_request")
