"""Requests that an API refuses, such as applications send by mistake, with the canary where the mistake is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from gateway.types import JsonObject

ROUTE: Final = "/v1/chat/completions"


class Fault(StrEnum):
    """What is wrong with a request."""

    UNKNOWN_FIELD = "unknown_field"  # the canary in a field that the API has not
    FIELD_NAME = "field_name"  # the canary as the name of one
    WRONG_TYPE = "wrong_type"  # the canary where a number belongs
    WRONG_ROLE = "wrong_role"
    CUT_OFF = "cut_off"  # JSON that ends behind the canary
    UNKNOWN_MODEL = "unknown_model"
    UNKNOWN_ROUTE = "unknown_route"


@dataclass(frozen=True, slots=True, repr=False)
class SentRequest:
    """A request as it is sent: its path, and its bytes."""

    route: str
    content: bytes


def spoiled(body: JsonObject, value: str, fault: Fault | None) -> SentRequest:
    """Returns the request with this fault and the value in it; without a fault, as it is.

    >>> spoiled({"model": "m", "messages": []}, "ann@example.org", Fault.UNKNOWN_MODEL).content
    b'{"model": "m-ann@example.org", "messages": []}'
    """
    if fault is Fault.CUT_OFF:
        return SentRequest(ROUTE, _written(body | {"user_note": value})[:-1])
    if fault is Fault.UNKNOWN_ROUTE:
        return SentRequest(f"/v1/notes/{quoted(value)}", _written(body))
    return SentRequest(ROUTE, _written(_CHANGED[fault](body, value) if fault else body))


def quoted(text: str) -> str:
    """Returns a text as a part of a path.

    >>> quoted("ann@example.org"), quoted("Fr. 1")
    ('ann@example.org', 'Fr.%201')
    """
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in text.encode())


def _written(body: JsonObject) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def _with_role(body: JsonObject, value: str) -> JsonObject:
    messages = body["messages"]
    assert isinstance(messages, list)
    return body | {"messages": [*messages, {"role": value, "content": "Thanks."}]}


_PLAIN: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@:"
_CHANGED: Final[Mapping[Fault, Callable[[JsonObject, str], JsonObject]]] = MappingProxyType(
    {
        Fault.UNKNOWN_FIELD: lambda body, value: body | {"user_note": value},
        Fault.FIELD_NAME: lambda body, value: body | {value: "yes"},
        Fault.WRONG_TYPE: lambda body, value: body | {"temperature": value},
        Fault.WRONG_ROLE: _with_role,
        Fault.UNKNOWN_MODEL: lambda body, value: body | {"model": f"{body['model']}-{value}"},
    }
)
