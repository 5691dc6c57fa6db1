"""Who writes the dead letter of a reply that names no turn, of all edges that read its partition.

Edges do not know each other. Each one that meets such a record claims its dead letter in ``conversations.control``,
under one key, so that all read the claims in one order: the edge of the first claim writes it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from gateway.background import Background
from gateway.edge.control import ControlWriter
from gateway.kafka.producer import NO_TURN, Producer
from gateway.records import DeadLetter, LetterClaim

KEPT_CLAIMS: Final = 10_000


@dataclass(slots=True)
class LetterClaims:
    """The claims that this edge has read; control records must be read from before the first reply on."""

    control: ControlWriter
    producer: Producer
    background: Background
    edge: str = field(default_factory=lambda: token_hex(8))
    _claimed: OrderedDict[tuple[str, int, int], None] = field(default_factory=OrderedDict)

    def claim(self, letter: DeadLetter) -> None:
        """Claims the dead letter, unless another edge has."""
        if _place(letter) not in self._claimed:
            self.control.claim(LetterClaim(edge=self.edge, letter=letter))

    def take(self, claim: LetterClaim) -> None:
        """Takes the next claim of any edge; writes its dead letter if it is the first one, and this edge's."""
        place = _place(claim.letter)
        if place in self._claimed:
            return
        self._claimed[place] = None
        if len(self._claimed) > KEPT_CLAIMS:
            self._claimed.popitem(last=False)
        if claim.edge == self.edge:
            self.background.spawn(self.producer.send_dead_letter(claim.letter, NO_TURN))


def _place(letter: DeadLetter) -> tuple[str, int, int]:
    return letter.topic, letter.partition, letter.offset
