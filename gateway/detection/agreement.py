"""What others find, the network of what people tell must not take for nothing.

Recognizers of different kinds err elsewhere: a list knows words, the tagger of names knows their shapes and neighbours,
and the network knows what a paragraph is about. So what only one of them sees is seldom right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.attributes.sheets import BESIDE, SAID
from gateway.detection.circumstances.tagger import TOLD, Reading
from gateway.detection.names.weights import Weights
from gateway.detection.patterns import PATTERNS
from gateway.types import EntityType, Span

_NAMES: Final = "tagger"
_ORGANISATION: Final = (
    0.45  # the least sum of the tagger's score and of how likely the network thinks anything is told,
)
# And in other languages than English, where the tagger takes more ordinary words for names.
_ELSEWHERE: Final[Mapping[EntityType, float]] = {
    EntityType.NAME: 0.6,
    EntityType.AFFILIATION: _ORGANISATION,
    EntityType.GEOLOCATION: 0.6,
    EntityType.ADDRESS: 0.6,
    EntityType.TIME: 0.6,
}
_IN_ENGLISH: Final[Mapping[EntityType, float]] = {EntityType.AFFILIATION: _ORGANISATION}
_SHARE: Final = 0.5  # of its threshold, for the tagger, of organisations: the network judges them in every language
_LIKELY: Final = 0.03  # what else is judged, the network thinks at least so likely
_TOLD: Final = frozenset({*TOLD, EntityType.INCOME})
_MODELS: Final = frozenset({"caseless_tagger", "eastern"})
_OTHERS: Final = frozenset({_NAMES, SAID, BESIDE, *(each.name for each in (*PATTERNS, *ATTRIBUTES))})


def agreed(spans: Sequence[Span], reading: Reading) -> list[Span]:
    """Returns the spans that the network, as it reads the text, does not take for nothing.

    It judges what others think is told of people, and what the models of names find; not what a label, a deny list or
    a recognizer of the configuration finds. In English it judges no names, places and times of the tagger: there it
    takes those of stories, of history and of the news for nothing. Where it reads nothing, all spans stay.

    >>> from gateway.detection.circumstances.tagger import Told
    >>> reading = Reading((), Told([0, 4], [3, 8], [0.9, 0.1], [False, False]))
    >>> names = [Span(0, 3, EntityType.NAME, 0.4, "tagger"), Span(4, 8, EntityType.NAME, 0.4, "tagger")]
    >>> [span.start for span in agreed(names, reading)]
    [0]
    """
    return [each for each in spans if _is_agreed(each, reading)]


def lenient(weights: Weights) -> Weights:
    """Returns a names model that finds more organisations, which ``agreed`` judges together with the network."""
    shares = np.array([_SHARE if each in _IN_ENGLISH else 1 for each in weights.types], dtype=np.float32)
    return replace(weights, thresholds=weights.thresholds * shares)


def _is_agreed(span: Span, reading: Reading) -> bool:
    if span.recognizer == _NAMES and span.entity_type in _ELSEWHERE:
        least = (_IN_ENGLISH if reading.is_english(span.start, span.end) else _ELSEWHERE).get(span.entity_type, 0)
        return span.score >= least or span.score + reading.likeliest(span.start, span.end) >= least
    is_judged = span.recognizer in _MODELS or (span.recognizer in _OTHERS and span.entity_type in _TOLD)
    return not is_judged or reading.likeliest(span.start, span.end) >= _LIKELY
