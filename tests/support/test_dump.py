from aiokafka import AIOKafkaProducer

from streams.topics.embedded import EmbeddedBroker
from tests.support.dump import dump


async def _write(broker: EmbeddedBroker) -> None:
    async with AIOKafkaProducer(bootstrap_servers=broker.bootstrap) as producer:
        for number in range(300):
            await producer.send("a.first", b"%d" % number, b"key", partition=number % 4, headers=[("turn_id", b"t")])
        await producer.send("a.second", b"large" * 100_000, partition=3)
        await producer.send("b.other", b"of another prefix")
        await producer.send("a.second", None, b"tombstone", partition=0)


async def test_every_record_of_every_partition_is_read(embedded_broker: EmbeddedBroker) -> None:
    await _write(embedded_broker)
    records = await dump(embedded_broker.bootstrap, "a.")
    first = [record for record in records if record.topic == "a.first"]
    assert sorted(int(record.value or b"") for record in first) == list(range(300))
    assert {(record.key, record.headers) for record in first} == {(b"key", (("turn_id", b"t"),))}
    second = {(record.partition, len(record.value or b"")) for record in records if record.topic == "a.second"}
    assert second == {(0, 0), (3, 500_000)}
    assert not any(record.topic == "b.other" for record in records)


async def test_the_content_holds_topic_key_headers_and_value(embedded_broker: EmbeddedBroker) -> None:
    await _write(embedded_broker)
    contents = [record.content for record in await dump(embedded_broker.bootstrap, "a.first")]
    assert b"a.first\nkey\nturn_id\nt\n0" in contents


async def test_without_a_prefix_all_topics_are_read(embedded_broker: EmbeddedBroker) -> None:
    await _write(embedded_broker)
    assert {record.topic for record in await dump(embedded_broker.bootstrap)} == {"a.first", "a.second", "b.other"}
