"""The detector of a configuration: patterns, the recognizers that it brings along, and the names model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.detector import PatternDetector
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer


def pattern_detector(custom: Sequence[Recognizer], languages: Set[str], *, few_texts: bool = False) -> PatternDetector:
    """A detector of what patterns find: those made of no language's words or of these languages', and one's own.

    ``few_texts`` makes it sooner ready and slower afterwards.

    >>> [span.recognizer for span in pattern_detector((), {"en"}).detect("Anna Schmidt has anna@corp.example")]
    ['email']
    """
    return PatternDetector((*_spoken(PATTERNS, languages), *custom), few_texts=few_texts)


def full_detector(
    custom: Sequence[Recognizer], languages: Set[str], weights: Weights, *, few_texts: bool = False
) -> PatternDetector:
    """A detector with everything that finds spans by itself; a second look is taken by another.

    ``few_texts`` makes it sooner ready and slower afterwards.

    >>> from gateway.detection.names.installed import load
    >>> [span.recognizer for span in full_detector((), {"en"}, load()).detect("Anna Schmidt has anna@corp.example")]
    ['tagger', 'email']
    """
    return PatternDetector(recognizers(custom, languages, weights), few_texts=few_texts)


def recognizers(custom: Sequence[Recognizer], languages: Set[str], weights: Weights) -> tuple[Recognizer, ...]:
    """The recognizers of a full detector: patterns, one's own, what is said about people, and the names model."""
    return (*_spoken(PATTERNS, languages), *custom, *_spoken(ATTRIBUTES, languages), Tagger(weights))


def _spoken(recognizers: Iterable[Recognizer], languages: Set[str]) -> tuple[Recognizer, ...]:
    return tuple(each for each in recognizers if _is_spoken(each, languages))


def _is_spoken(recognizer: Recognizer, languages: Set[str]) -> bool:
    return (
        not isinstance(recognizer, Pattern)
        or not recognizer.languages
        or not languages.isdisjoint(recognizer.languages)
    )
