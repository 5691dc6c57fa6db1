"""What lists and models find, the network of what people tell must not take for nothing.

Recognizers of different kinds err elsewhere: a list knows words, the tagger of names knows their shapes and neighbours,
and the network knows what a paragraph is about. So what only one of them sees is seldom right. A sentence with a word
for a person is another matter: who is said to be something ("a vegan aunt", "I earn $900") is said to be it, whatever
the paragraph is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gateway.detection.attributes.sheets import BESIDE
from gateway.detection.circumstances.judging import TOLD
from gateway.detection.circumstances.reading import CircumstanceReading
from gateway.detection.model_names import CASELESS, EASTERN, NAMES
from gateway.detection.patterns.money import AMOUNT, BARE
from gateway.types import EntityType, Span

_NAMING: Final = frozenset(
    {EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.ADDRESS, EntityType.TIME}
)
# In other languages than English, the least sum of their score and of how likely the network thinks anything is told;
_ELSEWHERE: Final = 0.6
_LIKELY: Final = 0.02  # of all else that is judged, how likely at least
_MODELS: Final = frozenset({CASELESS, EASTERN})
_OF_PEOPLE: Final = frozenset({NAMES, BESIDE})  # what they think is told of people is judged


def agreed(spans: Sequence[Span], reading: CircumstanceReading) -> list[Span]:
    """Returns the spans that the network, as it reads the text, does not take for nothing.

    It judges what lists find in sentences without a person, what the tagger of names thinks is told of people, amounts
    that nothing says are somebody's, and what the other models of names find; not what a sentence, a label, a deny list
    or a recognizer of the configuration says. Of the tagger's names it judges what is doubtful, and not in English,
    where the tagger takes fewer ordinary words for names, and the network those of stories, of history and of the news
    for nothing. Where it reads nothing, or a paragraph of few words, all spans stay.

    >>> from gateway.detection.circumstances.reading import Told
    >>> reading = CircumstanceReading((), Told([0, 4], [3, 8], [0.9, 0.1], [False, False]))
    >>> names = [Span(0, 3, EntityType.NAME, 0.4, "tagger"), Span(4, 8, EntityType.NAME, 0.4, "tagger")]
    >>> [span.start for span in agreed(names, reading)]
    [0]
    """
    return [each for each in spans if _is_agreed(each, reading)]


def _is_agreed(span: Span, reading: CircumstanceReading) -> bool:
    if span.recognizer == NAMES and span.entity_type in _NAMING:
        is_sure = span.score >= _ELSEWHERE or reading.is_english(span.start, span.end)
        return is_sure or span.score + reading.likeliest(span.start, span.end) >= _ELSEWHERE
    is_told = span.recognizer in _OF_PEOPLE and span.entity_type in TOLD
    is_judged = is_told or span.recognizer in _MODELS or (span.recognizer == AMOUNT and span.score <= BARE)
    return not is_judged or reading.likeliest(span.start, span.end) >= _LIKELY
