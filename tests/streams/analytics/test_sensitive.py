from __future__ import annotations

import pytest

from streams.analytics.sensitive import SensitiveTopic, sensitive_topics


@pytest.mark.parametrize(
    ("topic", "texts"),
    [
        (SensitiveTopic.HEALTH, ["anxiety medication", "Schwangerschaft", "cáncer", "怀孕了"]),
        (SensitiveTopic.LEGAL, ["an eviction notice", "Scheidung", "弁護士"]),
        (SensitiveTopic.IMMIGRATION, ["visa renewal", "Asylantrag", "签证"]),
        (SensitiveTopic.VIOLENCE, ["domestic violence", "he abused", "暴力"]),
        (SensitiveTopic.SEXUALITY, ["coming out", "sexual health"]),
        (SensitiveTopic.RELIGION, ["mosque", "Kirchensteuer"]),
        (SensitiveTopic.POLITICS, ["election", "Wahlkampf"]),
        (SensitiveTopic.FINANCE, ["credit score", "bankruptcy", "Schulden"]),
    ],
)
def test_words_tell_a_topic(topic: SensitiveTopic, texts: list[str]) -> None:
    for text in texts:
        assert topic in sensitive_topics([text])


@pytest.mark.parametrize(
    "text",
    [
        "stable electricity", "skill", "violin practice", "fertilizer for tomatoes", "doctorate in hospitality",
        "courtesy", "the possibility 可能性", "damaged parcel", "play music", "",
    ],
)  # fmt: skip
def test_words_that_only_look_like_it_do_not(text: str) -> None:
    assert sensitive_topics([text]) == frozenset()


def test_no_topic_joins_two_terms() -> None:
    assert sensitive_topics(["coming", "out"]) == frozenset()
