"""The interface of an API: its request table, and the form of its answers, streams and errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Protocol

from gateway.errors import GatewayError
from gateway.protocols import bodies
from gateway.protocols.answer_form import AnswerForm
from gateway.protocols.answers import RestoredAnswer
from gateway.protocols.shapes import Object
from gateway.types import JsonObject, Leaf, ReplacementMap


class StreamRestorer(Protocol):
    """Restores the placeholders of one streamed answer, event by event."""

    @property
    def unrestored(self) -> int:
        """How many placeholders could not be restored so far."""
        ...

    def feed(self, event: JsonObject) -> list[JsonObject]:
        """Returns the events that can be sent after this one arrived."""
        ...

    def finish(self) -> list[JsonObject]:
        """Returns events with all text still held back."""
        ...


class RestoreAnswer(Protocol):
    """Restores answers that are not streamed."""

    def __call__(self, answer: JsonObject, replacement_map: ReplacementMap, form: AnswerForm) -> RestoredAnswer:
        """Returns the restored answer."""
        ...


class NewStreamRestorer(Protocol):
    """Makes restorers of streamed answers."""

    def __call__(self, replacement_map: ReplacementMap, form: AnswerForm) -> StreamRestorer:
        """Returns the restorer of one streamed answer."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Named:
    """Whom a request names: the field that does, and the identifier in it."""

    field: str
    identifier: str

    def __repr__(self) -> str:
        return f"Named(field={self.field!r})"


@dataclass(frozen=True, slots=True)
class Api:
    """One API that the gateway serves. To add one, write a module with its table.

    ``user_texts`` returns the paths of the texts that the user wrote after the last answer, ``named`` whom a request
    names, the most telling field first.
    """

    name: str
    request: Object
    answer_form: Callable[[JsonObject], AnswerForm]
    restore_answer: RestoreAnswer
    stream_restorer: NewStreamRestorer
    error_body: Callable[[GatewayError], JsonObject]
    user_texts: Callable[[JsonObject], Set[str]]
    named: Callable[[JsonObject], tuple[Named, ...]]

    def check(self, body: JsonObject, refuse: frozenset[str]) -> None:
        """Raises BadRequest or PolicyBlocked, naming the place, if the body is not an allowed request of this API."""
        bodies.check(self.request, body, refuse)

    def leaves(self, body: JsonObject) -> tuple[Leaf, ...]:
        """Returns all places in the body that can hold text."""
        return bodies.leaves(self.request, body)

    def rebuild(self, body: JsonObject, replacements: Mapping[str, str]) -> JsonObject:
        """Returns a new body with the leaves at these paths replaced."""
        return bodies.rebuild(self.request, body, replacements)
