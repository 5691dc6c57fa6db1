"""Agreement with people: counted as they voted, with intervals, the learned comparator never on its own rows."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from gateway.errors import BadRequest
from gateway.plans.comparator import Disclosure, Preference, Shown, Variant
from gateway.types import Action, EntityType
from lab.search.comparing import agreement, answers, compare, cross_validated, fit, gain
from lab.search.judge_comparator import Judge
from lab.search.pairs import Pair, read
from lab.search.paper import COMPARATORS

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "minimization" / "privacy_pairs.jsonl"

NAME_KEPT = Variant((Shown(Action.RETAIN, EntityType.NAME),), "Ann")
NAME_VAGUE = Variant((Shown(Action.ABSTRACT, EntityType.NAME),), "a friend")
NAME_GONE = Variant((Shown(Action.REDACT, EntityType.NAME),), "[NAME1]")


def voted(first: Variant, second: Variant, consensus: Preference, ratio: float = 1.0) -> Pair:
    return Pair(first, second, consensus, ratio)


PAIRS = [
    voted(NAME_GONE, NAME_KEPT, Preference.FIRST),
    voted(NAME_KEPT, NAME_VAGUE, Preference.SECOND),
    voted(NAME_VAGUE, NAME_VAGUE, Preference.SAME, 0.6),
    voted(NAME_VAGUE, NAME_GONE, Preference.FIRST, 0.6),
] * 4


async def test_agreement_is_counted_over_all_pairs_and_over_those_of_high_consensus() -> None:
    said, seconds = await answers(Disclosure(), PAIRS)
    measured = agreement(said, PAIRS, seconds)
    assert (measured.agreement.value, measured.agreement_consensus.value) == (0.75, 1.0)
    assert measured.agreement.low < 0.75 < measured.agreement.high


async def test_the_learned_comparator_is_judged_on_pairs_that_it_never_saw() -> None:
    odd = voted(NAME_KEPT, NAME_GONE, Preference.FIRST)
    honest, _ = await cross_validated([*PAIRS[:2] * 8, odd], seed=0)
    assert honest[-1] is Preference.SECOND


async def test_a_judge_is_asked_again_after_prose_and_named_by_its_pair_when_it_goes_on() -> None:
    answers_in_turn = iter(["Hm.", "1", "2"])

    async def wavering(question: str) -> str:
        return next(answers_in_turn, "I would rather not say.")

    said, _ = await answers(Judge(wavering), PAIRS[:1])
    assert said == [Preference.FIRST]
    with pytest.raises(BadRequest, match="pair 1: the judge"):
        await answers(Judge(wavering), PAIRS[1:2])


def test_the_same_pairs_give_the_same_weights_and_none_below_nothing() -> None:
    fitted = fit(PAIRS)
    assert fitted == fit(list(PAIRS))
    assert min(fitted.weights) >= 0
    assert fit([PAIRS[2]]).same_below == 0


def test_a_gain_is_paired_and_its_interval_holds_it() -> None:
    right = [pair.consensus for pair in PAIRS]
    wrong = [*right[:-1], right[-1].swapped]
    won = gain(right, wrong, PAIRS, seed=1)
    assert won.value == pytest.approx(1 / 16)
    assert won.low <= won.value <= won.high
    assert gain(right, right, PAIRS, seed=1).high == 0


def test_tags_become_spans_whose_types_come_from_placeholders_or_from_detection(tmp_path: Path) -> None:
    row = {
        "consensus": "A",
        "consensus_ratio": 0.8,
        "message_A": "Write to <redacted>[NAME1]</redacted> at <abstracted>an address</abstracted>.",
        "message_B": "Write to <redacted>[NAME1]</redacted> at <retained>ann@corp.example</retained>.",
    }
    (pair,) = read(written(tmp_path, row))
    assert [span.action for span in pair.first.spans] == [Action.REDACT, Action.ABSTRACT]
    assert pair.first.spans[0].entity_type is EntityType.NAME
    assert pair.second.spans[1] == Shown(Action.RETAIN, EntityType.EMAIL)
    assert pair.second.text == "Write to [NAME1] at ann@corp.example."


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


def test_weights_are_fitted_into_a_new_file_and_an_old_one_is_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"consensus": "A", "consensus_ratio": 1.0, "message_A": "x", "message_B": "<retained>Ann</retained>"}
    arguments = ["minimize", "compare", "--data", str(written(tmp_path, row)), "--fit", str(tmp_path / "new.json")]
    assert main([*arguments, "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["pairs"] == 1
    assert (tmp_path / "new.json").read_bytes()
    assert main(arguments) == 2


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published pairs are not here: ../shared/data")
async def test_on_the_published_pairs_ours_agrees_with_people_as_well_as_the_papers_models() -> None:
    pairs = list(read(PUBLISHED))
    measured = await compare(PUBLISHED.name, pairs, 0, {}, {})
    assert measured.agreement.value >= max(everywhere for everywhere, _, _ in COMPARATORS.values())
    assert measured.agreement_consensus.value >= max(high for _, high, _ in COMPARATORS.values())


def written(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "pairs.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return path
