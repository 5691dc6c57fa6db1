from __future__ import annotations

import numpy as np

from gateway.detection.eastern.artefact import encode
from gateway.detection.eastern.network import Network
from gateway.detection.eastern.tagger import EasternTagger
from gateway.types import EntityType
from lab.training.eastern.fitting import EasternRecipe, fit, labelled
from lab.training.rows import Row
from tests.gateway.detection.eastern.models import dictionary

RECIPE = EasternRecipe(rows=256, size=8, hidden=8, epochs=30, batch=64, rate=0.02, gram_dropout=0, hidden_dropout=0)
ROWS = [
    Row("eastern", "1", "我叫王小明。", ((2, 5, EntityType.NAME),)),
    Row("eastern", "2", "他在东京住。", ((2, 4, EntityType.GEOLOCATION),)),
    Row("eastern", "3", "今天天气很好。"),
] * 20


def fitted() -> Network:
    return fit(ROWS, dictionary(), 0, RECIPE)


def test_units_of_a_span_are_its_beginning_and_its_inside() -> None:
    assert [label for label in labelled(ROWS[0])[1].tolist() if label] == [1, 2, 2]


def test_a_network_learns_what_it_is_shown() -> None:
    tagger = EasternTagger(fitted())
    found = [(row.text[span.start : span.end]) for row in ROWS[:3] for span in tagger.find(row.text)]
    assert found == ["王小明", "东京"]


def test_the_same_rows_give_the_same_bytes() -> None:
    assert encode(fitted()) == encode(fitted())


def test_weights_are_bytes() -> None:
    network = fitted()
    assert {network.grams.dtype, network.window.dtype, network.out.dtype} == {np.dtype(np.int8)}
