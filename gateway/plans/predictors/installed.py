"""The predictor that a process is told to use: its file, read once, and the name by which its version is known."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gateway.errors import BadRequest
from gateway.plans.predictors.learned import ANY_MODEL, Artefact, decode

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Installed:
    """An artefact, and the first digits of its file's SHA-256."""

    artefact: Artefact
    digest: str


def load(path: Path) -> Installed:
    """What a file of ``canarygate minimize train`` holds.

    Raises BadRequest, without the path, where it cannot be read, is none, is of another version, or would know nothing
    of some model.
    """
    try:
        data = path.read_bytes()
    except OSError:
        raise BadRequest("the file cannot be read") from None
    artefact = decode(data, "the file")
    if ANY_MODEL not in artefact.models:
        raise BadRequest("the file: it knows nothing of models that it does not name (*); train anew")
    return Installed(artefact, sha256(data).hexdigest()[:_DIGITS])
