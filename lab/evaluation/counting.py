"""Counts what leaves of the prompts, by type, language and domain, and the false alarms on the same prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gateway.minimization import Detectors
from gateway.types import EntityType, JsonObject, JsonValue
from lab.evaluation.corpus import MarkedPrompt
from lab.evaluation.reading import HowReadable, MarkedValue, ProviderView, reading


@dataclass(slots=True)
class LeakTally:
    """How many values there are, and how many leave wholly or partly readable."""

    values: int = 0
    wholly: int = 0
    partly: int = 0

    def add(self, value: MarkedValue) -> None:
        """Counts a value."""
        self.values += 1
        self.wholly += value.readable is HowReadable.WHOLLY
        self.partly += value.readable is HowReadable.PARTLY

    def figures(self) -> JsonObject:
        """Returns the counts, and the share of values of which something is readable.

        >>> LeakTally(values=8, wholly=1, partly=1).figures()
        {'values': 8, 'wholly': 1, 'partly': 1, 'leaked': 0.25}
        """
        leaked = round((self.wholly + self.partly) / self.values, 4) if self.values else 0.0
        return {"values": self.values, "wholly": self.wholly, "partly": self.partly, "leaked": leaked}


@dataclass(slots=True)
class LeakCounts:
    """The counts of a set of prompts under one detector; ``secrets`` are passwords, keys and tokens."""

    prompts: int = 0
    leaking_prompts: int = 0
    all: LeakTally = field(default_factory=LeakTally)
    secrets: LeakTally = field(default_factory=LeakTally)
    types: dict[str, LeakTally] = field(default_factory=dict)
    languages: dict[str, LeakTally] = field(default_factory=dict)
    domains: dict[str, LeakTally] = field(default_factory=dict)
    replaced: int = 0
    false_alarms: Counter[str] = field(default_factory=Counter)

    def add(self, prompt: MarkedPrompt, read: ProviderView) -> None:
        """Counts what is readable of a prompt."""
        self.prompts += 1
        self.leaking_prompts += any(value.readable for value in read.values)
        for value in read.values:
            for tally in self._tallies(prompt, value):
                tally.add(value)
        self.replaced += len(read.replaced)
        self.false_alarms.update(each.entity_type.value for each in read.replaced if not each.is_right)

    def _tallies(self, prompt: MarkedPrompt, value: MarkedValue) -> Iterable[LeakTally]:
        yield self.all
        if value.entity_type is EntityType.KEYS:
            yield self.secrets
        yield self.types.setdefault(value.entity_type.value, LeakTally())
        yield self.languages.setdefault(prompt.language, LeakTally())
        yield self.domains.setdefault(prompt.domain, LeakTally())

    def figures(self) -> JsonObject:
        """Returns all counts; precision is the share of replaced parts that touch a value."""
        false = self.false_alarms.total()
        return {
            "prompts": self.prompts,
            "leaking_prompts": self.leaking_prompts,
            "all": self.all.figures(),
            "secrets": self.secrets.figures(),
            "replaced": self.replaced,
            "precision": round(1 - false / self.replaced, 4) if self.replaced else 1.0,
            "false_alarms": dict(self.false_alarms.most_common()),
            "types": _each(self.types),
            "languages": _each(self.languages),
            "domains": _each(self.domains),
        }


def count(prompts: Iterable[MarkedPrompt], detectors: Detectors) -> LeakCounts:
    """Returns the counts of these prompts under a detector."""
    counts = LeakCounts()
    for prompt in prompts:
        counts.add(prompt, reading(prompt.row, detectors))
    return counts


def _each(tallies: dict[str, LeakTally]) -> dict[str, JsonValue]:
    return {name: tally.figures() for name, tally in sorted(tallies.items())}
