"""What a role and its detection processes tell each other, over a socket that nobody else holds."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from gateway.errors import GatewayError
from gateway.policy import Policy
from gateway.settings import DetectionSettings
from streams.detecting.steps import Step

LENGTH_BYTES: Final = 8


@dataclass(frozen=True, slots=True, repr=False)
class Setup:
    """What a process needs before its first order; ``warm_ups`` are steps to try first, by policy."""

    detection: DetectionSettings
    policies: Mapping[str, Policy]
    warm_ups: Mapping[str, Step[Any]]


@dataclass(frozen=True, slots=True, repr=False)
class WorkOrder:
    """A step to run for a tenant, with all detectors of a policy that need no second look or with the rest."""

    policy: str
    tenant: str
    full: bool
    step: Step[Any]


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What became of an order: its result, an error for the client, or the line of code at which it failed.

    ``hits`` and ``misses`` are its look-ups in the process's cache.
    """

    result: Any = None
    error: GatewayError | None = None
    failed_at: str = ""
    hits: int = 0
    misses: int = 0


def framed(message: Setup | WorkOrder | Answer) -> tuple[bytes, bytes]:
    """Returns the message as bytes after their length; they are not joined, because they may be many.

    >>> length, data = framed(Answer("done"))
    >>> length == len(data).to_bytes(LENGTH_BYTES)
    True
    """
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH_BYTES), data


def opened(data: bytes) -> Any:
    """Returns the message in the bytes of a frame after their length.

    >>> opened(framed(Answer("done"))[1]).result
    'done'
    """
    return pickle.loads(data)


def _proxy(table: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(table)


# Policies hold their tables in such proxies, which cannot be pickled by themselves.
copyreg.pickle(MappingProxyType, lambda proxy: (_proxy, (dict(proxy),)))
