from __future__ import annotations

import json
from pathlib import Path

import pytest

from gateway.detection.detector import Detector
from gateway.detection.names.weights import Weights
from gateway.types import EntityType, JsonObject, Span
from lab.training.evaluate import Tier, evaluate
from lab.training.labels import NONE, TYPES, UNKNOWN, labels
from lab.training.measures import Tally, score
from lab.training.rows import Row, read
from lab.training.tables import table
from lab.training.units import labelled, places
from tests.gateway.detection.names.models import lexicon, small_model


class Fixed(Detector):
    """A detector that claims the same offsets in every text."""

    def __init__(self, *spans: tuple[int, int, EntityType]) -> None:
        self._spans = tuple(Span(start, end, entity_type, 1.0, "fixed") for start, end, entity_type in spans)

    def detect(self, text: str) -> tuple[Span, ...]:
        return self._spans


def written(folder: Path, name: str, *records: JsonObject) -> Path:
    path = folder / name
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def test_every_variant_of_an_entity_is_labelled_wherever_it_stands_as_a_word(tmp_path: Path) -> None:
    entity: JsonObject = {"type": "NAME", "text": "Ann Lee", "variants": ["Ann"]}
    path = written(tmp_path, "wildchat.jsonl", {"id": "1", "text": "Ann Lee, Annie, Ann", "entities": [entity]})
    assert sorted(span[:2] for row in read(path) for span in row.spans) == [(0, 3), (0, 7), (16, 19)]


def test_a_title_of_address_is_part_of_a_name_and_a_job_is_not(tmp_path: Path) -> None:
    spans: list[JsonObject] = [{"type": "TITLE", "start": 0, "end": 3}, {"type": "TITLE", "start": 8, "end": 16}]
    path = written(tmp_path, "presidio.jsonl", {"template": 7, "text": "Dr. Lee engineer", "spans": [*spans]})
    (row,) = read(path)
    assert [entity_type.value for _, _, entity_type in row.spans] == ["NAME", "OCCUPATION"]
    assert row.key == "7"


def test_a_label_wins_over_unknown_and_a_shorter_one_over_a_longer() -> None:
    found = labels(Row("x", "x", "1 Elm St Oslo now", ((0, 13, EntityType.ADDRESS), (9, 13, EntityType.GEOLOCATION))))
    assert [TYPES[at].value if at >= 0 else at for at in found] == ["ADDRESS"] * 3 + ["GEOLOCATION", NONE]
    unknown = labels(Row("x", "x", "Ann Lee left", ((0, 3, EntityType.NAME),), ((0, 7),)))
    assert unknown.tolist() == [0, UNKNOWN, NONE]


def test_a_span_half_covered_is_found_but_not_wholly_covered() -> None:
    row = Row("x", "x", "Ann Lee left", ((0, 7, EntityType.NAME),))
    tally = score(Fixed((0, 3, EntityType.NAME), (8, 12, EntityType.TIME)), [row]).all
    assert (tally.found, tally.covered, tally.typed, tally.claimed, tally.right) == (1, 0, 1, 2, 1)
    assert (tally.words, tally.words_found, tally.words_claimed) == (2, 1, 2)


def test_a_type_is_right_if_it_shares_its_parent() -> None:
    row = Row("x", "x", "4111", ((0, 4, EntityType.CREDIT_CARD),))
    assert score(Fixed((0, 4, EntityType.FINANCIAL_INFORMATION)), [row]).all.typed == 1
    assert score(Fixed((0, 4, EntityType.NAME)), [row]).all.typed == 0


def test_rates_of_nothing_are_zero() -> None:
    assert set(Tally().rates().values()) == {0.0}


def test_a_unit_takes_the_likeliest_type_and_what_the_first_model_doubts_is_unknown() -> None:
    weights: Weights = small_model()
    (row,) = labelled(iter([(Row("pupa", "1", "ann flew to Oslo from rome"), ["Ann", "rome"])]), weights)
    assert [span[:2] for span in row.spans] == [(0, 3), (22, 26)]
    assert (12, 16) in row.unknown


def test_units_stand_as_whole_words_only() -> None:
    assert places("Annie and Ann", "ann") == [(10, 13)]
    assert places("anything", "") == []


@pytest.mark.parametrize(
    ("name", "record", "key"),
    [
        ("queries.jsonl", {"text": "what now", "intent": "x"}, "alarmed"),
        ("pupa.jsonl", {"id": "1", "prompt": "ask Ann", "pii_units": ["ann"]}, "wholly_covered"),
        ("phones.jsonl", {"e164": "+12015550123", "region": "US"}, "international"),
        ("wnut17.jsonl", {"text": "ask Ann", "spans": [{"type": "person", "start": 4, "end": 7}]}, "word_f2"),
    ],
)
def test_every_kind_of_file_has_its_table(tmp_path: Path, name: str, record: JsonObject, key: str) -> None:
    result = evaluate(written(tmp_path, name, record), "all", [Tier("none", Fixed())], lexicon())
    assert key in table(result, as_json=True)
    assert "none" in table(result, as_json=False)


def test_alarms_in_source_code_count_by_its_length(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x" * 500, encoding="utf-8")
    result = evaluate(tmp_path, "held-out", [Tier("one", Fixed((0, 3, EntityType.NAME)))], lexicon())
    assert result["tiers"] == {"one": {"texts": 1, "alarmed": 1.0, "spans_per_1000_characters": 2.0}}
