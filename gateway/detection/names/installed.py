"""Reads the model from its file; the only module of the tagger that reads files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson

from gateway.detection.names.artefact import ArtefactError, decode
from gateway.detection.names.weights import Weights

SHIPPED: Final = Path(__file__).parent / "model.npz"


def load(path: Path = SHIPPED) -> Weights:
    """Returns the model in a file; raises ArtefactError if it or its manifest is missing, or if the hashes differ."""
    return decode(*read(path, "names", "train"))


def read(path: Path, model: str, verb: str) -> tuple[bytes, str]:
    """Returns the bytes of a model and the hash that its manifest says, which ``canarygate detect`` makes by a verb.

    Raises ArtefactError if one of the two files is missing.
    """
    manifest = manifest_of(path)
    for file in (path, manifest):
        if not file.is_file():
            made = f"`canarygate detect {verb}` makes it"
            raise ArtefactError(f"the {model} model is missing: no file {file.name}; {made}")
    return path.read_bytes(), str(orjson.loads(manifest.read_bytes())["sha256"])


def manifest_of(path: Path) -> Path:
    """Returns the path of the manifest beside an artefact.

    >>> manifest_of(Path("model.npz")).name
    'model.json'
    """
    return path.with_suffix(".json")
