"""Custom recognizers in a configuration; each is tested on its examples at startup."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field, GetPydanticSchema, ValidationError
from pydantic_core import core_schema

from gateway.detection.custom import checksum_named, compiled, custom
from gateway.detection.model_names import MODELS
from gateway.detection.recognizer import Pattern
from gateway.settings.document import Document, children_of
from gateway.settings.entity_types import KnownEntityType
from gateway.settings.mistakes import Mistake
from gateway.settings.sections import Section
from gateway.types import DENY_LIST


def _searchable(pattern: str) -> str:
    compiled(pattern)
    return pattern


def _known_checksum(name: str) -> str:
    checksum_named(name)
    return name


Word = Annotated[str, Field(min_length=1, max_length=40)]


class Examples(Section):
    """Values that a recognizer must find completely after each of its context words, and texts without a value."""

    match: Annotated[tuple[str, ...], Field(min_length=1)]
    no_match: Annotated[tuple[str, ...], Field(min_length=1)]


class RecognizerSection(Section):
    """One recognizer in the configuration."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    entity_type: KnownEntityType
    pattern: Annotated[str, Field(max_length=2000), AfterValidator(_searchable)]
    score: Annotated[float, Field(gt=0, le=1)]
    examples: Examples
    context: tuple[Word, ...] = ()
    raises: tuple[Word, ...] = ()
    lowers: tuple[Word, ...] = ()
    checksum: Annotated[str, AfterValidator(_known_checksum)] | None = None


def _recognizer(section: RecognizerSection) -> Pattern:
    return custom(
        section.name,
        section.entity_type,
        section.pattern,
        section.score,
        context=section.context,
        raises=section.raises,
        lowers=section.lowers,
        checksum=section.checksum,
    )


CustomRecognizer = Annotated[
    Pattern,
    GetPydanticSchema(
        lambda _, handler: core_schema.no_info_after_validator_function(_recognizer, handler(RecognizerSection))
    ),
]
"""A recognizer, made from its section."""


def mistakes_of_recognizers(document: Document) -> Iterator[Mistake]:
    """Yields the examples that a recognizer gets wrong, and names that are already taken."""
    for step, entry in children_of(document.section("detection").get("recognizers")):
        path = ("detection", "recognizers", step)
        try:
            section = RecognizerSection.model_validate_json(json.dumps(entry))
        except ValidationError:
            continue  # reported when the file is validated
        if section.name in _built_in():
            yield document.mistake((*path, "name"), "is the name of a recognizer that is built in")
        for kind, index, message in _broken(section):
            yield document.mistake((*path, "examples", kind, index), message)


def _built_in() -> set[str]:
    from gateway.detection.attributes import ATTRIBUTES  # noqa: PLC0415 - only a file with recognizers waits for them
    from gateway.detection.attributes.sheets import BESIDE, SAID  # noqa: PLC0415
    from gateway.detection.patterns import PATTERNS  # noqa: PLC0415
    from gateway.detection.structure.judging import RECOGNIZER  # noqa: PLC0415

    named = {recognizer.name for recognizer in (*PATTERNS, *ATTRIBUTES)}
    return named | MODELS | {SAID, BESIDE, RECOGNIZER, "literal", "propagation", DENY_LIST}


def _broken(section: RecognizerSection) -> Iterator[tuple[str, int, str]]:
    recognizer = _recognizer(section)
    openings = [f"{word} " for word in section.context] or [""]
    after = " after each of its context words" if section.context else ""
    for index, value in enumerate(section.examples.match):
        if not all(_finds_whole(recognizer, opening, value) for opening in openings):
            yield "match", index, f"is not found as a whole{after}"
    for index, text in enumerate(section.examples.no_match):
        if any(recognizer.find(text)):
            yield "no_match", index, "is found, or a part of it"


def _finds_whole(recognizer: Pattern, opening: str, value: str) -> bool:
    extents = ((span.start, span.end) for span in recognizer.find(opening + value))
    return (len(opening), len(opening) + len(value)) in extents
