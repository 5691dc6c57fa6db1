"""``canarygate review``: what waits for persons, and their decisions, each of which is a record that stays."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping

from gateway.errors import BadRequest, NotFound
from gateway.records import ReviewDecision, ReviewVerdict, Topic
from streams.analytics.review import Reviewed, Standing, person
from streams.commands.access import Access
from streams.commands.details import detail
from streams.commands.listing import reviews, unread
from streams.commands.own_name import own_name
from streams.commands.plain import encoded, of_one
from streams.commands.publications import newest_first, reviews_of
from streams.commands.wording import persons


async def list_waiting(access: Access, options: Namespace) -> str:
    """Returns the reviews that wait for somebody, or all of them."""
    read = reviews_of((await access.contents(Topic.REVIEW))[Topic.REVIEW])
    found = {
        key: read.values[key]
        for key in newest_first(read.values)
        if options.all or read.values[key].standing is Standing.WAITING
    }
    if options.json:
        return encoded({"reviews": [of_one(key, each) for key, each in found.items()], "unreadable": read.unreadable})
    return "\n".join([reviews(found, None), *unread(read.unreadable)])


async def show(access: Access, options: Namespace) -> str:
    """Returns a summary that waits, or was decided about, with the decisions; raises NotFound."""
    reviewed = _of_key(await _reviews(access), options.key)
    return encoded(of_one(options.key, reviewed)) if options.json else detail(options.key, reviewed, None)


async def approve(access: Access, options: Namespace) -> str:
    """Writes an approval; returns what happens next."""
    return await _decide(access, options, ReviewVerdict.APPROVE)


async def reject(access: Access, options: Namespace) -> str:
    """Writes a rejection; returns what happens next."""
    return await _decide(access, options, ReviewVerdict.REJECT)


async def _decide(access: Access, options: Namespace, verdict: ReviewVerdict) -> str:
    reviewer = options.reviewer or own_name()
    _check(_of_key(await _reviews(access), options.key), reviewer, verdict)
    decision = ReviewDecision(
        verdict=verdict, reviewer=reviewer, reason=options.reason or "", decided_ms=int(time.time() * 1000)
    )
    await access.producer.write(Topic.REVIEW, options.key, decision)
    # Somebody else may have decided meanwhile: what counts is what the topic says now.
    reviewed = _of_key(await _reviews(access), options.key)
    return encoded(of_one(options.key, reviewed)) if options.json else outcome(options.key, reviewed, decision)


def outcome(key: str, reviewed: Reviewed, decision: ReviewDecision) -> str:
    """Returns what a decision, which is written, has led to."""
    if decision not in reviewed.decisions:
        return f"{key}: your decision came too late, it is {reviewed.standing.value} already"
    match reviewed.standing:
        case Standing.WAITING:
            return f"{key}: approved by {decision.reviewer}; {persons(reviewed.missing)} more must approve it, not you"
        case Standing.APPROVED:
            return f"{key}: approved by {decision.reviewer}; the analyst publishes it now"
        case Standing.REJECTED:
            return f"{key}: rejected by {decision.reviewer}; it is not published"


def _check(reviewed: Reviewed, reviewer: str, verdict: ReviewVerdict) -> None:
    """Raises BadRequest where a decision would change nothing."""
    if reviewed.standing is not Standing.WAITING:
        raise BadRequest(f"this summary is {reviewed.standing.value} already: canarygate review show says by whom")
    if verdict is ReviewVerdict.APPROVE and person(reviewer) in reviewed.persons:
        raise BadRequest(
            f"you have approved this summary already, and a person counts once: {persons(reviewed.missing)} more must "
            "approve it"
        )


async def _reviews(access: Access) -> Mapping[str, Reviewed]:
    return reviews_of((await access.contents(Topic.REVIEW))[Topic.REVIEW]).values


def _of_key(reviews: Mapping[str, Reviewed], key: str) -> Reviewed:
    if key not in reviews:
        raise NotFound("no summary of this key waits for a review: canarygate review list shows those that do")
    return reviews[key]
