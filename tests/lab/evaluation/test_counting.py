from __future__ import annotations

import json
from collections.abc import Mapping

from gateway.detection.detector import Detector
from gateway.minimization import Detectors
from gateway.types import EntityType, JsonObject, Span
from lab.evaluation.corpus import parse
from lab.evaluation.counting import LeakCounts, count
from lab.evaluation.reading import HowReadable, reading
from lab.evaluation.tables import table
from lab.training.written import marked


class _Finds(Detector):
    """Finds given strings, each once."""

    def __init__(self, types: Mapping[str, EntityType]) -> None:
        self._types = types

    def detect(self, text: str) -> tuple[Span, ...]:
        found = ((text.find(value), value, each) for value, each in self._types.items() if value in text)
        return tuple(Span(at, at + len(value), each, 1.0, "given") for at, value, each in sorted(found))


def _detectors(**types: EntityType) -> Detectors:
    detector = _Finds(types)
    return Detectors(detector, detector)


def _readable(text: str, **types: EntityType) -> dict[str, HowReadable]:
    return {value.text: value.readable for value in reading(marked("1", text), _detectors(**types)).values}


def test_a_value_leaves_wholly_partly_or_not() -> None:
    text = "Ask ⟦NAME|Ann Lee⟧, ⟦NAME|Bo Ek⟧ and ⟦NAME|Cy Os⟧."
    found = _readable(text, **{"Ann Lee": EntityType.NAME, "Ek": EntityType.NAME})
    assert found == {"Ann Lee": HowReadable.NOT, "Bo Ek": HowReadable.PARTLY, "Cy Os": HowReadable.WHOLLY}


def test_a_value_that_was_found_once_is_hidden_wherever_it_stands() -> None:
    assert _readable("⟦NAME|Zelda⟧ asks. Tell ⟦NAME|Zelda⟧.", Zelda=EntityType.NAME) == {"Zelda": HowReadable.NOT}


def test_the_worst_occurrence_of_a_value_counts() -> None:
    found = _readable("⟦NAME|Zelda⟧, in the file zz⟦NAME|Zelda⟧zz", Zelda=EntityType.NAME)
    assert found == {"Zelda": HowReadable.WHOLLY}


def test_what_is_replaced_beside_the_values_is_a_false_alarm_unless_it_is_arguable() -> None:
    row = marked("1", "⟦NAME|Zelda⟧ asked Redis at ⟦?|noon⟧.")
    types = {"Zelda": EntityType.NAME, "Redis": EntityType.AFFILIATION, "noon": EntityType.TIME}
    judged = [(each.text, each.is_right) for each in reading(row, _detectors(**types)).replaced]
    assert sorted(judged) == [("Redis", False), ("Zelda", True)]


def test_counts_are_kept_by_type_language_and_domain_and_secrets_apart() -> None:
    file = "⟦⟧ en-code-01 en code\npassword ⟦KEYS|otter⟧ of ⟦NAME|Zelda⟧\n⟦⟧ de-chat-01 de chat\nHallo Redis\n"
    types = {"Zelda": EntityType.NAME, "Redis": EntityType.PRODUCT}
    figures = count(parse(file, "realistic"), _detectors(**types)).figures()
    leaked = {"values": 1, "wholly": 1, "partly": 0, "leaked": 1.0}
    assert figures["secrets"] == leaked
    assert figures["types"] == {"KEYS": leaked, "NAME": {"values": 1, "wholly": 0, "partly": 0, "leaked": 0.0}}
    assert figures["languages"] == {"en": {"values": 2, "wholly": 1, "partly": 0, "leaked": 0.5}}
    assert (figures["prompts"], figures["leaking_prompts"]) == (2, 1)
    assert (figures["precision"], figures["false_alarms"]) == (0.5, {"PRODUCT": 1})


def test_nothing_replaced_is_a_precision_of_one() -> None:
    assert LeakCounts().figures()["precision"] == 1.0


def test_the_table_shows_detectors_side_by_side() -> None:
    file = "⟦⟧ en-code-01 en code\nAsk ⟦NAME|Zelda⟧\n"
    compared: JsonObject = {
        name: count(parse(file, "realistic"), each).figures()
        for name, each in {"canarygate": _detectors(Zelda=EntityType.NAME), "presidio": _detectors()}.items()
    }
    shown = table(json.loads(json.dumps({"collections": {"realistic": {"held_out": compared}}})))
    assert "realistic, held_out: 1 prompts" in shown
    assert "| NAME | 1 | 0 | 0 | 1 | 0 |" in shown
    assert "presidio: 1 prompts leak; 0 parts replaced, precision 1.0; false alarms: none" in shown
