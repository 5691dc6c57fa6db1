import pytest

from gateway.records import Topic
from gateway.roles import ANSWERING
from gateway.settings import ALL_ROLES, Role, load
from streams.topics.table import (
    TOPICS,
    Difference,
    Layout,
    TopicSpec,
    TopicStanding,
    differences,
    max_message_bytes,
    topics_of,
)

OUTCOMES = TopicSpec(Topic.OUTCOMES, ANSWERING, ANSWERING, "compact,delete", retention_ms=1_000, like=Topic.MINIMIZED)
MINIMIZED = TopicSpec(Topic.MINIMIZED, ANSWERING, ANSWERING, retention_ms=1_000)
LAYOUT = Layout(max_body_bytes=300, partitions=4, replication_factor=2, topics=[MINIMIZED, OUTCOMES])


SEARCHING = """
trusted_models: [{model_name: t, litellm_params: {model: openai/t}}]
search: {tenants: {support: 0.1}, target: t, ledger: ledger.jsonl}
"""


def stands(spec: TopicSpec, partitions: int = 4, replicas: int = 2, **changed: str) -> TopicStanding:
    configs = LAYOUT.configs(spec) | {name.replace("_", "."): value for name, value in changed.items()}
    return TopicStanding(partitions, replicas, configs, own_configs={})


def found(minimized: TopicStanding | None, outcomes: TopicStanding | None) -> list[str]:
    standing = {Topic.MINIMIZED: minimized, Topic.OUTCOMES: outcomes}
    return list(map(str, differences(LAYOUT, {topic: stand for topic, stand in standing.items() if stand})))


def test_every_topic_of_the_product_is_in_the_table_once() -> None:
    assert [spec.topic for spec in TOPICS] == list(Topic)


def test_a_topic_is_needed_if_a_role_that_uses_it_is_configured() -> None:
    assert topics_of(ALL_ROLES) == TOPICS
    of_the_searcher = TopicSpec(Topic.CONTROL, frozenset({Role.SEARCHER}), frozenset())
    assert of_the_searcher not in topics_of(ANSWERING, topics=[*TOPICS, of_the_searcher])
    assert of_the_searcher in topics_of(ALL_ROLES, topics=[*TOPICS, of_the_searcher])


def test_the_searcher_is_configured_where_a_tenant_has_opted_in() -> None:
    assert load(None, {}, []).configured_roles == ANSWERING
    assert load(SEARCHING, {}, []).configured_roles == ANSWERING | {Role.SEARCHER}


def test_the_analyst_is_configured_where_there_is_analytics_and_its_topics_are_needed_only_there() -> None:
    assert load("analytics: {}", {}, []).configured_roles == ANSWERING | {Role.ANALYST}
    without = {spec.topic for spec in topics_of({Role.MINIMIZER}, ANSWERING)}
    within = {spec.topic for spec in topics_of({Role.MINIMIZER}, ANSWERING | {Role.ANALYST})}
    assert within - without == {Topic.ANALYTICS, Topic.PRIVACY_REQUESTS}


def test_texts_of_analytics_are_kept_for_two_windows() -> None:
    (spec,) = (spec for spec in TOPICS if spec.topic is Topic.ANALYTICS)
    assert Layout(0, window_ms=600_000).configs(spec)["retention.ms"] == "1200000"


def test_outcomes_are_partitioned_like_the_minimized_turns() -> None:
    assert {spec.topic: spec.like for spec in TOPICS if spec.like} == {
        Topic.OUTCOMES: Topic.MINIMIZED,
        Topic.SNAPSHOTS: Topic.ANALYTICS,
    }


@pytest.mark.parametrize("body", [0, 1, 2, 3, 1 << 20, 10 << 20])
def test_a_record_has_room_for_a_body_and_for_a_sealed_map_as_large_as_the_body(body: int) -> None:
    sealed = -(-(body + 256) * 4 // 3)
    assert max_message_bytes(body) > body + sealed


def test_a_topic_takes_records_while_one_replica_is_away_and_is_never_asked_for_more_than_it_has() -> None:
    asked = [
        layout.configs(MINIMIZED, replicas)["min.insync.replicas"]
        for layout, replicas in ((Layout(0, replication_factor=3), None), (LAYOUT, None), (LAYOUT, 1), (LAYOUT, 3))
    ]
    assert asked == ["2", "1", "1", "1"]
    assert Layout(0, replication_factor=3).configs(MINIMIZED, replicas=2)["min.insync.replicas"] == "1"
    assert Layout(0, replication_factor=1).configs(MINIMIZED)["min.insync.replicas"] == "1"


def test_what_was_applied_is_said_in_a_line() -> None:
    missing, wrong, many = (
        Difference("t", MINIMIZED, *rest)
        for rest in (("partitions", None, "4"), ("retention.ms", "7", "9"), ("partitions", "9", "4"))
    )
    assert missing.applied == "created t with 4 partitions"
    assert wrong.applied == "changed t: retention.ms from 7 to 9"
    assert many.applied == "by hand: t: partitions is 9, should be 4"


@pytest.mark.parametrize(
    "spec", [spec for spec in TOPICS if "delete" in spec.cleanup_policy], ids=lambda spec: spec.topic
)
def test_every_topic_ends_its_segments_long_before_its_retention(spec: TopicSpec) -> None:
    # Kafka deletes whole segments, so what a topic keeps is its retention and the time of one segment.
    configs = {name: int(value) for name, value in spec.configs(0, 1).items() if name.endswith(".ms")}
    assert 6 * configs["segment.ms"] <= configs["retention.ms"]


def test_there_is_nothing_to_do_where_all_stands_as_it_should() -> None:
    assert found(stands(MINIMIZED), stands(OUTCOMES)) == []


def test_a_missing_topic_is_named_with_its_partitions() -> None:
    assert found(None, stands(OUTCOMES)) == ["conversations.minimized is missing, to be created with 4 partitions"]


def test_every_wrong_setting_has_a_line_of_its_own() -> None:
    wrong = stands(MINIMIZED, retention_ms="7", max_message_bytes="9")
    assert found(wrong, stands(OUTCOMES)) == [
        "conversations.minimized: retention.ms 7, to be 1000",
        "conversations.minimized: max.message.bytes 9, to be 66336",
    ]


def test_a_setting_in_another_order_is_the_same() -> None:
    assert found(stands(MINIMIZED), stands(OUTCOMES, cleanup_policy="delete,compact")) == []


def test_a_topic_with_too_few_partitions_is_to_grow() -> None:
    assert found(stands(MINIMIZED, partitions=3), stands(OUTCOMES)) == [
        "conversations.minimized: partitions 3, to be 4"
    ]


def test_more_partitions_than_asked_for_are_kept() -> None:
    assert found(stands(MINIMIZED, partitions=9), stands(OUTCOMES, partitions=9)) == []


def test_outcomes_are_to_grow_with_the_minimized_turns() -> None:
    assert found(stands(MINIMIZED, partitions=9), stands(OUTCOMES)) == ["conversations.outcomes: partitions 4, to be 9"]
    assert found(stands(MINIMIZED, partitions=9), None) == [
        "conversations.outcomes is missing, to be created with 9 partitions"
    ]


def test_outcomes_with_more_partitions_than_the_minimized_turns_are_left_to_a_person() -> None:
    assert found(stands(MINIMIZED), stands(OUTCOMES, partitions=9)) == [
        "conversations.outcomes: partitions 9, to be 4 by hand"
    ]


def test_replicas_are_left_to_a_person() -> None:
    assert found(stands(MINIMIZED, replicas=1), stands(OUTCOMES)) == [
        "conversations.minimized: replicas 1, to be 2 by hand"
    ]


def test_the_prefix_stands_before_every_name() -> None:
    prefixed = differences(Layout(300, prefix="eu."), {})
    assert {difference.topic for difference in prefixed} == {f"eu.{topic.value}" for topic in Topic}


def test_settings_and_missing_partitions_are_mendable() -> None:
    assert Difference("t", MINIMIZED, "retention.ms", "1", "2").mendable
    assert Difference("t", MINIMIZED, "partitions", "3", "4").mendable
    assert Difference("t", MINIMIZED, "partitions", None, "4").mendable
