"""The section ``predictor``: the file from which plans are predicted, read once before anything starts."""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path

from gateway.errors import BadRequest
from gateway.plans.predictors.installed import load
from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake
from gateway.settings.roles import Role
from gateway.settings.sections import Section


class Predictor(Section):
    """What policies with ``predictor: learned`` follow: the file that ``canarygate minimize train`` wrote."""

    model: Path | None = None


def policies_without_predictor(document: Document) -> Iterator[Mistake]:
    """Policies whose plans are learned, where no file says what was learned."""
    if document.section("predictor").get("model") is not None:
        return
    for path, predictor in document.texts(("policies", Step.EACH, "predictor")):
        if predictor == "learned":
            yield document.mistake(path, "needs a predictor: name its file in predictor.model")


def mistakes_of_file(document: Document, roles: Set[Role]) -> Iterator[Mistake]:
    """What is wrong with the file, where a role follows it: no plan ever takes the place of a learned one."""
    model = document.section("predictor").get("model")
    if Role.MINIMIZER not in roles or not isinstance(model, str):
        return
    try:
        load(Path(model))
    except BadRequest as error:
        yield document.mistake(("predictor", "model"), error.message)
