from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.errors import BadRequest
from streams.searcher.ledger import Ended, Head, Ledger, Scored, opened
from streams.searcher.prompts import Prompt
from streams.searcher.search import Ending
from streams.searcher.utility import Rubric
from tests.lab.search.made import NAMES, prompt

HEAD = Head("target", "judge", Rubric.PASS_OR_FAIL, 5)
SCORED = Scored("made-1", "RK", 0, 10, calls=2, seconds=0.5)
ENDED = Ended("made-1", 0, "RK", Ending.FOUND, (1,), 5)


def written(path: Path, *, prompts: int = 1) -> Path:
    with opened(path, HEAD) as ledger:
        for number in range(1, prompts + 1):
            ledger.begin(prompt(2, f"made-{number}"))
        ledger.add(SCORED)
        ledger.add(ENDED)
    return path


def read(path: Path) -> Ledger:
    with opened(path, HEAD) as ledger:
        return ledger


def test_what_was_written_is_known_to_the_next_run(tmp_path: Path) -> None:
    ledger = read(written(tmp_path / "ledger.jsonl"))
    assert ledger.scores == {("made-1", "RK", 0): SCORED}
    assert ledger.results == {("made-1", 0): ENDED}
    assert ledger.calls(prompt(2)) == 2


def test_a_record_is_on_disk_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with opened(path, HEAD) as ledger:
        ledger.add(SCORED)
        assert path.read_bytes().endswith(msgspec.json.encode(SCORED) + b"\n")


def test_a_ledger_contains_no_text_of_a_prompt(tmp_path: Path) -> None:
    data = written(tmp_path / "ledger.jsonl").read_text()
    assert not any(name in data for name in NAMES)
    assert "person" not in data


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_line_that_a_kill_cut_off_is_dropped_and_written_anew(tmp_path: Path, cut: int) -> None:
    path = written(tmp_path / "ledger.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with opened(path, HEAD) as ledger:
        assert ledger.results == {}
        ledger.add(ENDED)
    assert path.read_bytes() == whole


def test_a_first_line_that_a_kill_cut_off_leaves_an_empty_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b'{"kind":"led')
    assert read(path).results == {}
    assert path.read_bytes() == msgspec.json.encode(HEAD) + b"\n"


@pytest.mark.parametrize(
    ("line", "text", "fault"),
    [
        (1, '{"kind":"ledger","version":2}', "line 1: a ledger of version 2, this program writes 1"),
        (1, '{"id":"made-1","text":"Ann"}', "line 1: this is no ledger"),
        (1, '{"kind":"score","version":1}', "line 1: this is no line of a ledger"),
        (1, msgspec.json.encode(SCORED).decode().replace('"kind"', '"version":1,"kind"'), "line 1: a ledger's first"),
        (3, "Ann", "line 3: this is no line of a ledger"),
        (3, '{"kind":"score","prompt":"made-1","plan":3}', "line 3: this is no line of a ledger"),
        (3, msgspec.json.encode(HEAD).decode(), "line 3: a ledger's first line, and no other"),
    ],
)
def test_what_is_no_ledger_is_named_by_its_line_and_left_as_it_is(
    tmp_path: Path, line: int, text: str, fault: str
) -> None:
    path = written(tmp_path / "ledger.jsonl")
    lines = path.read_text().splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n")
    before = path.read_bytes()
    with pytest.raises(BadRequest) as raised, opened(path, HEAD):
        pass
    assert fault in raised.value.message
    assert "Ann" not in raised.value.message
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(HEAD, model="another"),
        msgspec.structs.replace(HEAD, judge="another"),
        msgspec.structs.replace(HEAD, rubric=Rubric.OUT_OF_TEN),
        msgspec.structs.replace(HEAD, decodes=1),
    ],
)
def test_scores_of_another_model_judge_rubric_or_number_of_decodes_are_not_mixed_in(
    tmp_path: Path, other: Head
) -> None:
    path = written(tmp_path / "ledger.jsonl")
    before = path.read_bytes()
    with pytest.raises(BadRequest, match="line 1: by another model"), opened(path, other):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ([prompt(2)], "line 3: this prompt is not in the data"),
        ([prompt(2), prompt(3, "made-2")], "line 3: this prompt reads otherwise"),
    ],
)
def test_a_ledger_of_other_prompts_is_refused_by_the_line_that_differs(
    tmp_path: Path, data: list[Prompt], fault: str
) -> None:
    ledger = read(written(tmp_path / "ledger.jsonl", prompts=2))
    ledger.check([prompt(2), prompt(2, "made-2"), prompt(1, "made-3")])
    with pytest.raises(BadRequest, match=fault):
        ledger.check(data)


def test_two_runs_do_not_write_to_one_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with opened(path, HEAD), pytest.raises(BadRequest, match="another run is writing"), opened(path, HEAD):
        pass
    assert read(path).results == {}
