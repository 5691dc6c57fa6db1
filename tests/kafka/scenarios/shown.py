"""What a run shows of the people in it: the values that they planted, on any surface and in any form."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec

from gateway.records import ReleasedSummary, Topic
from streams.canaries.forms import Canary
from streams.canaries.leaks import LeakFinder
from tests.support.conversations import Turn
from tests.support.pipeline import Pipeline
from tests.support.recount import shown, words
from tests.support.surfaces import UNPACKED, leaks, surfaces

TEXTS: Final = (Topic.ANALYTICS, Topic.MINIMIZED)
"""Hold what users wrote but for what was detected, so also what detection misses."""
LONGEST: Final = 8  # words of a value that a dialogue marks
IDENTIFIER: Final = "identifier"
SHAPED: Final = frozenset(
    {IDENTIFIER, "email", "EMAIL", "phone", "PHONE_NUMBER", "CREDIT_CARD", "IBAN", "SSN", "KEYS", "URL", "IP_ADDRESS"}
)
"""Kinds that detection knows by their shape: of these it misses none."""


@dataclass(frozen=True)
class Shown:
    """The summaries of what was said, by key, where k people must have said what one shows."""

    said: Sequence[Turn]
    summaries: Mapping[str, ReleasedSummary]
    k: int

    def faults(self) -> Iterator[str]:
        """Which summaries show one person: a planted value in any form, or a dialogue's that too few people said."""
        finder = LeakFinder(values(self.said))
        for key, summary in self.summaries.items():
            if leaked := finder.find(text(summary)):
                yield f"the summary {key} holds {len(leaked)} planted values"
            if few := self._rare & set(map(tuple, map(words, shown(summary)))):
                yield f"the summary {key} shows {len(few)} values of dialogues"

    def notes(self) -> Iterator[str]:
        """What could have been shown."""
        yield f"{len(self._rare)} values are marked in the dialogues that fewer than {self.k} people said"

    @cached_property
    def _rare(self) -> set[tuple[str, ...]]:
        """The values marked in dialogues that fewer than k people said, there or elsewhere."""
        marked = {tuple(words(slot)) for turn in self.said for slot in turn.slots}
        people: Counter[tuple[str, ...]] = Counter()
        people.update(each for _, each in {(t.identifier, each) for t in self.said for each in _runs(t) & marked})
        return {value for value in marked if people[value] < self.k}


@dataclass(frozen=True)
class Searched:
    """What was found where, and in the requests themselves, so that the search is seen to find."""

    planted: Collection[Canary]
    found: Mapping[str, Collection[Canary]]
    control: Collection[Canary]
    places: int
    size: int

    @classmethod
    async def of(cls, running: Pipeline, said: Sequence[Turn]) -> Searched:
        """Searches everything that a run left."""
        identifiers = {Canary(IDENTIFIER, turn.identifier) for turn in said}
        planted = {canary for turn in said for canary in turn.planted} | identifiers
        places = await surfaces(running)
        assert all(places[name] for name in (*TEXTS, Topic.ASSIGNMENTS, UNPACKED)), "nothing is there to be searched"
        requests = b"\n".join(turn.body for turn in said)
        found = await asyncio.to_thread(leaks, planted, {**places, "requests": requests})
        control = found.pop("requests")
        return cls(planted, found, control, len(places), sum(map(len, places.values())))

    def faults(self) -> Iterator[str]:
        """What stands where it must not, by kind."""
        if self.control != self.planted:
            yield f"the search sees {len(self.control)} of {len(self.planted)} values in the requests"
        for place, canaries in self.found.items():
            kinds = Counter(each.kind for each in canaries if place not in TEXTS or each.kind in SHAPED)
            if kinds:
                yield f"{place} holds {dict(kinds)}"

    def notes(self) -> Iterator[str]:
        """What was searched, and what detection did not find."""
        yield f"{len(self.planted):,} values, {self.places} places, {self.size >> 20} MiB searched"
        planted = Counter(each.kind for each in self.planted)
        for place in TEXTS:
            missed = Counter(each.kind for each in self.found.get(place, ()))
            kinds = ", ".join(f"{kind} {count} of {planted[kind]}" for kind, count in missed.most_common())
            yield f"{place}: detection missed {missed.total()} of {len(self.planted):,}: {kinds or 'none'}"


def values(said: Sequence[Turn]) -> list[str]:
    """All planted values."""
    return [canary.value for turn in said for canary in turn.planted]


def text(summary: ReleasedSummary) -> str:
    """All that a summary shows."""
    return msgspec.json.encode(summary).decode()


def _runs(turn: Turn) -> set[tuple[str, ...]]:
    """All runs of a few words of the last text."""
    said = words(turn.messages[-1]["content"])
    ends = range(len(said) + 1)
    return {tuple(said[start:end]) for end in ends for start in range(max(0, end - LONGEST), end)}
