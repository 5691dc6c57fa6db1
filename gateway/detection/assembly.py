"""Builds the detector for a configuration: patterns, custom recognizers and the names model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.caseless import installed as installed_caseless
from gateway.detection.circumstances.installed import load as load_circumstances
from gateway.detection.circumstances.tagger import LANGUAGES, CircumstanceTagger
from gateway.detection.eastern.installed import load as load_eastern
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer
from gateway.detection.store import Store
from gateway.detection.structure.recognizer import Structure


def pattern_detector(
    custom: Sequence[Recognizer], languages: Set[str], *, few_texts: bool = False, store: Store | None = None
) -> PatternDetector:
    """Returns a detector with the patterns for these languages or any language, and the custom recognizers.

    With ``few_texts`` it is ready sooner, but slower on each text; ``store`` is the engine's. It shares the engine's
    passes with the full detector.

    >>> [span.recognizer for span in pattern_detector((), {"en"}).detect("Anna Schmidt has anna@corp.example")]
    ['email']
    """
    patterns = (*_in_languages(PATTERNS, languages), Structure(), *custom)
    among = (*patterns, *_in_languages(ATTRIBUTES, languages))
    return PatternDetector(patterns, among=among, few_texts=few_texts, store=store)


def full_detector(
    custom: Sequence[Recognizer],
    languages: Set[str],
    weights: Weights,
    *,
    few_texts: bool = False,
    store: Store | None = None,
) -> PatternDetector:
    """Returns a detector with all recognizers except the second look.

    With ``few_texts`` it is ready sooner, but slower on each text; ``store`` is the engine's.

    >>> from gateway.detection.names.installed import load
    >>> [span.recognizer for span in full_detector((), {"en"}, load()).detect("Anna Schmidt has anna@corp.example")]
    ['tagger', 'email']
    """
    return PatternDetector(recognizers(custom, languages, weights), few_texts=few_texts, store=store)


def recognizers(custom: Sequence[Recognizer], languages: Set[str], weights: Weights) -> tuple[Recognizer, ...]:
    """Returns the recognizers of a full detector.

    They are the patterns, the labels of structured texts, custom ones, attributes of people, and all names models.
    Raises ArtefactError if a model for other scripts is missing, or another one than its manifest's.
    """
    names = (Tagger(weights), installed_caseless.tagger(), EasternTagger(load_eastern()))
    told = () if LANGUAGES.isdisjoint(languages) else (CircumstanceTagger(load_circumstances()),)
    attributes = (*_in_languages(ATTRIBUTES, languages), SaidOfPeople(languages), *told)
    return (*_in_languages(PATTERNS, languages), Structure(), *custom, *attributes, *names)


def _in_languages(recognizers: Iterable[Recognizer], languages: Set[str]) -> tuple[Recognizer, ...]:
    return tuple(each for each in recognizers if _is_in_languages(each, languages))


def _is_in_languages(recognizer: Recognizer, languages: Set[str]) -> bool:
    return (
        not isinstance(recognizer, Pattern)
        or not recognizer.languages
        or not languages.isdisjoint(recognizer.languages)
    )
