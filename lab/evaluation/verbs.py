"""The command ``canarygate detect leaks``: what still leaves of the prompts, counted and side by side with Presidio."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec

from gateway.detectors import load_detectors
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import DetectionSettings
from gateway.types import JsonObject
from lab.evaluation.corpus import COLLECTIONS, HALVES, prompts
from lab.evaluation.counting import count
from lab.evaluation.reading import reading
from lab.evaluation.tables import table
from lab.reporting.commands import encoded, versions
from lab.training.evaluate import SPACY_MODEL

_PRESIDIO = ("presidio-analyzer", "spacy", SPACY_MODEL.replace("_", "-"))


def leaks(options: argparse.Namespace) -> int:
    """Prints what is readable of both halves of the prompts, or with ``--list`` each find in the tuned half."""
    ours = _ours(options)
    if options.list:
        sys.stdout.writelines(f"{line}\n" for line in listed(ours))
        return 0
    result = measured({"canarygate": ours, **_presidio()})
    sys.stdout.write(encoded(result).decode() if options.json else table(result) + "\n")
    return 0


def measured(compared: Mapping[str, Detectors]) -> JsonObject:
    """Returns the figures of each collection, half and detector; nothing in them is random, so there is no seed."""
    collections: JsonObject = {
        collection: {
            half: {name: count(prompts(collection, half), each).figures() for name, each in compared.items()}
            for half in HALVES
        }
        for collection in COLLECTIONS
    }
    packages = ("canarygate", "numpy", *(_PRESIDIO if "presidio" in compared else ()))
    return {"policy": "default", "seed": None, "versions": dict(versions(packages)), "collections": collections}


def listed(detectors: Detectors) -> Iterator[str]:
    """Yields a line for each readable value and each false alarm of the tuned half; the other half is only counted."""
    for collection in COLLECTIONS:
        for prompt in prompts(collection, "tuned"):
            read = reading(prompt.row, detectors)
            leaving = [each for each in read.values if each.readable]
            yield from (f"{prompt.row.key} {each.readable.name} {each.entity_type} {each.text!r}" for each in leaving)
            wrong = [each for each in read.replaced if not each.is_right]
            yield from (f"{prompt.row.key} FALSE {each.entity_type} {each.text!r}" for each in wrong)


def _ours(options: argparse.Namespace) -> Detectors:
    loaded = load_detectors(DetectionSettings(names_model=options.model), {"default": Policy()})["default"].full
    assert loaded is not None  # what is missing was refused when it was loaded
    return loaded


def _presidio() -> Mapping[str, Detectors]:
    if not (find_spec("presidio_analyzer") and find_spec(SPACY_MODEL)):
        return {}
    from lab.training.presidio import PresidioDetector  # noqa: PLC0415 - an option

    detector = PresidioDetector(SPACY_MODEL)
    return {"presidio": Detectors(detector, detector)}
