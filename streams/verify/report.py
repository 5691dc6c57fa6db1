"""What a verification found, as tables for a person and as JSON for a program. No canary's value is in either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import orjson

from gateway.terminal import columns
from gateway.types import JsonObject
from gateway.version import VERSION
from streams.canaries.carriers import Position
from streams.canaries.disguises import Disguise
from streams.verify.judging import JudgedProbe, VerifiedOutcome

LEAKED: Final = 1
UNKNOWN: Final = 2

UNJUDGED: Final = (VerifiedOutcome.REFUSED, VerifiedOutcome.NOT_SEEN, VerifiedOutcome.FAILED)


@dataclass(frozen=True, slots=True)
class Verification:
    """All probes that were sent, how many were not, with which seed, and in how many seconds."""

    probes: Sequence[JudgedProbe]
    unsent: int
    seed: int
    seconds: float

    def count(self, outcome: VerifiedOutcome) -> int:
        """Returns how many probes came out like this."""
        return sum(each.outcome is outcome for each in self.probes)

    @property
    def status(self) -> int:
        """0 where nothing leaked, 1 where something did, 2 where too little reached the witness to say so."""
        if self.count(VerifiedOutcome.LEAKED):
            return LEAKED
        unknown = self.unsent + self.count(VerifiedOutcome.NOT_SEEN) + self.count(VerifiedOutcome.FAILED)
        return UNKNOWN if unknown or not self.count(VerifiedOutcome.CLEAN) else 0


def report(verification: Verification, witness: str) -> str:
    """Returns the tables and what they come to; ``witness`` is its URL.

    A cell of the first table says how many canaries leaked of those that the witness saw a request of.
    """
    placements, leaks = [*_placements(verification.probes)], [*_leaks(verification.probes)]
    lines = [*columns(placements, right={*range(2, len(placements[0]))})]
    for table in (leaks, [*_unjudged_answers(verification.probes)]):
        if len(table) > 1:
            lines += ["", *columns(table, right={1})]
    return "\n".join([*lines, "", _totals(verification), _conclusion(verification, witness)])


def as_json(verification: Verification) -> str:
    """Returns what the tables say of every single probe, with the seed and the version."""
    outcomes: JsonObject = {outcome.value: verification.count(outcome) for outcome in VerifiedOutcome}
    head: JsonObject = {"version": VERSION, "seed": verification.seed, "seconds": round(verification.seconds, 1)}
    probes = [_plain(each) for each in verification.probes]
    said: JsonObject = {**head, "status": verification.status, "unsent": verification.unsent, "outcomes": outcomes}
    return orjson.dumps({**said, "probes": probes}, option=orjson.OPT_INDENT_2).decode()


def _plain(each: JudgedProbe) -> JsonObject:
    probe = each.planned.probe
    return {
        "kind": each.planned.canary.kind,
        "position": probe.position.value,
        "disguise": probe.disguise.value,
        "stream": probe.stream,
        "multi_turn": each.planned.earlier,
        "outcome": each.outcome.value,
        "answer": each.said,
        "form": each.leak and each.leak.form.value,
        "part": each.leak and each.leak.part.value,
        "restored": each.restored,
    }


def _placements(probes: Sequence[JudgedProbe]) -> Iterator[tuple[str, ...]]:
    disguises = [each for each in Disguise if any(judged.planned.probe.disguise is each for judged in probes)]
    yield ("position", "as", *disguises, *UNJUDGED, "restored")
    for position, stream in product(Position, (False, True)):
        row = [
            each for each in probes if (each.planned.probe.position, each.planned.probe.stream) == (position, stream)
        ]
        if row:
            cells = [
                _leaked([each for each in row if each.planned.probe.disguise is disguise]) for disguise in disguises
            ]
            unjudged = [str(sum(each.outcome is outcome for each in row) or "") for outcome in UNJUDGED]
            yield (position, "stream" if stream else "JSON", *cells, *unjudged, _restored(row))


def _leaked(cell: Sequence[JudgedProbe]) -> str:
    """How many leaked of those that the witness saw."""
    leaked = sum(each.outcome is VerifiedOutcome.LEAKED for each in cell)
    seen = leaked + sum(each.outcome is VerifiedOutcome.CLEAN for each in cell)
    return f"{leaked}/{seen}" if seen else "-"


def _restored(row: Sequence[JudgedProbe]) -> str:
    clean = [each.restored for each in row if each.outcome is VerifiedOutcome.CLEAN]
    return f"{sum(clean)}/{len(clean)}" if clean else "-"


def _leaks(probes: Sequence[JudgedProbe]) -> Iterator[tuple[str, ...]]:
    yield ("kind", "leaked", "forms", "positions", "disguises")
    seen = Counter(
        each.planned.canary.kind for each in probes if each.outcome in (VerifiedOutcome.LEAKED, VerifiedOutcome.CLEAN)
    )
    leaks = [each for each in probes if each.outcome is VerifiedOutcome.LEAKED]
    for kind in sorted({each.planned.canary.kind for each in leaks}):
        of_kind = [each for each in leaks if each.planned.canary.kind == kind]
        forms = Counter(each.leak.form.value for each in of_kind if each.leak)
        positions = Counter(each.planned.probe.position.value for each in of_kind)
        disguises = Counter(each.planned.probe.disguise.value for each in of_kind)
        yield (kind, f"{len(of_kind)}/{seen[kind]}", *map(_counted, (forms, positions, disguises)))


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def _unjudged_answers(probes: Sequence[JudgedProbe]) -> Iterator[tuple[str, ...]]:
    yield ("answer", "probes", "")
    counts = Counter((each.said, each.outcome) for each in probes if each.outcome in UNJUDGED)
    for (said, outcome), count in sorted(counts.items()):
        yield (said, str(count), outcome)


def _totals(verification: Verification) -> str:
    outcomes = [f"{verification.count(outcome)} {outcome}" for outcome in VerifiedOutcome]
    unsent = [f"{verification.unsent} not sent"] if verification.unsent else []
    head = f"{len(verification.probes)} probes in {verification.seconds:.1f} s (seed {verification.seed})"
    return f"{head}: {', '.join([*outcomes, *unsent])}"


def _conclusion(verification: Verification, witness: str) -> str:
    if verification.count(VerifiedOutcome.LEAKED):
        return "Values leak."
    if not verification.count(VerifiedOutcome.CLEAN):
        return f"Nothing reached the witness: {witness} should be the api_base of the only deployment behind the model."
    if verification.status == UNKNOWN:
        return f"Not everything is known: {witness} did not see all that was not refused."
    return "Nothing leaked."
