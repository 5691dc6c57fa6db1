from __future__ import annotations

import json

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detectors import PolicyDetectors
from gateway.errors import ProviderFailed
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import JsonObject
from streams.searcher.proposer import Proposer
from streams.searcher.sampling import Sample, sample
from tests.lab.search.made import Scripted
from tests.support.long_work import detection_by

PATTERNS = PatternDetector()
DETECTORS = Detectors(PATTERNS, PATTERNS)
TEXT = "Hello. Write to ann@example.org or call +1 415 555 0132. Bye."


def taken(text: str = TEXT) -> Sample:
    body: JsonObject = {"model": "m", "messages": [{"role": "user", "content": text}]}
    leaves = CHAT_COMPLETIONS.leaves(body)
    found = sample("t", body, leaves, find=PATTERNS.detect, policy=Policy(), tenant="support", most=12)
    assert found is not None
    return found


def proposer(model: Scripted) -> Proposer:
    return Proposer(model, detection_by(PolicyDetectors(DETECTORS, DETECTORS)), str.upper)


def phrases(of: Sample) -> list[str]:
    return [entity.abstraction for entity in of.prompt.entities]


async def test_a_model_proposes_for_a_value_in_its_sentence_and_is_asked_once() -> None:
    said = {"EMAIL": "an inbox of hers", "PHONE_NUMBER": "a line"}
    model = Scripted(lambda asked: json.dumps({"phrase": said[json.loads(asked)["type"]]}))
    proposing = proposer(model)
    for _ in range(2):
        assert phrases(await proposing.abstracted(taken())) == ["an inbox of hers", "a line"]
    assert [json.loads(asked)["sentence"] for asked in model.asked] == [
        "Write to ann@example.org or call +1 415 555 0132."
    ] * 2
    assert phrases(await proposing.abstracted(taken("Ask ann@example.org"))) == ["an inbox of hers"]
    assert len(model.asked) == 3


@pytest.mark.parametrize("answer", ["no", '{"phrase": "bob@example.org"}', '{"phrase": "ann, at example.org"}'])
async def test_an_unusable_proposal_is_replaced_by_the_abstraction_without_a_model(answer: str) -> None:
    found = await proposer(Scripted(lambda asked: answer)).abstracted(taken())
    assert phrases(found)[0] == "an e-mail address"


async def test_a_model_that_is_away_is_asked_again_another_time() -> None:
    answers = iter([ProviderFailed("away"), ProviderFailed("away")])

    def answer(asked: str) -> str:
        for failure in answers:
            raise failure
        return '{"phrase": "something of hers"}'

    proposing = proposer(Scripted(answer))
    assert phrases(await proposing.abstracted(taken())) == ["an e-mail address", "a phone number"]
    assert phrases(await proposing.abstracted(taken())) == ["something of hers", "something of hers (2)"]


async def test_credentials_and_identity_numbers_are_shown_to_no_model() -> None:
    model = Scripted(lambda asked: "")
    await proposer(model).abstracted(taken("Pay with 4111 1111 1111 1111"))
    assert model.asked == []
