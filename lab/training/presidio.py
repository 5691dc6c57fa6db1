"""Presidio as a detector, for comparison only."""

from __future__ import annotations

from gateway.detection.detector import Detector
from gateway.detection.overlap import resolve
from gateway.types import PRESIDIO_NAMES, EntityType, Span


class PresidioDetector(Detector):
    """Presidio's analyzer in its default configuration with a spaCy model."""

    def __init__(self, model: str) -> None:
        from presidio_analyzer import AnalyzerEngine  # noqa: PLC0415 - only who compares has it
        from presidio_analyzer.nlp_engine import NlpEngineProvider  # noqa: PLC0415

        configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
        self._engine = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=configuration).create_engine())

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns Presidio's spans with our types, made disjoint by our overlap rule."""
        found = self._engine.analyze(text, language="en")
        spans = [Span(each.start, each.end, _type(each.entity_type), each.score, "presidio") for each in found]
        return resolve(spans, text)


def _type(name: str) -> EntityType:
    return PRESIDIO_NAMES.get(name, EntityType.ID_NUMBER)
