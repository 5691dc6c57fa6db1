"""What a predictor is told of each entity of a message: nothing of its text, only how it stands there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from gateway.types import EntityType

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")


class Stands(NamedTuple):
    """Where an entity stands: half-open offsets in one of a message's texts, the first of which is 0."""

    text: int
    start: int
    end: int


class Features(NamedTuple):
    """How an entity stands in its message.

    ``position`` is where it comes first, from 0 to 1; ``in_task`` says whether it stands where the message says what is
    to be done: in a sentence that asks, in the last sentence, or in a choice. ``entities`` counts those of the message.
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
    """The features of each entity; the last ``choices`` of the texts are choices to pick from.

    >>> [each.in_task for each in features(["Ann is ill. Can Bob help?"], [
    ...     (EntityType.NAME, [Stands(0, 0, 3)]), (EntityType.NAME, [Stands(0, 16, 19)])])]
    [False, True]
    """
    told = list(entities)
    reading = Reading(texts, range(len(texts) - choices), choices)
    return [reading.features(entity_type, places, len(told)) for entity_type, places in told]


class Reading:
    """Texts as they follow each other, and what in them says what is to be done.

    That stands in the texts ``asking``, in order, and in the last ``choices`` of all texts.
    """

    def __init__(self, texts: Sequence[str], asking: Sequence[int], choices: int = 0) -> None:
        self._starts = _starts(texts)
        self._whole = max(1, self._starts[-1])
        self._tasks: list[Sequence[tuple[int, int]]] = [()] * (len(texts) - choices)
        for at in asking:
            self._tasks[at] = _tasks(texts[at], is_last=at == asking[-1])

    def features(self, entity_type: EntityType, places: Sequence[Stands], entities: int) -> Features:
        """The features of one of so many entities, by the places where it stands."""
        return Features(
            entity_type=entity_type,
            occurrences=len(places),
            position=min((self._starts[place.text] + place.start for place in places), default=0) / self._whole,
            characters=max((place.end - place.start for place in places), default=0),
            in_task=any(_is_in_task(place, self._tasks) for place in places),
            entities=entities,
        )


def _starts(texts: Sequence[str]) -> list[int]:
    """Where each text starts when they stand one after the other, and where the last one ends."""
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text))
    return starts


def _tasks(text: str, *, is_last: bool) -> list[tuple[int, int]]:
    """The sentences of a text that ask; of the last text the last sentence too."""
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text.rstrip()))]
    sentences = list(zip(starts, [*starts[1:], len(text)], strict=True))
    asking = [(start, end) for start, end in sentences if text[start:end].rstrip().endswith("?")]
    return asking + sentences[-1:] if is_last else asking


def _is_in_task(place: Stands, tasks: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Also for every place in a choice: those texts have no tasks of their own."""
    if place.text >= len(tasks):
        return True
    return any(place.start < end and place.end > start for start, end in tasks[place.text])
