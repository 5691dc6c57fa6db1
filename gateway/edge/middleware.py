"""What every request gets: errors in the shape of the called API, an id, and a line in the counts and the log.

Counts and log hold names out of the configuration, never a word of the request.
"""

from __future__ import annotations

import logging
import time
from secrets import token_hex

from aiohttp import web
from aiohttp.typedefs import Handler

from gateway import metrics
from gateway.edge.answers import REQUEST_ID, TURN_ID
from gateway.edge.notes import NOTES, Notes
from gateway.edge.outcomes import client_error, outcome_of
from gateway.errors import Cause, GatewayError, NotFound, cause_of
from gateway.logs import fields
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.registry import APIS

log = logging.getLogger(__name__)


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Counts the end of each turn, answers failures in the shape of the called API, and names each answer's request."""
    request[NOTES] = notes = Notes()
    outcome, status, cause = "cancelled", None, None
    try:
        response = await handler(request)
        outcome, status = notes.outcome, response.status
    except ConnectionResetError:
        response = web.Response()  # never sent: the client has left
    except Exception as exception:
        error = _error(request, exception)
        outcome, status, cause = outcome_of(error), error.status, cause_of(error)
        response = _answer(request, error)
    finally:
        _count(request, outcome, status, cause)
    if not response.prepared:
        response.headers[REQUEST_ID] = notes.turn_id or token_hex(16)
    return response


def _error(http: web.Request, exception: Exception) -> GatewayError:
    if isinstance(exception, web.HTTPException):
        return NotFound("this gateway does not serve this route", code="unknown_route")
    return client_error(exception, http[NOTES].turn_id)


def _answer(http: web.Request, error: GatewayError) -> web.Response:
    api = APIS.get(http.path, CHAT_COMPLETIONS)
    turn_id = http[NOTES].turn_id
    headers = {TURN_ID: turn_id} if turn_id is not None else {}
    if error.retry_after is not None:
        headers["retry-after"] = str(max(1, round(error.retry_after)))
    return web.json_response(api.error_body(error), status=error.status, headers=headers)


def _count(http: web.Request, outcome: str, status: int | None, cause: Cause | None) -> None:
    if cause is not None:
        metrics.refusals_total.labels(str(status), cause.value).inc()
    api = APIS.get(http.path)
    if api is None:
        return
    notes = http[NOTES]
    key, model = notes.key, notes.model
    seconds = time.perf_counter() - notes.began
    metrics.turns_total.labels(api.name, outcome).inc()
    metrics.turn_seconds.labels(api.name).observe(seconds)
    metrics.model_turns_total.labels(model, outcome).inc()
    if key is not None:
        metrics.tenant_turns_total.labels(key.tenant, outcome).inc()
    turn = fields(
        turn_id=notes.turn_id,
        key=key and key.name,
        tenant=key and key.tenant,
        model=model or None,
        route=api.name,
        outcome=outcome,
        status=status,
        cause=cause,
        seconds=round(seconds, 4),
    )
    log.info("request ended", extra=turn)
