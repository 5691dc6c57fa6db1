"""What is counted of each cluster in a window: contributors, conversations, terms and languages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from streams.analytics.wording import LONGEST_PHRASE, Words, phrases, segments, written

MOST_CONVERSATIONS: Final = 3
MOST_CHARACTERS: Final = 16_384


class Contribution(NamedTuple):
    """What a contributor said in one conversation that counts."""

    cluster: int
    contributor: str
    language: str
    text: str

    def __repr__(self) -> str:
        return f"Contribution(cluster={self.cluster})"


@dataclass(frozen=True, slots=True, repr=False)
class ClusterCounts:
    """The exact counts of a cluster in a window; they never leave the analyst.

    ``supports`` has the number of distinct contributors of each term that at least k used, ``languages`` that of every
    language. ``largest_share`` is the share of the contributor with the most conversations, all that it had, also those
    that do not count otherwise.
    """

    window: int
    cluster: int
    contributors: frozenset[str]
    conversations: int
    largest_share: float
    supports: Mapping[str, int]
    languages: Mapping[str, int]
    contributions: Sequence[Contribution] = ()

    def __repr__(self) -> str:
        return f"ClusterCounts(cluster={self.cluster}, contributors={len(self.contributors)})"


class WindowTally:
    """Counts a window's conversations by cluster; in whatever order they are added, the counts are the same.

    An event id counts once. Of each contributor at most ``most_conversations`` of the window count, in all clusters
    together: those with the smallest event ids, which are keyed hashes, so nobody can choose which. Of a text the first
    16,384 characters count.

    Memory: about 450 bytes for each conversation, and the texts of those that count. Terms are counted one cluster at a
    time, which takes room for its distinct words; phrases only of words that k contributors used.
    """

    def __init__(self, window: int, most_conversations: int = MOST_CONVERSATIONS) -> None:
        self._window = window
        self._most = most_conversations
        self._people: defaultdict[str, _Person] = defaultdict(_Person)

    def add(self, cluster: int, contributor: str, event_id: str, text: str, language: str) -> None:
        """Counts a conversation, unless its event id was counted before."""
        person = self._people[contributor]
        contribution = Contribution(cluster, contributor, language, text[:MOST_CHARACTERS])
        person.clusters[event_id] = min(cluster, person.clusters.get(event_id, cluster))
        person.counted[event_id] = min(contribution, person.counted.get(event_id, contribution))
        if len(person.counted) > self._most:
            del person.counted[max(person.counted)]

    def clusters(self, k: int) -> Iterator[ClusterCounts]:
        """Yields the counts of each cluster with conversations that count, by id; terms from ``k`` contributors on."""
        had = self._conversations()
        counted = sorted(each for person in self._people.values() for each in person.counted.values())
        for cluster, group in groupby(counted, key=lambda each: each.cluster):
            contributions = tuple(group)
            yield ClusterCounts(
                self._window,
                cluster,
                frozenset(each.contributor for each in contributions),
                len(contributions),
                max(had[cluster]) / sum(had[cluster]),
                supports(contributions, k),
                _languages(contributions),
                contributions,
            )

    def _conversations(self) -> Mapping[int, list[int]]:
        """Returns for each cluster how many conversations each of its contributors had."""
        had: defaultdict[int, list[int]] = defaultdict(list)
        for person in self._people.values():
            for cluster, count in Counter(person.clusters.values()).items():
                had[cluster].append(count)
        return had


@dataclass(slots=True)
class _Person:
    """By event id: the cluster of each conversation of a contributor, and what counts."""

    clusters: dict[str, int] = field(default_factory=dict)
    counted: dict[str, Contribution] = field(default_factory=dict)


def supports(contributions: Iterable[Contribution], k: int) -> dict[str, int]:
    """Returns the distinct contributors of each term, a word or a phrase of up to three, that at least ``k`` used.

    >>> said = ["red fox", "Red fox!", "fox"]
    >>> supports([Contribution(0, str(person), "en", text) for person, text in enumerate(said)], 2)
    {'fox': 3, 'red': 2, 'red fox': 2}
    """
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for each in contributions:
        texts[each.contributor].append(each.text)
    found: dict[Words, int] = {}
    for length in range(1, LONGEST_PHRASE + 1):
        longer = _supported_phrases(texts.values(), length, k, found)
        if not longer:
            break
        found |= longer
    return {written(phrase): count for phrase, count in sorted(found.items())}


def _supported_phrases(
    people: Iterable[Sequence[str]], length: int, k: int, shorter: Mapping[Words, int]
) -> dict[Words, int]:
    """Counts phrases of one length whose parts are all supported: no other can be (Agrawal and Srikant, 1994)."""
    counts: Counter[Words] = Counter()
    for texts in people:
        counts.update(
            {
                phrase
                for text in texts
                for segment in segments(text)
                for phrase in phrases(segment, length)
                if length == 1 or (phrase[1:] in shorter and phrase[:-1] in shorter)
            }
        )
    return {phrase: count for phrase, count in counts.items() if count >= k}


def _languages(contributions: Iterable[Contribution]) -> dict[str, int]:
    return dict(Counter(language for _, language in {(each.contributor, each.language) for each in contributions}))
