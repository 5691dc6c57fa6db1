"""Recall on published data, on the held-out half of the rows; a span counts only if it is fully covered.

A row belongs to the tuning half if the SHA-256 of its template, id or text ends in an even byte. The minimum asserted
is the measured recall, rounded down a little; a half-covered span is a leak and counts as missed.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import phonenumbers
import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, JsonObject

DATA = Path(__file__).parents[4] / "shared" / "data"
DETECTOR = PatternDetector()
FLOORS = {
    "EMAIL_ADDRESS": 0.99,
    "CREDIT_CARD": 0.98,
    "IBAN_CODE": 0.99,
    "US_SSN": 0.99,
    "IP_ADDRESS": 0.99,
    "DOMAIN_NAME": 0.99,
    "PHONE_NUMBER": 0.8,
}


def rows(name: str) -> Iterator[JsonObject]:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}")
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def is_held_out(key: object) -> bool:
    return hashlib.sha256(str(key).encode()).digest()[-1] % 2 == 1


def is_covered(text: str, start: int, end: int) -> bool:
    covered = {at for span in DETECTOR.detect(text) for at in range(span.start, span.end)}
    return all(at in covered for at in range(start, end) if text[at].isalnum())


def shares(cases: Iterable[tuple[str, bool]]) -> dict[str, float]:
    total: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for kind, is_good in cases:
        total[kind] += 1
        good[kind] += is_good
    return {kind: good[kind] / total[kind] for kind in total}


def presidio_research(held_out: bool) -> Iterator[tuple[str, bool]]:
    for row in rows("detection/presidio_research.jsonl"):
        text, spans = row["text"], row["spans"]
        assert isinstance(text, str) and isinstance(spans, list)
        if is_held_out(row["template"]) is not held_out:
            continue
        for span in spans:
            assert isinstance(span, dict)
            kind, start, end = span["type"], span["start"], span["end"]
            if isinstance(kind, str) and kind in FLOORS and isinstance(start, int) and isinstance(end, int):
                yield kind, is_covered(text, start, end)


@pytest.mark.parametrize("held_out", [False, True], ids=["tuned", "held out"])
def test_templated_sentences_are_covered(held_out: bool) -> None:
    reached = shares(presidio_research(held_out))
    print(reached)
    assert {kind: share for kind, share in reached.items() if share < FLOORS[kind]} == {}


def test_numbers_of_every_region_are_covered_in_international_form() -> None:
    cases = []
    for row in rows("detection/phone_numbers.jsonl"):
        number = phonenumbers.parse(str(row["e164"]))
        for form in (phonenumbers.PhoneNumberFormat.E164, phonenumbers.PhoneNumberFormat.INTERNATIONAL):
            written = phonenumbers.format_number(number, form)
            cases.append(("international", is_covered(f"note {written} down", 5, 5 + len(written))))
        national = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
        if is_held_out(row["e164"]):
            cases.append(("beside a word", is_covered(f"phone {national} now", 6, 6 + len(national))))
            cases.append(("national", is_covered(f"note {national} down", 5, 5 + len(national))))
    reached = shares(cases)
    print(reached)
    assert reached["international"] == 1
    assert reached["beside a word"] >= 0.96
    assert reached["national"] >= 0.5


def test_plain_queries_raise_no_alarm_but_for_the_times_amounts_and_pins_that_they_name() -> None:
    named = {EntityType.TIME, EntityType.FINANCIAL_INFORMATION, EntityType.INCOME, EntityType.AGE}
    texts = [str(row["text"]) for row in rows("conversations/clinc150.jsonl")]
    spans = [(span, "pin" in text.split()) for text in texts for span in DETECTOR.detect(text)]
    pins = [says_pin for span, says_pin in spans if span.recognizer == "access_code"]
    assert all(pins)
    assert sum(span.entity_type not in named for span, _ in spans) - len(pins) <= 12
    assert sum(span.entity_type in named for span, _ in spans) > 500
