"""A whole record in every format: what its labels say is found, also in formats and wordings never tuned on."""

from __future__ import annotations

import pytest

from gateway.detection.detector import Detector
from gateway.detection.structure import meanings
from gateway.detection.structure.recognizer import Structure
from tests.gateway.detection.structure.record import left, load_detector
from tests.gateway.detection.structure.record_fields import record
from tests.gateway.detection.structure.record_formats import FORMATS

MOST_LEFT = 0.02


@pytest.fixture(scope="module")
def detector() -> Detector:
    return load_detector()


@pytest.mark.parametrize("wording", [0, 1])
def test_at_most_two_in_a_hundred_fields_of_all_formats_stay_readable(detector: Detector, wording: int) -> None:
    fields = record(wording)
    remaining = {name: left(detector, fields, name) for name in FORMATS}
    assert len(FORMATS) >= 40
    assert sum(map(len, remaining.values())) <= MOST_LEFT * len(FORMATS) * len(fields), remaining


@pytest.mark.parametrize("name", FORMATS)
def test_a_record_cut_off_is_read_as_far_as_it_goes(name: str) -> None:
    text = FORMATS[name](record(0))
    whole = Structure().find(text)
    half = Structure().find(text[: len(text) * 7 // 8])
    assert len(half) >= len(whole) // 4
    assert all(span.end <= len(text) * 7 // 8 for span in half)


def test_without_labels_the_record_would_stay_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanings, "meaning", lambda label: None)
    assert Structure().find(FORMATS["YAML"](record(0))) == ()
