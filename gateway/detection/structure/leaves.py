"""The keys of parsed JSON as labels: tool arguments and results, metadata, JSON content, schemas, participants."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.judging import RECOGNIZER, judged
from gateway.detection.structure.labels import words
from gateway.detection.structure.looks.people import is_participant
from gateway.detection.structure.meanings import known, may_tell
from gateway.detection.structure.vocabulary import meaning
from gateway.detection.views import percent
from gateway.types import EntityType, Leaf, LeafKind, Span

_LABELLED: Final = frozenset({LeafKind.TEXT, LeafKind.NUMBER, LeafKind.CONSTANT})
_KEYS: Final = re.compile(r'\["((?:[^"\\]|\\.)*)"\]|([^.\["\]]+)')
# {"columns": ["name", "dob"], "data": [["Ann", "1990-01-02"]]}
_COLUMNS: Final = frozenset({"columns", "column_names", "header", "headers", "fields", "cols"})
_ROWS: Final = frozenset({"data", "rows", "values", "records", "body"})
_OF_APIS: Final = frozenset({"content", "text", "data", "id", "name"})  # in an API's own objects they tell nothing
_SAYING: Final = (".title", ".description")  # what says of a schema's property what it is, where its name does not
_CONSTANTS: Final = frozenset({"const", "enum", "default", "example", "examples"})
_SAID: Final = frozenset(  # types of which a description may say that a constant is one
    {
        EntityType.PASSPORT, EntityType.USERNAME, EntityType.DRIVER_LICENSE, EntityType.KEYS, EntityType.SSN,
        EntityType.ID_NUMBER, EntityType.BANK_ACCOUNT,
    }
)  # fmt: skip
_TELLING: Final = re.compile(r"[^\W\d]*\d|[^\W\d_]+[._]")
_LONGEST_DESCRIPTION: Final = 160
_LONGEST_PHRASE: Final = 4
_ROLES: Final = frozenset({"user", "login", "session", "token", "key", "secret", "account", "signature"})
_PARTICIPANT: Final = re.compile(r"messages\[\d+\]\.name")
_SURE: Final = 0.8


def labelled(leaves: Sequence[Leaf]) -> Mapping[int, Span]:
    """Returns, by the place of its leaf, the span of each value that its keys and those beside it tell.

    >>> pairs = (("#/user/first", "Will"), ("#/user/last", "Grant"), ("#/size/last", "Grant"))
    >>> leaves = [Leaf(f"messages[0].content{path}", LeafKind.TEXT, text, 0) for path, text in pairs]
    >>> {at: span.entity_type.value for at, span in labelled(leaves).items()}
    {0: 'NAME', 1: 'NAME'}
    """
    members = _Members({leaf.path: leaf.text for leaf in leaves if leaf.path.endswith(_SAYING)}, _columns(leaves))
    for at, leaf in enumerate(leaves):
        if leaf.kind in _LABELLED:
            members.add(at, leaf)
    return dict(members.spans())


def participants(leaves: Sequence[Leaf], declared: Collection[str]) -> Mapping[int, Span]:
    """Returns, by the place of its leaf, the span of each participant's name that is written as a person's name is.

    A message of a tool has the name of the tool, and ``declared`` are the names of the request's tools.

    >>> names = ("messages[0].name", "Nadia_K"), ("messages[1].name", "planner_agent")
    >>> list(participants([Leaf(path, LeafKind.NAME, text, None) for path, text in names], ()))
    [0]
    """
    tools = {leaf.message for leaf in leaves if leaf.path.endswith(".tool_call_id")}
    return {
        at: Span(0, len(leaf.text), EntityType.NAME, _SURE, RECOGNIZER)
        for at, leaf in enumerate(leaves)
        if leaf.kind is LeafKind.NAME
        and leaf.message not in tools
        and leaf.text not in declared
        and _PARTICIPANT.fullmatch(leaf.path)
        and is_participant(leaf.text)
    }


class _Members:
    """The values of a request whose key may tell something, one after the other as one text."""

    def __init__(self, sayings: Mapping[str, str], columns: Mapping[tuple[str, str], str]) -> None:
        self._sayings = sayings
        self._columns = columns
        self._places: list[int] = []
        self._fields: list[Field] = []
        self._texts: list[str] = []
        self._records: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._whole: list[int] = []  # the length as written of what is encoded, else 0
        self._length = 0

    def add(self, at: int, leaf: Leaf) -> None:
        """Adds a leaf if its key may tell something."""
        outer, label = self._in_column(leaf.path) or _split(leaf.path)
        if not may_tell(label) or (label in _OF_APIS and "#" not in leaf.path):
            return
        decoded = percent.read(leaf.text)
        text = decoded.text if decoded else leaf.text
        if label in _CONSTANTS and leaf.kind is LeafKind.CONSTANT:
            label = self._said(outer, text) or label
        if outer not in self._records:
            self._records[outer] = len(self._records), _labels(outer)
        group, parents = self._records[outer]
        end = self._length + len(text)
        self._fields.append(Field(label, self._length, end, Written.QUOTED, parents, group))
        self._places.append(at)
        self._texts.append(text)
        self._whole.append(len(leaf.text) if decoded else 0)
        self._length = end + 1

    def _in_column(self, path: str) -> tuple[str, str] | None:
        """Returns the path of a row, and the label of the column in which a value stands there."""
        row, _, number = path.rpartition("/") if self._columns else ("", "", "")
        rows, _, _ = row.rpartition("/")
        table, _, kind = rows.rpartition("/")
        label = self._columns.get((table, number)) if kind in _ROWS else None
        return (row, label) if label else None

    def _said(self, outer: str, value: str) -> str:
        """Returns the label that the title or the description of a property gives a constant; "" if none does."""
        for path in (outer, outer.removesuffix(".items")):
            title, description = (self._sayings.get(path + saying, "") for saying in _SAYING)
            if may_tell(title):
                return title
            if description and _TELLING.match(value):
                return _phrase(description)
        return ""

    def spans(self) -> Iterator[tuple[int, Span]]:
        """Yields the place of a leaf and the span in its text."""
        text = "\n".join(self._texts)
        starts = [field.start for field in self._fields]
        for span in judged([*known(self._fields, text)], text):
            at = bisect_right(starts, span.start) - 1
            start, end = span.start - starts[at], span.end - starts[at]
            if whole := self._whole[at]:
                start, end = 0, whole
            yield self._places[at], span._replace(start=start, end=end)


def _columns(leaves: Sequence[Leaf]) -> Mapping[tuple[str, str], str]:
    """Returns the labels of the columns of tables that have rows without any, by the table's path and their number."""
    found: dict[tuple[str, str], str] = {}
    for leaf in leaves:
        columns, _, number = leaf.path.removesuffix("/name").rpartition("/")
        table, _, kind = columns.rpartition("/")
        if kind in _COLUMNS:
            found[table, number] = leaf.text
    return found


def _phrase(description: str) -> str:
    """Returns the first words of a description that say what a value is; "" if none do.

    >>> _phrase("The passport number of the traveller"), _phrase("The unit that the user prefers")
    ('passport number', '')
    """
    said = words(description[:_LONGEST_DESCRIPTION])
    for first in range(len(said)):
        for count in range(_LONGEST_PHRASE, 0, -1):
            phrase = " ".join(said[first : first + count])
            means = None if phrase in _ROLES else meaning(phrase)
            if means and not means.is_ambiguous and means.entity_type in _SAID:
                return phrase
    return ""


def _split(path: str) -> tuple[str, str]:
    """Returns the path of the object around a value, and its key there; the items of a list have the list's key."""
    if "#" not in path:
        path = path.rstrip("0123456789[]") if path.endswith("]") and not path.endswith('"]') else path
        outer, _, label = path.rpartition('["' if path.endswith('"]') else ".")
        return outer, label.removesuffix('"]')
    outer, _, label = path.rpartition("/")
    while label.isdigit() or label == "~json":
        outer, _, label = outer.rpartition("/")
    return outer, label.replace("~1", "/").replace("~0", "~") if "~" in label else label


def _labels(path: str) -> tuple[str, ...]:
    """Returns the keys of a path, outermost first, without the places in lists."""
    body, _, inside = path.partition("#")
    keys = [quoted or plain for quoted, plain in _KEYS.findall(body)] + inside.split("/")
    return tuple(key for key in keys if key and not key.isdigit() and key != "~json")
