from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import orjson
import pytest

from gateway.detection.eastern.artefact import decode, encode
from gateway.detection.eastern.installed import SHIPPED, load
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.installed import manifest_of
from tests.gateway.detection.eastern.models import small_network


def written(folder: Path) -> Path:
    path = folder / "model.npz"
    path.write_bytes(data := encode(small_network()))
    manifest_of(path).write_bytes(orjson.dumps({"sha256": hashlib.sha256(data).hexdigest()}))
    return path


def test_a_model_comes_back_as_it_was(tmp_path: Path) -> None:
    model, read = small_network(), load(written(tmp_path))
    assert read.types == model.types
    assert np.array_equal(read.dictionary.hashes, model.dictionary.hashes)
    text = "王小明在东京"
    assert list(EasternTagger(read).find(text)) == list(EasternTagger(model).find(text))


def test_the_same_model_makes_the_same_bytes() -> None:
    assert encode(small_network()) == encode(small_network())


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
    assert SHIPPED.stat().st_size < 2_000_000
