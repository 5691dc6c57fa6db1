"""Finds people, places and organisations in Chinese, Japanese, Korean and Thai, unit by unit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from operator import itemgetter
from typing import Final

import numpy as np

from gateway.detection.eastern.announced import announced, listed
from gateway.detection.eastern.dictionary import EasternClass
from gateway.detection.eastern.edges import TOLD, corrected
from gateway.detection.eastern.network import Network
from gateway.detection.eastern.told import rows
from gateway.detection.eastern.units import REACH, has_eastern, split
from gateway.detection.model_names import EASTERN
from gateway.detection.sequences import Floats, runs, shares
from gateway.types import EntityType, Span

_BETWEEN: Final = "\n" * (REACH + 1)
_SURE: Final = 0.95  # of nothing: such a unit ends what is decoded together
_ANNOUNCED: Final = 0.7  # the score of names that only the words before them tell
_NEVER: Final = -1e9


class EasternTagger:
    """A recognizer for scripts that write no spaces between words, or few.

    A unit is judged by the five before and after it and by public lists; its spans begin and end with a letter. Texts
    in other scripts cost nothing.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    @property
    def name(self) -> str:
        """The name that its spans carry."""
        return EASTERN

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""
        return frozenset(self._network.types)

    @property
    def has_checksum(self) -> bool:
        """Always False: names have no checksum."""
        return False

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text; they are disjoint and in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text: the same as one by one."""
        found: list[list[Span]] = [[] for _ in texts]
        eastern = [number for number, text in enumerate(texts) if has_eastern(text)]
        if not eastern:
            return found
        begins = [*accumulate([len(texts[number]) + len(_BETWEEN) for number in eastern], initial=0)]
        together = _BETWEEN.join(texts[number] for number in eastern)
        for span in corrected(self._with_announced(together), together):
            at = bisect_right(begins, span.start) - 1
            start = begins[at]
            found[eastern[at]].append(
                Span(span.start - start, span.end - start, span.entity_type, span.score, span.recognizer)
            )
        return found

    def _with_announced(self, text: str) -> Iterable[tuple[Span, EasternClass]]:
        """Returns the model's spans and the announced names where it has none, in order."""
        found = list(self._spans(text))
        names = [(span.start, span.end) for span, _ in found if span.entity_type is EntityType.NAME]
        dictionary = self._network.dictionary
        told = [*announced(text, dictionary), *listed(text, names, dictionary)]
        known = {at for start, end in names for at in range(start, end)}
        of_known = (row for row in rows(text) if not known.isdisjoint(range(*row)))
        standing = dict(enumerate(found))
        taken = {at: number for number, (span, _) in standing.items() for at in range(span.start, span.end)}
        for number, (start, end) in enumerate(dict.fromkeys(chain(told, of_known)), len(found)):
            beside = {taken[at] for at in range(start, end) if at in taken}
            if all(_is_wider(start, end, standing[each][0]) for each in beside):
                for each in beside:
                    del standing[each]
                standing[number] = Span(start, end, EntityType.NAME, _ANNOUNCED, self.name), TOLD
                taken.update(dict.fromkeys(range(start, end), number))
        return sorted(standing.values(), key=itemgetter(0))

    def _spans(self, text: str) -> Iterator[tuple[Span, EasternClass]]:
        units = split(text)
        logits = self._network.logits(units.codes)
        each = shares(logits)
        nothing = np.where(units.is_judged, each[:, 0], 1)
        scores: list[float] = np.round(1 - nothing, 4).tolist()
        for first, last in runs(nothing < _SURE):
            for start, end, kind in _decoded(logits[first:last]):
                score = max(scores[first + start : first + end])
                if score >= self._network.thresholds[kind]:
                    begin, stop = units.starts[first + start], units.ends[first + end - 1]
                    span = Span(int(begin), int(stop), self._network.types[kind], score, self.name)
                    yield span, self._network.dictionary.together(units.codes[first + start : first + end])


def _is_wider(start: int, end: int, span: Span) -> bool:
    """Returns whether these offsets have all of a span and more."""
    return start <= span.start and span.end <= end and end - start > span.end - span.start


def _decoded(logits: Floats) -> Iterator[tuple[int, int, int]]:
    """Yields the half-open spans of the best path and their types' indexes: an inside follows only its own type.

    >>> nothing, begin, inside = [9, 0, 0], [0, 9, 0], [0, 0, 9]
    >>> list(_decoded(np.array([begin, inside, nothing, begin], dtype=np.float32)))
    [(0, 2, 0), (3, 4, 0)]
    """
    path = _best_path(logits)
    start = kind = -1
    for at, label in enumerate([*path, 0]):
        if start >= 0 and (label == 0 or label % 2 == 1):
            yield start, at, kind
            start = -1
        if label % 2 == 1:
            start, kind = at, label // 2


def _best_path(logits: Floats) -> list[int]:
    rows: list[list[float]] = logits.tolist()
    classes = range(len(rows[0]))
    inside = classes[2::2]
    total = [_NEVER if label in inside else score for label, score in enumerate(rows[0])]
    back: list[list[int]] = []
    for row in rows[1:]:
        best = max(classes, key=total.__getitem__)
        before = [best] * len(row)
        for label in inside:
            before[label] = label if total[label] > total[label - 1] else label - 1
        total = [total[before[label]] + row[label] for label in classes]
        back.append(before)
    path = [max(classes, key=total.__getitem__)]
    for before in reversed(back):
        path.append(before[path[-1]])
    return path[::-1]
