from __future__ import annotations

import numpy as np

from gateway.detection.names.contexts import GapKinds
from gateway.detection.names.weights import Floats
from gateway.detection.names.words import Words, split
from gateway.detection.second_look.decoding import Decoder, Judged, WordScores, spans_of_words
from gateway.detection.second_look.labels import ENTITY_TYPES, TYPES
from gateway.types import EntityType

LABELS = ("O", "B-GIVEN_NAME", "I-GIVEN_NAME", "B-SURNAME", "I-SURNAME", "B-CITY")


def judged(text: str, *pieces: tuple[str, dict[str, float]]) -> tuple[Words, WordScores]:
    at = 0
    starts, ends, rows = [], [], []
    for piece, probabilities in pieces:
        start = text.index(piece, at)
        at = start + len(piece)
        starts.append(start)
        ends.append(at)
        rows.append([probabilities.get(label, 0.0) for label in LABELS])
        rows[-1][0] = 1 - sum(rows[-1])
    words = split(text)
    table = np.array(rows, dtype=np.float32)
    return words, Decoder(LABELS).words(words, Judged(np.array(starts), np.array(ends), table))


def found(text: str, words: Words, scores: WordScores, threshold: float = 0.2) -> list[tuple[str, EntityType]]:
    thresholds: Floats = np.full(len(words.forms), threshold, dtype=np.float32)
    spans = spans_of_words(scores, thresholds, GapKinds().of(words.gaps))
    return [(text[words.starts[first] : words.ends[until - 1]], each) for first, until, each, _ in spans]


def test_a_word_has_the_highest_score_of_its_tokens() -> None:
    text = "LAPPEENRANTA now"
    words, scores = judged(text, ("LAP", {}), ("PEENRANTA", {"B-CITY": 0.75}), ("now", {}))
    assert scores.scores.tolist() == [0.75, 0.0]
    assert found(text, words, scores) == [("LAPPEENRANTA", EntityType.GEOLOCATION)]


def test_the_type_of_a_word_is_decided_by_all_labels_of_its_tokens() -> None:
    text = "Paris"
    words, scores = judged(
        text, ("Pa", {"B-CITY": 0.5, "I-SURNAME": 0.4}), ("ris", {"B-SURNAME": 0.3, "I-GIVEN_NAME": 0.2})
    )
    assert found(text, words, scores) == [("Paris", EntityType.NAME)]


def test_neighbours_of_one_type_are_one_span_and_types_part_them() -> None:
    text = "Ann O'Neil, Bob Oslo"
    name, city = {"B-GIVEN_NAME": 1.0}, {"B-CITY": 1.0}
    words, scores = judged(text, ("Ann", name), ("O", name), ("'", {}), ("Neil", {}), ("Bob", name), ("Oslo", city))
    assert found(text, words, scores) == [
        ("Ann O'Neil", EntityType.NAME),
        ("Bob", EntityType.NAME),
        ("Oslo", EntityType.GEOLOCATION),
    ]


def test_a_piece_that_reaches_over_two_words_counts_for_both() -> None:
    text = "jo\u00adhn"
    words, scores = judged(text, (text, {"B-GIVEN_NAME": 1.0}))
    assert found(text, words, scores) == [("jo", EntityType.NAME), ("hn", EntityType.NAME)]


def test_a_text_without_pieces_has_no_scores() -> None:
    none = np.zeros(0, dtype=np.int64)
    scores = Decoder(LABELS).words(split("Ann"), Judged(none, none, np.zeros((0, len(LABELS)), dtype=np.float32)))
    assert scores.scores.tolist() == [0.0]


def test_each_label_is_one_of_our_types() -> None:
    assert set(ENTITY_TYPES.values()) == set(TYPES)
