"""What is said of clusters as plain values, for ``--json``."""

from __future__ import annotations

from typing import cast

import msgspec
import orjson

from gateway.records import PublishedSummary, Record, SummaryCandidate, WithheldSummary
from gateway.types import JsonObject, JsonValue
from streams.analytics.review import Reviewed
from streams.commands.publications import Publications, Said, Withdrawn


def encoded(value: JsonValue) -> str:
    r"""Returns a value as indented JSON.

    >>> encoded({"unreadable": 0})
    '{\n  "unreadable": 0\n}'
    """
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def of_all(publications: Publications) -> JsonObject:
    """Returns everything that is said, by what became of it, and how many records could not be read."""
    kinds = {
        "published": PublishedSummary,
        "waiting": Reviewed | SummaryCandidate,
        "withheld": WithheldSummary,
        "withdrawn": Withdrawn,
    }
    said: JsonObject = {
        name: [of_one(key, each) for key, each in publications.said.items() if isinstance(each, kind)]
        for name, kind in kinds.items()
    }
    return {**said, "unreadable": publications.unreadable}


def of_one(key: str, said: Said) -> JsonObject:
    """Returns what is said of a cluster."""
    match said:
        case Reviewed():
            standing: JsonObject = {"standing": said.standing.value, "missing": said.missing}
            decisions = [of_record(decision) for decision in said.decisions]
            return {"key": key, "waits_for": "review", **of_record(said.case), **standing, "decisions": [*decisions]}
        case SummaryCandidate():
            return {"key": key, "waits_for": "audit", **of_record(said)}
        case PublishedSummary() | WithheldSummary():
            return {"key": key, **of_record(said)}
        case _:
            return {"key": key}


def of_record(record: Record) -> JsonObject:
    """Returns the fields of a record, and of those in it, without what only its codec needs."""
    return _plain(cast(JsonObject, msgspec.to_builtins(record)))


def _plain(fields: JsonObject) -> JsonObject:
    return {
        name: _plain(value) if isinstance(value, dict) else value
        for name, value in fields.items()
        if name not in {"v", "kind"}
    }
