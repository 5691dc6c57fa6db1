"""What a predictor gets to know about each entity of a message: its type and places, never its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from gateway.types import EntityType

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")


class Stands(NamedTuple):
    """A place of an entity: half-open offsets in one of a message's texts, which are numbered from 0."""

    text: int
    start: int
    end: int


class Features(NamedTuple):
    """The features of one entity in its message.

    ``position`` is where it occurs first, from 0 to 1. ``in_task`` says whether it occurs in the task: in a question,
    in the last sentence, or in a choice. ``characters`` is the length of its longest form; ``entities`` counts all
    entities of the message.
    """

    entity_type: EntityType
    occurrences: int
    position: float
    characters: int
    in_task: bool
    entities: int


def features(
    texts: Sequence[str], entities: Iterable[tuple[EntityType, Sequence[Stands]]], choices: int = 0
) -> list[Features]:
    """Returns the features of each entity; the last ``choices`` texts are choices to pick from.

    >>> [each.in_task for each in features(["Ann is ill. Can Bob help?"], [
    ...     (EntityType.NAME, [Stands(0, 0, 3)]), (EntityType.NAME, [Stands(0, 16, 19)])])]
    [False, True]
    """
    told = list(entities)
    reading = Reading(texts, range(len(texts) - choices), choices)
    return [reading.features(entity_type, places, len(told)) for entity_type, places in told]


class Reading:
    """The texts of a message in order, and which parts of them state the task.

    The task is in the texts ``asking``, in order, and in the last ``choices`` texts.
    """

    def __init__(self, texts: Sequence[str], asking: Sequence[int], choices: int = 0) -> None:
        self._starts = _starts(texts)
        self._whole = max(1, self._starts[-1])
        self._tasks: list[Sequence[tuple[int, int]]] = [()] * (len(texts) - choices)
        for at in asking:
            self._tasks[at] = _tasks(texts[at], is_last=at == asking[-1])

    def features(self, entity_type: EntityType, places: Sequence[Stands], entities: int) -> Features:
        """Returns the features of an entity with these places; ``entities`` is the number of all entities."""
        return Features(
            entity_type=entity_type,
            occurrences=len(places),
            position=min((self._starts[place.text] + place.start for place in places), default=0) / self._whole,
            characters=max((place.end - place.start for place in places), default=0),
            in_task=any(_is_in_task(place, self._tasks) for place in places),
            entities=entities,
        )


def _starts(texts: Sequence[str]) -> list[int]:
    """Returns where each text starts when they are concatenated, and where the last one ends."""
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text))
    return starts


def _tasks(text: str, *, is_last: bool) -> list[tuple[int, int]]:
    """Returns the questions in a text; for the last text, its last sentence too."""
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text.rstrip()))]
    sentences = list(zip(starts, [*starts[1:], len(text)], strict=True))
    asking = [(start, end) for start, end in sentences if text[start:end].rstrip().endswith("?")]
    return asking + sentences[-1:] if is_last else asking


def _is_in_task(place: Stands, tasks: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Whether a place is in a task; a place in a choice always is."""
    if place.text >= len(tasks):
        return True
    return any(place.start < end and place.end > start for start, end in tasks[place.text])
