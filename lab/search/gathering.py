"""Collects the evidence for a report on data minimization: plans, searches, predictions and audits, by model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import msgspec

from gateway.errors import BadRequest
from lab.recovery import auditing
from lab.recovery.audits import Audit
from lab.search import comparing, predicting
from lab.search.comparing import Comparison
from lab.search.pairs import read as read_pairs
from lab.search.prediction import Prediction
from lab.search.running import OracleRun
from lab.search.stand_in import NAME as STAND_IN
from lab.search.training import PUBLISHED, Example, by_model, examples
from streams.searcher.ledger import Head, Ledger, decode_all
from streams.searcher.prompts import Prompt

Result = TypeVar("Result", Prediction, Audit, OracleRun)


@dataclass(frozen=True, slots=True)
class Searched:
    """A ledger's name and content, and the model that was searched for."""

    name: str
    model: str
    ledger: Ledger


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """The evidence for a report; ``audits`` has the audits of each model's plans.

    ``asked``, ``runs`` and audits by other attackers than the built-in one are read from earlier results.
    """

    data: Sequence[str]
    prompts: Sequence[Prompt]
    found: Sequence[Example]
    searched: Sequence[Searched]
    comparison: Comparison | None
    prediction: Prediction
    audits: Sequence[Audit]
    asked: Sequence[Prediction]
    runs: Sequence[OracleRun]
    seed: int
    versions: dict[str, str]

    @property
    def stand_in(self) -> bool:
        """Whether any of it comes from the stand-in model."""
        measured: list[Prediction | Audit | OracleRun] = [self.prediction, *self.audits, *self.asked, *self.runs]
        return any(each.model == STAND_IN for each in self.searched) or any(each.stand_in for each in measured)

    def among(self, closed_ended: bool) -> list[Example]:
        """Returns the plans for prompts with choices, or for those without."""
        return [example for example in self.found if bool(example.prompt.choices) is closed_ended]


@dataclass(frozen=True, slots=True)
class Sources:
    """The files for a report, apart from the prompts."""

    data: Sequence[Path]
    ledgers: Sequence[Path]
    pairs: Path | None
    ablation: Sequence[Path]
    audits: Sequence[Path]
    runs: Sequence[Path]

    @property
    def names(self) -> list[str]:
        """Their names, without folders."""
        pairs = [self.pairs] if self.pairs else []
        return [path.name for path in [*self.data, *self.ledgers, *pairs, *self.ablation, *self.audits, *self.runs]]


async def gathered(sources: Sources, prompts: Sequence[Prompt], seed: int, versions: dict[str, str]) -> Evidence:
    """Returns the evidence computed from the files; raises BadRequest for a file that cannot be used."""
    asked, runs, audits = _asked(sources.ablation), _results(sources.runs, OracleRun), _results(sources.audits, Audit)
    searched = [_searched(path, prompts) for path in sources.ledgers]
    found = examples(prompts, sources.ledgers)
    _refuse_twice(found)
    return Evidence(
        data=sources.names,
        prompts=prompts,
        found=found,
        searched=searched,
        comparison=await _comparison(sources.pairs, versions),
        prediction=predicting.predicted(
            sources.names, found, predicting.known(sources.ledgers), [], seed=seed, versions=versions
        ),
        audits=[*await _audits(found, versions), *audits],
        asked=asked,
        runs=runs,
        seed=seed,
        versions=versions,
    )


def _searched(path: Path, prompts: Sequence[Prompt]) -> Searched:
    records = list(decode_all(path.read_bytes(), path.name))
    head = records[0][1] if records else None
    if not isinstance(head, Head):
        raise BadRequest(f"{path.name}: there is no line in this ledger")
    ledger = Ledger(BytesIO(), head, records)
    ledger.check(prompts)
    return Searched(path.name, head.model, ledger)


def _refuse_twice(found: Sequence[Example]) -> None:
    """Raises BadRequest if a model has two plans for one prompt, because that would count twice."""
    times = Counter((example.model, example.prompt.id) for example in found)
    if any(count > 1 for count in times.values()):
        raise BadRequest("two ledgers hold results of one model for the same prompts: name one of them")


async def _comparison(path: Path | None, versions: dict[str, str]) -> Comparison | None:
    if path is None:
        return None
    pairs = list(read_pairs(path))
    if not pairs:
        raise BadRequest(f"{path.name}: there is no pair in it")
    return await comparing.compare(path.name, pairs, versions, {})


async def _audits(found: Sequence[Example], versions: dict[str, str]) -> list[Audit]:
    if not found:
        return []
    attacker = auditing.built_in()
    return [
        await auditing.audit(
            attacker,
            [(example.prompt, example.plan) for example in own],
            data=[],
            made_by=maker(model),
            attacked_by=auditing.BUILT_IN,
            stand_in=model == STAND_IN,
            versions=versions,
        )
        for model, own in by_model(found).items()
    ]


def maker(model: str) -> str:
    """Returns the name in a row of the model whose plans it counts."""
    return {STAND_IN: "stand-in (no real model)", PUBLISHED: "published (model not named)"}.get(model, model)


def _asked(files: Sequence[Path]) -> list[Prediction]:
    results = _results(files, Prediction)
    for path, result in zip(files, results, strict=True):
        if not result.asked:
            raise BadRequest(f"{path.name}: no model was asked; run canarygate minimize predict with --ask")
    return results


def _results(files: Sequence[Path], kind: type[Result]) -> list[Result]:
    """Returns results that earlier commands printed as JSON; raises BadRequest, naming the file, for other content."""
    results = []
    for path in files:
        try:
            results.append(msgspec.json.decode(path.read_bytes(), type=kind))
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadRequest(f"{path.name}: this is not what this version of the command prints with --json") from None
    return results
