"""Counts a window's conversations again, by other means than the product, and says what may be shown of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gateway.records import AnalyticsText, ReleasedSummary
from streams.analytics.mini_batch import NO_CLUSTER
from streams.analytics.noise import Noise, Statistic, laplace_scale

_MARKER: Final = re.compile(r"\[[A-Z_]+\]")
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, repr=False)
class Recounted:
    """Who counts in a cluster, how many conversations do, and what each contributor said in them, in words."""

    contributors: frozenset[str]
    conversations: int
    words: Mapping[str, Sequence[Sequence[str]]]

    def supporters(self, phrase: str) -> int:
        """How many contributors used the phrase: its words side by side, whatever stands between them."""
        looked_for = words(phrase)
        return sum(any(looked_for in _runs(said, len(looked_for)) for said in texts) for texts in self.words.values())


def recounted(texts: Mapping[str, AnalyticsText], clusters: Mapping[str, int], most: int) -> dict[int, Recounted]:
    """Returns what counts of each cluster: of a contributor the texts with the lowest ids, at most so many."""
    ids: defaultdict[str, list[str]] = defaultdict(list)
    for event, text in texts.items():
        if clusters[event] != NO_CLUSTER:
            ids[text.contributor].append(event)
    by_cluster: defaultdict[int, list[AnalyticsText]] = defaultdict(list)
    for events in ids.values():
        for event in sorted(events)[:most]:
            by_cluster[clusters[event]].append(texts[event])
    return {cluster: _recounted(counted) for cluster, counted in by_cluster.items()}


def released_counts(
    cluster: int, counted: Recounted, *, least: int, window: int, key: bytes, epsilon: Fraction, most: int
) -> tuple[int, int]:
    """Returns the contributors and conversations that are shown of exact counts: with the noise of this key."""
    noise = Noise(key, laplace_scale(epsilon, most), (window, 0))
    contributors = noise.noisy_count(cluster, Statistic.CONTRIBUTORS, len(counted.contributors))
    conversations = noise.noisy_count(cluster, Statistic.CONVERSATIONS, counted.conversations)
    return max(least, contributors), max(least, contributors, conversations)


def shown(summary: ReleasedSummary) -> list[str]:
    """All words and phrases that a summary shows.

    >>> from tests.support.publications import released
    >>> shown(released())[:3]
    ['refund', 'invoice', 'refund']
    """
    return [*summary.title.split(", "), *(each.term for each in summary.terms)]


def words(text: str) -> list[str]:
    """The words of a text, in small letters; what was redacted has none.

    >>> words("Don't tell [NAME]: it's me")
    ['don', 't', 'tell', 'it', 's', 'me']
    """
    return _WORD.findall(_MARKER.sub(" ", text).lower())


def _recounted(counted: Iterable[AnalyticsText]) -> Recounted:
    said: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
    for each in counted:
        said[each.contributor].append(words(each.text))
    return Recounted(frozenset(said), sum(map(len, said.values())), said)


def _runs(said: Sequence[str], length: int) -> Iterator[Sequence[str]]:
    return (said[start : start + length] for start in range(len(said) - length + 1))
