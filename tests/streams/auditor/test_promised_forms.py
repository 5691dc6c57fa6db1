"""A canary is found in each promised form in the records of each surface, as these stand in their topics."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from gateway.records import PublishedSummary, Record, SummaryCandidate, Topic, encode
from streams.auditor.answers import Answers
from streams.auditor.texts import SHORT, SURFACES, searched
from tests.kafka.scenarios.planted import answer, minimized, summary
from tests.streams.canaries.test_scanner import PROMISED, chatter, may_stand
from tests.support.canaries import planted

RECORDS: dict[Topic, Callable[[str], Record]] = {
    Topic.MINIMIZED: minimized,
    Topic.REPLIES: lambda text: answer("attempt", text),
    Topic.CANDIDATES: lambda text: SummaryCandidate(summary=summary(1, text), deadline_ms=0),
    Topic.PUBLISHED: lambda text: PublishedSummary(summary=summary(1, text), published_ms=0),
}


@pytest.mark.parametrize("topic", RECORDS)
@pytest.mark.parametrize("form", PROMISED)
def test_a_canary_is_found_in_each_promised_form_in_each_record(topic: Topic, form: str) -> None:
    scanner, canaries = planted(100)
    random, (write, _) = Random(1), PROMISED[form]
    for name, canary in canaries.items():
        if may_stand(form, canary.value):
            text = f"{chatter(random)} {write(canary.value)} {chatter(random)}"
            record = searched(topic, "name", encode(RECORDS[topic](text)), Answers())
            assert record is not None
            finds = scanner.scan(record.text, short=SURFACES[topic] in SHORT)
            assert name in {find.canary for find in finds}, (SURFACES[topic], form, canary.kind)
