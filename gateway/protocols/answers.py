"""Restores placeholders in answers. A template says where an answer contains text, and which kind of text.

A provider's answer may have any form: values that the template does not name, or of an unexpected type, stay unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gateway.rewriting.restoring import Channel, Restorer, restore
from gateway.types import JsonObject, JsonValue, ReplacementMap

Template: TypeAlias = Channel | dict[str, "Template"] | list["Template"]
Position = tuple[str | int, ...]
Visit = Callable[[Position, Channel, str], str]

_ENVELOPE = ("id", "object", "created", "model", "system_fingerprint", "service_tier")


@dataclass(frozen=True, slots=True, repr=False)
class RestoredAnswer:
    """An answer with its placeholders restored, and how many could not be restored."""

    answer: JsonObject
    unrestored: int

    def __repr__(self) -> str:
        return f"RestoredAnswer(unrestored={self.unrestored})"


def restore_answer(template: Template, answer: JsonObject, replacement_map: ReplacementMap) -> RestoredAnswer:
    """Returns the answer with every text restored that the template names; all else is unchanged.

    >>> from gateway.types import Original
    >>> replacement_map = ReplacementMap({"[NAME1]": Original("Marie")})
    >>> restore_answer({"text": Channel.TEXT}, {"text": "Dear [NAME1]", "id": "[NAME1]"}, replacement_map).answer
    {'text': 'Dear Marie', 'id': '[NAME1]'}
    """
    unrestored = 0

    def visit(position: Position, channel: Channel, text: str) -> str:
        nonlocal unrestored
        restored = restore(text, replacement_map, channel)
        unrestored += restored.unrestored
        return restored.text

    return RestoredAnswer(_rewrite_object(template, answer, visit, ()), unrestored)


class ChunkRestorer:
    """Restores the placeholders in a stream of chunks as they arrive.

    The provider's chunks come out in order, and everything but their text is unchanged. Text that may be the start of a
    placeholder is held back; its chunk comes out with an empty text. The text follows in an extra chunk as soon as the
    choice continues with another text, before the choice's last chunk, or at the end of the stream.
    ``template`` names the texts that grow from chunk to chunk, ``whole`` those that come in one piece.
    """

    def __init__(self, template: Template, whole: Template, replacement_map: ReplacementMap) -> None:
        self._template = template
        self._whole = whole
        self._replacement_map = replacement_map
        self._open: dict[Position, Restorer] = {}
        self._envelope: JsonObject = {}
        self._unrestored = 0

    @property
    def unrestored(self) -> int:
        """How many placeholders could not be restored in the texts that have ended."""
        return self._unrestored

    def feed(self, event: JsonObject) -> list[JsonObject]:
        """Returns the chunks that can be sent after this one arrived."""
        choices = event.get("choices")
        if not isinstance(choices, list) or not choices:
            return [event]
        self._envelope = _envelope(event)
        texts = self._texts(event)
        finished = {_place(choice, i) for i, choice in enumerate(choices) if _is_finished(choice)}
        flushed = self._flush(position for position in self._open if _has_ended(position, texts, finished))
        return [*flushed, self._restored(event, texts, finished)]

    def finish(self) -> list[JsonObject]:
        """Returns chunks with all text still held back. Call it even if the stream failed."""
        return self._flush(self._open)

    def _texts(self, event: JsonObject) -> dict[Position, str]:
        texts: dict[Position, str] = {}

        def visit(position: Position, channel: Channel, text: str) -> str:
            texts[position] = text
            return text

        _rewrite_object(self._template, event, visit, ())
        return texts

    def _restored(self, event: JsonObject, texts: dict[Position, str], finished: set[int]) -> JsonObject:
        def visit(position: Position, channel: Channel, piece: str) -> str:
            if not piece:
                return piece
            text = self._restorer(position, channel).feed(piece)
            is_last = position[1] in finished or (channel is Channel.NAME and _has_siblings(position, texts))
            return text + self._close(position) if is_last else text

        restored = restore_answer(self._whole, event, self._replacement_map)
        self._unrestored += restored.unrestored
        return _rewrite_object(self._template, restored.answer, visit, ())

    def _restorer(self, position: Position, channel: Channel) -> Restorer:
        if position not in self._open:
            self._open[position] = Restorer(self._replacement_map, channel)
        return self._open[position]

    def _close(self, position: Position) -> str:
        restorer = self._open.pop(position)
        text = restorer.finish()
        self._unrestored += restorer.unrestored
        return text

    def _flush(self, positions: Iterable[Position]) -> list[JsonObject]:
        texts = [(position, self._close(position)) for position in tuple(positions)]
        return [_chunk(self._envelope, position, text) for position, text in texts if text]


def _rewrite_object(template: Template, value: JsonObject, visit: Visit, position: Position) -> JsonObject:
    if not isinstance(template, dict):
        return value
    return {
        key: _rewrite(template[key], item, visit, (*position, key)) if key in template else item
        for key, item in value.items()
    }


def _rewrite(template: Template, value: JsonValue, visit: Visit, position: Position) -> JsonValue:
    if isinstance(template, Channel):
        return visit(position, template, value) if isinstance(value, str) else value
    if isinstance(template, list):
        items = value if isinstance(value, list) else []
        rewritten = [_rewrite(template[0], item, visit, (*position, _place(item, i))) for i, item in enumerate(items)]
        return rewritten or value
    return _rewrite_object(template, value, visit, position) if isinstance(value, dict) else value


def _place(item: JsonValue, i: int) -> int:
    """Returns the number of a choice or tool call: its ``index``, else its place in the list."""
    index = item.get("index") if isinstance(item, dict) else None
    return index if isinstance(index, int) else i


def _is_finished(choice: JsonValue) -> bool:
    return isinstance(choice, dict) and choice.get("finish_reason") is not None


def _has_ended(position: Position, texts: dict[Position, str], finished: set[int]) -> bool:
    """Returns whether a text has ended: this chunk has other texts of its choice, or finishes the choice without it."""
    spoken = [other for other, text in texts.items() if text and other[:2] == position[:2]]
    return position not in spoken and (bool(spoken) or position[1] in finished)


def _has_siblings(position: Position, texts: dict[Position, str]) -> bool:
    """Returns whether this chunk has the call's arguments too; then the name is complete, as clients expect it."""
    return any(other[:-1] == position[:-1] and other != position for other in texts)


def _envelope(event: JsonObject) -> JsonObject:
    envelope = {key: event[key] for key in _ENVELOPE if key in event}
    return {**envelope, "usage": None} if "usage" in event else envelope


def _chunk(envelope: JsonObject, position: Position, text: str) -> JsonObject:
    """Returns a chunk with only this text, at its position."""
    value: JsonValue = text
    for key in reversed(position[2:]):
        value = [{"index": key, **_members(value)}] if isinstance(key, int) else {key: value}
    return {**envelope, "choices": [{"index": position[1], **_members(value), "finish_reason": None}]}


def _members(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
