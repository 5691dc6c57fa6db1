from __future__ import annotations

import json
from pathlib import Path

import pytest

from gateway.cli import main
from gateway.errors import BadRequest
from gateway.types import Action
from lab.search.measuring import measured, shares
from lab.search.prompt_files import read
from lab.search.running import STAND_IN, Asked, as_text, run
from lab.search.stand_in import needs_of
from streams.searcher.ledger import Head, Ledger, opened
from streams.searcher.prompts import Prompt, order
from tests.lab.search.published import EVERYWHERE, data_set
from tests.support.upstream import Upstream

ROWS = [
    {
        "id": f"made-{number}",
        "dataset": "made" if number % 2 else "other",
        "text": f"{name} met Bob in Oslo in May.",
        "entities": [
            {"type": "NAME", "text": name, "abstraction": "somebody"},
            {"type": "NAME", "text": "Bob", "abstraction": "a friend"},
            {"type": "GEOLOCATION", "text": "Oslo", "abstraction": "a city"},
            {"type": "TIME", "text": "May", "abstraction": "spring"},
        ],
    }
    for number, name in enumerate(["Ann", "Cid", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida"])
]


def data(folder: Path) -> Path:
    path = folder / "data.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)))
    return path


async def ledger(asked: Asked) -> Ledger:
    with opened(asked.ledger, asked.head) as ledger:
        return ledger


async def test_a_run_says_what_each_data_set_cost_and_what_was_found(tmp_path: Path) -> None:
    asked = Asked([data(tmp_path)], tmp_path / "ledger", slacks=[0, 1])
    ran = await run(asked, {}, {"python": "3"})
    assert (ran.stand_in, ran.prompts, ran.model, ran.seed) == (True, len(ROWS), "stand-in", None)
    assert [row.dataset for row in ran.datasets] == ["made", "other"]
    for row in ran.datasets:
        assert row.plans_brute_force == row.prompts * 3**4
        assert [outcome.slack for outcome in row.outcomes] == [0, 1]
        assert all(outcome.found == row.prompts for outcome in row.outcomes)
        assert row.seconds_sequential is None


async def test_costs_are_those_of_the_whole_ledger_however_often_it_was_interrupted(tmp_path: Path) -> None:
    asked = Asked([data(tmp_path)], tmp_path / "ledger")
    first, again = await run(asked, {}, {}), await run(asked, {}, {})
    for one, other in zip(first.datasets, again.datasets, strict=True):
        assert (one.plans, one.plans_sequential, one.calls) == (other.plans, other.plans_sequential, other.calls)


async def test_more_slack_passes_more_plans_and_discloses_no_more(tmp_path: Path) -> None:
    ran = await run(Asked([data(tmp_path)], tmp_path / "ledger", slacks=[0, 1, 2, 8]), {}, {})
    for row in ran.datasets:
        shares_passing = [outcome.passing.value for outcome in row.outcomes]
        assert shares_passing == sorted(shares_passing)
        assert row.outcomes[-1].actions["REDACT"].value >= row.outcomes[0].actions["REDACT"].value


async def test_the_gap_is_what_trying_all_plans_would_have_saved(tmp_path: Path) -> None:
    prompts = [prompt for prompt in read([data(tmp_path)]) if prompt.dataset == "made"]
    asked = Asked([data(tmp_path)], tmp_path / "ledger")
    await run(asked, {}, {})
    known = await ledger(asked)

    def nothing_needed(prompt: Prompt) -> object:
        return lambda plan: 10

    gap = measured(prompts, [0], known, seconds=0.0, utility=nothing_needed).outcomes[0].gap  # type: ignore[arg-type]
    assert gap is not None
    disclosed = [order(prompt).key(_plan(known, prompt)) for prompt in prompts]
    together = tuple(map(sum, zip(*disclosed, strict=True)))
    assert (gap.prompts, gap.best, gap.found) == (len(prompts), (0, 0), together)
    assert gap.behind == sum(each > (0, 0) for each in disclosed) > 0
    truly = measured(prompts, [0], known, seconds=0.0, utility=lambda prompt: needs_of(prompt).score)
    assert truly.outcomes[0].gap is not None
    assert truly.outcomes[0].gap.best <= truly.outcomes[0].gap.found


def _plan(known: Ledger, prompt: Prompt) -> tuple[Action, ...]:
    letters = {"R": Action.REDACT, "A": Action.ABSTRACT, "K": Action.RETAIN}
    return tuple(letters[letter] for letter in known.results[prompt.id, 0].plan)


def test_shares_of_nothing_are_unknown() -> None:
    assert [(share.low, share.high) for share in shares([]).values()] == [(0.0, 1.0)] * 3


async def test_open_ended_prompts_are_judged_by_the_model_that_is_named(tmp_path: Path) -> None:
    """The upstream repeats what it is asked, so the judge answers with the request, which is no verdict."""
    async with Upstream() as upstream:
        asked = Asked([data(tmp_path)], tmp_path / "ledger", model="m", api_base=upstream.url, repeats=2)
        ran = await run(asked, {}, {})
    assert not ran.stand_in
    assert all(outcome.endings == {"unknown": row.prompts} for row in ran.datasets for outcome in row.outcomes)
    assert STAND_IN not in as_text(ran)
    assert asked.head == Head("m", "m", asked.rubric, 2)


async def test_target_and_judge_may_be_two_models(tmp_path: Path) -> None:
    async with Upstream() as upstream:
        asked = Asked([data(tmp_path)], tmp_path / "ledger", model="target", judge="judge", api_base=upstream.url)
        await run(asked, {}, {})
        assert {request.json["model"] for request in upstream.requests} == {"target", "judge"}


async def test_a_file_without_prompts_is_refused_before_a_ledger_is_begun(tmp_path: Path) -> None:
    (tmp_path / "data.jsonl").write_text("\n")
    with pytest.raises(BadRequest, match="no prompt"):
        await run(Asked([tmp_path / "data.jsonl"], tmp_path / "ledger"), {}, {})
    assert not (tmp_path / "ledger").exists()


async def test_an_unreachable_model_is_reported_and_every_prompt_is_unfinished(tmp_path: Path) -> None:
    asked = Asked([data(tmp_path)], tmp_path / "ledger", model="m?status=401", judge="m", config=tmp_path / "c.yaml")
    async with Upstream() as upstream:
        model = {"model": "openai/*", "api_base": upstream.url}
        (tmp_path / "c.yaml").write_text(json.dumps({"model_list": [{"model_name": "*", "litellm_params": model}]}))
        ran = await run(asked, {}, {})
    assert len(ran.unfinished) == len(ROWS)
    assert "unfinished: made-3: The provider refused the gateway's key" in as_text(ran)


def test_the_command_prints_figures_and_says_that_it_is_a_stand_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["minimize", "oracle", "--data", str(data(tmp_path)), "--ledger", str(tmp_path / "ledger"), "--stand-in"]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(STAND_IN)
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stand_in"] is True


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"type": "COLOUR"}, "data.jsonl, line 1: Invalid enum value - at `$.entities[0].type`"),
        ({"text": ""}, "data.jsonl, line 1"),
        ({"text": "Zoe"}, "data.jsonl, line 1: entities[0] stands nowhere"),
        ({"abstraction": "bob"}, "data.jsonl, line 1: `entities[0].abstraction` is the text of another entity"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, str], fault: str
) -> None:
    path = tmp_path / "data.jsonl"
    entities = ROWS[0]["entities"]
    assert isinstance(entities, list)
    path.write_text(json.dumps({**ROWS[0], "entities": [{**entities[0], **change}, *entities[1:]]}))
    target = tmp_path / "ledger"
    assert main(["minimize", "oracle", "--data", str(path), "--ledger", str(target), "--stand-in"]) == 2
    assert fault in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize("dataset", EVERYWHERE)
async def test_prompts_take_fewer_plans_than_the_sequential_algorithm(dataset: str, tmp_path: Path) -> None:
    ran = await run(Asked([data_set(dataset, tmp_path)], tmp_path / "ledger"), {}, {})
    (outcome,) = ran.datasets[0].outcomes
    assert outcome.gap is not None
    assert outcome.gap.prompts > 0
    assert outcome.gap.best <= outcome.gap.found
    assert ran.datasets[0].plans < ran.datasets[0].plans_sequential
