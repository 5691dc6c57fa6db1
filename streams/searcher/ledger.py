"""The ledger of a run: JSON lines with every score and every result, and no user's text.

It contains prompts by id, entities by index and type. Each line is written in one piece, so a run that is killed loses
at most the line that it was writing, and can continue from there.
"""

from __future__ import annotations

import fcntl
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec

from gateway.errors import BadRequest
from gateway.plans.predictors.features import Features
from gateway.types import Action, Actions, EntityType
from streams.searcher.prompts import Prompt
from streams.searcher.search import Ending
from streams.searcher.utility import Rubric

VERSION: Final = 1

_LETTERS: Final = {Action.REDACT: "R", Action.ABSTRACT: "A", Action.RETAIN: "K"}
_ACTIONS: Final = {letter: action for action, letter in _LETTERS.items()}

_Letters = Annotated[str, msgspec.Meta(pattern=f"^[{''.join(_ACTIONS)}]*$")]


class Head(msgspec.Struct, frozen=True, tag_field="kind", tag="ledger"):
    """The first line: the models and the method of the scores; ``decodes`` is how often a choice was asked."""

    model: str
    judge: str
    rubric: Rubric
    decodes: int
    version: int = VERSION


class SearchedPrompt(msgspec.Struct, frozen=True, tag_field="kind", tag="prompt"):
    """A prompt whose scores follow."""

    prompt: str
    dataset: str
    fingerprint: str
    types: tuple[EntityType, ...]


class Scored(msgspec.Struct, frozen=True, tag_field="kind", tag="score"):
    """The score of one decode of a plan; the calls made for the prompt since its last score, and their seconds."""

    prompt: str
    plan: _Letters
    repeat: int
    score: int
    calls: int
    seconds: float


class Ended(msgspec.Struct, frozen=True, tag_field="kind", tag="result"):
    """How a search ended; ``sequential`` is how many plans the paper's algorithm would have judged."""

    prompt: str
    slack: int
    plan: _Letters
    ending: Ending
    frozen: tuple[int, ...]
    sequential: int

    @property
    def unfinished(self) -> bool:
        """Whether the plan is the fallback and not the oracle's."""
        return self.ending is not Ending.FOUND


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """The result of a search of a live turn, with the features to train on; nothing else of the turn is kept."""

    turn: str
    features: tuple[Features, ...]
    plan: _Letters
    ending: Ending


Record = Head | SearchedPrompt | Scored | Ended | Live

_DECODER: Final = msgspec.json.Decoder(Record)


class _Versioned(msgspec.Struct):
    kind: str
    version: int


def letters(plan: Actions) -> str:
    """A plan in a word: R for redact, A for abstract, K for keep.

    >>> letters((Action.REDACT, Action.RETAIN))
    'RK'
    """
    return "".join(_LETTERS[action] for action in plan)


def actions(plan: str) -> Actions:
    """The plan that a word says; raises KeyError for any other letter.

    >>> actions("RK") == (Action.REDACT, Action.RETAIN)
    True
    """
    return tuple(_ACTIONS[letter] for letter in plan)


def decode_all(data: bytes, name: str) -> Iterator[tuple[str, Record]]:
    """Yields the records of a ledger, each with its place; ignores an incomplete last line.

    Raises BadRequest, naming the line, for another version and for a line that is not a record.
    """
    lines = data.split(b"\n")[:-1]
    if lines:
        _check_version(lines[0], f"{name}, line 1")
    for number, line in enumerate(lines, 1):
        place = f"{name}, line {number}"
        try:
            record = _DECODER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadRequest(f"{place}: this is no line of a ledger") from None
        if isinstance(record, Head) is not (number == 1):
            raise BadRequest(f"{place}: a ledger's first line, and no other, says by which model it was made")
        yield place, record


def _check_version(line: bytes, place: str) -> None:
    try:
        version = msgspec.json.decode(line, type=_Versioned).version
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest(f"{place}: this is no ledger") from None
    if version != VERSION:
        raise BadRequest(f"{place}: a ledger of version {version}, this program writes {VERSION}; start a new one")


class Ledger:
    """The records of earlier runs, and those that this run adds."""

    def __init__(self, file: BinaryIO, head: Head, records: Sequence[tuple[str, Record]]) -> None:
        self._file = file
        self.scores: dict[tuple[str, str, int], Scored] = {}
        self.results: dict[tuple[str, int], Ended] = {}
        self._subjects: dict[str, tuple[str, SearchedPrompt]] = {}
        self._calls: Counter[str] = Counter()
        for place, record in records:
            self._keep(place, record)
        if not records:
            self._write(head)

    def check(self, prompts: Sequence[Prompt]) -> None:
        """Raises BadRequest, naming the line, if the ledger contains other prompts than these."""
        known = {prompt.id: prompt for prompt in prompts}
        for place, subject in self._subjects.values():
            if (prompt := known.get(subject.prompt)) is None:
                raise BadRequest(f"{place}: this prompt is not in the data; name another ledger")
            if subject != _subject(prompt):
                raise BadRequest(f"{place}: this prompt reads otherwise in the data; name another ledger")

    def begin(self, prompt: Prompt) -> None:
        """Adds a prompt before its first score, if it is new."""
        if prompt.id not in self._subjects:
            self.add(_subject(prompt))

    def calls(self, prompt: Prompt) -> int:
        """Returns the number of calls in the ledger for a prompt."""
        return self._calls[prompt.id]

    def add(self, record: SearchedPrompt | Scored | Ended | Live) -> None:
        """Writes a record and remembers it."""
        self._write(record)
        self._keep("", record)

    def _write(self, record: Record) -> None:
        self._file.write(msgspec.json.encode(record) + b"\n")

    def _keep(self, place: str, record: Record) -> None:
        if isinstance(record, Scored):
            self.scores[record.prompt, record.plan, record.repeat] = record
            self._calls[record.prompt] += record.calls
        elif isinstance(record, Ended):
            self.results[record.prompt, record.slack] = record
        elif isinstance(record, SearchedPrompt):
            self._subjects[record.prompt] = (place, record)


@contextmanager
def opened(path: Path, head: Head) -> Iterator[Ledger]:
    """Yields the ledger at this path, new or existing; drops an incomplete last line.

    Raises BadRequest, and changes nothing, if the file is not a ledger, if its first line differs from ``head``, or if
    another run is writing to it.
    """
    with path.open("a+b", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadRequest(f"{path.name}: another run is writing to this ledger") from None
        file.seek(0)
        data = file.read()
        records = list(decode_all(data, path.name))
        if records and records[0][1] != head:
            raise BadRequest(
                f"{path.name}, line 1: by another model, judge, rubric or number of repeats; name another ledger"
            )
        file.truncate(data.rfind(b"\n") + 1)
        yield Ledger(file, head, records)


def _subject(prompt: Prompt) -> SearchedPrompt:
    return SearchedPrompt(prompt.id, prompt.dataset, prompt.fingerprint, prompt.types)
