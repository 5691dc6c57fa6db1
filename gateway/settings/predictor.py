"""The section ``predictor``: the file of the learned predictor, checked once at startup."""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path

from gateway.errors import BadRequest
from gateway.plans.predictors.installed import load
from gateway.roles import Role
from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake
from gateway.settings.sections import Section


class PredictorSettings(Section):
    """The predictor for policies with ``predictor: learned``: the file that ``canarygate minimize train`` wrote."""

    model: Path | None = None


def policies_without_predictor(document: Document) -> Iterator[Mistake]:
    """Yields a mistake for each policy with learned plans if the configuration names no predictor file."""
    if document.section("predictor").get("model") is not None:
        return
    for path, predictor in document.texts(("policies", Step.EACH, "predictor")):
        if predictor == "learned":
            yield document.mistake(path, "needs a predictor: name its file in predictor.model")


def mistakes_of_file(document: Document, roles: Set[Role]) -> Iterator[Mistake]:
    """Yields what is wrong with the file if a role needs it, because nothing replaces a learned plan at run time."""
    model = document.section("predictor").get("model")
    if Role.MINIMIZER not in roles or not isinstance(model, str):
        return
    try:
        load(Path(model))
    except BadRequest as error:
        yield document.mistake(("predictor", "model"), error.message)
