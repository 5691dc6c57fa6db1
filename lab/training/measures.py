"""Measures a detector on labelled rows, and its false alarms in texts without anything to find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gateway.detection.detector import Detector
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.words import split
from gateway.detection.recognizer import Recognizer
from gateway.types import EntityType, Span, kinds
from lab.training.rows import Row
from lab.training.units import places


class Alone(Detector):
    """A recognizer alone as a detector, so that its scores do not depend on others."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns the recognizer's spans, in order."""
        return tuple(self._recognizer.find(text))


def group(entity_type: EntityType) -> EntityType:
    """Returns the paper's type that a type belongs to.

    >>> group(EntityType.IBAN).value
    'FINANCIAL_INFORMATION'
    """
    return kinds(entity_type)[-1]


def f2(precision: float, recall: float) -> float:
    """Returns the F2 score, which weighs recall four times as much as precision; 0 if nothing was right.

    >>> round(f2(0.5, 1.0), 3), f2(0, 0)
    (0.833, 0.0)
    """
    return 5 * precision * recall / (4 * precision + recall) if precision and recall else 0.0


@dataclass
class Tally:
    """Counts of labelled occurrences, claimed spans and words; a rate with nothing to count is 0."""

    labelled: int = 0
    found: int = 0
    covered: int = 0
    typed: int = 0
    claimed: int = 0
    right: int = 0
    words: int = 0
    words_found: int = 0
    words_claimed: int = 0

    def rates(self) -> dict[str, float]:
        """Returns the rates of the evaluation tables.

        >>> Tally(labelled=4, found=3).rates()["found"]
        0.75
        """
        precision, recall = _rate(self.words_found, self.words_claimed), _rate(self.words_found, self.words)
        found, span_precision = _rate(self.found, self.labelled), _rate(self.right, self.claimed)
        return {
            "found": found,
            "wholly_covered": _rate(self.covered, self.labelled),
            "typed": _rate(self.typed, self.labelled),
            "precision": span_precision,
            "f2": f2(span_precision, found),
            "word_recall": recall,
            "word_precision": precision,
            "word_f2": f2(precision, recall),
        }


@dataclass
class Scores:
    """The tally of all rows, and one per labelled type."""

    rows: int = 0
    all: Tally = field(default_factory=Tally)
    by_type: dict[str, Tally] = field(default_factory=dict)


def score(detector: Detector, rows: Iterable[Row]) -> Scores:
    """Returns a detector's scores on labelled rows."""
    scores = Scores()
    for row in rows:
        scores.rows += 1
        _count(scores, row, detector.detect(row.text))
    return scores


def _count(scores: Scores, row: Row, spans: Sequence[Span]) -> None:
    covered = _covered(spans)
    for start, end, entity_type in row.spans:
        letters = [at for at in range(start, end) if row.text[at].isalnum()]
        touching = [span for span in spans if span.start < end and span.end > start]
        is_typed = any(group(span.entity_type) is group(entity_type) for span in touching)
        for tally in (scores.all, scores.by_type.setdefault(entity_type.value, Tally())):
            tally.labelled += 1
            tally.found += bool(touching)
            tally.covered += all(at in covered for at in letters)
            tally.typed += is_typed
    _count_claims(scores, row, spans)
    _count_words(scores.all, row, covered)


def _count_claims(scores: Scores, row: Row, spans: Sequence[Span]) -> None:
    for span in spans:
        tally = scores.by_type.setdefault(span.entity_type.value, Tally())
        is_right = any(start < span.end and end > span.start for start, end, _ in row.spans)
        for each in (scores.all, tally):
            each.claimed += 1
            each.right += is_right


def _count_words(tally: Tally, row: Row, covered: set[int]) -> None:
    gold = {at for start, end, _ in row.spans for at in range(start, end)}
    words = split(row.text)
    for start, end in zip(words.starts, words.ends, strict=True):
        is_gold = any(at in gold for at in range(start, end))
        is_claimed = any(at in covered for at in range(start, end))
        tally.words += is_gold
        tally.words_claimed += is_claimed
        tally.words_found += is_gold and is_claimed


def _covered(spans: Iterable[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


def units(detector: Detector, rows: Iterable[tuple[str, Sequence[str]]]) -> dict[str, float]:
    """Returns the shares of strings known to be in prompts that were found, and that were covered everywhere."""
    counts: Counter[str] = Counter()
    for text, values in rows:
        covered = _covered(detector.detect(text))
        counts["rows"] += 1
        for value in values:
            found = places(text, value)
            inside = [[at in covered for at in range(start, end) if text[at].isalnum()] for start, end in found]
            counts["units"] += bool(found)
            counts["found"] += any(map(any, inside))
            counts["covered"] += bool(found) and all(map(all, inside))
    return {
        "rows": counts["rows"],
        "units": counts["units"],
        "found": _rate(counts["found"], counts["units"]),
        "wholly_covered": _rate(counts["covered"], counts["units"]),
    }


def alarms(detector: Detector, texts: Iterable[str]) -> dict[str, float]:
    """Returns false alarms in texts without anything to find: texts with a span, and spans per 1,000 characters."""
    count = spans = characters = alarmed = 0
    for text in texts:
        found = len(detector.detect(text))
        count, spans, characters, alarmed = count + 1, spans + found, characters + len(text), alarmed + bool(found)
    return {
        "texts": count,
        "alarmed": _rate(alarmed, count),
        "spans_per_1000_characters": 1000 * _rate(spans, characters),
    }


def junk(detector: Detector, texts: Sequence[str], lexicon: Lexicon) -> float:
    """Returns the share of texts with a span that has no possible name by public lists."""
    return _rate(
        sum(any(_is_junk(text, span, lexicon) for span in detector.detect(text)) for text in texts), len(texts)
    )


def _is_junk(text: str, span: Span, lexicon: Lexicon) -> bool:
    return not any(map(lexicon.may_name, split(text[span.start : span.end]).forms))


def _rate(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
