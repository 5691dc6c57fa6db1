"""Recovery audits of minimized prompts, beside the data-minimization paper's (tables 3, 7 to 18)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

import msgspec

from gateway.given import GivenMessage, Rewritten
from gateway.types import Action, Actions
from lab.recovery.attacker import Attacker, Guess, Replaced, is_hit
from lab.reporting.statistics import Estimate, rate
from lab.search import paper
from streams.searcher.prompts import Prompt, rewriter


class RecoveredSpans(msgspec.Struct, frozen=True):
    """The shares of replaced entities with one action that were recovered or stayed unknown, and mean confidence."""

    entities: int
    recovered: Estimate
    unknown: Estimate
    confidence: float


class RecoveredTypes(msgspec.Struct, frozen=True):
    """Of the prompts that hide entities of one type, the shares where the surest candidate is one of these entities,
    or any of the three surest candidates is.
    """

    prompts: int
    hit_1_original: Estimate
    hit_1_minimized: Estimate
    hit_3_original: Estimate
    hit_3_minimized: Estimate


class Found(msgspec.Struct, frozen=True):
    """A recovered entity by prompt, index, type and action, without its value."""

    prompt: str
    entity: int
    entity_type: str
    action: str


class Audit(msgspec.Struct, frozen=True):
    """What ``canarygate minimize audit`` measured, by dataset; ``plans`` says whose plans were audited."""

    data: list[str]
    plans: str
    attacker: str
    stand_in: bool
    prompts: int
    spans: dict[str, dict[str, RecoveredSpans]]
    types: dict[str, dict[str, RecoveredTypes]]
    recovered: list[Found]
    seed: None
    versions: dict[str, str]


@dataclass(slots=True)
class _Tally:
    """The guesses at entities with one action: whether they hit, and their confidence; None means unknown."""

    hits: list[bool | None] = field(default_factory=list)
    confidences: list[float] = field(default_factory=list)

    def add(self, guess: Guess | None, originals: Sequence[str]) -> bool:
        """Counts one guess and returns whether it hit."""
        hit = None if guess is None else is_hit(guess.text, originals)
        self.hits.append(hit)
        self.confidences.append(guess.confidence if guess else 0.0)
        return hit is True

    def spans(self) -> RecoveredSpans:
        """Returns the shares."""
        count = len(self.hits)
        return RecoveredSpans(
            count, rate(self.hits.count(True), count), rate(self.hits.count(None), count), fmean(self.confidences)
        )


async def span_wise(
    attacker: Attacker, audited: Sequence[tuple[Prompt, Actions]]
) -> tuple[dict[str, dict[str, RecoveredSpans]], list[Found]]:
    """Attacks every replaced entity in its minimized prompt; returns the shares by dataset and action."""
    tallies: defaultdict[str, defaultdict[str, _Tally]] = defaultdict(lambda: defaultdict(_Tally))
    recovered: list[Found] = []
    for prompt, plan in audited:
        rewriting = rewriter(prompt)
        sent = rewriting.rewritten(plan)
        replaced = _replaced(prompt, plan, rewriting, sent)
        guesses = await attacker.recover("\n".join(sent.texts), list(replaced.values()))
        for index, guess in zip(replaced, guesses, strict=True):
            action = plan[index].name
            if tallies[prompt.dataset][action].add(guess, prompt.entities[index].forms):
                recovered.append(Found(prompt.id, index, prompt.types[index].value, action))
    return {name: {action: each.spans() for action, each in own.items()} for name, own in tallies.items()}, recovered


async def type_wise(
    attacker: Attacker, audited: Sequence[tuple[Prompt, Actions]]
) -> dict[str, dict[str, RecoveredTypes]]:
    """Attacks each type that a prompt hides; returns the shares of prompts where a candidate names a hidden entity."""
    hits: defaultdict[str, defaultdict[str, list[tuple[bool, ...]]]] = defaultdict(lambda: defaultdict(list))
    for prompt, plan in audited:
        hidden = [index for index, action in enumerate(plan) if action is not Action.RETAIN]
        types = list(dict.fromkeys(prompt.types[index] for index in hidden))
        texts = ["\n".join([prompt.text, *prompt.choices]), "\n".join(rewriter(prompt).rewritten(plan).texts)]
        original, minimized = [await attacker.candidates(text, types) for text in texts]
        for entity_type in types:
            forms = [form for at in hidden if prompt.types[at] is entity_type for form in prompt.entities[at].forms]
            hits[prompt.dataset][entity_type.value].append(
                tuple(
                    any(is_hit(guess.text, forms) for guess in candidates.get(entity_type, ())[:count])
                    for count in (1, 3)
                    for candidates in (original, minimized)
                )
            )
    return {
        dataset: {name: _types(rows) for name, rows in sorted(by_type.items())} for dataset, by_type in hits.items()
    }


def _types(rows: Sequence[tuple[bool, ...]]) -> RecoveredTypes:
    return RecoveredTypes(len(rows), *(rate(sum(column), len(rows)) for column in zip(*rows, strict=True)))


def _replaced(prompt: Prompt, plan: Actions, rewriting: GivenMessage, sent: Rewritten) -> dict[int, Replaced]:
    """Returns the replacement of each hidden entity, without entities that others' replacements cover everywhere."""
    replaced: dict[int, Replaced] = {}
    for index, action in enumerate(plan):
        phrase = rewriting.abstractions[index] if action is Action.ABSTRACT else None
        replacement = phrase or str(rewriting.placeholders[index])
        is_sent = any(replacement in text for text in sent.texts)
        if action is not Action.RETAIN and is_sent:
            replaced[index] = Replaced(replacement, prompt.types[index])
    return replaced


def as_text(audit: Audit) -> str:
    """Returns the results as readable tables."""
    made = " The stand-in's plans are no measurement of any model." if audit.stand_in else ""
    audited = f"{audit.prompts} prompts, plans: {audit.plans}, attacker: {audit.attacker}"
    head = f"  {'recovered from the minimized text':<36}{'entities':>9}{'recovered':>22}{'unknown':>22}{'paper':>8}"
    lines = [f"{', '.join(audit.data)}: {audited}.{made}", "", head]
    for dataset, actions in audit.spans.items():
        for action, each in sorted(actions.items()):
            theirs = paper.SPANS.get(dataset, {}).get(action)
            columns = f"{each.entities:>9}{_share(each.recovered):>22}{_share(each.unknown):>22}"
            lines.append(f"  {dataset + ', ' + action:<36}{columns}{f'{theirs.recovered:.1%}' if theirs else '':>8}")
    lines += ["", f"  {'named among candidates of its type':<36}{'prompts':>9}{'@1 original':>22}{'@1 minimized':>22}"]
    for dataset, types in audit.types.items():
        for name, shares in types.items():
            columns = f"{shares.prompts:>9}{_share(shares.hit_1_original):>22}{_share(shares.hit_1_minimized):>22}"
            lines.append(f"  {dataset + ', ' + name:<36}{columns}")
    return "\n".join(lines) + "\n"


def _share(each: Estimate) -> str:
    return f"{each.value:.1%} [{each.low:.0%}, {each.high:.0%}]"
