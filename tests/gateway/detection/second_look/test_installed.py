from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

pytest.importorskip("onnx", reason="makes a model with the package onnx")
pytest.importorskip("onnxruntime", reason="needs the extra 'second-look'")
pytest.importorskip("tokenizers", reason="needs the extra 'second-look'")

from gateway.detection.names.artefact import ArtefactError
from gateway.detection.second_look import installed
from gateway.detection.second_look.installed import load
from tests.gateway.detection.second_look.models import lexicon, write_prepared

FILES = ("model.onnx", "tokenizer.json", "LICENSE", "manifest.json")


def test_a_prepared_model_finds_what_it_knows(tmp_path: Path) -> None:
    write_prepared(tmp_path)
    text = "Ask 👍Zuleika\ud800, é\n\nask ZULEIKA"
    spans = list(load(tmp_path, lexicon()).find(text))
    assert [text[span.start : span.end] for span in spans] == ["Zuleika", "ZULEIKA"]
    assert {span.recognizer for span in spans} == {"rampart"}


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_an_error_that_names_it_and_the_command(tmp_path: Path, name: str) -> None:
    write_prepared(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(ArtefactError, match=rf"no file {name}; `canarygate detect second-look --out DIR`"):
        load(tmp_path, lexicon())


@pytest.mark.parametrize("name", FILES[:3])
def test_a_file_with_another_hash_is_refused_by_name(tmp_path: Path, name: str) -> None:
    write_prepared(tmp_path)
    path = tmp_path / name
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ArtefactError, match=rf"{name} has another hash .*`canarygate detect second-look --out DIR`"):
        load(tmp_path, lexicon())


@pytest.mark.parametrize("manifest", [b"", b"[]", b'{"files": {}}', b'{"labels": []}', b"\xff"])
def test_an_unreadable_manifest_is_refused(tmp_path: Path, manifest: bytes) -> None:
    write_prepared(tmp_path)
    (tmp_path / "manifest.json").write_bytes(manifest)
    with pytest.raises(ArtefactError, match=r"manifest.json cannot be read"):
        load(tmp_path, lexicon())


def test_a_file_that_the_manifest_does_not_name_is_refused(tmp_path: Path) -> None:
    write_prepared(tmp_path)
    (tmp_path / "manifest.json").write_bytes(b'{"files": {}, "labels": ["O"]}')
    with pytest.raises(ArtefactError, match=r"model.onnx has another hash"):
        load(tmp_path, lexicon())


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_a_missing_package_is_an_error_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    write_prepared(tmp_path)
    monkeypatch.setattr(installed, "find_spec", lambda name: None if name == package else ModuleSpec(name, None))
    with pytest.raises(ArtefactError, match=rf"{package}: pip install 'canarygate\[second-look\]'"):
        load(tmp_path, lexicon())


def test_nothing_is_imported_before_a_model_is_loaded() -> None:
    code = "import sys, gateway.detection.second_look.installed, gateway.detection.second_look.second_look\n"
    code += "print([name for name in ('onnxruntime', 'tokenizers', 'onnx', 'spacy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
