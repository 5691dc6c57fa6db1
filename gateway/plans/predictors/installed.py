"""The predictor that a process is configured to use, and the digest that identifies its version."""

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
    """Returns the predictor in a file that ``canarygate minimize train`` wrote.

    Raises BadRequest, without the path, if the file cannot be read, is not a predictor, has another version, or has no
    entry for models that it does not name.
    """
    try:
        data = path.read_bytes()
    except OSError:
        raise BadRequest("the file cannot be read") from None
    artefact = decode(data, "the file")
    if ANY_MODEL not in artefact.models:
        raise BadRequest("the file: it knows nothing of models that it does not name (*); train anew")
    return Installed(artefact, sha256(data).hexdigest()[:_DIGITS])
