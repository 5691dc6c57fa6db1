"""What users talk about is published, exactly counted, and nothing that one of them said stands anywhere.

``python -m tests.kafka.scenarios analytics`` does the same at length, and prints how well topics were found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.types import JsonObject
from tests.kafka.scenarios.analytics import analytics
from tests.support.conversations import DATA
from tests.support.pipeline import pipeline

# So few people would all stay below the thresholds for thousands.
FEW: dict[str, JsonObject] = {"analytics": {"k_min": 5}, "publication": {"sensitive_k_min": 8}}


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the published conversations in ../shared/data")
async def test_summaries_count_everybody_once_and_show_nobody(kafka_jars: Path, tmp_path: Path) -> None:
    with pipeline(tmp_path, kafka_jars, sections=FEW) as running:
        report = await analytics(running, turns=600, contributors=120, intents=6)
    print(f"\n{report}")
    assert report.faults == []
