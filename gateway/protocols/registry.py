"""The APIs that the gateway serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gateway.protocols.api import Api
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.shapes import TEXT, Object
from gateway.types import JsonObject

_ONE_TEXT = replace(CHAT_COMPLETIONS, name="text", request=Object({"text": TEXT}, ("text",)))

APIS: Mapping[str, Api] = MappingProxyType({"/v1/chat/completions": CHAT_COMPLETIONS})
"""By the path of their route."""

APIS_BY_NAME: Mapping[str, Api] = MappingProxyType({api.name: api for api in (*APIS.values(), _ONE_TEXT)})
"""By the name that records and metrics call them, the dry run of one text included."""


def inspected_api(body: JsonObject) -> Api:
    """The API that the body of a dry run belongs to: ``{"text": …}``, or a request of one that the gateway serves.

    >>> inspected_api({"text": "Hello"}).name, inspected_api({"messages": []}).name
    ('text', 'chat_completions')
    """
    return _ONE_TEXT if body.keys() == {"text"} else CHAT_COMPLETIONS
