"""The APIs that the gateway serves, by the path of their route."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.protocols.api import Api
from gateway.protocols.chat_completions import CHAT_COMPLETIONS

APIS: Mapping[str, Api] = MappingProxyType({"/v1/chat/completions": CHAT_COMPLETIONS})
