from __future__ import annotations

import numpy as np

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.words import split
from gateway.types import EntityType
from lab.training.circumstances.designs import TYPES, Vectors, WordExample, designed, joined, marked, met, unknown
from lab.training.rows import Row

ROW = Row("made", "3", "my GPA is 3", ((10, 11, EntityType.GPA),), ((0, 2),))
WORDS = split(ROW.text, EasternWords(()))


def test_words_of_a_span_have_its_type_and_arguable_ones_none() -> None:
    shares = marked(ROW, WORDS).shares
    assert np.isnan(shares[0]).all()
    assert shares[1:].argmax(axis=1).tolist() == [0, 0, 1 + TYPES.index(EntityType.EDUCATIONAL_RECORD)]
    assert shares[1:].sum(axis=1).tolist() == [1, 1, 1]


def test_of_words_of_nobody_nothing_is_known() -> None:
    assert np.isnan(unknown(WORDS).shares).all()


def test_words_that_occur_seldom_have_no_row() -> None:
    assert met([unknown(WORDS), unknown(split("my gpa", EasternWords(())))], 2) == {"gpa": 1, "my": 2}


def test_joined_examples_keep_their_paragraphs_apart_and_their_gold() -> None:
    known = Vectors({}, np.zeros((1, 2), dtype=np.int8)).known
    examples = [marked(ROW, WORDS), WordExample(WORDS, unknown(WORDS).shares)]
    design = joined([designed(each, known, {}, WordGroups.of({})) for each in examples])
    assert design.paragraphs.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert design.are_known.tolist() == [False, True, True, True, False, False, False, False]
    assert not design.gold[~design.are_known].any()
