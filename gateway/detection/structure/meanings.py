"""What the labels of a field mean together: its own, those around it, and those that other fields give it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.looks import numbers
from gateway.detection.structure.vocabulary import Meaning, meaning
from gateway.types import EntityType

_NAMING: Final = frozenset(
    {"name", "key", "id", "field", "label", "attribute", "property", "question", "header", "param", "column"}
)
_NAMED: Final = frozenset({"value", "val", "content", "answer", "text", "data", "response"})
_EXAMPLES: Final = frozenset({"default", "example", "examples", "const", "enum", "value", "values", "items"})
# How databases and converters write a value with its type: DynamoDB, Firestore, MongoDB, BigQuery, XML as JSON.
_WRAPPING: Final = frozenset(
    {
        "s", "n", "v", "$t", "#text", "_text", "$numberint", "$numberlong", "$numberdouble", "$numberdecimal", "$date",
        "stringvalue", "integervalue", "doublevalue", "timestampvalue",
    }
)  # fmt: skip
_PARTS_OF_DATE: Final = frozenset({"year", "month", "day"})
_CODED: Final = frozenset({"display", "text", "code"})
# In FHIR: what a code means is a condition or a medicine, unless it is one of the others.
_CODINGS: Final = re.compile("coding|.*codeableconcept")
_NO_CONDITIONS: Final = re.compile(".*(?:status|category|type|class|use|intent|priority|language|relationship)")
_NUMBERING: Final = frozenset({"id", "no", "nr", "number", "code", "ref", "reference", "value", "amount"})
_ROLES: Final = _NUMBERING | _NAMED | _EXAMPLES
_TELLING: Final = _NAMING | _NAMED | _EXAMPLES | _WRAPPING | _PARTS_OF_DATE | _CODED
_VOCABULARY: Final = frozenset({"const", "enum"})  # of a schema: how it says what may be, not what is
_ATTRIBUTES: Final = frozenset(
    {EntityType.GENDER, EntityType.MARITAL_STATUS, EntityType.RELIGION, EntityType.ETHNICITY, EntityType.RACE}
)


class Known(NamedTuple):
    """A field whose label means something."""

    field: Field
    meaning: Meaning


def may_tell(label: str) -> bool:
    """Returns whether a label means something, or gives another value its label."""
    return meaning(label) is not None or label.lower() in _TELLING


def known(fields: Iterable[Field], text: str) -> Iterator[Known]:
    """Yields the fields whose label, or the label that another field gives it, means something."""
    naming: Field | None = None
    for field in fields:
        said = _meaning_of(field, naming, text)
        if said:
            yield Known(field, said)
        if field.label.lower() in _NAMING:
            naming = field if field.written is not Written.BARE else None


def _meaning_of(field: Field, naming: Field | None, text: str) -> Meaning | None:
    label = field.label.lower()
    if field.parents and (inner := _of_parents(label, field.parents)):
        return inner
    if label not in _ROLES:
        return meaning(field.label)
    if label in _NUMBERING and field.parents and (said := meaning(f"{field.parents[-1].removesuffix('s')} {label}")):
        return said  # the deal's id, the tickets' number
    if label in _NAMED and naming and naming.parents == field.parents and naming.group == field.group:
        return meaning(text[naming.start : naming.end])
    if label in _EXAMPLES:
        return _of_example(label, field.parents)
    return meaning(field.label)


def _of_parents(label: str, parents: Sequence[str]) -> Meaning | None:
    """Returns what the labels around a value say where its own says only how it is written; None if it says more."""
    if label in _WRAPPING:
        return meaning(parents[-1])
    if label in _PARTS_OF_DATE:
        said = next((each for each in map(meaning, parents) if each and each.looks is numbers.date), None)
        return said._replace(looks=numbers.date_part) if said else None
    if label in _CODED and _CODINGS.fullmatch(parents[-1].lower()):
        is_condition = not any(_NO_CONDITIONS.fullmatch(each.lower()) for each in parents[-2:])
        return meaning("diagnosis") if is_condition else None
    return None


def _of_example(label: str, parents: Sequence[str]) -> Meaning | None:
    """Returns the meaning of the property of a schema; what it may be says nothing of what a person is."""
    said = meaning(next((each for each in reversed(parents) if each.lower() not in _EXAMPLES), ""))
    return None if said and label in _VOCABULARY and said.entity_type in _ATTRIBUTES else said
