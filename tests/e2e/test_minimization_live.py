"""A policy whose plans are learned: what was learned is abstracted, redacted or kept in live requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from openai.types.chat import ChatCompletionMessageParam

from gateway.cli import main
from gateway.metrics import REGISTRY
from gateway.types import JsonObject
from lab.search.prompt_files import read
from streams.engine.service import AgentService
from streams.searcher.handler import Searcher
from streams.searcher.ledger import Ended, Head, opened
from streams.searcher.search import Ending
from streams.searcher.utility import Rubric
from tests.e2e.test_inspect import inspected
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

MODEL = "m"
INFO = "canarygate_predictor_info"
NAMES = ("Anna Schmidt", "Peter Novak", "Maria Lopez", "John Carter", "Emily Stone", "David Miller")
TEXTS = ("{0} came on {1}. What does {0} say?", "Now {0} asks: what happened on {1}?")
DATES = ("12 June 2019", "3 May 2020", "7 July 2018", "21 April 2022", "9 October 2017")
ASKED = "Julia Becker came here on 5 March 2021, then again on 9 August 2022. Is julia.becker@example.org hers?"
SENT = "[NAME1] came here on March 2021, then again on August 2022. Is [EMAIL1] hers?"
ANSWER = "Julia Becker came here on March 2021, then again on August 2022. Is julia.becker@example.org hers?"


def trained(folder: Path) -> Path:
    """A predictor from a ledger by which names may be hidden, and dates be said less exactly."""
    data, ledger, predictor = (folder / name for name in ("prompts.jsonl", "ledger.jsonl", "predictor.json"))
    rows = [
        {
            "id": f"{number}-{at}",
            "text": TEXTS[at % 2].format(name, date),
            "entities": [{"type": "NAME", "text": name}, {"type": "TIME", "text": date}],
        }
        for number, name in enumerate(NAMES)
        for at, date in enumerate(DATES)
    ]
    data.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    with opened(ledger, Head(MODEL, MODEL, Rubric.PASS_OR_FAIL, 1)) as written:
        for prompt in read([data]):
            written.begin(prompt)
            written.add(Ended(prompt.id, 0, "RA", Ending.FOUND, (), 4))
    arguments = ("--data", str(data), "--ledger", str(ledger), "--out", str(predictor))
    assert main(["minimize", "train", *arguments]) == 0
    return predictor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Gateway]:
    """The product with a learned policy."""
    predictor = trained(tmp_path_factory.mktemp("predictor"))
    policies: dict[str, JsonObject] = {
        "learned": {"predictor": "learned", "oversharing_risk": 0.2},
        "bounded": {"predictor": "learned", "oversharing_risk": 0.2, "ceilings": {"TIME": "REDACT"}},
    }
    sections: JsonObject = {"predictor": {"model": str(predictor)}}
    async with running_gateway(upstream, policies=policies, models={MODEL: {}}, sections=sections) as running:
        yield running


def said(upstream: Upstream) -> list[str]:
    """The contents that the provider received last."""
    messages = upstream.requests[-1].json["messages"]
    assert isinstance(messages, list)
    return [str(each["content"]) for each in messages if isinstance(each, dict)]


async def test_what_was_learned_leaves_as_abstractions_and_placeholders(gateway: Gateway, upstream: Upstream) -> None:
    names = ("plans_total", "detected_characters_total", "disclosed_characters_total")
    moved = [("canarygate_" + name, {"predictor": "learned"} if name == "plans_total" else {}) for name in names]
    moved += [("canarygate_spans_total", {"entity_type": "TIME", "action": "ABSTRACT"})]
    before = [metric(name, **labels) for name, labels in moved]

    answer = await gateway.client("learned").chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": ASKED}]
    )

    assert said(upstream) == [SENT]
    assert answer.choices[0].message.content == ANSWER
    after = [metric(name, **labels) for name, labels in moved]
    characters = sum(map(len, ("Julia Becker", "5 March 2021", "9 August 2022", "julia.becker@example.org")))
    assert [now - was for was, now in zip(before, after, strict=True)] == [1, characters, 0, 2]


async def test_a_stream_is_restored_and_what_was_abstracted_stays(gateway: Gateway) -> None:
    stream = await gateway.client("learned").chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": ASKED}], stream=True
    )
    pieces = [choice.delta.content or "" async for chunk in stream for choice in chunk.choices]
    assert "".join(pieces) == ANSWER


async def test_a_later_turn_says_of_the_earlier_ones_what_they_said(gateway: Gateway, upstream: Upstream) -> None:
    history: list[ChatCompletionMessageParam] = [
        {"role": "user", "content": ASKED},
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": "And on 2 February 2023, or on 17 March 2021?"},
    ]
    await gateway.client("learned").chat.completions.create(model=MODEL, messages=history)
    assert said(upstream)[:2] == [SENT, SENT]
    assert said(upstream)[2] == "And on February 2023, or on March 2021 (2)?"


async def test_ceilings_are_on_top_of_what_was_learned(gateway: Gateway, upstream: Upstream) -> None:
    await gateway.client("bounded").chat.completions.create(model=MODEL, messages=[{"role": "user", "content": ASKED}])
    assert said(upstream) == ["[NAME1] came here on [TIME1], then again on [TIME2]. Is [EMAIL1] hers?"]


async def test_the_dry_run_shows_the_plan_that_would_be_used(gateway: Gateway) -> None:
    body: JsonObject = {"model": MODEL, "messages": [{"role": "user", "content": ASKED}]}
    answer = await inspected(gateway, body, "learned")
    spans = answer["spans"]
    assert isinstance(spans, list)
    assert [(span["action"], span["replacement"]) for span in spans if isinstance(span, dict)] == [
        ("REDACT", "[NAME1]"),
        ("ABSTRACT", "March 2021"),
        ("ABSTRACT", "August 2022"),
        ("REDACT", "[EMAIL1]"),
    ]


async def test_the_predictor_in_use_is_told_by_the_digits_of_its_file(gateway: Gateway) -> None:
    informed = [sample for metric in REGISTRY.collect() for sample in metric.samples if sample.name == INFO]
    assert [sample.value for sample in informed] == [1]


async def test_a_tenant_that_opted_in_is_searched_beside_its_answers(upstream: Upstream, tmp_path: Path) -> None:
    """The trusted model echoes, so that no judge's verdict can be read; what the search asked is what counts here."""
    sections: JsonObject = {
        "trusted_models": [
            {"model_name": "inside", "litellm_params": {"model": "openai/inside", "api_base": upstream.url}}
        ],
        "search": {
            "tenants": {"default": 1.0},
            "target": "inside",
            "ledger": str(tmp_path / "ledger.jsonl"),
            "abstractions": "model",
        },
    }
    asked = len(upstream.requests)
    async with running_gateway(upstream, models={MODEL: {}}, sections=sections) as running:
        answer = await running.client().chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": ASKED}]
        )
        searching = next(
            part for part in running.process.parts if isinstance(part, AgentService) and part.role == "searcher"
        )
        searcher = next(each for each in searching.resources if isinstance(each, Searcher))
        await upstream.until(lambda: any(each.json["model"] == "inside" for each in upstream.requests[asked:]))
        await searcher.idle()

    assert answer.choices[0].message.content == ASKED
    by_model = {str(each.json["model"]): each.body.decode() for each in reversed(upstream.requests[asked:])}
    assert "[NAME1]" in by_model[MODEL]
    assert "Julia Becker" in by_model["inside"]
    kept = (tmp_path / "ledger.jsonl").read_text(encoding="utf-8")
    assert kept.count("\n") == 2
    assert "Becker" not in kept
