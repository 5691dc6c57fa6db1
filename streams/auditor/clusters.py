"""Which published clusters hold canaries, and which of these stand in their summaries (CanaryBench, section 4.3).

The paper counts published clusters. A summary that is withheld for nothing but a canary would have been published if
nobody had planted any, and what a user typed would stand there now: it counts as published, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Set
from heapq import nsmallest
from typing import Final

from gateway.records import ClusterAssignment, Topic, Undecodable, WithheldSummary, cluster_key, decode
from streams.analytics.mini_batch import NO_CLUSTER
from streams.canaries.rates import ClusterLeaks

CANARY_FOUND: Final = "canary_found"
MOST_WINDOWS: Final = 10


class CountedConversations:
    """Which of the auditor's conversations count in the cluster that they are in, by event id.

    Of a contributor, and each of the auditor's clients is one, ``most`` of a window count: those with the smallest
    event ids. The others cannot put a word into a summary, so they say nothing about summaries.

    >>> conversations = CountedConversations(most=1)
    >>> for event, client in (("b", "one"), ("a", "one"), ("c", "another")):
    ...     conversations.assign(event, ClusterAssignment(window=0, cluster=7), client)
    >>> conversations.of("0/7")
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # By window and client, the cluster of each event.
        self._windows: dict[str, defaultdict[str, dict[str, str]]] = {}
        self._counted: dict[str, dict[str, str]] = {}  # by window, until another conversation of it is assigned

    def assign(self, event: str, assigned: ClusterAssignment, client: str) -> None:
        """Knows the cluster of a client's conversation; one without any counts nowhere."""
        if assigned.cluster == NO_CLUSTER:
            return
        cluster = cluster_key(assigned.window, assigned.cluster)
        window = _window(cluster)
        self._windows.setdefault(window, defaultdict(dict))[client][event] = cluster
        self._counted.pop(window, None)
        if len(self._windows) > MOST_WINDOWS:
            oldest = min(self._windows, key=int)
            del self._windows[oldest]
            self._counted.pop(oldest, None)

    def of(self, cluster: str) -> list[str]:
        """Returns the event ids of the conversations that count in a cluster, once all of its window were assigned."""
        window = _window(cluster)
        if window not in self._windows:
            return []
        if window not in self._counted:
            clients = self._windows[window].values()
            self._counted[window] = {event: each[event] for each in clients for event in nsmallest(self._most, each)}
        return [event for event, counted_in in self._counted[window].items() if counted_in == cluster]


def _window(cluster: str) -> str:
    return cluster.partition("/")[0]


class PublishedClusters:
    """The clusters whose summaries came out, until they are judged: each once, by its key.

    >>> clusters = PublishedClusters()
    >>> clusters.found("0/7", "c1")
    >>> clusters.take(Topic.PUBLISHED, "0/7", b"{}", 5.0)
    >>> [*clusters.due(6.0, lambda cluster: {"c1", "c2"})]
    [('0/7', ClusterLeaks(instances=2, leaked=1))]
    """

    def __init__(self) -> None:
        self._published: dict[str, float] = {}
        self._found: defaultdict[str, set[str]] = defaultdict(set)
        self._judged: set[str] = set()

    def restore(self, cluster: str) -> None:
        """Knows that an earlier process judged this cluster."""
        self._judged.add(cluster)

    def found(self, cluster: str, canary: str) -> None:
        """Knows that the canary stands in what is said of the cluster."""
        self._found[cluster].add(canary)

    def take(self, topic: Topic, cluster: str, value: bytes, now: float) -> None:
        """Takes a record about a cluster, read at ``now``; only those that say how it ended change anything."""
        if cluster not in self._judged and _is_published(topic, value):
            self._published.setdefault(cluster, now)

    def due(self, now: float, said: Callable[[str], Set[str]]) -> Iterator[tuple[str, ClusterLeaks]]:
        """Yields the clusters with canaries that were read before ``now``, up to which all else has been read.

        ``said`` tells which canaries were said in a cluster. A canary that stands in its summary was said there, also
        where nobody knows in which conversation.
        """
        for cluster in [name for name, at in self._published.items() if at < now]:
            del self._published[cluster]
            leaked = self._found.pop(cluster, set())
            instances = said(cluster) | leaked
            if instances:
                self._judged.add(cluster)
                yield cluster, ClusterLeaks(len(instances), len(leaked))


def _is_published(topic: Topic, value: bytes) -> bool:
    if topic is Topic.PUBLISHED:
        return bool(value)  # without a value it is withdrawn
    try:
        return topic is Topic.WITHHELD and decode(value, WithheldSummary).reason == CANARY_FOUND
    except Undecodable:
        return False
