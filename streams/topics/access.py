"""Who may read and write which topic on a broker with ACLs, and how what the broker allows differs from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from gateway.roles import Role
from streams.topics.table import Layout, TopicSpec

TOPIC, GROUP = "TOPIC", "GROUP"
READ, WRITE = "READ", "WRITE"

# The edge reads without a group.
IN_GROUPS = (Role.MINIMIZER, Role.DISPATCHER, Role.SEARCHER, Role.ANALYST, Role.AUDITOR)


@dataclass(frozen=True, slots=True, order=True)
class Grant:
    """What a principal may do with a topic or a consumer group, in Kafka's terms."""

    principal: str
    resource: str
    name: str
    operation: str


@dataclass(frozen=True, slots=True)
class Rule:
    """An ACL that allows something, as it stands on the broker; its name may be a prefix, or ``*`` for all names."""

    principal: str
    resource: str
    name: str
    is_prefix: bool
    operation: str

    def covers(self, grant: Grant) -> bool:
        """Returns whether it allows what the grant says.

        >>> all_topics = Rule("User:d", TOPIC, "*", False, "ALL")
        >>> all_topics.covers(Grant("User:d", TOPIC, "conversations.incoming", READ))
        True
        """
        named = grant.name.startswith(self.name) if self.is_prefix else self.name in ("*", grant.name)
        by_whom = self.principal in ("User:*", grant.principal)
        return by_whom and named and self.resource == grant.resource and self.operation in ("ALL", grant.operation)


@dataclass(frozen=True, slots=True)
class Missing:
    """A grant that the broker lacks, and that ``apply`` adds."""

    grant: Grant
    mendable = True

    @property
    def applied(self) -> str:
        """What ``apply`` did about it."""
        return f"allowed {self}"

    def __str__(self) -> str:
        return f"{self.grant.principal}: {self.grant.operation} on {self.grant.name}"


@dataclass(frozen=True, slots=True)
class Surplus:
    """A grant that the principal of a role has on our topics and should not have; a person has to take it away."""

    grant: Grant
    mendable = False

    @property
    def applied(self) -> str:
        """What ``apply`` leaves to a person."""
        return f"by hand: {self}"

    def __str__(self) -> str:
        grant = self.grant
        return f"{grant.principal} may {grant.operation} {grant.name}, which its role must not: take that away"


def grants(principals: Mapping[Role, str], layout: Layout) -> frozenset[Grant]:
    """Returns what the roles' principals need: to read, write (which lets them describe, too), and join their group.

    >>> from streams.topics.table import TOPICS
    >>> needed = grants({Role.DISPATCHER: "User:d"}, Layout(0, topics=TOPICS[:2]))
    >>> [(grant.operation, grant.name) for grant in sorted(needed)]
    [('READ', 'canarygate-dispatcher'), ('READ', 'conversations.minimized')]
    """
    return frozenset(grant for role, principal in principals.items() for grant in _grants(role, principal, layout))


def access_differences(
    principals: Mapping[Role, str], layout: Layout, standing: Collection[Rule]
) -> tuple[Missing | Surplus, ...]:
    """Returns what the roles' principals lack, then what they may do with our topics beyond it, each in order.

    >>> from streams.topics.table import TOPICS
    >>> rules = [Rule("User:d", TOPIC, "conversations.", True, READ), Rule("User:d", GROUP, "*", False, READ)]
    >>> found = access_differences({Role.DISPATCHER: "User:d"}, Layout(0, topics=TOPICS[:2]), rules)
    >>> [str(difference) for difference in found]
    ['User:d may READ conversations.incoming, which its role must not: take that away']
    """
    wanted = grants(principals, layout)
    missing = (Missing(grant) for grant in wanted if not any(rule.covers(grant) for rule in standing))
    beyond = _possible(principals.values(), layout) - wanted
    surplus = (Surplus(grant) for grant in beyond if any(rule.covers(grant) for rule in standing))
    return *sorted(missing, key=_order), *sorted(surplus, key=_order)


def _possible(principals: Iterable[str], layout: Layout) -> frozenset[Grant]:
    """Everything that somebody might do with our topics."""
    names = [layout.name(spec.topic) for spec in layout.topics]
    return frozenset(Grant(*each) for each in product({*principals}, [TOPIC], names, [READ, WRITE]))


def _order(difference: Missing | Surplus) -> Grant:
    return difference.grant


def _grants(role: Role, principal: str, layout: Layout) -> Iterator[Grant]:
    if role in IN_GROUPS:
        yield Grant(principal, GROUP, f"{layout.prefix}canarygate-{role}", READ)
    for spec in layout.topics:
        for operation in _operations(role, spec):
            yield Grant(principal, TOPIC, layout.name(spec.topic), operation)


def _operations(role: Role, spec: TopicSpec) -> Iterator[str]:
    if role in spec.readers:
        yield READ
    if role in spec.writers:
        yield WRITE
