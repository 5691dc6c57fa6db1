"""How long to wait before a call to a provider is retried."""

from __future__ import annotations

from random import Random

from gateway.errors import GatewayError
from gateway.providers.errors import Remedy, remedy

_FIRST_SECONDS = 0.25
_LONGEST_SECONDS = 10.0


def pause_before_retry(retry: int, error: GatewayError, random: Random) -> float | None:
    """Returns the seconds to wait before retry 0, 1, …, or None if no retry should be made.

    The pause doubles each time, with jitter, and is at least the provider's ``retry-after``. There is no retry after an
    error that would repeat, or if the provider asks for more than ten seconds.

    >>> from gateway.errors import BadRequest, ProviderFailed
    >>> pause_before_retry(0, ProviderFailed("down", retry_after=3), Random(1))
    3
    >>> 0.5 <= pause_before_retry(2, ProviderFailed("down"), Random(1)) <= 1
    True
    >>> pause_before_retry(0, BadRequest("wrong"), Random(1))
    """
    if remedy(error) is not Remedy.THE_SAME_AGAIN:
        return None
    backoff = min(_FIRST_SECONDS * 2**retry * random.uniform(0.5, 1), _LONGEST_SECONDS)
    pause = max(backoff, error.retry_after or 0)
    return pause if pause <= _LONGEST_SECONDS else None
