"""The ablations that the CanaryBench paper names as future work (section 7): which defence does what, at which k."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import msgspec

from lab.canarybench.conversations import Conversation
from lab.canarybench.experiment import Experiment
from lab.canarybench.generating import CorpusPlan, conversations
from lab.canarybench.metrics import Figures
from lab.canarybench.options import Clustering, CountBy, Options, Redaction, Summarizer

KS: Final = (10, 25, 50, 100)
PAPERS_K: Final = 25
CANARY_RATES: Final = (0.10, 0.30, 0.90)

EXTRACTIVE: Final = Options()
DEFENDED: Final = Options(k_min=PAPERS_K, redact_pii=Redaction.REGEX)
OURS: Final = Options(summarizer=Summarizer.VOCABULARY, k_min=PAPERS_K, redact_pii=Redaction.FULL)
OURS_BY_CONTRIBUTORS: Final = msgspec.structs.replace(OURS, k_by=CountBy.CONTRIBUTORS)


class Cell(msgspec.Struct, frozen=True):
    """One run of a sweep and what it measured; no canary rate where the data is not made here."""

    name: str
    options: Options
    canary_rate: float | None
    metrics: Figures


def grid() -> Iterator[tuple[str, Options]]:
    """Return every configuration with its name: the paper's two, ours, and the ablations between them."""
    yield "extractive", EXTRACTIVE
    yield "defended", DEFENDED
    yield "defended, three expressions", msgspec.structs.replace(DEFENDED, redact_pii=Redaction.REGEX_ONLY)
    yield "defended, our detection", msgspec.structs.replace(DEFENDED, redact_pii=Redaction.FULL)
    for by, ours in (("", OURS), (", k of contributors", OURS_BY_CONTRIBUTORS)):
        yield f"ours{by}", ours
        yield f"ours{by}, small ones joined", msgspec.structs.replace(ours, merge_small=True)
        online = msgspec.structs.replace(ours, cluster=Clustering.ONLINE)
        yield f"ours{by}, online", online
        yield f"ours{by}, online, small ones joined", msgspec.structs.replace(online, merge_small=True)
    for summarizer in Summarizer:
        for redaction in (Redaction.NONE, Redaction.REGEX):
            for k in (0, *KS):
                options = Options(summarizer=summarizer, k_min=k, redact_pii=redaction)
                yield ablation(options), options


def ablation(options: Options) -> str:
    """Return the name of an ablation.

    >>> ablation(DEFENDED)
    'example, redact regex, k 25'
    """
    return f"{options.summarizer.value}, redact {options.redact_pii.value}, k {options.k_min}"


def synthetic(plan: CorpusPlan, seeds: int) -> Iterator[Cell]:
    """Run every configuration on conversations made with each seed, and three of them at other canary rates too."""
    for seed in range(seeds):
        yield from _cells(list(grid()), msgspec.structs.replace(plan, seed=seed))
        few = [("extractive", EXTRACTIVE), ("defended", DEFENDED), ("ours", OURS)]
        for canary_rate in CANARY_RATES:
            yield from _cells(few, msgspec.structs.replace(plan, seed=seed, canary_rate=canary_rate))


def given(data: Sequence[Conversation], seeds: int) -> Iterator[Cell]:
    """Run every configuration on given conversations, clustered with each seed."""
    experiment = Experiment(data)
    for seed in range(seeds):
        for name, options in grid():
            seeded = msgspec.structs.replace(options, seed=seed)
            yield Cell(name, seeded, None, experiment.run(seeded).metrics)


def _cells(configurations: Sequence[tuple[str, Options]], plan: CorpusPlan) -> Iterator[Cell]:
    experiment = Experiment(list(conversations(plan, Random(plan.seed))))
    for name, options in configurations:
        seeded = msgspec.structs.replace(options, seed=plan.seed)
        yield Cell(name, seeded, plan.canary_rate, experiment.run(seeded).metrics)
