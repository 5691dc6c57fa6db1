"""What of a record is searched, and which topics make up a surface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from gateway.records import (
    AnalyticsText,
    Chunk,
    MinimizedTurn,
    SummaryCandidate,
    Topic,
    Undecodable,
    decode,
    decode_analytics,
    decode_reply,
)
from gateway.types import Surface
from streams.auditor.answers import Answers

TOPICS: Final[Mapping[Surface, tuple[Topic, ...]]] = {
    Surface.EGRESS: (Topic.MINIMIZED,),
    Surface.REPLIES: (Topic.REPLIES,),
    Surface.ANALYTICS: (Topic.ANALYTICS,),
    Surface.CANDIDATES: (Topic.CANDIDATES,),
    Surface.SUMMARIES: (Topic.PUBLISHED, Topic.WITHHELD, Topic.REVIEW),
    Surface.DEAD_LETTERS: (Topic.DEAD_LETTERS,),
}
SURFACES: Final = {topic: surface for surface, topics in TOPICS.items() for topic in topics}
OF_ANALYTICS: Final = frozenset({Surface.ANALYTICS, Surface.CANDIDATES, Surface.SUMMARIES})
SHORT: Final = frozenset({Surface.CANDIDATES, Surface.SUMMARIES})


class SearchedText(NamedTuple):
    """The text of a record; ``name`` is whose it is: a turn's id, an event's, or a cluster's key."""

    name: str
    text: str


def searched(topic: Topic, name: str, value: bytes, answers: Answers) -> SearchedText | None:
    """Returns what of a record is searched; None for a chunk of an answer that goes on.

    ``name`` is the turn's id, or the key where there is none. What cannot be decoded is searched as it is.
    """
    try:
        return _decoded(topic, name, value, answers)
    except Undecodable:
        return SearchedText(name, _raw(value))


def _decoded(topic: Topic, name: str, value: bytes, answers: Answers) -> SearchedText | None:
    match topic:
        case Topic.MINIMIZED:
            return SearchedText(name, _raw(bytes(decode(value, MinimizedTurn).body)))
        case Topic.REPLIES:
            reply = decode_reply(value)
            text = answers.take(reply) if isinstance(reply, Chunk) else _raw(value)
            return None if text is None else SearchedText(name, text)
        case Topic.ANALYTICS:
            said = decode_analytics(value)
            return SearchedText(said.event_id, said.text) if isinstance(said, AnalyticsText) else None
        case Topic.CANDIDATES:
            summary = decode(value, SummaryCandidate).summary
            texts = (summary.title, *(each.term for each in summary.terms), summary.sentence or "")
            return SearchedText(name, "\n".join(texts))
        case _:
            return SearchedText(name, _raw(value))


def _raw(value: bytes) -> str:
    return value.decode("utf-8", "replace")
