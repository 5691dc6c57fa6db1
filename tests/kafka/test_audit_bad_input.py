"""What is wrong on the broker neither stops the auditor silently nor makes it say what it does not know."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aiokafka.admin import AIOKafkaAdminClient

from gateway.kafka.producer import Producer
from gateway.records import Topic
from tests.kafka.scenarios.planted import Plan
from tests.support.auditing import auditing
from tests.support.waiting import eventually

SECONDS = 60.0
KEPT = (Topic.MINTED, Topic.FINDINGS, Topic.VERDICTS)
OTHER_VERSION = b'{"v":99,"kind":"minted","canary_kind":"email"}'


async def test_records_of_another_version_are_passed_over_and_said(kafka_jars: Path, tmp_path: Path) -> None:
    with auditing(tmp_path, kafka_jars) as running:
        plan = Plan(40, 1, running.audit_key, running.began)
        leaks = sum(fate == "leaked" for fate in plan.verdicts().values())
        assert leaks > 0
        producer = Producer(running.connection)
        await producer.start()
        for topic in KEPT:
            await producer.write(topic, "c0", OTHER_VERSION)
        for each in (*plan.registered(), *plan.surfaces()):
            await each.to(producer)
        await producer.stop()
        await asyncio.to_thread(running.auditor.start)
        await eventually(lambda: asyncio.to_thread(lambda: running.judged() == leaks), SECONDS, "all leaks")
        log = running.auditor.log.read_text()
        said = [line for line in log.splitlines() if "a record of the audit is of another version" in line]
        assert {topic for topic in KEPT if any(f'"{topic.value}"' in line for line in said)} == {*KEPT}


async def test_an_auditor_without_one_of_its_topics_does_not_start_and_names_it(
    kafka_jars: Path, tmp_path: Path
) -> None:
    with auditing(tmp_path, kafka_jars) as running:
        missing = running.connection.topic(Topic.CANDIDATES)
        admin = AIOKafkaAdminClient(bootstrap_servers=running.topics.bootstrap)
        await admin.start()
        await admin.delete_topics([missing])
        await admin.close()
        running.auditor.launch()
        assert await asyncio.to_thread(running.auditor.wait) != 0
        assert missing in running.auditor.log.read_text() + running.auditor.output.read_text()
