"""The topics of the product as data, and how the topics on a broker differ from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from gateway.records import Topic
from gateway.roles import ALL_ROLES, Role

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

ENVELOPE_BYTES = 64 << 10


def max_message_bytes(max_body_bytes: int) -> int:
    """Returns the size in bytes of the largest record, for bodies of up to ``max_body_bytes``.

    A sealed body is base64 in JSON, 4/3 of its size. The largest record contains a minimized body and its sealed
    replacement map, for which twice that size is allowed, and 64 KiB for everything else.

    >>> max_message_bytes(3_000_000)
    8065536
    """
    base64_bytes = 4 * -(-max_body_bytes // 3)
    return 2 * base64_bytes + ENVELOPE_BYTES


NOBODY: frozenset[Role] = frozenset()
EDGE, MINIMIZER, DISPATCHER, SEARCHER, ANALYST, AUDITOR = (frozenset({role}) for role in Role)


@dataclass(frozen=True, slots=True)
class TopicSpec:
    """How a topic should be set up, and the roles that read and write it; None leaves a setting to the broker.

    ``serves`` are the roles without which nobody needs the topic. ``windows`` is a retention in windows of analytics,
    whose segments are a sixth of it. ``like`` is a topic that must have the same number of partitions, so that a key
    has the same partition in both.
    """

    topic: Topic
    readers: frozenset[Role]
    writers: frozenset[Role]
    cleanup_policy: str = "delete"
    retention_ms: int | None = None
    segment_ms: int | None = None
    like: Topic | None = None
    serves: frozenset[Role] = NOBODY
    windows: int = 0

    @property
    def roles(self) -> frozenset[Role]:
        """The roles that read or write it."""
        return self.readers | self.writers

    def configs(self, max_body_bytes: int, replicas: int, window_ms: int = DAY_MS) -> dict[str, str]:
        """Returns the topic's settings in Kafka's terms; one of its replicas may be away, unless there is only one.

        >>> TopicSpec(Topic.DEAD_LETTERS, ALL_ROLES, ALL_ROLES).configs(0, replicas=3)["min.insync.replicas"]
        '2'
        """
        settings = {
            "cleanup.policy": self.cleanup_policy,
            "retention.ms": self.windows * window_ms or self.retention_ms,
            "segment.ms": self.windows * window_ms // 12 or self.segment_ms,
            # Our clients read only gzip: one record in another codec would block its partition forever.
            "compression.type": "uncompressed",
            "max.message.bytes": max_message_bytes(max_body_bytes),
            "min.insync.replicas": max(1, replicas - 1),
        }
        return {name: str(value) for name, value in settings.items() if value is not None}


def _of_turns(topic: Topic, readers: frozenset[Role], writers: frozenset[Role]) -> TopicSpec:
    return TopicSpec(topic, readers, writers, retention_ms=HOUR_MS, segment_ms=10 * MINUTE_MS)


def _of_summaries(topic: Topic, readers: frozenset[Role], writers: frozenset[Role], days: int) -> TopicSpec:
    kept, segment = days * DAY_MS, 7 * DAY_MS
    return TopicSpec(topic, readers, writers, retention_ms=kept, segment_ms=segment, serves=ANALYST)


def _of_canaries(topic: Topic, readers: frozenset[Role], serves: frozenset[Role]) -> TopicSpec:
    kept, segment = 400 * DAY_MS, 7 * DAY_MS
    return TopicSpec(topic, readers, AUDITOR, retention_ms=kept, segment_ms=segment, serves=serves)


TOPICS: tuple[TopicSpec, ...] = (
    _of_turns(Topic.INCOMING, MINIMIZER | SEARCHER, EDGE),
    _of_turns(Topic.MINIMIZED, DISPATCHER | AUDITOR, MINIMIZER),
    _of_turns(Topic.REPLIES, EDGE | AUDITOR, MINIMIZER | DISPATCHER),
    _of_turns(Topic.CONTROL, ALL_ROLES - ANALYST - AUDITOR, ALL_ROLES - ANALYST - AUDITOR),
    TopicSpec(
        Topic.OUTCOMES,
        DISPATCHER,
        DISPATCHER,
        "compact,delete",
        retention_ms=DAY_MS,
        segment_ms=HOUR_MS,
        like=Topic.MINIMIZED,
    ),
    TopicSpec(Topic.DEAD_LETTERS, AUDITOR, ALL_ROLES - AUDITOR, retention_ms=7 * DAY_MS),
    TopicSpec(Topic.ANALYTICS, ANALYST | AUDITOR, MINIMIZER | ANALYST, serves=ANALYST, windows=2),
    TopicSpec(Topic.ASSIGNMENTS, AUDITOR, ANALYST, serves=ANALYST, windows=2),
    TopicSpec(Topic.SNAPSHOTS, ANALYST, ANALYST, "compact", segment_ms=HOUR_MS, like=Topic.ANALYTICS, serves=ANALYST),
    _of_summaries(Topic.CANDIDATES, ANALYST | AUDITOR, ANALYST, days=90),
    TopicSpec(Topic.PUBLISHED, ANALYST | AUDITOR, ANALYST, "compact", serves=ANALYST),
    _of_summaries(Topic.WITHHELD, ANALYST | AUDITOR, ANALYST, days=90),
    _of_summaries(Topic.REVIEW, ANALYST | AUDITOR, ANALYST, days=90),
    _of_canaries(Topic.MINTED, AUDITOR, AUDITOR),
    _of_canaries(Topic.FINDINGS, AUDITOR, AUDITOR),
    _of_canaries(Topic.VERDICTS, ANALYST | AUDITOR, ANALYST | AUDITOR),
    TopicSpec(Topic.AUDIT_SNAPSHOTS, AUDITOR, AUDITOR, "compact", segment_ms=HOUR_MS, serves=AUDITOR),
    TopicSpec(Topic.PRIVACY_REQUESTS, MINIMIZER | ANALYST, ANALYST, "compact", serves=ANALYST),
)


def topics_of(
    roles: Set[Role], configured: Set[Role] = ALL_ROLES, topics: Sequence[TopicSpec] = TOPICS
) -> tuple[TopicSpec, ...]:
    """Returns the topics that at least one of the roles reads or writes, where these roles are ``configured``.

    >>> [spec.topic.value for spec in topics_of({Role.SEARCHER})]
    ['conversations.incoming', 'conversations.control', 'conversations.dead_letters']
    """
    return tuple(spec for spec in topics if spec.roles & roles and (not spec.serves or spec.serves & configured))


@dataclass(frozen=True, slots=True)
class Layout:
    """What the configuration says about the topics on the broker."""

    max_body_bytes: int
    prefix: str = ""
    partitions: int = 12
    replication_factor: int = 3
    topics: Sequence[TopicSpec] = TOPICS
    window_ms: int = DAY_MS

    def name(self, topic: Topic) -> str:
        """Returns the topic's name on the broker."""
        return self.prefix + topic.value

    def configs(self, spec: TopicSpec, replicas: int | None = None) -> dict[str, str]:
        """Returns the topic's settings in Kafka's terms; with fewer replicas than configured, as those allow."""
        replicas = min(replicas or self.replication_factor, self.replication_factor)
        return spec.configs(self.max_body_bytes, replicas, self.window_ms)


@dataclass(frozen=True, slots=True)
class TopicStanding:
    """A topic on the broker: partitions, replicas, all its settings, and those that were set on the topic itself."""

    partitions: int
    replicas: int
    configs: Mapping[str, str]
    own_configs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a topic differs from the layout.

    ``setting`` is a setting of Kafka, ``partitions`` or ``replicas``; ``found`` is None if the topic does not have it.
    For a missing topic ``setting`` is ``partitions`` and ``found`` is None.
    """

    topic: str
    spec: TopicSpec
    setting: str
    found: str | None
    wanted: str

    @property
    def missing(self) -> bool:
        """True if the whole topic is missing."""
        return self.setting == "partitions" and self.found is None

    @property
    def mendable(self) -> bool:
        """True if ``apply`` can change it: that never removes partitions and never moves replicas."""
        if self.setting == "partitions":
            return self.found is None or int(self.found) < int(self.wanted)
        return self.setting != "replicas"

    @property
    def applied(self) -> str:
        """What ``apply`` did about it, or what it leaves to a person."""
        if self.missing:
            return f"created {self.topic} with {self.wanted} partitions"
        if self.mendable:
            return f"changed {self.topic}: {self.setting} from {self.found} to {self.wanted}"
        return f"by hand: {self.topic}: {self.setting} is {self.found}, should be {self.wanted}"

    def __str__(self) -> str:
        if self.missing:
            return f"{self.topic} is missing, to be created with {self.wanted} partitions"
        by_hand = "" if self.mendable else " by hand"
        return f"{self.topic}: {self.setting} {self.found}, to be {self.wanted}{by_hand}"


def differences(layout: Layout, standing: Mapping[Topic, TopicStanding]) -> tuple[Difference, ...]:
    """Returns what differs from the layout, topic by topic.

    >>> layout = Layout(0, "eu.", topics=[TopicSpec(Topic.CONTROL, ALL_ROLES, ALL_ROLES)])
    >>> [str(difference) for difference in differences(layout, {})]
    ['eu.conversations.control is missing, to be created with 12 partitions']
    """
    return tuple(difference for spec in layout.topics for difference in _differences(spec, layout, standing))


def _differences(spec: TopicSpec, layout: Layout, standing: Mapping[Topic, TopicStanding]) -> Iterator[Difference]:
    topic, found = layout.name(spec.topic), standing.get(spec.topic)
    partitions = _partitions(spec, layout, standing)
    if found is None:
        yield Difference(topic, spec, "partitions", None, str(partitions))
        return
    if found.partitions < partitions or (spec.like and found.partitions > partitions):
        yield Difference(topic, spec, "partitions", str(found.partitions), str(partitions))
    if found.replicas < layout.replication_factor:
        yield Difference(topic, spec, "replicas", str(found.replicas), str(layout.replication_factor))
    for setting, wanted in layout.configs(spec, found.replicas).items():
        if not _same(found.configs.get(setting), wanted):
            yield Difference(topic, spec, setting, found.configs.get(setting), wanted)


def _partitions(spec: TopicSpec, layout: Layout, standing: Mapping[Topic, TopicStanding]) -> int:
    """Returns the configured number, or that of the topic in ``like`` if that already has more."""
    partner = standing.get(spec.like) if spec.like else None
    return max(layout.partitions, partner.partitions if partner else 0)


def _same(found: str | None, wanted: str) -> bool:
    # Kafka keeps the order in which a list was written.
    return found is not None and set(found.split(",")) == set(wanted.split(","))
