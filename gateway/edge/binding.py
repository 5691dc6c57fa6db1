"""Gives a client the answer of exactly one attempt, however often records are delivered.

The edge binds a turn to the first attempt that it forwards a chunk of. A second attempt means that the first one's
dispatcher has lost the turn. The bound attempt may still go on, but if it falls silent the turn ends with an error.
"""

from __future__ import annotations

from dataclasses import dataclass

from gateway.errors import ProviderFailed
from gateway.records import Chunk, Failure, Reply

RIVAL_GRACE_SECONDS = 5.0


@dataclass(slots=True)
class Binding:
    """The state of one turn's answer. All times are seconds of the same clock."""

    attempt_id: str | None = None
    expected: int = 0
    ended: bool = False
    attempts: int = 0
    _lost: bool = False
    _silent_since: float = 0.0
    _rival_id: str | None = None

    @property
    def settled(self) -> bool:
        """Whether no work on the turn remains: it had one attempt, and that reported its own end."""
        return self.ended and not self._lost and self.attempts <= 1

    def accept(self, reply: Reply | None, now: float) -> Reply | None:
        """Returns the reply for the client, or None if it is a duplicate, from another attempt, or after the end.

        ``reply`` is None if it could not be read. That, or a gap in the bound attempt, ends the turn with a Failure:
        answers are never spliced together.
        """
        if self.ended:
            return None
        if reply is None:
            return self._fail(self.attempt_id)
        if isinstance(reply, Chunk):
            return self._accept_chunk(reply, now)
        if isinstance(reply, Failure) and self._is_of_another(reply.attempt_id):
            return None
        self.ended = True
        return reply

    def give_up_at(self) -> float | None:
        """Returns when to give up on a silent bound attempt because another has begun; None if none has."""
        return None if self._rival_id is None else self._silent_since + RIVAL_GRACE_SECONDS

    def _accept_chunk(self, chunk: Chunk, now: float) -> Reply | None:
        if self._is_of_another(chunk.attempt_id):
            self._note_rival(chunk.attempt_id, now)
            return None
        if chunk.sequence < self.expected:
            return None
        if chunk.sequence > self.expected:
            return self._fail(chunk.attempt_id)
        self.attempts = max(self.attempts, 1)
        self.attempt_id = chunk.attempt_id
        self.expected += 1
        self._silent_since = now
        self.ended = chunk.last
        return chunk

    def _fail(self, attempt_id: str | None) -> Failure:
        self.ended = self._lost = True
        return Failure.of(ProviderFailed("a part of the answer was lost on its way"), attempt_id)

    def _note_rival(self, attempt_id: str, now: float) -> None:
        if self._rival_id is None:
            self._silent_since = now
        if self._rival_id != attempt_id:
            self._rival_id = attempt_id
            self.attempts += 1

    def _is_of_another(self, attempt_id: str | None) -> bool:
        return None not in (self.attempt_id, attempt_id) and attempt_id != self.attempt_id
