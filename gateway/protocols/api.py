"""What an API is to the rest of the gateway: its request table, and how its answers, streams and errors look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from gateway.errors import GatewayError
from gateway.protocols import bodies
from gateway.protocols.answers import RestoredAnswer
from gateway.protocols.shapes import Object
from gateway.types import JsonObject, Leaf, ReplacementMap


class StreamRestorer(Protocol):
    """Restores the placeholders of one streamed answer, event by event."""

    @property
    def unrestored(self) -> int:
        """How many placeholders could not be restored so far; final after ``finish``."""
        ...

    def feed(self, event: JsonObject) -> list[JsonObject]:
        """The events that may leave now that this one came."""
        ...

    def finish(self) -> list[JsonObject]:
        """The events with what is still held back."""
        ...


class RestoreAnswer(Protocol):
    """Restores answers that came whole."""

    def __call__(self, answer: JsonObject, replacement_map: ReplacementMap, *, json_content: bool) -> RestoredAnswer:
        """The answer restored; ``json_content`` says whether its content is JSON."""
        ...


class NewStreamRestorer(Protocol):
    """Makes restorers of streamed answers."""

    def __call__(self, replacement_map: ReplacementMap, *, json_content: bool) -> StreamRestorer:
        """The restorer of one streamed answer; ``json_content`` says whether its content is JSON."""
        ...


@dataclass(frozen=True, slots=True)
class Api:
    """One API that the gateway serves; adding one is a file with its table."""

    name: str
    request: Object
    wants_json: Callable[[JsonObject], bool]
    restore_answer: RestoreAnswer
    stream_restorer: NewStreamRestorer
    error_body: Callable[[GatewayError], JsonObject]

    def check(self, body: JsonObject, refuse: frozenset[str]) -> None:
        """Returns if the body is one of this API's requests; else raises BadRequest or PolicyBlocked with the place."""
        bodies.check(self.request, body, refuse)

    def leaves(self, body: JsonObject) -> tuple[Leaf, ...]:
        """Every place of the body where text can live."""
        return bodies.leaves(self.request, body)

    def rebuild(self, body: JsonObject, replacements: Mapping[str, str]) -> JsonObject:
        """A new body in which only the leaves at these paths differ."""
        return bodies.rebuild(self.request, body, replacements)
