"""What holds for the files of all kinds of models: of words, of letters, of circumstances."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from gateway.detection.circumstances import artefact as circumstance_artefact
from gateway.detection.circumstances import installed as circumstance_installed
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.eastern import artefact as eastern_artefact
from gateway.detection.eastern import installed as eastern_installed
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.names import artefact, installed
from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.installed import manifest_of
from gateway.detection.names.tagger import Tagger
from gateway.detection.recognizer import Recognizer
from tests.gateway.detection.circumstances.models import small_model as small_circumstances
from tests.gateway.detection.eastern.models import small_network
from tests.gateway.detection.names.models import small_model


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of models: a small one, its file, its recognizer, a text with names, and the shipped one's size."""

    small: Callable[[], Any]
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes, str], Any]
    load: Callable[..., Any]
    tagger: Callable[[Any], Recognizer]
    text: str
    shipped: Path
    most_bytes: int

    def written(self, folder: Path) -> Path:
        """The file of a small model, with its manifest."""
        path = folder / "model.npz"
        path.write_bytes(data := self.encode(self.small()))
        manifest_of(path).write_bytes(orjson.dumps({"sha256": hashlib.sha256(data).hexdigest()}))
        return path


KINDS = {
    "words": Kind(
        small=small_model,
        encode=artefact.encode,
        decode=artefact.decode,
        load=installed.load,
        tagger=Tagger,
        text="Ann Smith in Paris",
        shipped=installed.SHIPPED,
        most_bytes=7_000_000,
    ),
    "letters": Kind(
        small=small_network,
        encode=eastern_artefact.encode,
        decode=eastern_artefact.decode,
        load=eastern_installed.load,
        tagger=EasternTagger,
        text="王小明在东京",
        shipped=eastern_installed.SHIPPED,
        most_bytes=2_000_000,
    ),
    "circumstances": Kind(
        small=partial(small_circumstances, 100, 60),
        encode=circumstance_artefact.encode,
        decode=circumstance_artefact.decode,
        load=circumstance_installed.load,
        tagger=CircumstanceTagger,
        text="I have flu",
        shipped=circumstance_installed.SHIPPED,
        most_bytes=17_000_000,
    ),
}


@pytest.fixture(params=KINDS.values(), ids=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    chosen: Kind = request.param
    return chosen


def test_a_model_finds_the_same_when_it_comes_back(kind: Kind, tmp_path: Path) -> None:
    model, read = kind.small(), kind.load(kind.written(tmp_path))
    assert read.types == model.types
    assert list(kind.tagger(read).find(kind.text)) == list(kind.tagger(model).find(kind.text))


def test_the_same_model_makes_the_same_bytes(kind: Kind) -> None:
    assert kind.encode(kind.small()) == kind.encode(kind.small())


def test_a_changed_byte_is_refused_before_anything_is_read(kind: Kind, tmp_path: Path) -> None:
    path = kind.written(tmp_path)
    path.write_bytes(path.read_bytes() + b"\x00")
    with pytest.raises(ArtefactError, match="another hash"):
        kind.load(path)


def test_bytes_without_their_hash_are_refused(kind: Kind) -> None:
    with pytest.raises(ArtefactError):
        kind.decode(b"nothing", "0" * 64)


@pytest.mark.parametrize("missing", ["model.npz", "model.json"])
def test_a_missing_file_is_an_error_that_names_it(kind: Kind, tmp_path: Path, missing: str) -> None:
    path = kind.written(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(ArtefactError, match=missing):
        kind.load(path)


def test_the_shipped_model_is_whole_and_small(kind: Kind) -> None:
    assert kind.load().types
    assert kind.shipped.stat().st_size < kind.most_bytes
