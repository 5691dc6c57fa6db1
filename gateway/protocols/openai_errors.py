"""Errors in the shape that OpenAI's APIs and SDKs use."""

from __future__ import annotations

from gateway.errors import GatewayError
from gateway.types import JsonObject


def error_body(error: GatewayError) -> JsonObject:
    """Returns the body of an error answer, and the data of the event that ends a broken stream.

    >>> error_body(GatewayError("Something broke."))["error"]
    {'message': 'Something broke.', 'type': 'api_error', 'param': None, 'code': 'internal_error'}
    """
    return {"error": {"message": error.message, "type": error.type, "param": error.param, "code": error.code}}
