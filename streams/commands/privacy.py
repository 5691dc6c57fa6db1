"""``canarygate privacy``: takes a person out of what is counted, and says what was done about it.

Who the person is, stays here: what is written are keyed hashes, and no message repeats the identifier.
"""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Mapping
from getpass import getpass

from gateway.errors import BadRequest, NotFound
from gateway.records import PrivacyReceipt, PrivacyRequest, Topic, decode_privacy, receipt_key
from gateway.settings import AnalyticsSettings, Settings
from gateway.settings.document import is_text
from gateway.types import JsonObject
from streams.commands.access import Access
from streams.commands.folding import folded
from streams.commands.person import Person, PrivacyAction, doubts, kept_windows, person_of, request_of
from streams.commands.plain import encoded
from streams.commands.times import moment

POLL_SECONDS = 1.0


async def opt_out(access: Access, options: Namespace) -> str:
    """Asks that a person is counted no more, now and later; returns what was asked, and the receipt if there is one."""
    return await _ask(access, options, "opt_out")


async def delete(access: Access, options: Namespace) -> str:
    """Asks that what was counted of a person is forgotten; returns as `opt_out` does."""
    return await _ask(access, options, "delete")


async def receipt(access: Access, options: Namespace) -> str:
    """Returns what was done about the last request for a person; raises NotFound if there is none."""
    person = _person(access.settings, options)
    request, _ = await _standing(access, person)
    if request is None:
        raise NotFound("there is no request for this contributor: look at --tenant, and how the ID is written")
    return await _answer(access, options, person, request)


async def _ask(access: Access, options: Namespace, action: PrivacyAction) -> str:
    person = _person(access.settings, options)
    before, _ = await _standing(access, person)
    request = request_of(person, before, action, _now_ms())
    await access.producer.write(Topic.PRIVACY_REQUESTS, person.subject, request)
    return await _answer(access, options, person, request)


async def _answer(access: Access, options: Namespace, person: Person, request: PrivacyRequest) -> str:
    done = await _receipt(access, person, request, options.wait)
    return encoded(_plain(person, request, done)) if options.json else _said(person, request, done)


async def _receipt(access: Access, person: Person, request: PrivacyRequest, patience: float) -> PrivacyReceipt | None:
    """Returns the receipt of the request, if it comes within so many seconds."""
    deadline = time.monotonic() + patience
    while True:
        _, found = await _standing(access, person)
        if found is not None and found.done_ms >= request.requested_ms:
            return found
        if time.monotonic() >= deadline:
            return None
        await asyncio.sleep(POLL_SECONDS)


async def _standing(access: Access, person: Person) -> tuple[PrivacyRequest | None, PrivacyReceipt | None]:
    records = (await access.contents(Topic.PRIVACY_REQUESTS))[Topic.PRIVACY_REQUESTS]
    said = folded(records, lambda _, value: decode_privacy(value)).values
    request, found = said.get(person.subject), said.get(receipt_key(person.subject))
    return (
        request if isinstance(request, PrivacyRequest) else None,
        found if isinstance(found, PrivacyReceipt) else None,
    )


def _said(person: Person, request: PrivacyRequest, done: PrivacyReceipt | None) -> str:
    action, at = request.action.replace("_", "-"), moment(request.requested_ms, None)
    asked = f"{action} {person.subject}: asked {at}, for {len(request.contributors)} windows"
    if done is None:
        return f"{asked}\nnot done yet: the analyst does it when the open window ends; ask for it with privacy receipt"
    withdrawn = ", ".join(done.withdrawn) or "none"
    return (
        f"{asked}\ndone {moment(done.done_ms, None)}\n"
        f"texts of the last window that no longer count: {done.texts}\nsummaries withdrawn: {withdrawn}"
    )


def _plain(person: Person, request: PrivacyRequest, done: PrivacyReceipt | None) -> JsonObject:
    answer: JsonObject = {"done_ms": done.done_ms, "texts": done.texts, "withdrawn": [*done.withdrawn]} if done else {}
    return {
        "subject": person.subject,
        "action": request.action,
        "windows": len(request.contributors),
        "requested_ms": request.requested_ms,
        "receipt": answer or None,
    }


def _person(settings: Settings, options: Namespace) -> Person:
    analytics = settings.analytics
    if analytics is None or analytics.key is None:
        raise BadRequest(
            "analytics.key is missing: people are found by it, so name the minimizers' file with --config. A trial run "
            "without a file has a key of its own, which is known to nobody else"
        )
    identifier = options.contributor or _typed()
    if not is_text(identifier):
        raise BadRequest("the ID is not UTF-8")
    for doubt in _doubts(settings, analytics, options.tenant, identifier):
        sys.stderr.write(f"warning: {doubt}\n")
    windows = kept_windows(_now_ms(), analytics.window_ms, settings.publication.retention_days)
    return person_of(analytics.key.get_secret_value().encode(), options.tenant, identifier, windows)


def _typed() -> str:
    """Returns the identifier from standard input; in a terminal it is asked for, and not shown."""
    typed = getpass("ID of the contributor: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    if not typed:
        raise BadRequest("standard input has no ID: one line is expected")
    return typed


def _doubts(settings: Settings, analytics: AnalyticsSettings, tenant: str, identifier: str) -> list[str]:
    names: defaultdict[str, set[str]] = defaultdict(set)
    for key in settings.api_keys:
        names[key.tenant].add(key.name)
    known: Mapping[str, frozenset[str]] = {each: frozenset(keys) for each, keys in names.items()}
    return list(doubts(tenant, identifier, known, tenant in analytics.trusted_tenants))


def _now_ms() -> int:
    return int(time.time() * 1000)
