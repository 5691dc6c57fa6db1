from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from tests.support.kafka import RealBroker


async def _write(broker: RealBroker, value: bytes) -> None:
    async with AIOKafkaProducer(bootstrap_servers=broker.bootstrap) as producer:
        await producer.send_and_wait("kept", value)


async def _read_all(broker: RealBroker, count: int) -> list[bytes]:
    async with AIOKafkaConsumer(bootstrap_servers=broker.bootstrap, auto_offset_reset="earliest") as consumer:
        consumer.assign([TopicPartition("kept", 0)])
        return [(await consumer.getone()).value for _ in range(count)]


async def test_what_was_written_outlives_a_stop_and_a_kill(private_broker: RealBroker) -> None:
    admin = AIOKafkaAdminClient(bootstrap_servers=private_broker.bootstrap)
    await admin.start()
    await admin.create_topics([NewTopic("kept", 1, 1)])
    await admin.close()
    await _write(private_broker, b"first")
    private_broker.stop()
    private_broker.start()
    await _write(private_broker, b"second")
    private_broker.kill()
    private_broker.start()
    assert await _read_all(private_broker, 2) == [b"first", b"second"]
