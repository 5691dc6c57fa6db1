"""The report has every table that its files allow, names the models, and marks all figures of the stand-in."""

from __future__ import annotations

import asyncio
import csv
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from gateway.errors import BadRequest
from lab.reporting.statistics import rate
from lab.search import paper
from lab.search.gathering import Sources, gathered
from lab.search.predicting import known, predicted, zero_shot
from lab.search.prompt_files import read
from lab.search.report import NOTE
from lab.search.training import examples
from lab.search.zero_shot import Order
from tests.lab.search.made import Scripted
from tests.lab.search.published import DATA, needs_data

ENTITIES = [
    {"type": "NAME", "text": "Bob", "abstraction": "a friend"},
    {"type": "GEOLOCATION", "text": "Oslo", "abstraction": "a city"},
    {"type": "TIME", "text": "May", "abstraction": "spring"},
]
PLAN = {"Bob": "redact", "Oslo": "abstract", "May": "retain"}
CHAT = [
    {"id": f"chat-{at}", "dataset": "sharegpt", "text": f"Bob was {at} times in Oslo in May.", "entities": ENTITIES}
    for at in range(6)
]
QUIZ = [
    {
        "id": f"quiz-{at}",
        "dataset": "medqa",
        "text": f"Bob was {at} times in Oslo in May. Why?",
        "entities": ENTITIES,
        "choices": ["work", "play"],
        "answer": 1,
        "oracle_actions": PLAN,
    }
    for at in range(6)
]
PAIRS = [
    {"consensus": "A", "consensus_ratio": 1.0, "message_A": "x", "message_B": "<retained>Ann</retained>"},
    {"consensus": "SAME", "consensus_ratio": 0.6, "message_A": "x", "message_B": "y"},
] * 6
NAMES = ("table_1", "table_2", "figure_2", "figure_3", "table_3", "table_4", "tables_5_and_6", "tables_7_to_10",
         "tables_13_and_14", "tables_15_and_16", "costs", "slack", "runs")  # fmt: skip


def written(path: Path, rows: Sequence[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def report(out: Path, *arguments: str | Path) -> int:
    return main(["minimize", "report", "--out", str(out), *map(str, arguments)])


def of_another_model(ledger: Path) -> Path:
    """The same ledger as if a model had made it, with half a second a call, and all that is abstract redacted."""
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    lines[0] |= {"model": "big-model", "judge": "big-model"}
    for line in lines[1:]:
        if line["kind"] == "score":
            line["seconds"] = 0.5
        if line["kind"] == "result":
            line["plan"] = line["plan"].replace("A", "R")
    return written(ledger.with_name("other.jsonl"), lines)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with data, a ledger of the stand-in, one of a model, pairs, and earlier results."""
    folder = tmp_path_factory.mktemp("made")
    written(folder / "data.jsonl", [*CHAT, *QUIZ])
    written(folder / "pairs.jsonl", PAIRS)
    arguments = ["--data", str(folder / "data.jsonl"), "--ledger", str(folder / "ledger.jsonl")]
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("sys.stdout.write", said.append)
        assert main(["minimize", "oracle", *arguments, "--stand-in", "--slack", "0", "1", "--json"]) == 0
        (folder / "run.json").write_text("".join(said))
        said.clear()
        assert main(["minimize", "audit", "--data", str(folder / "data.jsonl"), "--json"]) == 0
        (folder / "audit.json").write_text("".join(said).replace('"built in"', '"a model"'))
    other = of_another_model(folder / "ledger.jsonl")
    found = examples(read([folder / "data.jsonl"]), [other])
    for order in Order:
        model = Scripted(lambda asked: '{"1": "redact", "2": "abstract"}')
        asked = asyncio.run(zero_shot(model, "asked-model", found, order))
        measured = predicted(["data.jsonl"], found, known([other]), [asked], seed=0, versions={})
        measured = msgspec.structs.replace(measured, asked="asked-model", order=order)
        (folder / f"{order}.json").write_bytes(msgspec.json.encode(measured))
    return folder


@pytest.fixture(scope="module")
def whole(made: Path) -> Path:
    """A report with all tables and figures."""
    files = {
        "--data": ["data.jsonl"],
        "--ledger": ["ledger.jsonl", "other.jsonl"],
        "--pairs": ["pairs.jsonl"],
        "--ablation": [f"{order}.json" for order in Order],
        "--audits": ["audit.json"],
        "--runs": ["run.json"],
    }
    arguments = [[option, *(str(made / name) for name in names)] for option, names in files.items()]
    assert report(made / "whole", *chain.from_iterable(arguments)) == 0
    return made / "whole"


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(newline="") as lines:
        return list(csv.DictReader(lines))


def tables(folder: Path) -> Iterator[str]:
    return (path.stem for path in folder.glob("*.csv"))


def test_every_table_is_there_for_what_is_given(whole: Path) -> None:
    assert set(tables(whole)) == set(NAMES)
    page = (whole / "report.md").read_text()
    assert "Left out" not in page
    for picture in whole.glob("*.svg"):
        assert f"({picture.name})" in page
    # two kinds of tasks of two models and one of the published plans, then as many data sets
    assert len(list(whole.glob("figure_2_*.svg"))) == len(list(whole.glob("figure_3_*.svg"))) == 5


def test_what_is_not_given_is_left_out_with_the_reason(made: Path, tmp_path: Path) -> None:
    assert report(tmp_path / "out", "--data", written(tmp_path / "chat.jsonl", CHAT)) == 0
    assert list(tables(tmp_path / "out")) == ["table_4"]
    page = (tmp_path / "out" / "report.md").read_text()
    for said in ("Table 1: ", "Table 2, figures 2 and 3: ", "Tables 3 and 7 to 18: ", "rows of table 4: ",
                 "Tables 5 and 6: ", "Costs, ", "How long runs took: "):  # fmt: skip
        assert f"{said}" in page.partition("## Left out")[2]


def test_every_page_says_that_the_stand_in_is_no_model(whole: Path) -> None:
    assert NOTE in (whole / "report.md").read_text().split("\n\n")[1]
    for name in tables(whole):
        assert all(row["Note"] == NOTE for row in rows(whole, name)), name
    for picture in whole.glob("*.svg"):
        said = " ".join(text.strip() for text in ET.parse(picture).getroot().itertext() if text.strip())
        assert "stand-in rows measure no real model" in said


def test_without_the_stand_in_no_page_mentions_it(made: Path, tmp_path: Path) -> None:
    assert report(tmp_path / "out", "--data", made / "data.jsonl", "--ledger", made / "other.jsonl") == 0
    assert all("stand-in" not in path.read_text() for path in (tmp_path / "out").iterdir())


@pytest.mark.parametrize("option", ["--runs", "--audits", "--ablation"])
def test_an_earlier_result_of_the_stand_in_marks_the_report_too(made: Path, tmp_path: Path, option: str) -> None:
    name = {"--runs": "run.json", "--audits": "audit.json", "--ablation": "notion.json"}[option]
    earlier = json.loads((made / name).read_text()) | {"stand_in": True}
    (tmp_path / name).write_text(json.dumps(earlier))
    chat = written(tmp_path / "chat.jsonl", CHAT)
    assert report(tmp_path / "out", "--data", chat, option, tmp_path / name) == 0
    assert NOTE in (tmp_path / "out" / "report.md").read_text()


def test_every_row_says_who_made_it(whole: Path) -> None:
    makers = {"stand-in (no real model)", "big-model", "asked-model", "published (model not named)", "ours (no model)"}
    for name in tables(whole):
        for row in rows(whole, name):
            who = next(row[column] for column in ("Made by", "Oracle of", "Plans by") if column in row)
            assert who in makers or who.startswith(("paper", "the oracle's, of published")), (name, who)


def test_no_file_holds_a_text_of_the_data(whole: Path) -> None:
    for path in whole.iterdir():
        assert not any(text in path.read_text() for text in ("Oslo", "Bob", "a friend", "chat-1")), path.name


def test_actions_are_counted_for_each_model_and_kind_of_tasks(whole: Path) -> None:
    ours = {(row["Made by"], row["Tasks"]): row for row in rows(whole, "table_2")}
    published = ours["published (model not named)", "closed-ended"]
    assert (published["Prompts"], published["Entities"]) == ("6", "18")
    assert {published[name] for name in ("Redact", "Abstract", "Retain")} == {"0.333333"}
    assert ours["big-model", "open-ended"]["Abstract"] == "0"
    assert ours["paper: gpt-5", "open-ended"]["Redact"] == "0.857"


def test_what_was_asked_in_each_order_stands_beside_the_paper(whole: Path) -> None:
    asked = [row for row in rows(whole, "table_4") if row["Made by"] == "asked-model"]
    assert {(row["Data set"], row["Its question says"]) for row in asked} == {
        (dataset, said) for dataset in ("sharegpt", "medqa") for said in ("order and notion", "order only", "neither")
    }
    for row in asked:  # the third entity was left open: it counts as no redaction here
        assert {row[name] for name in ("Redact", "Abstract", "Undecided")} == {"0.333333"}
        assert row["Retain"] == "0"
    predictors = {row["Plans by"] for row in rows(whole, "figure_2") if row["Oracle of"] == "big-model"}
    assert {"oracle", "redact all", "zero-shot asked-model"} < predictors


def test_two_models_overlap_by_data_set_against_the_first(whole: Path) -> None:
    ours = [row for row in rows(whole, "tables_5_and_6") if row["Made by"] == "big-model"]
    assert {row["Data set"] for row in ours} == {"sharegpt", "medqa"}
    assert {row["Against"] for row in ours} == {"stand-in (no real model)"}
    assert {row["Jaccard overlap"] for row in ours if row["Action"] == "ABSTRACT"} == {"0"}


def test_costs_are_the_ledgers_own_and_of_the_stand_in_there_is_no_time(whole: Path) -> None:
    for row in rows(whole, "costs"):
        assert int(row["Plans, brute force"]) == 6 * 27
        if row["Made by"] == "big-model":
            assert float(row["Seconds of calls"]) == int(row["Calls"]) * 0.5
            assert float(row["Calls, brute force"]) == 6 * 27
        else:
            assert row["Seconds of calls"] == row["Seconds, brute force"] == ""
    for row in rows(whole, "slack"):
        assert row["Prompts"] == row["Found"] == "6"
        assert (row["Prompts tried in full"] != "") is row["Made by"].startswith("stand-in")


def test_each_audit_says_its_attacker(whole: Path) -> None:
    attackers = {row["Attacker"] for row in rows(whole, "tables_7_to_10")}
    assert attackers == {"built in", "a model", f"paper: {paper.ATTACKERS}"}


def test_the_same_files_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    files = {"--data": "data.jsonl", "--ledger": "ledger.jsonl", "--pairs": "pairs.jsonl"}
    arguments = [part for option, name in files.items() for part in (option, made / name)]
    assert report(tmp_path / "one", *arguments) == report(tmp_path / "two", *arguments) == 0
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_the_tables_are_printed_as_json_with_seed_and_versions(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(tmp_path / "out", "--data", made / "data.jsonl", "--seed", "3", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["prompts"], said["plans"], said["seed"], said["stand_in"]) == (12, 6, 3, False)
    assert "scikit-learn" in said["versions"]
    assert said["tables"][0]["name"] == "table_2"
    assert said["tables"][0]["rows"][9][4]["value"] == pytest.approx(1 / 3)


def test_a_folder_that_is_there_is_refused_and_left_alone(made: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert report(tmp_path / "out", "--data", made / "data.jsonl") == 2
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("at", "change", "said"),
    [
        (0, {"version": 9}, "a ledger of version 9"),
        (1, {"kind": "nothing"}, "this is no line of a ledger"),
        (1, {"fingerprint": "00000000"}, "this prompt"),
        (-1, {"plan": "RXR"}, "this is no line of a ledger"),
        (-1, {"plan": "RR"}, "exactly one action for each entity"),
        (-1, {"prompt": "unheard of"}, "exactly one action for each entity"),
    ],
)
def test_a_bad_ledger_is_refused_by_its_line(made: Path, at: int, change: dict[str, object], said: str) -> None:
    lines = [json.loads(line) for line in (made / "ledger.jsonl").read_text().splitlines()]
    lines[at] |= change
    bad = written(made / "bad.jsonl", lines)
    sources = Sources(data=[made / "data.jsonl"], ledgers=[bad], pairs=None, ablation=[], audits=[], runs=[])
    with pytest.raises(BadRequest, match=f"bad.jsonl, line {at % len(lines) + 1}: .*{said}"):
        asyncio.run(gathered(sources, read(sources.data), 0, {}))


def test_nothing_is_written_for_a_bad_ledger(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = written(tmp_path / "bad.jsonl", [{"kind": "ledger", "version": 9}])
    assert report(tmp_path / "out", "--data", made / "data.jsonl", "--ledger", bad) == 2
    assert "bad.jsonl, line 1" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [bad]


def test_a_model_that_has_two_plans_for_a_prompt_is_refused(made: Path, tmp_path: Path) -> None:
    ledger = made / "ledger.jsonl"
    assert report(tmp_path / "out", "--data", made / "data.jsonl", "--ledger", ledger, ledger) == 2


@pytest.mark.parametrize("option", ["--ablation", "--audits", "--runs"])
def test_a_file_that_no_command_printed_is_refused_by_name(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (tmp_path / "prose.json").write_text("Well.")
    assert report(tmp_path / "out", "--data", made / "data.jsonl", option, tmp_path / "prose.json") == 2
    assert "prose.json: " in capsys.readouterr().err


def test_predictions_that_asked_no_model_are_no_ablation(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.json").write_text(json.dumps(json.loads((made / "notion.json").read_text()) | {"asked": None}))
    assert report(tmp_path / "out", "--data", made / "data.jsonl", "--ablation", tmp_path / "own.json") == 2
    assert "--ask" in capsys.readouterr().err


@pytest.mark.parametrize("printed", [paper.OPEN_ENDED, paper.CLOSED_ENDED])
def test_the_papers_shares_add_up(printed: dict[str, paper.Shares]) -> None:
    assert len(printed) == 9
    for shares in printed.values():
        assert sum(shares) == pytest.approx(1, abs=0.0021)


def test_the_papers_ablation_counts_all_entities_of_a_data_set() -> None:
    totals = {each.dataset: sum(each[3:]) for each in paper.ABLATION}
    assert totals == {"sharegpt": 1190, "medqa": 976}
    assert all(sum(each[3:]) == totals[each.dataset] for each in paper.ABLATION)
    assert len({each[:3] for each in paper.ABLATION}) == 18


def test_the_papers_models_are_the_eight_others_in_each_data_set() -> None:
    for overlaps in (paper.REDACT_OVERLAPS, paper.ABSTRACT_OVERLAPS):
        assert set(overlaps) == {"sharegpt", "wildchat", "medqa", "casehold"}
        assert {len(models) for models in overlaps.values()} == {8}


def test_the_papers_intervals_are_wilsons_of_its_counts() -> None:
    """Of span-wise recovery on WildChat and type-wise on CaseHOLD, as tables 7 and 12 print them."""
    for share, low, high in ((0.119, 0.097, 0.146), (0.323, 0.288, 0.359)):
        interval = rate(round(share * 679), paper.SPANS["wildchat"]["ABSTRACT"].spans)
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.0006)
    names = paper.TYPES["casehold"]["NAME"]
    interval = rate(round(names.hit_1_original * names.prompts), names.prompts)
    assert (interval.low, interval.high) == pytest.approx((0.883, 0.939), abs=0.0006)


def test_the_paper_hits_no_less_with_three_candidates_than_with_one() -> None:
    for types in paper.TYPES.values():
        assert list(types) == sorted(types)
        for each in types.values():
            assert each.hit_1_original <= each.hit_3_original
            assert each.hit_1_minimized <= each.hit_3_minimized


@needs_data
def test_redacting_all_fits_84_of_the_102_published_plans(tmp_path: Path) -> None:
    assert report(tmp_path / "out", "--data", DATA / "medqa.jsonl", DATA / "casehold.jsonl") == 0
    redact_all = [row for row in rows(tmp_path / "out", "figure_3") if row["Predictor"] == "redact all"]
    assert sum(round(float(row["Fit"]) * int(row["Prompts"])) for row in redact_all) == 84
