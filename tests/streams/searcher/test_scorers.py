from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from gateway.errors import ProviderFailed
from gateway.types import Action
from streams.searcher.calls import ATTEMPTS, Calls, OutOfBudget
from streams.searcher.driver import Bounds, Driver
from streams.searcher.ledger import Head, opened
from streams.searcher.scorers import ModelScorer
from streams.searcher.utility import Rubric
from tests.lab.search.made import Scripted, prompt

RETAIN, ABSTRACT, REDACT = Action
CHOICES = ("yes", "no")
PASSES = '{"result": "PASS"}'


def calls(budget: int = 99) -> Calls:
    return Calls(asyncio.Semaphore(1), budget)


def scorer(target: Scripted, judge: Scripted | None = None, rubric: Rubric = Rubric.PASS_OR_FAIL) -> ModelScorer:
    return ModelScorer(target, judge or Scripted(lambda _: PASSES), rubric, decodes=5)


def judged(target: Scripted, index: int, judge: Scripted) -> dict[str, str]:
    sent: dict[str, str] = json.loads(judge.asked[index])
    return sent


def test_only_multiple_choice_is_decoded_more_than_once() -> None:
    made = scorer(Scripted(str))
    assert (made.repeats(prompt(1)), made.repeats(prompt(1, choices=CHOICES))) == (1, 5)


@pytest.mark.parametrize(("answer", "score"), [("A", 10), ("B) no", 1)])
async def test_a_choice_is_right_or_wrong(answer: str, score: int) -> None:
    target = Scripted(lambda _: answer)
    each = scorer(target).of(prompt(2, choices=CHOICES), calls())
    assert await each((REDACT, RETAIN), 0) == score
    assert target.asked[0].startswith("[NAME1] and Bob\n\nA) yes\nB) no\n\n")


async def test_an_answer_that_names_no_choice_is_asked_for_again_within_bounds() -> None:
    answers = iter(["well", "it depends", "A"])
    clearing = scorer(Scripted(lambda _: next(answers))).of(prompt(1, choices=CHOICES), calls())
    assert await clearing((REDACT,), 0) == 10
    mumbling = Scripted(lambda _: "it depends")
    assert await scorer(mumbling).of(prompt(1, choices=CHOICES), calls())((REDACT,), 0) is None
    assert len(mumbling.asked) == ATTEMPTS


async def test_a_judge_sees_the_request_the_reference_and_the_restored_candidate() -> None:
    target, judge = Scripted(lambda text: f"To {text}!"), Scripted(lambda _: PASSES)
    each = scorer(target, judge).of(prompt(2), calls())
    assert await each((REDACT, ABSTRACT), 0) == 10
    assert target.asked == ["Ann and Bob", "[NAME1] and person B"]
    assert judged(target, 0, judge) == {
        "request": "Ann and Bob",
        "reference": "To Ann and Bob!",
        "candidate": "To Ann and person B!",
    }


async def test_the_reference_is_asked_for_once_and_is_what_retaining_everything_leads_to() -> None:
    target, judge = Scripted(lambda text: text), Scripted(lambda _: PASSES)
    each = scorer(target, judge).of(prompt(2), Calls(asyncio.Semaphore(9), 99))
    await asyncio.gather(each((RETAIN, RETAIN), 0), each((REDACT, RETAIN), 0), each((RETAIN, REDACT), 0))
    assert target.asked.count("Ann and Bob") == 1
    assert {"request": "Ann and Bob", "reference": "Ann and Bob", "candidate": "Ann and Bob"} in map(
        json.loads, judge.asked
    )


async def test_a_judge_that_answers_prose_is_asked_again_and_then_gives_no_verdict() -> None:
    answers = iter(["It passes.", PASSES])
    assert await scorer(Scripted(str), Scripted(lambda _: next(answers))).of(prompt(1), calls())((REDACT,), 0) == 10
    judge = Scripted(lambda _: "It passes.")
    assert await scorer(Scripted(str), judge).of(prompt(1), calls())((REDACT,), 0) is None
    assert len(judge.asked) == ATTEMPTS


async def test_a_judge_may_give_points() -> None:
    judge = Scripted(lambda _: '{"score": 8}')
    assert await scorer(Scripted(str), judge, Rubric.OUT_OF_TEN).of(prompt(1), calls())((REDACT,), 0) == 8


async def test_a_model_that_fails_gives_no_score() -> None:
    def fail(text: str) -> str:
        raise ProviderFailed("down")

    with pytest.raises(ProviderFailed):
        await scorer(Scripted(fail)).of(prompt(1), calls())((REDACT,), 0)


async def test_every_call_counts_against_the_budget() -> None:
    budget = calls(2)
    each = scorer(Scripted(str)).of(prompt(1), budget)
    with pytest.raises(OutOfBudget):
        await each((REDACT,), 0)
    assert budget.take_spent().calls == 2
    assert budget.take_spent().calls == 0
    assert budget.is_out_of_budget


async def test_an_open_ended_prompt_gets_the_least_disclosure_that_keeps_its_answer(tmp_path: Path) -> None:
    """Without the second entity there is no answer; who the first is does not matter, as it is restored."""
    target = Scripted(lambda text: "I cannot tell." if "[NAME2]" in text else f"Dear {text}")
    judge = Scripted(lambda text: '{"result": "FAIL"}' if "cannot" in text else PASSES)
    with opened(tmp_path / "ledger", Head("t", "j", Rubric.PASS_OR_FAIL, 1)) as ledger:
        await Driver(scorer(target, judge), ledger, Bounds()).run([prompt(2)], 0)
        assert ledger.results["made-1", 0].plan == "RA"
