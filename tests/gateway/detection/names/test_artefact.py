from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import orjson
import pytest

from gateway.detection.names.artefact import ArtefactError, decode, encode
from gateway.detection.names.installed import SHIPPED, load, manifest_of
from gateway.detection.names.tagger import Tagger
from tests.gateway.detection.names.models import small_model


def written(folder: Path) -> Path:
    path = folder / "model.npz"
    path.write_bytes(data := encode(small_model()))
    manifest_of(path).write_bytes(orjson.dumps({"sha256": hashlib.sha256(data).hexdigest()}))
    return path


def test_a_model_comes_back_as_it_was(tmp_path: Path) -> None:
    model, read = small_model(), load(written(tmp_path))
    assert (read.types, dict(read.features), read.slope) == (model.types, model.features, model.slope)
    assert np.array_equal(read.own, model.own)
    assert np.array_equal(read.out, model.out)
    text = "Ann Smith in Paris"
    assert list(Tagger(read).find(text)) == list(Tagger(model).find(text))


def test_the_same_model_makes_the_same_bytes() -> None:
    assert encode(small_model()) == encode(small_model())


def test_a_changed_byte_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes() + b"\x00")
    with pytest.raises(ArtefactError, match="another hash"):
        load(path)


def test_bytes_without_their_hash_are_refused() -> None:
    with pytest.raises(ArtefactError):
        decode(b"nothing", "0" * 64)


@pytest.mark.parametrize("missing", ["model.npz", "model.json"])
def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path, missing: str) -> None:
    path = written(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(ArtefactError, match=missing):
        load(path)


def test_the_shipped_model_is_whole_and_small() -> None:
    assert load().types
    assert SHIPPED.stat().st_size < 5_000_000


def test_every_word_of_the_shipped_model_is_short_and_has_few_digits() -> None:
    words = [name.split()[1] for name in load().features if name.startswith("word ")]
    assert words
    assert all(len(word) < 30 and sum(map(str.isdigit, word)) < 5 for word in words)
