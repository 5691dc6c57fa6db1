"""What is published of a cluster: a title, terms that k contributors used, noisy counts, trend and languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import log, sqrt
from typing import Final

from streams.analytics.noise import Noise, Statistic
from streams.analytics.tally import ClusterCounts
from streams.analytics.wording import segments

TERMS: Final = 8
TITLE_TERMS: Final = 3
SHARE_STEP: Final = 10
BETWEEN: Final = ", "
# A change counts from 20 % and three times the scale of the noise on.
LEAST_CHANGE: Final = 0.2
SCALES_OF_CHANGE: Final = 3

Detects = Callable[[str], bool]
"""Whether anything that may identify a person is found in a text."""


class Trend(StrEnum):
    """How many contributors a cluster has beside its last publication, by the noisy counts alone."""

    NEW = "new"
    RISING = "rising"
    STEADY = "steady"
    FALLING = "falling"


@dataclass(frozen=True, slots=True, repr=False)
class Summary:
    """What is published of a cluster, as plain values.

    ``terms`` and ``languages`` have each its share of the contributors in percent, rounded to tens; the counts are
    noisy. ``sentence`` is a model's, or empty.
    """

    window: int
    release: int
    cluster: int
    title: str
    terms: tuple[tuple[str, int], ...]
    contributors: int
    conversations: int
    trend: Trend
    languages: tuple[tuple[str, int], ...]
    sentence: str = ""

    def __repr__(self) -> str:
        return f"Summary(cluster={self.cluster}, contributors={self.contributors})"


def texts_of(summary: Summary) -> tuple[str, ...]:
    """Returns the texts of a summary as they are shown: title, list of terms and sentence, those that are not empty.

    >>> texts_of(Summary(0, 0, 7, "garden", (("garden", 100), ("rose hedge", 40)), 30, 31, Trend.NEW, ()))
    ('garden', 'garden, rose hedge')
    """
    return tuple(filter(None, (summary.title, BETWEEN.join(term for term, _ in summary.terms), summary.sentence)))


def released_terms(summary: Summary) -> tuple[str, ...]:
    """Returns the terms that a summary shows, in its title and beside it; one that is in both is there twice.

    >>> released_terms(Summary(0, 0, 7, "garden, rose", (("garden", 100),), 30, 31, Trend.NEW, ()))
    ('garden', 'rose', 'garden')
    """
    return (*filter(None, summary.title.split(BETWEEN)), *(term for term, _ in summary.terms))


def distinctiveness(clusters: Iterable[ClusterCounts]) -> dict[str, float]:
    """Returns for each supported term how few clusters of the window have it, as an inverse document frequency.

    >>> rose, tulip = ({"garden": 30, "rose": 30}, {"garden": 40, "tulip": 40})
    >>> clusters = [ClusterCounts(0, 7, frozenset(), 50, 0.1, supports, {}) for supports in (rose, tulip)]
    >>> {term: round(weight, 2) for term, weight in distinctiveness(clusters).items()}
    {'garden': 0.69, 'rose': 1.1, 'tulip': 1.1}
    """
    every = [cluster.supports.keys() for cluster in clusters]
    numbers = Counter(term for terms in every for term in terms)
    return {term: log(1 + len(every) / number) for term, number in numbers.items()}


def summarize(
    counts: ClusterCounts,
    previous: Summary | None = None,
    *,
    k: int,
    distinct: Mapping[str, float],
    noise: Noise,
    detects: Detects,
) -> Summary:
    """Returns the summary of a cluster from terms that at least ``k`` of its contributors used and nothing is found in.

    ``distinct`` is the ``distinctiveness`` of the window's clusters. ``previous`` is the last summary published of this
    cluster, or of the one that it comes from: its title is kept while all of its terms are still supported.
    """
    supported = {term: count for term, count in counts.supports.items() if count >= k}
    terms = tuple(_first(_without_parts(_ranked(supported, distinct)), detects))
    people = len(counts.contributors)
    noisy = max(k, noise.noisy_count(counts.cluster, Statistic.CONTRIBUTORS, people))
    conversations = noise.noisy_count(counts.cluster, Statistic.CONVERSATIONS, counts.conversations)
    return Summary(
        window=noise.release[0],
        release=noise.release[1],
        cluster=counts.cluster,
        title=_title(terms, supported, previous),
        terms=_shares({term: supported[term] for term in terms}, people),
        contributors=noisy,
        conversations=max(noisy, conversations),
        trend=_trend(noisy, previous if previous and previous.cluster == counts.cluster else None, noise.scale),
        languages=_shares({each: count for each, count in _by_count(counts.languages) if count >= k}, people),
    )


def _ranked(supported: Mapping[str, int], distinct: Mapping[str, float]) -> list[str]:
    """The terms by weight: used by many here, and in few clusters; a phrase weighs more than its words."""

    def weight(term: str) -> float:
        return supported[term] * distinct.get(term, 1.0) * sqrt(len(_parts(term)))

    return sorted(supported, key=lambda term: (-weight(term), term))


def _without_parts(terms: Iterable[str]) -> Iterator[str]:
    """Yields the terms but those that share a word with an earlier one."""
    used: set[str] = set()
    for term in terms:
        parts = _parts(term)
        if used.isdisjoint(parts):
            used |= parts
            yield term


def _parts(term: str) -> set[str]:
    return {word for segment in segments(term) for word in segment}


def _first(terms: Iterable[str], detects: Detects) -> Iterator[str]:
    found = 0
    for term in terms:
        if found == TERMS:
            return
        if not detects(term):
            found += 1
            yield term


def _title(terms: Sequence[str], supported: Mapping[str, int], previous: Summary | None) -> str:
    if previous and previous.title and supported.keys() >= set(previous.title.split(BETWEEN)):
        return previous.title
    return BETWEEN.join(terms[:TITLE_TERMS])


def _shares(counts: Mapping[str, int], people: int) -> tuple[tuple[str, int], ...]:
    return tuple((each, round(100 / SHARE_STEP * count / people) * SHARE_STEP) for each, count in counts.items())


def _by_count(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _trend(contributors: int, previous: Summary | None, scale: Fraction) -> Trend:
    if previous is None:
        return Trend.NEW
    change = contributors - previous.contributors
    if abs(change) < max(LEAST_CHANGE * previous.contributors, float(SCALES_OF_CHANGE * scale)):
        return Trend.STEADY
    return Trend.RISING if change > 0 else Trend.FALLING
