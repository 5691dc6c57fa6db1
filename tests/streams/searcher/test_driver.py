from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gateway.errors import GatewayError, ProviderFailed
from gateway.types import Action, Actions
from lab.search.stand_in import StandIn, needs_of
from streams.searcher.driver import UNREADABLE, Bounds, Driver
from streams.searcher.ledger import Ended, Head, opened
from streams.searcher.prompts import Prompt
from streams.searcher.search import Ending
from streams.searcher.utility import Rubric
from tests.lab.search.made import Scores, prompt

BOUNDS = Bounds()
HEAD = Head("m", "m", Rubric.OUT_OF_TEN, 1)
PROMPTS = [prompt(n, f"made-{seed}-{n}") for n in range(7) for seed in range(4)]


def stand_in(prompt: Prompt, plan: Actions, repeat: int) -> int:
    return needs_of(prompt).score(plan)


async def searched(
    path: Path, scorer: Scores | StandIn, prompts: Sequence[Prompt], bounds: Bounds = BOUNDS, slack: int = 0
) -> dict[str, Ended]:
    with opened(path, HEAD) as ledger:
        await Driver(scorer, ledger, bounds).run(prompts, slack)
        return {prompt_id: result for (prompt_id, _), result in ledger.results.items()}


@pytest.mark.parametrize("slack", [0, 2])
async def test_every_concurrency_finds_the_same(tmp_path: Path, slack: int) -> None:
    found = [
        await searched(tmp_path / f"{width}", Scores(stand_in), PROMPTS, Bounds(concurrency=width), slack)
        for width in (1, 3, 64)
    ]
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == len(PROMPTS)
    assert not any(result.unfinished for result in found[0].values())


async def test_no_decode_is_asked_for_twice_and_no_more_at_once_than_allowed(tmp_path: Path) -> None:
    scorer = Scores(stand_in, decodes=3)
    await searched(tmp_path / "ledger", scorer, PROMPTS, Bounds(concurrency=5))
    assert len(set(scorer.asked)) == len(scorer.asked)
    assert scorer.most == 5


async def test_a_single_prompt_gets_all_slots(tmp_path: Path) -> None:
    scorer = Scores(stand_in)
    await searched(tmp_path / "ledger", scorer, [prompt(6)], Bounds(concurrency=6))
    assert scorer.most == 6


async def test_repeats_are_decodes_of_their_own_and_end_at_the_first_miss(tmp_path: Path) -> None:
    scorer = Scores(lambda _, plan, repeat: 1 if Action.REDACT in plan and repeat == 2 else 10, decodes=5)
    result = (await searched(tmp_path / "ledger", scorer, [prompt(1)]))["made-1"]
    assert result.plan == "A"
    redacted = [repeat for _, plan, repeat in scorer.asked if plan == (Action.REDACT,)]
    abstracted = [repeat for _, plan, repeat in scorer.asked if plan == (Action.ABSTRACT,)]
    assert (redacted, abstracted) == ([0, 1, 2], [0, 1, 2, 3, 4])


async def test_what_the_ledger_knows_is_not_asked_again(tmp_path: Path) -> None:
    first, second = Scores(stand_in), Scores(stand_in)
    found = await searched(tmp_path / "ledger", first, PROMPTS)
    assert await searched(tmp_path / "ledger", second, PROMPTS) == found
    assert second.asked == []


async def test_a_search_that_was_left_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    one_piece = Scores(stand_in)
    found = await searched(tmp_path / "whole", one_piece, PROMPTS, Bounds(concurrency=1))
    asked = []
    for _ in range(len(one_piece.asked)):
        scorer = Scores(_failing_after(3))
        await searched(tmp_path / "ledger", scorer, PROMPTS, Bounds(concurrency=1))
        asked += scorer.asked[:3]
    assert await searched(tmp_path / "ledger", Scores(stand_in), PROMPTS) == found
    assert sorted(asked) == sorted(one_piece.asked)


def _failing_after(answers: int) -> Callable[[Prompt, Actions, int], int | None]:
    left = iter(range(answers))

    def score(prompt: Prompt, plan: Actions, repeat: int) -> int | None:
        return stand_in(prompt, plan, repeat) if next(left, None) is not None else None

    return score


async def test_what_cannot_be_judged_ends_a_search_unfinished_with_everything_redacted(tmp_path: Path) -> None:
    scorer = Scores(lambda _, plan, __: None if plan == (Action.RETAIN, Action.REDACT) else 10)
    result = (await searched(tmp_path / "ledger", scorer, [prompt(2)]))["made-1"]
    assert (result.plan, result.ending) == ("RR", Ending.UNKNOWN)
    assert (await searched(tmp_path / "ledger", Scores(stand_in), [prompt(2)]))["made-1"].ending is Ending.FOUND


async def test_a_failing_model_freezes_nothing_and_is_told(tmp_path: Path) -> None:
    def fail(prompt: Prompt, plan: Actions, repeat: int) -> int:
        raise ProviderFailed("The provider failed (HTTP 503).")

    with opened(tmp_path / "ledger", HEAD) as ledger:
        driver = Driver(Scores(fail), ledger, Bounds(concurrency=1))
        await driver.run([prompt(2)], 0)
        assert ledger.results["made-1", 0].unfinished
        assert ledger.results["made-1", 0].frozen == ()
        assert driver.unfinished == {"made-1": "The provider failed (HTTP 503)."}


@pytest.mark.parametrize("budget", [1, 3, 6])
async def test_a_budget_bounds_the_calls_for_a_prompt_over_all_runs(tmp_path: Path, budget: int) -> None:
    asked = []
    for _ in range(3):
        scorer = Scores(lambda *_: 1)
        result = (await searched(tmp_path / "ledger", scorer, [prompt(3)], Bounds(4, budget)))["made-1"]
        asked += scorer.asked
    assert (result.plan, result.ending) == ("RRR", Ending.BUDGET)
    assert len(asked) == budget
    assert (tmp_path / "ledger").read_text().count('"kind":"result"') == 1


@pytest.mark.parametrize(("score", "why"), [(None, UNREADABLE), (1, "no plan passes, not even")])
async def test_every_unfinished_prompt_has_its_reason(tmp_path: Path, score: int | None, why: str) -> None:
    with opened(tmp_path / "ledger", HEAD) as ledger:
        driver = Driver(Scores(lambda prompt, *_: score if prompt.id == "made-1" else 10), ledger, BOUNDS)
        await driver.run([prompt(2), prompt(2, "made-2")], 0)
        assert driver.unfinished.keys() == {"made-1"}
        assert driver.unfinished["made-1"].startswith(why)


async def test_an_exhausted_search_is_unfinished(tmp_path: Path) -> None:
    result = (await searched(tmp_path / "ledger", Scores(lambda *_: 1), [prompt(2)]))["made-1"]
    assert (result.plan, result.ending) == ("RR", Ending.EXHAUSTED)


async def test_calls_that_a_result_makes_unnecessary_are_cancelled(tmp_path: Path) -> None:
    """The all-redacted plan passes while what would come after it is still on its way."""

    async def answers(plan: Actions) -> int:
        if any(plan) and all(plan) and plan != (Action.REDACT,) * 3:
            await asyncio.Event().wait()
        return 10

    class Slow(Scores):
        def of(self, prompt: Prompt, calls: object) -> object:  # type: ignore[override]
            return lambda plan, repeat: answers(plan)

    result = (await searched(tmp_path / "ledger", Slow(stand_in), [prompt(3)], Bounds(concurrency=9)))["made-1"]
    assert result.plan == "RRR"


async def test_a_bug_in_the_program_is_not_taken_for_a_failing_model(tmp_path: Path) -> None:
    def broken(prompt: Prompt, plan: Actions, repeat: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as raised:
        await searched(tmp_path / "ledger", Scores(broken), [prompt(2)])
    assert not raised.group_contains(GatewayError)


async def test_the_stand_in_is_answered_in_full(tmp_path: Path) -> None:
    found = await searched(tmp_path / "ledger", StandIn(), PROMPTS)
    assert len(found) == len(PROMPTS)
