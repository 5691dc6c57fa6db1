"""Agreement with people: counted as they voted, with intervals, on all pairs and on those of high consensus."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from gateway.errors import BadRequest
from gateway.plans.comparator import Counting, Preference, Variant
from gateway.types import Action
from lab.search.comparing import COUNTING, agreement, answers, as_text, compare
from lab.search.judge_comparator import Judge
from lab.search.pairs import Pair, read

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "minimization" / "privacy_pairs.jsonl"

NAME_KEPT = Variant((Action.RETAIN,), "Ann")
NAME_VAGUE = Variant((Action.ABSTRACT,), "a friend")
NAME_GONE = Variant((Action.REDACT,), "[NAME1]")


def voted(first: Variant, second: Variant, consensus: Preference, ratio: float = 1.0) -> Pair:
    return Pair(first, second, consensus, ratio)


PAIRS = [
    voted(NAME_GONE, NAME_KEPT, Preference.FIRST),
    voted(NAME_KEPT, NAME_VAGUE, Preference.SECOND),
    voted(NAME_VAGUE, NAME_VAGUE, Preference.SAME, 0.6),
    voted(NAME_VAGUE, NAME_GONE, Preference.FIRST, 0.6),
] * 4


async def test_agreement_is_counted_over_all_pairs_and_over_those_of_high_consensus() -> None:
    said, seconds = await answers(Counting(), PAIRS)
    measured = agreement(said, PAIRS, seconds)
    assert (measured.agreement.value, measured.agreement_consensus.value) == (0.75, 1.0)
    assert measured.agreement.low < 0.75 < measured.agreement.high


async def test_a_judge_is_asked_again_after_prose_and_named_by_its_pair_when_it_goes_on() -> None:
    answers_in_turn = iter(["Hm.", "1", "2"])

    async def wavering(question: str) -> str:
        return next(answers_in_turn, "I would rather not say.")

    said, _ = await answers(Judge(wavering), PAIRS[:1])
    assert said == [Preference.FIRST]
    with pytest.raises(BadRequest, match="pair 1: the judge"):
        await answers(Judge(wavering), PAIRS[1:2])


async def test_a_judge_stands_beside_counting_and_the_papers_models() -> None:
    async def second_twice(question: str) -> str:
        return "2" if "<version_2>\n[NAME1]\n" in question else "1"

    measured = await compare("pairs.jsonl", PAIRS, {}, {"my-model": Judge(second_twice)})
    assert list(measured.comparators) == [COUNTING, "my-model"]
    assert (measured.pairs, measured.pairs_consensus) == (16, 8)
    assert measured.agreement == measured.comparators[COUNTING].agreement
    page = as_text(measured)
    assert "my-model" in page
    assert "paper: o1" in page


def test_tags_become_actions_and_the_text_keeps_what_they_mark(tmp_path: Path) -> None:
    row = {
        "consensus": "A",
        "consensus_ratio": 0.8,
        "message_A": "Write to <redacted>[NAME1]</redacted> at <abstracted>an address</abstracted>.",
        "message_B": "Write to <redacted>[NAME1]</redacted> at <retained>ann@corp.example</retained>.",
    }
    (pair,) = read(written(tmp_path, row))
    assert pair.first.actions == (Action.REDACT, Action.ABSTRACT)
    assert pair.second == Variant((Action.REDACT, Action.RETAIN), "Write to [NAME1] at ann@corp.example.")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"consensus": "Ann Lee"}, "consensus"),
        ({"consensus_ratio": 2}, "consensus_ratio"),
        ({"message_B": None}, "message_B"),
    ],
)
def test_a_bad_row_is_named_by_line_and_field_and_not_repeated(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    row = {"consensus": "A", "consensus_ratio": 0.8, "message_A": "a", "message_B": "b"}
    with pytest.raises(BadRequest) as raised:
        list(read(written(tmp_path, row, row | change)))
    assert "pairs.jsonl, line 2" in str(raised.value)
    assert said in str(raised.value)
    assert "Ann Lee" not in str(raised.value)


def test_a_file_without_a_pair_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minimize", "compare", "--data", str(written(tmp_path))]) == 2
    assert "no pair" in capsys.readouterr().err


def test_the_figures_come_as_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"consensus": "A", "consensus_ratio": 1.0, "message_A": "x", "message_B": "<retained>Ann</retained>"}
    assert main(["minimize", "compare", "--data", str(written(tmp_path, row)), "--json"]) == 0
    measured = msgspec.json.decode(capsys.readouterr().out)
    assert (measured["pairs"], measured["agreement"]["value"]) == (1, 1.0)
    assert set(measured["comparators"]) == {COUNTING}


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published pairs are not here: ../shared/data")
async def test_on_the_published_pairs_counting_agrees_with_people_as_the_docs_say() -> None:
    measured = await compare(PUBLISHED.name, list(read(PUBLISHED)), {}, {})
    assert (measured.pairs, measured.pairs_consensus) == (75, 35)
    assert measured.agreement.value == pytest.approx(0.693, abs=0.001)
    assert measured.agreement_consensus.value == pytest.approx(0.914, abs=0.001)


def written(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "pairs.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return path
