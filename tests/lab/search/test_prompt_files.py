from __future__ import annotations

import json
from pathlib import Path

import pytest

from gateway.errors import BadRequest
from gateway.types import Action, EntityType, JsonObject, JsonValue
from lab.search.prompt_files import read
from tests.lab.search.published import DATA, needs_data

ANN: JsonObject = {"type": "NAME", "text": "Ann Lee", "variants": ["Ann Lee", "Ann"], "abstraction": "a patient"}
OSLO: JsonObject = {"type": "GEOLOCATION", "text": "Oslo", "variants": ["Oslo"], "abstraction": "a city"}
ROW: JsonObject = {
    "id": "made-1",
    "dataset": "made",
    "text": "Ann Lee lives in Oslo. Ann is 40.",
    "entities": [ANN, OSLO],
    "choices": ["yes", "no"],
    "answer": 1,
    "oracle_actions": {"Ann Lee": "redact"},
}


def test_a_row_is_a_prompt_with_its_entities(tmp_path: Path) -> None:
    (prompt,) = read([file(tmp_path, ROW)])
    assert prompt.types == (EntityType.NAME, EntityType.GEOLOCATION)
    assert prompt.entities[0].forms == ("Ann Lee", "Ann")
    assert prompt.choices[prompt.answer or 0] == "no"
    assert prompt.published == (Action.REDACT, Action.RETAIN)


def test_a_prompt_prints_nothing_of_its_text(tmp_path: Path) -> None:
    (prompt,) = read([file(tmp_path, ROW)])
    assert "Ann" not in repr(prompt)
    assert "Ann" not in repr(prompt.entities)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"entities": [{**ANN, "text": ""}]}, "entities[0].text"),
        ({"entities": [{**ANN, "type": "ANN LEE"}]}, "entities[0].type"),
        ({"entities": [ANN, {**OSLO, "text": "Rome", "variants": []}]}, "entities[1] stands nowhere"),
        ({"entities": [ANN, {**ANN, "text": "ann lee"}]}, "`entities[1].text` is that of an earlier entity"),
        ({"entities": [{**ANN, "abstraction": "oslo"}, OSLO]}, "`entities[0].abstraction` is the text of another"),
        ({"answer": 2}, "`answer`"),
        ({"answer": None}, "`answer`"),
        ({"oracle_actions": {"Ann": "redact"}}, "`oracle_actions`"),
        ({"oracle_actions": {"Ann Lee": "hide"}}, "oracle_actions"),
        ({"text": 3}, "`$.text`"),
        ({"id": "made-0"}, "`id`"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_by_line_and_field_and_not_quoted(
    tmp_path: Path, change: JsonObject, fault: str
) -> None:
    path = file(tmp_path, {**ROW, "id": "made-0"}, {**ROW, **change})
    with pytest.raises(BadRequest) as raised:
        read([path])
    assert raised.value.message.startswith("prompts.jsonl, line 2: ")
    assert fault in raised.value.message
    assert not any(value in raised.value.message for value in ("Ann Lee", "ANN LEE", "Oslo", "hide"))


def test_what_is_no_json_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_text(json.dumps(ROW) + "\n{Ann")
    with pytest.raises(BadRequest, match=r"prompts.jsonl, line 2: this is no JSON object"):
        read([path])


@pytest.mark.parametrize(
    ("change", "same"),
    [({}, True), ({"task": "Writing"}, True), ({"text": "Ann Lee lives in Oslo."}, False), ({"answer": 0}, False)],
)
def test_the_fingerprint_tells_whether_a_verdict_still_holds(tmp_path: Path, change: JsonObject, same: bool) -> None:
    first, second = read([file(tmp_path, ROW, {**ROW, "id": "made-2", **change})])
    assert (first.fingerprint == second.fingerprint) is same


@needs_data
@pytest.mark.parametrize("name", ["medqa", "casehold", "wildchat", "sharegpt"])
def test_the_published_prompts_are_read(name: str) -> None:
    prompts = read([DATA / f"{name}.jsonl"])
    assert prompts
    assert all(prompt.dataset == name for prompt in prompts)
    assert all(prompt.answer is not None for prompt in prompts if prompt.choices)


@needs_data
def test_answers_count_as_each_published_data_set_counts_them() -> None:
    right = {prompt.id: prompt.choices[prompt.answer or 0] for prompt in read([DATA / "medqa.jsonl"])}
    assert right.get("medqa-50", "Hirschsprung disease") == "Hirschsprung disease"


def file(folder: Path, *rows: JsonValue) -> Path:
    path = folder / "prompts.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path
