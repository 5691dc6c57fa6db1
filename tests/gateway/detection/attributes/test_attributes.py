from __future__ import annotations

from pathlib import Path

import pytest

from gateway.detection.attributes import ALL, ATTRIBUTES
from gateway.detection.attributes.listed import LANGUAGES
from gateway.detection.attributes.precision import COUNTS, Counts, is_on
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.attributes.sheets import BESIDE
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.recognizer import Recognizer
from gateway.types import EntityType
from lab.training.rows import Row, read
from tests.gateway.detection.finding import found

DATA = Path(__file__).parents[4] / ".." / "shared" / "data" / "minimization"
SAID_OF_PEOPLE = SaidOfPeople({*LANGUAGES})
COUNTED = ("wildchat", "sharegpt", "medqa")

STATED = [
    (EntityType.GENDER, "A 34-year-old pregnant woman asks for help.", ["woman"]),
    (EntityType.GENDER, "I'm a guy from Oslo. Gender: female", ["guy", "female"]),
    (EntityType.GENDER, "My teacher identifies as a transgender man.", ["transgender man"]),
    (EntityType.SEXUAL_ORIENTATION, "He came out as bisexual; my gay brother knew.", ["bisexual", "gay"]),
    (EntityType.MARITAL_STATUS, "We are happily married. She is a single mother.", ["married", "single mother"]),
    (EntityType.MARITAL_STATUS, "I am divorced and my ex-wife lives far away.", ["divorced", "ex-wife"]),
    (EntityType.DIETARY_PREFERENCE, "I'm vegan, and my son is strictly gluten-free.", ["vegan", "gluten-free"]),
    (EntityType.DIETARY_PREFERENCE, "Dinner for a kosher aunt and two halal guests.", ["kosher", "halal"]),
    (EntityType.RELIGION, "I was raised Catholic, and my father is a Muslim.", ["Catholic", "Muslim"]),
    (EntityType.RACE, "A 20-year-old Caucasian male; I'm black.", ["Caucasian", "black"]),
    (EntityType.ETHNICITY, "She is of Greek and Turkish descent.", ["Greek and Turkish"]),
    (EntityType.OCCUPATION, "I work as a registered nurse in Utah.", ["registered nurse"]),
    (EntityType.OCCUPATION, "My wife is a software engineer.", ["software engineer"]),
    (EntityType.OCCUPATION, "I applied for the position of senior data analyst there.", ["senior data analyst"]),
    (
        EntityType.OCCUPATION,
        "She works as a falconer for them; my brother is a ropemaker by trade.",
        ["falconer", "ropemaker"],
    ),
    (EntityType.EDUCATIONAL_RECORD, "She has a master's degree in Economics.", ["master's degree in Economics"]),
    (EntityType.EDUCATIONAL_RECORD, "He is in 10th grade and takes AP Calculus.", ["10th grade", "AP Calculus"]),
    (EntityType.EDUCATIONAL_RECORD, "My SAT score was 1400.", ["1400"]),
    (EntityType.HEALTH_INFORMATION, "I was diagnosed with type 2 diabetes.", ["type 2 diabetes"]),
    (EntityType.HEALTH_INFORMATION, "My mother has asthma and takes Prednisone.", ["asthma", "Prednisone"]),
    (EntityType.HEALTH_INFORMATION, "She complained of a burning feeling in her chest.", ["burning feeling"]),
    (EntityType.HEALTH_INFORMATION, "The patient complains of chest pain, nausea.", ["chest pain", "nausea"]),
]
NOBODY = [
    "What are the symptoms of diabetes?",
    "Large systems suffer from slow queries.",
    "How is asthma treated in general?",
    "Act as a lawyer and write a contract.",
    "You are a senior copywriter.",
    "Explain the history of Christian art.",
    "What does a nurse earn?",
    "It works as a charm, and we work as a team.",
    "Use black text on a white background.",
    "Sort the list by gender and age.",
    "Give me a single answer, married to the facts.",
    "The master branch is in use.",
]


@pytest.mark.parametrize(("entity_type", "text", "values"), STATED, ids=lambda each: str(each)[:40])
def test_what_is_stated_about_a_person_is_found(entity_type: EntityType, text: str, values: list[str]) -> None:
    assert found([each for each in ALL if each.entity_type is entity_type], text) == values


@pytest.mark.parametrize("text", NOBODY)
def test_statements_about_nobody_are_left_alone(text: str) -> None:
    assert found(ALL, text) == []


def test_it_is_the_same_with_the_one_pass_of_the_detector() -> None:
    for _, text, values in STATED:
        spans = PatternDetector(ALL).detect(text)
        assert set(values) <= {text[span.start : span.end] for span in spans}


def test_names_are_unique_and_types_off_are_left_out() -> None:
    assert len({each.name for each in ALL}) == len(ALL)
    assert {each.entity_type for each in ATTRIBUTES} == {each.entity_type for each in ALL if is_on(each.entity_type)}


def test_a_type_of_which_fewer_than_half_are_right_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "gateway.detection.attributes.precision.COUNTS",
        {EntityType.RELIGION: Counts(10, 4), EntityType.RACE: Counts(10, 5)},
    )
    assert not is_on(EntityType.RELIGION)
    assert is_on(EntityType.RACE)


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the published rows in ../shared/data")
def test_the_counts_are_those_of_the_tuned_rows() -> None:
    rows = [row for name in COUNTED for row in read(DATA / f"{name}.jsonl") if row.is_in("tuned")]
    assert {entity_type: counted(entity_type, rows) for entity_type in COUNTS} == COUNTS


def counted(entity_type: EntityType, rows: list[Row]) -> Counts:
    recognizers: tuple[Recognizer, ...] = (SAID_OF_PEOPLE, *(each for each in ALL if each.entity_type is entity_type))
    found = ((row, span) for row in rows for each in recognizers for span in each.find(row.text))
    spans = [(row, span) for row, span in found if span.entity_type is entity_type and span.recognizer != BESIDE]
    right = sum(any(start < span.end and end > span.start for start, end, _ in row.spans) for row, span in spans)
    return Counts(len(spans), right)
