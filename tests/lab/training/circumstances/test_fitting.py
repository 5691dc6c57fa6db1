from __future__ import annotations

from dataclasses import replace

import numpy as np

from gateway.detection.circumstances.artefact import encode
from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.circumstances.words import split
from gateway.types import EntityType
from lab.training.circumstances.designs import Vectors, WordExample, marked
from lab.training.circumstances.fitting import CircumstanceRecipe, fit
from lab.training.rows import Row

RECIPE = CircumstanceRecipe(hidden=16, epochs=60, batch=8, rate=0.02, words_dropped=0, dropped=0)
VECTORS = Vectors(
    {"flu": 0, "measles": 1, "my": 2, "their": 3},
    np.array([[90, 10], [80, 20], [-10, 90], [-20, -90], [0, 0]], dtype=np.int8),
)
ALIKE = WordGroups.of({"influenza": 1, "grippe": 1})
ROWS = [
    Row("made", "1", "my bad flu", ((3, 10, EntityType.HEALTH_INFORMATION),)),
    Row("made", "2", "their bad flu"),
    Row("made", "3", "my bad influenza", ((3, 16, EntityType.HEALTH_INFORMATION),)),
    Row("made", "4", "their bad influenza"),
    Row("made", "5", "my GPA is 3", ((10, 11, EntityType.GPA),), ((0, 2),)),
] * 10


def fitted() -> CircumstanceModel:
    return fit([example(row) for row in ROWS], VECTORS, ALIKE, [RECIPE], least=100)


def example(row: Row) -> WordExample:
    return marked(row, split(row.text, EasternWords(())))


def test_a_network_learns_that_the_same_words_tell_something_or_not() -> None:
    tagger = CircumstanceTagger(fitted())
    assert [[row.text[span.start : span.end] for span in tagger.find(row.text)] for row in ROWS[:2]] == [
        ["bad flu"],
        [],
    ]


def test_a_word_that_training_never_met_is_judged_by_its_vector() -> None:
    tagger = CircumstanceTagger(fitted())
    assert [span.entity_type for span in tagger.find("my bad measles")] == [EntityType.HEALTH_INFORMATION]
    assert not list(tagger.find("their bad measles"))


def test_a_word_without_a_vector_is_judged_by_its_group() -> None:
    tagger = CircumstanceTagger(fitted())
    assert [span.entity_type for span in tagger.find("my bad grippe")] == [EntityType.HEALTH_INFORMATION]
    assert not list(tagger.find("their bad grippe"))


def test_the_same_rows_give_the_same_bytes() -> None:
    assert encode(fitted()) == encode(fitted())


def test_weights_are_bytes() -> None:
    for network in fitted().networks:
        assert {each.dtype for each in (network.within, network.layers, network.own, network.out)} == {
            np.dtype(np.int8)
        }


def test_each_recipe_makes_a_network() -> None:
    small, large = (replace(RECIPE, epochs=1, hidden=hidden) for hidden in (4, 8))
    model = fit([example(row) for row in ROWS], VECTORS, ALIKE, [small, large])
    assert [network.size for network in model.networks] == [4, 8]
