"""``canarygate holds``: what leaks have put on hold, and who lifts it; each lifting is a record that stays."""

from __future__ import annotations

import time
from argparse import Namespace

from gateway.errors import NotFound
from gateway.records import Hold, Lifting, Topic, lifted_key
from gateway.types import JsonObject
from streams.commands.access import Access
from streams.commands.holding import HoldsRead, holds_of, listed
from streams.commands.own_name import own_name
from streams.commands.plain import encoded, of_record


async def list_standing(access: Access, options: Namespace) -> str:
    """Returns what is on hold, and with ``--all`` what was lifted."""
    found = await _read(access)
    if not options.json:
        return "\n".join(listed(found, None, with_lifted=options.all))
    lifted = [{"subject": subject, **of_record(each)} for subject, each in found.liftings if options.all]
    return encoded({"holds": [_plain(*item) for item in found.standing.items()], "lifted": [*lifted]})


async def lift(access: Access, options: Namespace) -> str:
    """Lifts a hold; returns what happens next, and raises NotFound where none stands."""
    subject, found = options.subject, await _read(access)
    if subject not in found.standing:
        raise NotFound("nothing of this name is on hold: canarygate holds list shows what is")
    person, now_ms = options.reviewer or own_name(), int(time.time() * 1000)
    lifting = Lifting(person=person, reason=options.reason, lifted_ms=now_ms, hold=found.standing[subject])
    # First under a key of its own, where it stays also after the next hold.
    await access.producer.write(Topic.HOLDS, lifted_key(subject, now_ms), lifting)
    await access.producer.write(Topic.HOLDS, subject, lifting)
    # Another leak may have come meanwhile: what counts is what the topic says now.
    again = (await _read(access)).standing
    if options.json:
        return encoded({"subject": subject, "stands": subject in again, **of_record(lifting)})
    return outcome(subject, person, holds_again=subject in again)


def outcome(subject: str, person: str, *, holds_again: bool) -> str:
    """Returns what a lifting has led to.

    >>> outcome("publications", "anna", holds_again=True)
    'publications: lifted by anna, and on hold again, as there was another leak'
    """
    after = ", and on hold again, as there was another leak" if holds_again else "; it goes on within seconds"
    return f"{subject}: lifted by {person}{after}"


async def _read(access: Access) -> HoldsRead:
    return holds_of((await access.contents(Topic.HOLDS))[Topic.HOLDS])


def _plain(subject: str, hold: Hold | None) -> JsonObject:
    return {"subject": subject, **(of_record(hold) if hold else {})}
