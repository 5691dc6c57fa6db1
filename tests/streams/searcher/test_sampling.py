from __future__ import annotations

from pathlib import Path

import pytest

from gateway.cli import main
from gateway.detection.pattern_detector import PatternDetector
from gateway.errors import BadRequest
from gateway.plans.predictors.installed import load
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import Action, EntityType, JsonObject
from lab.search.training import live_examples, train
from streams.searcher.driver import Bounds
from streams.searcher.ledger import Head, Live, opened
from streams.searcher.sampling import Sample, is_sampled, sample, searched
from streams.searcher.search import Ending
from streams.searcher.utility import Rubric
from tests.lab.search.made import Scores

TEXT = "Write to ann@example.org or call +1 415 555 0132. Which one is ann@example.org?"
HEAD = Head("inside", "inside", Rubric.PASS_OR_FAIL, 1)


def body(*roles: str, text: str = TEXT) -> JsonObject:
    return {"model": "m", "messages": [{"role": role, "content": text} for role in roles]}


def taken(request: JsonObject, most: int = 12) -> Sample | None:
    leaves = CHAT_COMPLETIONS.leaves(request)
    return sample("turn", request, leaves, find=PatternDetector().detect, policy=Policy(), tenant="a", most=most)


def test_a_share_of_the_turns_is_sampled_and_each_as_before() -> None:
    turns = [f"{number:032x}" for number in range(2000)]
    sampled = {turn for turn in turns if is_sampled(turn, 0.1)}
    assert 140 < len(sampled) < 260
    assert sampled == {turn for turn in turns if is_sampled(turn, 0.1)}
    assert sampled <= {turn for turn in turns if is_sampled(turn, 0.2)}


def test_a_request_that_begins_a_conversation_is_a_prompt_with_its_entities() -> None:
    found = taken(body("user"))
    assert found is not None
    assert found.prompt.text == TEXT
    assert found.prompt.types == (EntityType.EMAIL, EntityType.PHONE_NUMBER)
    assert [entity.abstraction for entity in found.prompt.entities] == ["an e-mail address", "a phone number"]
    assert [(each.entity_type, each.occurrences, each.in_task) for each in found.features] == [
        (EntityType.EMAIL, 2, True),
        (EntityType.PHONE_NUMBER, 1, False),
    ]
    assert "ann" not in repr(found)


@pytest.mark.parametrize(
    ("request_body", "most"),
    [
        (body("user", "assistant", "user"), 12),
        (body("assistant", "user"), 12),
        (body("system"), 12),
        (body("user", text="Nothing here."), 12),
        (body("user"), 1),
        ({"text": TEXT}, 12),
    ],
    ids=["a later turn", "an answer first", "nobody asks", "no entity", "too many entities", "no messages"],
)
def test_what_cannot_be_searched_is_no_sample(request_body: JsonObject, most: int) -> None:
    leaves = CHAT_COMPLETIONS.leaves(request_body) if "messages" in request_body else ()
    assert (
        sample("t", request_body, leaves, find=PatternDetector().detect, policy=Policy(), tenant="a", most=most) is None
    )


async def test_what_the_oracle_finds_is_kept_without_the_text_and_can_be_learned(tmp_path: Path) -> None:
    found = taken(body("user"))
    assert found is not None
    needs_the_mail = Scores(lambda prompt, plan, repeat: 10 if plan[0] is Action.RETAIN else 1)
    live = await searched(found, needs_the_mail, HEAD, Bounds(2, 50))
    assert (live.plan, live.ending) == ("KR", Ending.FOUND)

    path = tmp_path / "ledger.jsonl"
    for _ in range(2):
        with opened(path, HEAD) as ledger:
            ledger.add(live)
    assert b"ann" not in path.read_bytes()
    assert b"415" not in path.read_bytes()
    examples = live_examples([path])
    assert [(example.model, example.plan) for example in examples] == [("inside", (Action.RETAIN, Action.REDACT))]
    assert examples[0].features == found.features
    assert train(examples).learned_from == {"inside": 1}
    out = tmp_path / "predictor.json"
    assert main(["minimize", "train", "--ledger", str(path), "--out", str(out)]) == 0
    assert load(out).artefact == train(examples)


async def test_a_search_that_finds_nothing_teaches_nothing(tmp_path: Path) -> None:
    found = taken(body("user"))
    assert found is not None
    live = await searched(found, Scores(lambda prompt, plan, repeat: None), HEAD, Bounds(2, 50))
    assert live.ending is Ending.UNKNOWN
    path = tmp_path / "ledger.jsonl"
    with opened(path, HEAD) as ledger:
        ledger.add(live)
    assert live_examples([path]) == []


def test_a_plan_that_does_not_fit_its_entities_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with opened(path, HEAD) as ledger:
        ledger.add(Live("turn", (), "R", Ending.FOUND))
    with pytest.raises(BadRequest, match=r"ledger\.jsonl, line 2"):
        live_examples([path])
