from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs the extra 'train'")

from gateway.detection.names.artefact import encode
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.types import EntityType
from lab.training.design import vocabulary
from lab.training.fitting import Recipe, fit
from lab.training.rows import Row
from tests.gateway.detection.names.models import lexicon

NAMES = ("Maria", "Ann", "Zzyzx", "Ubul", "Cettina")
FRAMES = ("my name is {} and I am new here", "please call {} tomorrow at noon", "I met {} in the park")
PUBLIC = frozenset(f"{' '.join(FRAMES)} and".replace("{}", "").split())


def rows() -> list[Row]:
    made = []
    for frame in FRAMES:
        for name in NAMES:
            start = frame.index("{}")
            made.append(Row("made", name, frame.format(name), ((start, start + len(name), EntityType.NAME),)))
    made.append(Row("made", "place", "we live in Oslo now", ((11, 15, EntityType.GEOLOCATION),)))
    return [*made, *(Row("made", frame, frame.replace("{}", "them")) for frame in FRAMES)] * 3


def fitted() -> Weights:
    return fit(rows() * 4, vocabulary(rows() * 4, lexicon(), PUBLIC), Recipe({}, hidden=8, epochs=60, batch=64))


def test_a_name_that_no_row_holds_is_found_where_names_stand() -> None:
    text = "my name is Gwendolyn and I am new here"
    assert [text[span.start : span.end] for span in Tagger(fitted()).find(text)] == ["Gwendolyn"]


def test_the_same_rows_make_the_same_bytes() -> None:
    assert encode(fitted()) == encode(fitted())


def test_a_word_that_is_not_public_is_no_feature_however_often_it_occurs() -> None:
    words = {feature.split()[1] for feature in fitted().features if feature.startswith("word ")}
    assert "name" in words
    assert words <= PUBLIC


def test_the_tagger_computes_what_was_fitted_but_for_rounding_to_bytes() -> None:
    weights = fitted()
    assert np.abs(weights.own.astype(int)).max() == 127
    presence = Tagger(weights).logits("my name is Ann and I am new here").presence
    assert presence[3] > 0 > np.delete(presence, 3).max()
