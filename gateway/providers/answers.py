"""What the gateway reads in a provider's answers: whether they are JSON objects, errors, and token usage."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gateway.errors import GatewayError, ProviderFailed
from gateway.providers.errors import UNREADABLE_JSON, Refused, from_status
from gateway.types import JsonObject, JsonValue


class Tokens(NamedTuple):
    """The tokens of one call, as the provider counted them."""

    prompt: int = 0
    completion: int = 0


def from_answer(answer: JsonObject) -> GatewayError | None:
    """Returns the error in the ``error`` field of an answer or event with status 200, or None.

    >>> from_answer({"error": {"code": 429}}).status, from_answer({"error": {"message": "no"}}).status
    (429, 502)
    >>> from_answer({"choices": []})
    """
    error = answer.get("error")
    if not error:
        return None
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, int) and 400 <= code <= 599:
        return from_status(code)
    return ProviderFailed("The provider reported a failure instead of an answer.")


def unreadable(what: str) -> Refused:
    """Returns the error for an answer that cannot be read.

    >>> unreadable("is not JSON")
    Refused("The provider's answer is not JSON; the operator must look at api_base.")
    """
    return Refused(f"The provider's answer {what}; the operator must look at api_base.")


def object_of(data: bytes) -> JsonObject:
    """Returns the JSON object of an answer or event; raises GatewayError if it is none or reports an error.

    >>> object_of(b'{"choices": []}')
    {'choices': []}
    """
    try:
        value: JsonValue = msgspec.json.decode(data)
    except UNREADABLE_JSON:
        raise unreadable("is not JSON") from None
    if not isinstance(value, dict):
        raise unreadable("is not a JSON object")
    if error := from_answer(value):
        raise error
    return value


def tokens_of(data: bytes) -> Tokens | None:
    """Returns the token usage that an answer or event reports, or None.

    >>> tokens_of(b'{"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 5}}')
    Tokens(prompt=3, completion=5)
    >>> tokens_of(b'{"choices": [], "usage": null}')
    """
    if b'"usage"' not in data:
        return None
    usage = object_of(data).get("usage")
    if not isinstance(usage, dict):
        return None
    return Tokens(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) and value > 0 else 0
