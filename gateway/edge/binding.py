"""Which attempt's answer a client gets: exactly one, whole, however often records are delivered.

An edge binds a turn to the first attempt of which it forwards a chunk. Another attempt of the same turn means that the
first one's dispatcher has lost it: the bound attempt may still go on, but once it falls silent the turn ends with an
error.
"""

from __future__ import annotations

from dataclasses import dataclass

from gateway.errors import ProviderFailed
from gateway.records import Chunk, Failure, Reply

RIVAL_GRACE_SECONDS = 5.0


@dataclass(slots=True)
class Binding:
    """The state of one turn's answer. Times are in seconds of any one clock."""

    attempt_id: str | None = None
    expected: int = 0
    ended: bool = False
    attempts: int = 0
    _lost: bool = False
    _silent_since: float = 0.0
    _rival_id: str | None = None

    @property
    def settled(self) -> bool:
        """Whether nobody works on the turn any more: its one attempt has said so itself."""
        return self.ended and not self._lost and self.attempts <= 1

    def accept(self, reply: Reply | None, now: float) -> Reply | None:
        """The reply if the client is to see it, None if it is a duplicate, another attempt's, or comes after the end.

        A gap in the bound attempt, or a reply that cannot be read (given as None), ends the turn with a Failure:
        nothing is ever spliced.
        """
        if self.ended:
            return None
        if reply is None:
            return self._lose(self.attempt_id)
        if isinstance(reply, Chunk):
            return self._accept_chunk(reply, now)
        if isinstance(reply, Failure) and self._is_of_another(reply.attempt_id):
            return None
        self.ended = True
        return reply

    def give_up_at(self) -> float | None:
        """When to end the turn because another attempt began and the bound one is silent; None while all is well."""
        return None if self._rival_id is None else self._silent_since + RIVAL_GRACE_SECONDS

    def _accept_chunk(self, chunk: Chunk, now: float) -> Reply | None:
        if self._is_of_another(chunk.attempt_id):
            self._meet_rival(chunk.attempt_id, now)
            return None
        if chunk.sequence < self.expected:
            return None
        if chunk.sequence > self.expected:
            return self._lose(chunk.attempt_id)
        self.attempts = max(self.attempts, 1)
        self.attempt_id = chunk.attempt_id
        self.expected += 1
        self._silent_since = now
        self.ended = chunk.last
        return chunk

    def _lose(self, attempt_id: str | None) -> Failure:
        self.ended = self._lost = True
        return Failure.of(ProviderFailed("a part of the answer was lost on its way"), attempt_id)

    def _meet_rival(self, attempt_id: str, now: float) -> None:
        if self._rival_id is None:
            self._silent_since = now
        if self._rival_id != attempt_id:
            self._rival_id = attempt_id
            self.attempts += 1

    def _is_of_another(self, attempt_id: str | None) -> bool:
        return None not in (self.attempt_id, attempt_id) and attempt_id != self.attempt_id
