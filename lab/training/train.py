"""``canarygate detect train``: makes one artefact and its manifest from a folder of labelled files."""

from __future__ import annotations

import hashlib
import platform
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import orjson

from gateway.detection.names.artefact import encode
from gateway.detection.names.installed import manifest_of
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.errors import NotFound
from gateway.types import JsonObject
from lab.training.calibration import FOLDS, Calibration, calibration, fold
from lab.training.design import vocabulary
from lab.training.evaluate import Tier, evaluate
from lab.training.fitting import Recipe, fit
from lab.training.gazetteers import foreign_words, frequent_words, lexicon
from lab.training.measures import Alone
from lab.training.rows import Half, Row
from lab.training.sources import (
    OURS,
    PACKAGES,
    SOURCES,
    TOLD,
    WEIGHTS,
    prompts,
    training_rows,
    tuned_rows,
    with_lower_case,
)
from lab.training.units import labelled

RECIPE = Recipe(WEIGHTS)

Fit = Callable[[Sequence[Row]], Weights]


def train(folder: Path, out: Path, half: Half) -> JsonObject:
    """Writes the artefact and its manifest; returns the manifest. The same rows give the same bytes.

    Thresholds and calibration come from the tuning half only, from models of folds that never saw the rows they judge.
    The scores in the manifest are those of a model of the tuning half alone, on the held-out half; the written model
    is trained on ``half``.
    """
    _require_packages()
    words = lexicon()
    fitted = _fitting(words)
    rows = list(training_rows(folder, words))
    rows += labelled(prompts(folder), fitted(tuned_rows(rows)))
    tuned = tuned_rows(rows)
    folds = [fitted([row for row in tuned if row.source in OURS or fold(row) != number]) for number in range(FOLDS)]
    calibrated = calibration(folds, tuned)
    measured = _calibrated(fitted(tuned), calibrated)
    chosen = tuned if half == "tuned" else [row for row in rows if row.source in OURS or row.is_in(half)]
    written = measured if half == "tuned" else _calibrated(fitted(chosen), calibrated)
    data = encode(written)
    manifest = _manifest(data, folder, half, chosen) | {
        "thresholds": {
            entity_type.value: None if least > 1 else round(float(least), 2)
            for entity_type, least in zip(written.types, written.thresholds, strict=True)
        },
        "held_out": _held_out(folder, measured),
    }
    out.write_bytes(data)
    manifest_of(out).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def _require_packages() -> None:
    for package in ("sklearn", *PACKAGES):
        if find_spec(package) is None:
            raise NotFound(f"training needs the package {package}: pip install 'canarygate[train]'")


def _fitting(words: Lexicon) -> Fit:
    public = frozenset((*frequent_words(), *foreign_words()))

    def fitted(rows: Sequence[Row]) -> Weights:
        more = with_lower_case(rows)
        return fit(more, vocabulary(more, words, public), RECIPE)

    return fitted


def _calibrated(weights: Weights, by: Calibration) -> Weights:
    return replace(weights, slope=by.slope, intercepts=by.intercepts, thresholds=by.thresholds)


def _manifest(data: bytes, folder: Path, half: Half, rows: Sequence[Row]) -> JsonObject:
    counts = Counter(row.source for row in rows)
    sources: JsonObject = {
        source.file: {
            "licence": source.licence,
            "sha256": hashlib.sha256((folder / source.file).read_bytes()).hexdigest(),
            "rows": counts[Path(source.file).stem],
        }
        for source in SOURCES
        if (folder / source.file).exists()
    }
    packages: JsonObject = {
        name: {"version": version(name), "licence": licence} for name, licence in sorted(PACKAGES.items())
    }
    versions: JsonObject = {name: version(name) for name in ("numpy", "scikit-learn", "scipy")}
    return {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "trained_on": half,
        "sources": sources,
        "source_code": {"rows": counts["code"], "of": f"the standard library of Python {platform.python_version()}"},
        "prose": {"rows": counts["prose"], "of": "its language reference"},
        "written": {"rows": counts["written"], "of": "prompts of our own"},
        "told": {"rows": counts[TOLD], "of": "prompts of our own that tell of people"},
        "made_up": {"rows": counts["templates"], "of": "sentences of our own"},
        "packages": packages,
        "versions": versions,
    }


def _held_out(folder: Path, weights: Weights) -> JsonObject:
    tier = Tier("tagger alone", Alone(Tagger(weights)))
    files = [source.file for source in SOURCES if (folder / source.file).exists()]
    return {file: evaluate(folder / file, "held-out", [tier], weights.lexicon)["tiers"] for file in files}
