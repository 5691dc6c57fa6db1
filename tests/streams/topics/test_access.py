from __future__ import annotations

import pytest

from gateway.records import Topic
from gateway.roles import READ_RAW_TEXT, Role
from streams.topics.access import GROUP, READ, TOPIC, WRITE, Grant, Missing, Rule, Surplus, access_differences, grants
from streams.topics.table import Layout

LAYOUT = Layout(0, prefix="eu.")
PRINCIPALS = {role: f"User:{role}" for role in Role}


def allowed(role: Role) -> set[tuple[str, str]]:
    """What a role may do with topics, without the prefix."""
    of_role = (grant for grant in grants(PRINCIPALS, LAYOUT) if grant.principal == f"User:{role}")
    return {(grant.operation, grant.name.removeprefix("eu.")) for grant in of_role if grant.resource == TOPIC}


@pytest.mark.parametrize("role", Role)
def test_only_who_reads_raw_text_may_read_the_requests(role: Role) -> None:
    assert ((READ, Topic.INCOMING) in allowed(role)) == (role in READ_RAW_TEXT - {Role.EDGE})


def test_the_analyst_reads_only_what_is_redacted() -> None:
    read = {name for operation, name in allowed(Role.ANALYST) if operation == READ}
    assert not {name for name in read if name.startswith("conversations.")} - {Topic.ANALYTICS}


def test_the_auditor_may_read_dead_letters_and_every_other_role_write_them() -> None:
    assert {role for role in Role if (WRITE, Topic.DEAD_LETTERS) in allowed(role)} == set(Role) - {Role.AUDITOR}
    assert {role for role in Role if (READ, Topic.DEAD_LETTERS) in allowed(role)} == {Role.AUDITOR}


def test_only_the_auditor_knows_what_was_planted_and_it_writes_nothing_but_the_audit() -> None:
    assert {role for role in Role if (READ, Topic.MINTED) in allowed(role)} == {Role.AUDITOR}
    written = {name for operation, name in allowed(Role.AUDITOR) if operation == WRITE}
    assert written == {Topic.MINTED, Topic.FINDINGS, Topic.VERDICTS, Topic.AUDIT_SNAPSHOTS}


def test_every_role_but_the_edge_joins_its_own_group_and_no_other() -> None:
    groups = {(grant.principal, grant.name) for grant in grants(PRINCIPALS, LAYOUT) if grant.resource == GROUP}
    assert groups == {(f"User:{role}", f"eu.canarygate-{role}") for role in set(Role) - {Role.EDGE}}


def test_what_a_broker_without_rules_lacks_is_all_that_is_needed() -> None:
    found = access_differences(PRINCIPALS, LAYOUT, [])
    assert {each.grant for each in found if isinstance(each, Missing)} == grants(PRINCIPALS, LAYOUT)
    assert not [each for each in found if isinstance(each, Surplus)]


def test_nothing_differs_where_every_grant_stands() -> None:
    rules = [
        Rule(each.principal, each.resource, each.name, False, each.operation) for each in grants(PRINCIPALS, LAYOUT)
    ]
    assert access_differences(PRINCIPALS, LAYOUT, rules) == ()


@pytest.mark.parametrize(
    "rule",
    [
        Rule("User:dispatcher", TOPIC, "eu.conversations.incoming", False, READ),
        Rule("User:dispatcher", TOPIC, "eu.conversations.", True, READ),
        Rule("User:*", TOPIC, "*", False, "ALL"),
    ],
    ids=["by name", "by prefix", "for all"],
)
def test_a_dispatcher_that_may_read_requests_is_told_of(rule: Rule) -> None:
    surplus = [each for each in access_differences(PRINCIPALS, LAYOUT, [rule]) if isinstance(each, Surplus)]
    told = Grant("User:dispatcher", TOPIC, "eu.conversations.incoming", READ)
    assert told in {each.grant for each in surplus}
    assert not any(each.mendable for each in surplus)


def test_what_others_may_do_and_topics_of_others_are_left_alone() -> None:
    rules = [Rule("User:billing", TOPIC, "*", False, "ALL"), Rule("User:edge", TOPIC, "billing", False, READ)]
    assert not [each for each in access_differences(PRINCIPALS, LAYOUT, rules) if isinstance(each, Surplus)]
