"""Reads the prepared model from its folder; the only module of the second look that reads files."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.second_look.classifier import TokenClassifier
from gateway.detection.second_look.onnx_model import OnnxModel

NAME: Final = "rampart"
MODEL: Final = "model.onnx"
TOKENIZER: Final = "tokenizer.json"
LICENCE: Final = "LICENSE"
MANIFEST: Final = "manifest.json"

_COMMAND: Final = "`canarygate detect second-look --out DIR` makes it"


class _Manifest(msgspec.Struct):
    files: dict[str, str]
    labels: list[str]


def load(folder: Path, lexicon: Lexicon) -> TokenClassifier:
    """Returns the classifier in a folder.

    Raises ArtefactError if a file is missing or differs from the manifest, or if a package is not installed.
    """
    for package in ("onnxruntime", "tokenizers"):
        if find_spec(package) is None:
            raise ArtefactError(f"the second look needs {package}: pip install 'canarygate[second-look]'")
    manifest = _manifest(_read(folder, MANIFEST))
    model, tokenizer, _ = (_checked(folder, name, manifest.files.get(name)) for name in (MODEL, TOKENIZER, LICENCE))
    return TokenClassifier(NAME, OnnxModel(model, tokenizer, manifest.labels), lexicon)


def _manifest(data: bytes) -> _Manifest:
    try:
        return msgspec.json.decode(data, type=_Manifest)
    except msgspec.DecodeError:
        raise ArtefactError(f"the second look's {MANIFEST} cannot be read; {_COMMAND} anew") from None


def _checked(folder: Path, name: str, sha256: str | None) -> bytes:
    data = _read(folder, name)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ArtefactError(f"the second look's {name} has another hash than {MANIFEST} says; {_COMMAND} anew")
    return data


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file():
        raise ArtefactError(f"the second look's model is missing: no file {name}; {_COMMAND}")
    return path.read_bytes()
