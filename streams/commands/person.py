"""Whom a privacy request is about: the hashes that stand for a person, in the windows that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from gateway.analytics import contributor, subject, window_of
from gateway.records import PrivacyRequest

DAY_MS: Final = 86_400_000
WINDOWS_OF_TEXTS: Final = 2  # for so long conversations.analytics keeps its texts

PrivacyAction = Literal["opt_out", "delete"]


@dataclass(frozen=True, slots=True, repr=False)
class Person:
    """A person by ``subject``, and by the contributor's hash in each window that is kept, and in the next one."""

    subject: str
    contributors: Mapping[int, str]


def person_of(key: bytes, tenant: str, identifier: str, windows: range) -> Person:
    """Returns whom an identifier of a tenant stands for; ``key`` is the analytics key.

    >>> person = person_of(b"key", "support", "u-17", range(0, 120, 60))
    >>> list(person.contributors), person.subject in person.contributors.values()
    ([0, 60], False)
    """
    hashes = {window: contributor(key, tenant, window, identifier) for window in windows}
    return Person(subject(key, tenant, identifier), hashes)


def kept_windows(now_ms: int, window_ms: int, retention_days: int) -> range:
    """Returns the windows of which something may be kept, and the next one, by their starts in seconds.

    >>> list(kept_windows(10 * DAY_MS + 5, DAY_MS, retention_days=1))
    [691200, 777600, 864000, 950400]
    """
    back_ms = max(retention_days * DAY_MS, WINDOWS_OF_TEXTS * window_ms)
    first, last = (window_of(time_ms, window_ms) for time_ms in (now_ms - back_ms, now_ms + window_ms))
    return range(first, last + 1, window_ms // 1000)


def request_of(person: Person, before: PrivacyRequest | None, action: PrivacyAction, now_ms: int) -> PrivacyRequest:
    """Returns what to write for a person, of whom the topic keeps one request only.

    So whoever has opted out stays out, and hashes of windows of another length are carried on while they may be kept.
    """
    oldest = min(person.contributors)
    known = before.contributors.items() if before else ()
    contributors = {window: known_as for window, known_as in known if window >= oldest}
    stays_out = before is not None and before.action == "opt_out"
    return PrivacyRequest(
        action="opt_out" if stays_out else action,
        contributors=contributors | dict(person.contributors),
        requested_ms=now_ms,
    )


def doubts(tenant: str, identifier: str, key_names: Mapping[str, frozenset[str]], trusted: bool) -> Iterator[str]:
    """Yields why nothing might be counted under an identifier; ``key_names`` are the API keys of each tenant.

    Nothing is doubted where the configuration has no API keys.

    >>> list(doubts("support", "bot", {"support": frozenset({"bot"})}, trusted=False))
    []
    """
    if not key_names:
        return
    if tenant not in key_names:
        yield "no API key of the configuration has this tenant: was it written otherwise?"
    elif not trusted and identifier not in key_names[tenant]:
        yield (
            "requests of this tenant count for their API keys, since analytics.trusted_tenants does not name it, and "
            "none of its keys has this name: an opt-out keeps later requests out, but nothing was counted under it"
        )
