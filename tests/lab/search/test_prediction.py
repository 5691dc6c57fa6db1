"""Predictors are compared with the oracle: each outcome counts once, and training never uses the judged prompts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from gateway.errors import BadRequest, ProviderFailed
from gateway.given import GivenEntity
from gateway.plans.predictors.learned import Learned, decode
from gateway.types import Action, Actions, EntityType
from lab.search.predicting import predicted, zero_shot
from lab.search.prediction import Compared, compared, fit, overlaps
from lab.search.training import Example, examples, features_of, needs, train
from lab.search.zero_shot import Order
from streams.models import Messages
from streams.searcher.prompts import Prompt
from tests.lab.search.published import DATA, needs_data
from tests.support.upstream import Upstream

R, A, K = Action.REDACT, Action.ABSTRACT, Action.RETAIN


def prompt(number: int, text: str = "From Lyon on Friday.") -> Prompt:
    # Each occurs once, so that to retain the one discloses as much as to retain the other.
    entities = (
        GivenEntity(EntityType.GEOLOCATION, ("Lyon",), "a city"),
        GivenEntity(EntityType.TIME, ("Friday",), "a day"),
    )
    return Prompt(f"p{number}", "made", text, entities)


def example(number: int, plan: Actions, model: str = "m") -> Example:
    return Example(prompt(number), model, features_of(prompt(number)), plan)


TIMES_NEEDED = [example(at, (R, K)) for at in range(40)]


def outcome(oracle: Actions, predicted: Actions, passes: bool | None) -> str:
    measured = fit(Compared("x", [predicted], 0.0), [example(1, oracle)], lambda _, __: passes)
    shares = msgspec.structs.asdict(measured)
    (name,) = [name for name in shares if getattr(shares[name], "value", 0) == 1.0]
    return name


@pytest.mark.parametrize(
    ("oracle", "predicted", "passes", "said"),
    [
        ((R, R), (R, R), None, "fit"),
        ((R, R), (R, A), True, "overshare"),
        ((R, K), (R, R), True, "undershare_pass"),
        ((R, K), (R, R), False, "undershare_fail"),
        ((R, K), (R, R), None, "undershare_unknown"),
        ((A, R), (R, A), True, "fit"),
        ((A, R), (R, A), False, "undershare_fail"),
        ((K, R), (R, K), None, "undershare_unknown"),
    ],
)
def test_a_prediction_has_one_outcome_against_the_oracle(
    oracle: Actions, predicted: Actions, passes: bool | None, said: str
) -> None:
    assert outcome(oracle, predicted, passes) == said


def test_needs_are_learned_and_used_within_the_risk() -> None:
    learned = Learned(needs(TIMES_NEEDED), risk=0.2)
    assert learned.predict(features_of(prompt(0))) == (R, K)


def test_no_predictor_is_trained_on_the_prompt_it_is_judged_on() -> None:
    alone = [*TIMES_NEEDED[:1], *(example(at, (R, R)) for at in range(1, 40))]
    plans = {each.name: each.plans[0] for each in compared(alone, seed=0)}
    assert plans["by type"] == (R, R)
    assert plans["learned, risk 0.05"] == (R, R)


def test_the_same_examples_give_the_same_artefact() -> None:
    assert train(TIMES_NEEDED) == train(list(TIMES_NEEDED))
    with pytest.raises(BadRequest):
        train([])


def test_two_models_overlap_where_both_choose_an_action() -> None:
    found = [example(1, (R, K), "big"), example(1, (R, A), "small"), example(2, (R, R), "small")]
    by_action = {each.action: (each.entities, each.jaccard) for each in overlaps(found)}
    assert by_action == {"REDACT": (1, 1.0), "ABSTRACT": (1, 0.0)}


class Scripted:
    """A model that gives scripted answers in order."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[Messages] = []

    async def complete(self, messages: Messages) -> str:
        self.asked.append(list(messages))
        if not self.answers:
            raise ProviderFailed("The provider is away.")
        return self.answers.pop(0)


async def test_a_model_that_answers_prose_is_asked_once_more_and_what_it_leaves_open_is_redacted() -> None:
    model = Scripted("Well, it depends.", '{"1": "retain"}')
    measured = await zero_shot(model, "m", [example(1, (R, R))])
    assert list(measured.plans) == [(K, R)]
    assert list(measured.undecided) == [1]
    assert [len(each) for each in model.asked] == [1, 3]


async def test_the_question_says_as_much_about_the_order_as_requested() -> None:
    model = Scripted(*['{"1": "redact", "2": "redact"}'] * 2)
    for order in (Order.NOTION, Order.NONE):
        await zero_shot(model, "m", [example(1, (R, R))], order)
    assert ["stays as good" in each[0][1] for each in model.asked] == [True, False]


async def test_the_order_is_named_on_the_command_line_and_in_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The upstream repeats the question, which states no action."""
    data = rows(tmp_path, *[{"Ann": "redact", "Friday": "retain"}] * 2)
    async with Upstream() as upstream:
        asked = ["--ask", "m", "--api-base", upstream.url, "--order", "none"]
        words = ["minimize", "predict", "--data", str(data), *asked, "--json"]
        assert await asyncio.to_thread(main, words) == 0
        assert not any(b"stays as good" in request.body for request in upstream.requests)
    measured = msgspec.json.decode(capsys.readouterr().out)
    assert (measured["asked"], measured["order"]) == ("m", "none")
    asked_once = measured["fits"]["published"]["made"]["zero-shot m"]
    assert (asked_once["entities"], asked_once["undecided"]) == (4, 4)


def test_no_predictor_is_trained_on_the_plans_of_another_model() -> None:
    others = [example(at, (R, R), "other") for at in range(40)]
    fits = predicted([], [*TIMES_NEEDED, *others], {}, [], seed=0, versions={}).fits
    alone = predicted([], TIMES_NEEDED, {}, [], seed=0, versions={}).fits
    for name, each in fits["m"]["made"].items():
        assert each.actions == alone["m"]["made"][name].actions


async def test_an_unreachable_model_is_an_error() -> None:
    with pytest.raises(ProviderFailed):
        await zero_shot(Scripted(), "m", [example(1, (R, R))])


def rows(folder: Path, *plans: dict[str, str]) -> Path:
    path = folder / "prompts.jsonl"
    entities = [{"type": "NAME", "text": "Ann"}, {"type": "TIME", "text": "Friday"}]
    same = {"text": "Ann met Bob on Friday.", "dataset": "made", "entities": entities}
    lines = [{"id": f"p{at}", **same, "oracle_actions": plan} for at, plan in enumerate(plans)]
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path


def test_a_predictor_is_trained_into_a_new_file_that_can_be_read_again(tmp_path: Path) -> None:
    data = rows(tmp_path, *[{"Ann": "redact", "Friday": "retain"}] * 12)
    assert main(["minimize", "train", "--data", str(data), "--out", str(tmp_path / "p.json")]) == 0
    artefact = decode((tmp_path / "p.json").read_bytes(), "p.json")
    assert (artefact.learned_from, artefact.stand_in) == ({"published": 12}, False)
    assert main(["minimize", "train", "--data", str(data), "--out", str(tmp_path / "p.json")]) == 2


def test_the_stand_in_is_named_on_what_its_ledger_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, ledger = rows(tmp_path, *[{"Ann": "redact", "Friday": "redact"}] * 12), tmp_path / "ledger.jsonl"
    assert main(["minimize", "oracle", "--data", str(data), "--ledger", str(ledger), "--stand-in"]) == 0
    capsys.readouterr()
    arguments = ["minimize", "predict", "--data", str(data), "--ledger", str(ledger)]
    assert main([*arguments, "--json"]) == 0
    measured = msgspec.json.decode(capsys.readouterr().out)
    assert measured["stand_in"] is True
    assert measured["fits"]["stand-in"]["made"]["redact all"]["undershare_unknown"]["value"] == 0
    assert main(arguments) == 0
    assert "stand-in's plans are no measurement of any model" in capsys.readouterr().out


def test_data_without_any_plan_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_bytes(b'{"id": "a", "text": "Ann", "entities": [{"type": "NAME", "text": "Ann"}]}\n')
    assert main(["minimize", "predict", "--data", str(path)]) == 2
    assert "canarygate minimize oracle" in capsys.readouterr().err


@needs_data
def test_redacting_all_is_right_for_84_of_the_102_published_plans() -> None:
    from lab.search.prompt_files import read

    found = examples(read([DATA / "medqa.jsonl", DATA / "casehold.jsonl"]), [])
    assert len(found) == 102
    assert sum(set(each.plan) == {R} for each in found) == 84
