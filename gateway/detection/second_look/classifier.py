"""A recognizer made from a token classification model: it judges window by window and claims whole words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final, NamedTuple, Protocol

import numpy as np

from gateway.detection.names.contexts import GapKinds, line_kinds
from gateway.detection.names.features import LINES
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.weights import Floats
from gateway.detection.names.words import Words, split
from gateway.detection.recognizer import Extent
from gateway.detection.second_look.common import are_common
from gateway.detection.second_look.decoding import Decoder, Judged, Offsets, spans_of_words
from gateway.detection.second_look.labels import CLAIMED
from gateway.detection.second_look.windows import paragraphs, sentences, windows
from gateway.types import EntityType, Span

THRESHOLD: Final = 0.2
ON_COMMON_WORDS: Final = 0.6  # for frequent words in lower case
ON_CODE: Final = 0.85

_MOST_PIECES: Final = 126  # the model finds less in longer windows
_CODE: Final = LINES.index("code")


class Pieces(NamedTuple):
    """The tokens of a text: their ids in the model and their half-open offsets."""

    ids: list[int]
    starts: Offsets
    ends: Offsets


class TokenModel(Protocol):
    """A model that labels tokens in their context."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the columns of its probabilities: ``O`` for outside, else ``B-…`` and ``I-…``."""

    def pieces(self, text: str) -> Pieces:
        """Returns the tokens of a text, in order."""

    def probabilities(self, ids: list[int]) -> Floats:
        """Returns the probabilities of the labels for the tokens of one window, one row per token."""


class TokenClassifier:
    """A recognizer whose spans are whole words. Each paragraph is judged independently.

    A word's score is the highest score of its tokens. Safe to share between threads if the model is.
    """

    def __init__(self, name: str, model: TokenModel, lexicon: Lexicon) -> None:
        self._name = name
        self._model = model
        self._lexicon = lexicon
        self._decoder = Decoder(model.labels)
        self._gap_kinds = GapKinds()
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return self._name

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that it may claim."""
        return CLAIMED

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        return self.find_in(text, paragraphs(text))

    def find_in(self, text: str, extents: Iterable[Extent]) -> Iterator[Span]:
        """Yields the spans in disjoint stretches of a text; each stretch is judged by itself."""
        for start, end in extents:
            yield from self._spans(text[start:end], start)

    def _spans(self, text: str, offset: int) -> Iterator[Span]:
        words = split(text)
        if not words.forms:
            return
        scores = self._decoder.words(words, self._judge(text))
        with self._lock:
            gaps = self._gap_kinds.of(words.gaps)
        for first, until, entity_type, score in spans_of_words(scores, self._thresholds(text, words), gaps):
            if entity_type in CLAIMED:
                yield Span(offset + words.starts[first], offset + words.ends[until - 1], entity_type, score, self.name)

    def _judge(self, text: str) -> Judged:
        pieces = self._model.pieces(text)
        ends = [end for _, end in sentences(text, 0, len(text))]
        breaks = [0, *np.searchsorted(pieces.starts, ends, side="left").tolist()]
        judged = [self._model.probabilities(pieces.ids[first:last]) for first, last in windows(breaks, _MOST_PIECES)]
        none = np.zeros((0, len(self._model.labels)), dtype=np.float32)
        return Judged(pieces.starts, pieces.ends, np.concatenate([none, *judged]))

    def _thresholds(self, text: str, words: Words) -> Floats:
        thresholds = np.where(are_common(words, self._lexicon), ON_COMMON_WORDS, THRESHOLD)
        return np.where(line_kinds(text, words) == _CODE, ON_CODE, thresholds).astype(np.float32)
