"""The second look: a slower recognizer reads the sentences in which the tagger is unsure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, Protocol

import numpy as np

from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Floats
from gateway.detection.names.words import Words
from gateway.detection.recognizer import Extent, Recognizer
from gateway.detection.second_look.common import are_common
from gateway.detection.second_look.windows import paragraphs, sentences_with
from gateway.types import EntityType, Span

DOUBT: Final = 0.04  # an unclaimed word with at least this score of the tagger's is doubtful

Sentences = Literal["doubtful", "always"]
SENTENCES: Final[tuple[Sentences, ...]] = ("doubtful", "always")


class Classifier(Recognizer, Protocol):
    """A recognizer that can read parts of a text."""

    def find_in(self, text: str, extents: Iterable[Extent]) -> Iterable[Span]:
        """Yields the spans in disjoint stretches of a text; each stretch is judged by itself."""


class SecondLook:
    """A recognizer that runs beside the tagger and finds what it missed; the overlap rule merges their spans.

    ``doubtful``: it reads sentences with a doubtful word that the tagger does not claim. Only its claims on words that
    the tagger doubts or claims count, because almost none of the others were right on the tuning data.
    ``always``: it reads everything and every claim counts, for texts that the tagger was not trained for.
    """

    def __init__(self, tagger: Tagger, classifier: Classifier, lexicon: Lexicon, sentences: Sentences) -> None:
        self._tagger = tagger
        self._classifier = classifier
        self._lexicon = lexicon
        self._sentences = sentences

    @property
    def name(self) -> str:
        """The name that its spans carry: the classifier's."""
        return self._classifier.name

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""
        return self._classifier.entity_types

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        if self._sentences == "always":
            yield from self._classifier.find_in(text, paragraphs(text))
            return
        words, scores = self._tagger.scored(text)
        claims = self._classifier.find_in(text, self._doubtful(text, words, scores))
        yield from (claim for claim in claims if _surest(words, scores, claim) >= DOUBT)

    def _doubtful(self, text: str, words: Words, scores: Floats) -> Iterator[Extent]:
        doubted = (scores >= DOUBT) & ~self._claimed(text, words)
        numbers = np.array([form.isdigit() for form in words.forms], dtype=np.bool_)
        places = np.array(words.starts)[doubted & ~numbers & ~are_common(words, self._lexicon)]
        return sentences_with(text, places.tolist())

    def _claimed(self, text: str, words: Words) -> np.typing.NDArray[np.bool_]:
        claimed = np.zeros(len(words.forms), dtype=np.bool_)
        for span in self._tagger.find(text):
            claimed[_inside(words, span)] = True
        return claimed


def _surest(words: Words, scores: Floats, span: Span) -> float:
    return float(scores[_inside(words, span)].max(initial=0))


def _inside(words: Words, span: Span) -> slice:
    return slice(*np.searchsorted(words.starts, [span.start, span.end]).tolist())
