"""The commands: the paper's own spelling works, and results are written whole or not at all."""

from __future__ import annotations

import errno
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from gateway.cli import main
from lab.reporting.files import write_files, write_lines

SWEPT = ("--n", "300", "--seeds", "2")


def bench(*arguments: str | Path) -> int:
    return main(["canarybench", *map(str, arguments)])


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    path = tmp_path / "talks.jsonl"
    assert bench("generate", "--out", path, "--n", "400", "--topics", "24", "--canary_rate", "0.60") == 0
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_papers_commands_work_as_they_are_printed(talks: Path, tmp_path: Path) -> None:
    run = ("run", "--data", talks, "--embed", "tfidf", "--cluster", "kmeans", "--summarizer", "example")
    assert bench(*run, "--out", tmp_path / "runs" / "leaky2") == 0
    assert bench(*run, "--out", tmp_path / "runs" / "leaky2_defended", "--k_min", "25", "--redact_pii") == 0
    leaky, defended = (
        msgspec.json.decode((tmp_path / "runs" / name / "metrics.json").read_bytes())
        for name in ("leaky2", "leaky2_defended")
    )
    assert leaky["lr_cluster"] > 0.8
    assert defended["lr_cluster"] == sum(defended["pii_hits"].values()) == 0
    config = msgspec.json.decode((tmp_path / "runs" / "leaky2_defended" / "config.json").read_bytes())
    assert (config["options"]["redact_pii"], config["options"]["k_by"]) == ("regex", "conversations")


def test_the_same_seed_gives_the_same_data_summaries_and_metrics(talks: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    bench("generate", "--out", again, "--n", "400")
    assert again.read_bytes() == talks.read_bytes()
    for out in ("one", "two"):
        bench("run", "--data", talks, "--out", tmp_path / out, "--cluster", "online", "--seed", "5")
    one, two = files(tmp_path / "one"), files(tmp_path / "two")
    assert {name for name in one if one[name] != two[name]} <= {"config.json"}
    assert set(one) >= {"config.json", "summaries.jsonl", "metrics.json", "leak_rates.svg"}


def test_fail_on_leak_names_cluster_and_kind_and_never_the_value(
    talks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ("run", "--data", talks, "--fail-on-leak", "--summarizer")
    assert bench(*run, "example", "--out", tmp_path / "leaky") == 1
    told = capsys.readouterr().err
    assert "leak: cluster 0: a canary of kind " in told
    for line in talks.read_bytes().splitlines():
        for canary in msgspec.json.decode(line).get("canaries", []):
            assert canary["value"] not in told
    assert (tmp_path / "leaky" / "metrics.json").exists()
    assert bench(*run, "vocabulary", "--k-min", "10", "--redact-pii", "full", "--out", tmp_path / "tight") == 0


def test_a_file_without_canaries_fails_on_what_looks_like_an_identifier(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "own.jsonl"
    data.write_text('{"text": "write to pat@harbor7.example"}\n')
    assert bench("run", "--data", data, "--out", tmp_path / "out", "--summarizer", "example", "--fail-on-leak") == 1
    assert capsys.readouterr().err == "leak: cluster 0: what looks like email\n"


@pytest.mark.parametrize(
    ("content", "arguments", "named"),
    [
        ("", (), "no conversation"),
        ('{"text": "a"}\n{"txt": "secret"}\n', (), "own.jsonl, line 2: field `text`"),
        ('{"text": "a"}\n{"text": "secret', (), "own.jsonl, line 2"),
        ('{"text": "a"}\n', ("--clusters", "2"), "--clusters asks for 2 clusters of 1"),
    ],
)
def test_bad_input_is_one_clear_line_and_leaves_nothing(
    content: str, arguments: tuple[str, ...], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.jsonl").write_text(content)
    assert bench("run", "--data", tmp_path / "own.jsonl", "--out", tmp_path / "out", *arguments) == 2
    told = capsys.readouterr().err
    assert named in told
    assert "secret" not in told
    assert told.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["own.jsonl"]


def test_what_is_there_already_is_never_overwritten(
    talks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").mkdir()
    before = talks.read_bytes()
    assert bench("run", "--data", talks, "--out", tmp_path / "out") == 2
    assert bench("generate", "--out", talks) == 2
    assert capsys.readouterr().err.count("is there already") == 2
    assert (talks.read_bytes(), list((tmp_path / "out").iterdir())) == (before, [])


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("run", "--data", tmp_path / "none.jsonl", "--out", tmp_path / "out") == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_a_full_disk_leaves_neither_a_folder_nor_a_file(tmp_path: Path) -> None:
    def until_full() -> Iterator[bytes]:
        yield b"first\n"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_lines(tmp_path / "lines.jsonl", until_full())
    with pytest.raises(OSError, match="No space"):
        write_files(tmp_path / "folder", ((str(number), part) for number, part in enumerate(until_full())))
    assert not list(tmp_path.iterdir())


def test_a_sweep_and_its_report_put_the_papers_figures_beside_ours(tmp_path: Path) -> None:
    assert bench("sweep", "--out", tmp_path / "sweep.jsonl", *SWEPT) == 0
    assert bench("report", "--data", tmp_path / "sweep.jsonl", "--out", tmp_path / "report") == 0
    made = files(tmp_path / "report")
    assert set(made) >= {"report.md", "cells.csv", "figure3.svg", "figure4.svg", "figure5.svg", "frontier.svg"}
    table = made["report.md"].decode()
    assert "| extractive: paper | 54 | 1835 | 51 |" in table
    assert "| ours, k of contributors |" in table
    assert all(ET.fromstring(made[name]).tag.endswith("svg") for name in made if name.endswith(".svg"))


def test_a_report_as_json_says_seeds_rows_and_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench("sweep", "--out", tmp_path / "sweep.jsonl", *SWEPT)
    assert bench("report", "--data", tmp_path / "sweep.jsonl", "--out", tmp_path / "report", "--json") == 0
    first, *_others = msgspec.json.decode(capsys.readouterr().out)
    assert (first["configuration"], first["n"], first["seeds"]) == ("extractive", 300, 2)
    figure = first["figures"]["coherence"]
    assert figure["low"] < figure["value"] < figure["high"]


def test_a_sweep_over_own_data_has_no_paper_beside_it(talks: Path, tmp_path: Path) -> None:
    assert bench("sweep", "--data", talks, "--out", tmp_path / "sweep.jsonl", "--seeds", "1") == 0
    assert bench("report", "--data", tmp_path / "sweep.jsonl", "--out", tmp_path / "report") == 0
    assert "paper |" not in (tmp_path / "report" / "report.md").read_text()


def test_a_report_of_something_else_is_refused(talks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("report", "--data", talks, "--out", tmp_path / "report") == 2
    assert "not what a sweep writes" in capsys.readouterr().err


def test_no_other_command_loads_what_computes() -> None:
    check = "import sys, gateway.cli; sys.exit(any(name in sys.modules for name in ('scipy', 'river', 'sklearn')))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
