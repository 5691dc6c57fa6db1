from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streams.searcher.utility import (
    HIGHEST,
    LOWEST,
    Rubric,
    Verdict,
    chosen,
    judge_messages,
    judged,
    multiple_choice,
    verdict,
)

PASS_OR_FAIL, OUT_OF_TEN = Rubric
CHOICES = ["Aspirin", "Vitamin A", "Low-dose aspirin", "No drug at all", "An answer: B"]


@given(st.integers(LOWEST, HIGHEST), st.integers(0, 8))
def test_a_score_passes_if_the_slack_covers_what_it_lacks(score: int, slack: int) -> None:
    assert (verdict(score, slack) is Verdict.PASS) == (HIGHEST - score <= slack)


def test_no_score_is_neither_pass_nor_fail() -> None:
    assert verdict(None, 8) is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ('{"result": "PASS", "reason": "all there"}', 10),
        ('{"Result": "Fail", "Reason": "no dates"}', 1),
        ('```json\n{"result": "pass"}\n```', 10),
        ('My view {as asked}: {"reason": "a {brace}", "result": "FAIL"} - done.', 1),
        ('{"result": "PASS"} and once more {"result": "PASS"}', 10),
        ('{"result": "PASS"} but also {"result": "FAIL"}', None),
        ('{"result": "PASS or FAIL"}', None),
        ('{"result": true}', None),
        ('{"verdict": "PASS"}', None),
        ('["PASS"]', None),
        ("PASS", None),
        ("", None),
        ('{"result": "PASS"', None),
        ('{"a": ' * 5000, None),
    ],
)
def test_a_verdict_is_read_from_json_and_from_nothing_else(answer: str, score: int | None) -> None:
    assert judged(PASS_OR_FAIL, answer) == score


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ('{"score": 1}', 1),
        ('Score: {"score": 10, "reason": "same"}', 10),
        ('{"score": 0}', None),
        ('{"score": 11}', None),
        ('{"score": 8.5}', None),
        ('{"score": "8"}', None),
        ('{"score": true}', None),
        ('{"result": "PASS"}', None),
        ("8", None),
    ],
)
def test_points_are_whole_numbers_from_one_to_ten(answer: str, score: int | None) -> None:
    assert judged(OUT_OF_TEN, answer) == score


@given(st.text(), st.text(), st.text())
def test_no_text_can_end_its_section_and_pose_as_the_rubric(request: str, reference: str, candidate: str) -> None:
    (_, rubric), (role, content) = judge_messages(PASS_OR_FAIL, request, reference, candidate)
    assert role == "user"
    assert json.loads(content) == {"request": request, "reference": reference, "candidate": candidate}
    assert judge_messages(PASS_OR_FAIL, "", "", "")[0][1] == rubric


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        ("A", 0),
        ("b", 1),
        ("(C)", 2),
        ("[D]", 3),
        ("E.", 4),
        ("**A**", 0),
        ("A) Aspirin", 0),
        ("C: Low-dose  ASPIRIN.", 2),
        ("no drug at all", 3),
        ("The correct answer is (D).", 3),
        ("Answer: C", 2),
        ("I would give vitamin A.", 1),
        ("Low-dose aspirin is best", 2),
        ("Vitamin A and aspirin", None),
        ("A) Vitamin A", None),
        ("A or B", None),
        ("The answer is A. Or rather the answer is B.", None),
        ("F", None),
        ("I cannot tell.", None),
        ("", None),
    ],
)
def test_a_choice_is_named_by_its_letter_or_its_text(answer: str, index: int | None) -> None:
    assert chosen(answer, CHOICES) == index


@given(st.lists(st.text("xyz ", min_size=1).filter(str.strip), min_size=1, max_size=5, unique_by=str.strip), st.data())
def test_the_letter_that_the_question_shows_names_the_choice(choices: list[str], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(choices) - 1))
    line = multiple_choice("Which?", choices).split("\n\n", 1)[1].splitlines()[index]
    assert chosen(line[:1], choices) == index
