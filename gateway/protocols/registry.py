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
"""The APIs by the path of their route."""

APIS_BY_NAME: Mapping[str, Api] = MappingProxyType({api.name: api for api in (*APIS.values(), _ONE_TEXT)})
"""The APIs by their name in records and metrics, and ``text``, the dry run of a single text."""


def inspected_api(body: JsonObject) -> Api:
    """Returns the API for the body of a dry run, which is ``{"text": …}`` or a chat completion request.

    >>> inspected_api({"text": "Hello"}).name, inspected_api({"messages": []}).name
    ('text', 'chat_completions')
    """
    return _ONE_TEXT if body.keys() == {"text"} else CHAT_COMPLETIONS
