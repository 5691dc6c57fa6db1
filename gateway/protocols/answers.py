"""Restores placeholders in answers. A template says where an answer contains text, and which kind of text.

A provider's answer may have any form: values that the template does not name, or of an unexpected type, stay unchanged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Set, Sized
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from gateway.errors import ProviderFailed
from gateway.rewriting.restoring import Channel, JsonType, Restorer, restore
from gateway.types import JsonObject, JsonValue, ReplacementMap


@dataclass(frozen=True, slots=True)
class Everywhere:
    """All strings of a value of any form, except those under the keys in ``but``."""

    channel: Channel
    but: frozenset[str] = frozenset()


class Blank(Enum):
    """What cannot be restored, and so becomes null."""

    BLANK = "blank"


Template: TypeAlias = Channel | Everywhere | Blank | dict[str, "Template"] | list["Template"]
Position = tuple[str | int, ...]
Visit = Callable[[Position, Channel, str], str]

MOST_CHOICES: Final = 1024  # of one answer: eight times what OpenAI allows; each may hold text back

_ENVELOPE = ("id", "object", "created", "model", "system_fingerprint", "service_tier")


@dataclass(frozen=True, slots=True, repr=False)
class RestoredAnswer:
    """An answer with its placeholders restored, and how many could not be restored."""

    answer: JsonObject
    unrestored: int

    def __repr__(self) -> str:
        return f"RestoredAnswer(unrestored={self.unrestored})"


def restore_answer(
    template: Template, answer: JsonObject, replacement_map: ReplacementMap, types: Mapping[str, JsonType]
) -> RestoredAnswer:
    """Returns the answer with every text restored that the template names; all else is unchanged.

    Raises ProviderFailed if the answer has too many choices.

    >>> from gateway.types import Original
    >>> replacement_map = ReplacementMap({"[NAME1]": Original("Marie")})
    >>> restore_answer({"text": Channel.TEXT}, {"text": "Dear [NAME1]", "id": "[NAME1]"}, replacement_map, {}).answer
    {'text': 'Dear Marie', 'id': '[NAME1]'}
    """
    _check_number(_choices(answer))
    unrestored = 0

    def visit(position: Position, channel: Channel, text: str) -> str:
        nonlocal unrestored
        restored = restore(text, replacement_map, channel, types)
        unrestored += restored.unrestored
        return restored.text

    return RestoredAnswer(_rewrite_object(template, answer, visit, ()), unrestored)


class _Said(NamedTuple):
    """What one chunk says: by choice, where its texts are that are not empty; and the choices that it finishes.

    ``siblings`` counts the texts, empty ones too, that have the same parent.
    """

    spoken: Mapping[int, Set[Position]]
    finished: Set[int]
    siblings: Mapping[Position, int]

    def has_ended(self, position: Position) -> bool:
        """Whether a text has ended: this chunk has other texts of its choice, or finishes the choice without it.

        Texts of other tool calls do not count: the pieces of parallel calls may alternate.
        """
        spoken = self.spoken.get(_choice(position), frozenset())
        others = any(not _alternate(position, other) for other in spoken)
        return position not in spoken and (others or _choice(position) in self.finished)

    def ends(self, position: Position, channel: Channel) -> bool:
        """Whether a text ends with this chunk. A name is complete if its arguments come too, as clients expect it."""
        has_siblings = channel is Channel.NAME and self.siblings[position[:-1]] > 1
        return _choice(position) in self.finished or has_siblings


class ChunkRestorer:
    """Restores the placeholders in a stream of chunks as they arrive.

    The provider's chunks come out in order, and everything but their text is unchanged. Text that may be the start of a
    placeholder is held back; its chunk comes out with an empty text. The text follows in an extra chunk as soon as the
    choice continues with another text, before the choice's last chunk, or at the end of the stream.
    ``template`` names the texts that grow from chunk to chunk, ``whole`` those that come in one piece; ``types`` are
    what schemas say of the values under a key.
    """

    def __init__(
        self, template: Template, whole: Template, replacement_map: ReplacementMap, types: Mapping[str, JsonType]
    ) -> None:
        self._template = template
        self._whole = whole
        self._replacement_map = replacement_map
        self._types = types
        self._open: defaultdict[int, dict[Position, Restorer]] = defaultdict(dict)  # by choice
        self._known: set[int] = set()
        self._envelope: JsonObject = {}
        self._unrestored = 0

    @property
    def unrestored(self) -> int:
        """How many placeholders could not be restored in the texts that have ended."""
        return self._unrestored

    def feed(self, event: JsonObject) -> list[JsonObject]:
        """Returns the chunks that can be sent after this one arrived; raises ProviderFailed for too many choices."""
        choices = _choices(event)
        if not choices:
            return [event]
        places = [_place(choice, i) for i, choice in enumerate(choices)]
        self._known.update(places)
        _check_number(self._known)
        self._envelope = _envelope(event)
        said = self._said(event, {place for place, each in zip(places, choices, strict=True) if _is_finished(each)})
        opened = [position for place in dict.fromkeys(places) for position in self._open[place]]
        return [*self._flush(filter(said.has_ended, opened)), self._restored(event, said)]

    def finish(self) -> list[JsonObject]:
        """Returns chunks with all text still held back. Call it even if the stream failed."""
        return self._flush([position for choice in self._open.values() for position in choice])

    def _said(self, event: JsonObject, finished: Set[int]) -> _Said:
        spoken: defaultdict[int, set[Position]] = defaultdict(set)
        siblings: Counter[Position] = Counter()

        def visit(position: Position, channel: Channel, text: str) -> str:
            siblings[position[:-1]] += 1
            if text:
                spoken[_choice(position)].add(position)
            return text

        _rewrite_object(self._template, event, visit, ())
        return _Said(spoken, finished, siblings)

    def _restored(self, event: JsonObject, said: _Said) -> JsonObject:
        def visit(position: Position, channel: Channel, piece: str) -> str:
            if not piece:
                return piece
            text = self._restorer(position, channel).feed(piece)
            return text + self._close(position) if said.ends(position, channel) else text

        restored = restore_answer(self._whole, event, self._replacement_map, self._types)
        self._unrestored += restored.unrestored
        return _rewrite_object(self._template, restored.answer, visit, ())

    def _restorer(self, position: Position, channel: Channel) -> Restorer:
        opened = self._open[_choice(position)]
        if position not in opened:
            opened[position] = Restorer(self._replacement_map, channel, self._types)
        return opened[position]

    def _close(self, position: Position) -> str:
        restorer = self._open[_choice(position)].pop(position)
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
    if isinstance(template, Blank):
        return None
    if isinstance(template, Everywhere):
        return _rewrite_everywhere(template, value, visit, position)
    if isinstance(template, Channel):
        if isinstance(value, str):
            return visit(position, template, value)
        template = [{"text": template, "refusal": Channel.TEXT, "thinking": Channel.TEXT}]  # a list of content parts
    if isinstance(template, list):
        items = value if isinstance(value, list) else []
        rewritten = [_rewrite(template[0], item, visit, (*position, _place(item, i))) for i, item in enumerate(items)]
        return rewritten or value
    return _rewrite_object(template, value, visit, position) if isinstance(value, dict) else value


def _rewrite_everywhere(template: Everywhere, value: JsonValue, visit: Visit, position: Position) -> JsonValue:
    if isinstance(value, str):
        return visit(position, template.channel, value)
    if isinstance(value, list):
        return [_rewrite_everywhere(template, item, visit, (*position, i)) for i, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    return {
        key: item if key in template.but else _rewrite_everywhere(template, item, visit, (*position, key))
        for key, item in value.items()
    }


def _alternate(one: Position, other: Position) -> bool:
    """Whether two texts belong to different items of one list."""
    differing = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), ("", ""))
    return all(isinstance(key, int) for key in differing)


def _place(item: JsonValue, i: int) -> int:
    """Returns the number of a choice or tool call: its ``index``, else its place in the list."""
    index = item.get("index") if isinstance(item, dict) else None
    return index if isinstance(index, int) else i


def _is_finished(choice: JsonValue) -> bool:
    return isinstance(choice, dict) and choice.get("finish_reason") is not None


def _choice(position: Position) -> int:
    choice = position[1]
    assert isinstance(choice, int)  # every position begins with "choices" and the number of one
    return choice


def _choices(answer: JsonObject) -> list[JsonValue]:
    choices = answer.get("choices")
    return choices if isinstance(choices, list) else []


def _check_number(choices: Sized) -> None:
    if len(choices) > MOST_CHOICES:
        raise ProviderFailed(f"the provider's answer has more than {MOST_CHOICES:,} choices: ask for fewer")


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
