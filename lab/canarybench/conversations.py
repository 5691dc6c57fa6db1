"""A conversation as the benchmark reads and writes it: one JSON object a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from gateway.errors import BadRequest
from lab.reporting.files import decoded
from streams.canaries.folding import fold
from streams.canaries.forms import Canary

SHORTEST_NATURAL: Final = 6


class Conversation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one contributor wrote, with its canaries and, where it is known, its topic. Its repr shows no text."""

    id: str
    contributor: str
    text: str
    topic: str = ""
    canaries: tuple[Canary, ...] = ()

    def __repr__(self) -> str:
        return f"Conversation(characters={len(self.text)}, canaries={len(self.canaries)})"


class _Turn(msgspec.Struct):
    text: str
    slots: list[tuple[str, int, int]] = []


class _Entity(msgspec.Struct):
    type: str
    text: str


class _Line(msgspec.Struct):
    """The fields of all formats that are read: ours, turns with slots, queries with intents, prompts with entities."""

    id: str = ""
    contributor: str = ""
    text: str = ""
    turns: list[_Turn] = []
    topic: str = ""
    intent: str = ""
    intents: list[str] = []
    canaries: tuple[Canary, ...] = ()
    entities: list[_Entity] = []


_DECODER: Final = msgspec.json.Decoder(_Line)
_ENCODER: Final = msgspec.json.Encoder()


def encode(conversation: Conversation) -> bytes:
    r"""Return the line of a conversation, with its newline.

    >>> encode(Conversation("1", "ann", "Hello"))
    b'{"id":"1","contributor":"ann","text":"Hello"}\n'
    """
    return _ENCODER.encode(conversation) + b"\n"


def decode_all(lines: Iterable[bytes], file: str) -> Iterator[Conversation]:
    """Return the conversations of a file's lines, in order; skips blank lines.

    A line needs ``text``, or ``turns`` with a ``text`` each. Without ``id`` the file and line number stand for it;
    without ``contributor`` every line is a person of its own. The label is ``topic``, ``intent`` or all ``intents``.
    Values of ``entities`` and ``slots`` become natural canaries; ``keep_singular`` says which of them count. Raises
    BadRequest, naming line and field, never a value.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _conversation(_read(line, f"{file}, line {number}"), f"{file}:{number}")


def _read(line: bytes, place: str) -> _Line:
    read = decoded(_DECODER, line, place)
    if not (read.text or read.turns):
        raise BadRequest(f"{place}: field `text` is missing or empty")
    if not all(canary.value for canary in read.canaries):
        raise BadRequest(f"{place}: field `canaries[].value` is empty")
    return read


def _conversation(line: _Line, place: str) -> Conversation:
    made = line.id or place
    return Conversation(
        id=made,
        contributor=line.contributor or made,
        text="\n".join([line.text, *(turn.text for turn in line.turns)]) if line.turns else line.text,
        topic=line.topic or line.intent or " ".join(sorted(line.intents)),
        canaries=line.canaries or tuple(_natural(line)),
    )


def _natural(line: _Line) -> Iterator[Canary]:
    """Each value once: what a slot or an entity says in this conversation."""
    found = [Canary(f"entity:{entity.type}", entity.text) for entity in line.entities]
    for turn in line.turns:
        found += [Canary(f"slot:{name}", turn.text[start:end]) for name, start, end in turn.slots]
    yield from {canary.value: canary for canary in found if canary.value}.values()


def keep_singular(conversations: Sequence[Conversation]) -> list[Conversation]:
    """Return the conversations with only those natural canaries that occur in one conversation and have six characters.

    What several conversations mention, such as the name of a city, is no secret. Planted canaries stay.
    """
    texts = Counter(canary.value for each in conversations for canary in each.canaries)

    def counts(canary: Canary) -> bool:
        natural = canary.kind.startswith(("slot:", "entity:"))
        return not natural or (texts[canary.value] == 1 and len(fold(canary.value)) >= SHORTEST_NATURAL)

    return [
        each
        if all(map(counts, each.canaries))
        else msgspec.structs.replace(each, canaries=tuple(filter(counts, each.canaries)))
        for each in conversations
    ]


def read(files: Sequence[Path]) -> list[Conversation]:
    """Return the conversations of all files; natural canaries are those that occur in one conversation alone.

    Raises BadRequest, naming file, line and field but no value, where one cannot be read.
    """
    conversations: list[Conversation] = []
    for path in files:
        with path.open("rb") as lines:
            conversations += decode_all(lines, path.name)
    return keep_singular(conversations)
