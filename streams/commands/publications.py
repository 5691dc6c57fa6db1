"""What is said of each cluster now: published, waiting, withheld or withdrawn, as the topics of summaries tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from gateway.records import (
    PublishedSummary,
    SummaryCandidate,
    Topic,
    WithheldSummary,
    decode,
    decode_review,
)
from streams.analytics.review import Reviewed, Standing, after
from streams.commands.folding import Folded, Kept, folded

TOPICS: Final = (Topic.PUBLISHED, Topic.WITHHELD, Topic.REVIEW, Topic.CANDIDATES)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What was published once, and is no more."""


Said = PublishedSummary | Reviewed | WithheldSummary | Withdrawn | SummaryCandidate

said_type = TypeVar("said_type")


@dataclass(frozen=True, slots=True, repr=False)
class Publications:
    """What is said of each cluster by its key ``WINDOW/CLUSTER``, newest window first.

    ``unreadable`` counts the records that this version does not read.
    """

    said: Mapping[str, Said]
    unreadable: int

    def of(self, kind: type[said_type]) -> dict[str, said_type]:
        """Returns the clusters of which something of this kind is said."""
        return {key: said for key, said in self.said.items() if isinstance(said, kind)}


def publications(topics: Mapping[Topic, Iterable[Kept]]) -> Publications:
    """Returns what the records of `TOPICS` say together.

    Of a key, the last record of a topic counts. What is published hides all else, then comes what waits for a person.
    """
    published = folded(topics[Topic.PUBLISHED], lambda _, value: decode(value, PublishedSummary))
    withheld = folded(topics[Topic.WITHHELD], lambda _, value: decode(value, WithheldSummary))
    candidates = folded(topics[Topic.CANDIDATES], lambda _, value: decode(value, SummaryCandidate))
    reviews = reviews_of(topics[Topic.REVIEW])
    said: dict[str, Said] = {
        **candidates.values,
        **reviews.values,
        **{key: Withdrawn() for key in published.withdrawn},
        **withheld.values,
        **{key: review for key, review in reviews.values.items() if review.standing is Standing.WAITING},
        **published.values,
    }
    unreadable = published.unreadable + withheld.unreadable + candidates.unreadable + reviews.unreadable
    return Publications({key: said[key] for key in newest_first(said)}, unreadable)


def reviews_of(records: Iterable[Kept]) -> Folded[Reviewed]:
    """Returns how each review stands that the records of ``summaries.review`` tell of."""
    return folded(records, lambda before, value: after(before, decode_review(value)))


def newest_first(keys: Iterable[str]) -> list[str]:
    """Returns keys ``WINDOW/CLUSTER``, the newest window first and its clusters in order; others come last.

    >>> newest_first(["600/2", "900/10", "900/9", "x"])
    ['900/9', '900/10', '600/2', 'x']
    """
    return sorted(keys, key=_place)


def _place(key: str) -> tuple[bool, int, int]:
    window, _, cluster = key.partition("/")
    known = window.isdecimal() and cluster.isdecimal()
    return (False, -int(window), int(cluster)) if known else (True, 0, 0)
