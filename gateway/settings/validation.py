"""Checks a document against the schema and translates pydantic's errors into terms of the configuration file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gateway.settings.document import Document, children_of
from gateway.settings.mistakes import Mistake, Path
from gateway.settings.schema import File
from gateway.settings.sections import Section
from gateway.types import JsonValue


def validated(document: Document) -> tuple[File | None, list[Mistake]]:
    """Returns the file's value without mistakes, or None with all its mistakes."""
    try:
        # In pydantic's JSON mode, a list may become a tuple and a string an enum member; other types stay strict.
        return File.model_validate_json(json.dumps(document.value)), []
    except ValidationError as error:
        return None, [_mistake(document, details) for details in error.errors(include_url=False, include_input=False)]


def _mistake(document: Document, details: ErrorDetails) -> Mistake:
    is_missing = details["type"] == "missing"
    path = _path(document, details["loc"][:-1] if is_missing else details["loc"])
    return document.mistake((*path, *details["loc"][-1:]) if is_missing else path, _message(details, path))


def _path(document: Document, location: tuple[int | str, ...]) -> Path:
    """Returns the location without pydantic's own additions, such as the branch of a union."""
    path: Path = ()
    value: JsonValue = document.value
    for step in location:
        children = dict(children_of(value))
        if step in children:
            path, value = (*path, step), children[step]
    return path


_MESSAGES = {
    "missing": "is missing",
    "string_type": "should be text (in quotes where it reads as something else)",
    "string_pattern_mismatch": "holds a character that is not allowed here, or is too long",
    "model_type": "should be a mapping of keys to values",
    "dict_type": "should be a mapping of keys to values",
    "mapping_type": "should be a mapping of keys to values",
    "tuple_type": "should be a list",
    "frozen_set_type": "should be a list",
}


def _message(details: ErrorDetails, path: Path) -> str:
    match details["type"]:
        case "extra_forbidden":
            return _unknown_key(str(path[-1]))
        case "value_error":
            return str(details["ctx"]["error"])
        case "too_short":
            return f"should have at least {details['ctx']['min_length']} of them"
        case "string_too_short":
            return f"should have at least {details['ctx']['min_length']} characters"
        case "too_long" | "string_too_long":
            return f"should have at most {details['ctx']['max_length']} characters"
        case kind:
            return _MESSAGES.get(kind) or details["msg"].removeprefix("Input ")


def _unknown_key(key: str) -> str:
    close = get_close_matches(key, sorted(_known_keys()), n=1)
    return f"unknown key; did you mean {close[0]}?" if close else "unknown key"


def _known_keys() -> Iterator[str]:
    waiting: list[type[Section]] = [Section]
    while waiting:
        section = waiting.pop()
        waiting += section.__subclasses__()
        yield from section.model_fields
