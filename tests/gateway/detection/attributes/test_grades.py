from __future__ import annotations

import pytest

from gateway.detection.attributes import descent, grades, marks_at_school
from tests.gateway.detection.finding import found

GRADES = [
    ("He got a C in physics.", "C in physics"),
    ("She holds a 2:2 in Economics from Hull.", "2:2 in Economics"),
    ("Predicted grades are BBC.", "BBC"),
    ("He scored 244 in JAMB.", "244"),
    ("She flunked her bar exam.", "flunked her bar exam"),
    ("Our son is in Year 5, bottom set.", "Year 5, bottom set"),
    ("She has an NVQ Level 2 in catering.", "NVQ Level 2 in catering"),
    ("His spelling is two years behind.", "two years behind"),
    ("He is 12th pass.", "12th pass"),
]
NO_GRADES = [
    "They scored 3 in the second half.",
    "A 2:1 win in the cup.",
    "I fly second class post to Rome.",
    "In year 2024 we moved.",
    "The build failed in the final step.",
    "ABBA is in the grid.",
]
MARKS = [
    ("Mathe 3-, Deutsch 2, Sport 1", ["3-", "2", "1"]),
    ("Abi mit 2,3 gemacht", ["2,3"]),
    ("Il a eu 9/20 en anglais.", ["9/20 en anglais"]),
    ("Sacó un 3,5 en física.", ["3,5 en física"]),
    ("Ha preso 5 in matematica.", ["5 in matematica"]),
    ("Dostał 2 z fizyki.", ["2 z fizyki"]),
    ("У него тройка по алгебре.", ["тройка по алгебре"]),
]
NO_MARKS = ["Deutsch 4 Bände", "Kapitel 3, Seite 2", "12/20 pages lues", "3 in cantiere", "2 z nich"]
DESCENT = [
    ("I'm half Danish half Tamil.", "half Danish half Tamil"),
    ("He is Kenyan-born.", "Kenyan-born"),
    ("She is a citizen of Peru.", "citizen of Peru"),
    ("We are second-generation Korean.", "second-generation Korean"),
    ("My aunt is Ethiopian.", "Ethiopian"),
    ("He belongs to the Reddy caste.", "Reddy"),
]
NO_DESCENT = ["I am half asleep.", "She is reading a Thai novel.", "The Greek islands", "They are polishing it."]


@pytest.mark.parametrize(("text", "grade"), GRADES)
def test_a_grade_a_degree_and_a_place_at_school_are_found(text: str, grade: str) -> None:
    assert found(grades.PATTERNS, text) == [grade]


@pytest.mark.parametrize("text", NO_GRADES)
def test_scores_and_classes_of_other_things_are_none(text: str) -> None:
    assert found(grades.PATTERNS, text) == []


@pytest.mark.parametrize(("text", "marks"), MARKS)
def test_a_mark_in_a_subject_is_found(text: str, marks: list[str]) -> None:
    assert found(marks_at_school.PATTERNS, text) == marks


@pytest.mark.parametrize("text", NO_MARKS)
def test_a_number_beside_other_words_is_no_mark(text: str) -> None:
    assert found(marks_at_school.PATTERNS, text) == []


@pytest.mark.parametrize(("text", "origin"), DESCENT)
def test_where_somebody_comes_from_is_found(text: str, origin: str) -> None:
    assert found(descent.PATTERNS, text) == [origin]


@pytest.mark.parametrize("text", NO_DESCENT)
def test_what_comes_from_a_country_is_nobodys_origin(text: str) -> None:
    assert found(descent.PATTERNS, text) == []
