from __future__ import annotations

from pathlib import Path

import numpy as np
import orjson

from lab.training.circumstances.vectors import of_language, read

CONTENT = {
    "dimensions": 3,
    "words": ["the", ",", "flu", "cold", "rare"],
    "vectors": {
        ",": [9, 9, 9, 1, 0],
        "the": [0, 0, 1, 1, 1],
        "flu": [4, 0.5, 0, 1, 2],
        "cold": [4, 0.4, 0, 1, 3],
        "rare": [0, 0, 0, 1, 4],
    },
}


def test_the_most_frequent_words_are_kept_without_signs_and_all_others_are_nothing(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(orjson.dumps(CONTENT))
    vectors = read(path, 3, 2)
    assert vectors.known == {"the": 0, "flu": 1, "cold": 2}
    assert vectors.rows.shape == (4, 2)
    assert vectors.rows.dtype == np.int8
    assert not vectors.rows[-1].any()


def test_words_that_were_near_each_other_still_are(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(orjson.dumps(CONTENT))
    the, flu, cold = read(path, 3, 2).rows[:3].astype(int)
    assert np.abs(flu - cold).sum() < np.abs(flu - the).sum()


def test_words_of_a_language_have_the_vectors_of_their_translations_and_english_ones_their_own(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_bytes(orjson.dumps(CONTENT))
    (tmp_path / "de.tsv").write_text("Grippe\tflu\nErkältung\tcold\nSuppe\tsoup\n", encoding="utf-8")
    english = read(path, 3, 2)
    german = of_language(english, "de", tmp_path)
    assert {word: vector.tolist() for word, vector in german.items()} == {
        "Grippe": english.rows[1].tolist(),
        "Erkältung": english.rows[2].tolist(),
    }
    assert [*of_language(english, "en", tmp_path)] == ["the", "flu", "cold"]
