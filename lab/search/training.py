"""Trains the learned predictor on the oracle's plans, published with the data or in ledgers of runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from gateway.errors import BadRequest
from gateway.given import GivenEntity
from gateway.plans.predictors.features import Features, Stands, features
from gateway.plans.predictors.learned import ANY_MODEL, Artefact, Needs, terms
from gateway.types import Action, Actions
from lab.search.stand_in import NAME as STAND_IN
from streams.searcher.ledger import Ended, Head, Live, SearchedPrompt, actions, decode_all
from streams.searcher.prompts import Prompt, rewriter
from streams.searcher.search import Ending

PUBLISHED: Final = "published"
LIVE: Final = "live"
_STRENGTH: Final = 1.0  # inverse regularization strength of the fit
_SURELY: Final = 30.0  # odds of an outcome that never varied


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One prompt, the features of its entities, and the plan that the oracle found for a model."""

    prompt: Prompt
    model: str
    features: tuple[Features, ...]
    plan: Actions

    def __repr__(self) -> str:
        return f"Example(id={self.prompt.id!r}, model={self.model!r})"


def features_of(prompt: Prompt) -> tuple[Features, ...]:
    """Returns the features of each entity in a prompt."""
    places = [[Stands(*place) for place in of_one] for of_one in rewriter(prompt).places]
    texts = (prompt.text, *prompt.choices)
    return tuple(features(texts, zip(prompt.types, places, strict=True), len(prompt.choices)))


def examples(prompts: Sequence[Prompt], ledgers: Iterable[Path]) -> list[Example]:
    """Returns the oracle's plans for these prompts: from each ledger at its least slack, and published ones.

    Published plans name no model, so they count as plans of a separate model.
    """
    known = {prompt.id: prompt for prompt in prompts}
    found = [
        Example(known[prompt], model, features_of(known[prompt]), plan)
        for ledger in ledgers
        for prompt, model, plan in _found(ledger, known)
    ]
    published = (prompt for prompt in prompts if prompt.published is not None)
    return [*found, *(Example(each, PUBLISHED, features_of(each), each.published or ()) for each in published)]


def live_examples(ledgers: Iterable[Path]) -> list[Example]:
    """Returns the plans for live turns from ledgers of the role ``searcher``, which store only the entities' types.

    A turn that was searched again after a restart counts once.
    Raises BadRequest, naming the line, for a plan without exactly one action per entity.
    """
    found: dict[str, Example] = {}
    for ledger in ledgers:
        model = ""
        for place, record in decode_all(ledger.read_bytes(), ledger.name):
            match record:
                case Head():
                    model = record.model
                case Live() if len(record.plan) != len(record.features):
                    raise BadRequest(f"{place}: this plan does not have exactly one action for each entity of its turn")
                case Live(ending=Ending.FOUND):
                    entities = tuple(GivenEntity(each.entity_type, ()) for each in record.features)
                    prompt = Prompt(record.turn, LIVE, "", entities)
                    found[record.turn] = Example(prompt, model, record.features, actions(record.plan))
    return list(found.values())


def by_model(found: Sequence[Example]) -> dict[str, list[Example]]:
    """Returns the examples by model, in the order of the models' first examples."""
    models = dict.fromkeys(example.model for example in found)
    return {model: [example for example in found if example.model == model] for model in models}


def _found(ledger: Path, known: dict[str, Prompt]) -> Iterator[tuple[str, str, Actions]]:
    """Yields the results of a ledger; raises BadRequest, naming the line, for a prompt that differs from the data."""
    model = ""
    results: dict[str, Ended] = {}
    for place, record in decode_all(ledger.read_bytes(), ledger.name):
        match record:
            case Head():
                model = record.model
            case SearchedPrompt():
                prompt = known.get(record.prompt)
                if prompt is None or prompt.fingerprint != record.fingerprint:
                    raise BadRequest(f"{place}: this prompt is not in the data, or reads otherwise there")
            case Ended() if record.prompt not in known or len(record.plan) != len(known[record.prompt].entities):
                raise BadRequest(f"{place}: this plan does not have exactly one action for each entity of its prompt")
            case Ended(ending=Ending.FOUND):
                before = results.get(record.prompt)
                results[record.prompt] = record if before is None or record.slack < before.slack else before
    for prompt_id, result in results.items():
        yield prompt_id, model, actions(result.plan)


def train(found: Sequence[Example]) -> Artefact:
    """Returns the needs of each model, and of any model, trained on all examples together.

    The same examples give the same artefact. Raises BadRequest if there are no examples.
    """
    if not found:
        raise BadRequest("there is no plan of the oracle in the data or the ledgers: run canarygate minimize oracle")
    counts = Counter(example.model for example in found)
    models = {model: needs(own) for model, own in sorted(by_model(found).items())}
    return Artefact({ANY_MODEL: needs(found)} | models, dict(sorted(counts.items())), stand_in=STAND_IN in counts)


def needs(found: Sequence[Example]) -> Needs:
    """Returns two logistic regressions: which entities may not be redacted, and which of these not even abstracted."""
    rows = [
        (terms(each), action) for example in found for each, action in zip(example.features, example.plan, strict=True)
    ]
    shown = [(inputs, action) for inputs, action in rows if action is not Action.REDACT]
    return Needs(
        _weights([inputs for inputs, _ in rows], [action is not Action.REDACT for _, action in rows]),
        _weights([inputs for inputs, _ in shown], [action is Action.RETAIN for _, action in shown]),
    )


def _weights(inputs: Sequence[dict[str, float]], happened: Sequence[bool]) -> dict[str, float]:
    if len(set(happened)) < 2:
        return {"bias": _SURELY if any(happened) else -_SURELY}
    model = make_pipeline(
        DictVectorizer(), MaxAbsScaler(), LogisticRegression(C=_STRENGTH, max_iter=1000, fit_intercept=False)
    ).fit(inputs, happened)
    names, scales = model[0].get_feature_names_out(), model[1].scale_
    weights = zip(names, model[2].coef_[0] / scales, strict=True)
    return {str(name): round(float(weight), 5) for name, weight in weights}
