from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from streams.auditor.log_files import GONE_SECONDS, PIECE_BYTES, ROUND_BYTES, LogFiles


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def followed(*patterns: Path | str, clock: Clock | None = None) -> LogFiles:
    """Files of which all that stands there now was read past."""
    files = LogFiles([str(each) for each in patterns], clock or Clock())
    assert files.read() == []
    return files


def new(files: LogFiles) -> str:
    return "".join(piece.text for piece in files.read())


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_a_file_is_followed_from_its_end(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("before\n")
    files = followed(log)
    append(log, "after\nand more\n")
    (piece,) = files.read()
    assert (piece.text, piece.place) == ("after\nand more\n", f"logs{log}:7")
    assert new(files) == ""


def test_a_missing_file_is_no_whole_and_one_that_comes_later_is_read_from_its_start(tmp_path: Path) -> None:
    there = tmp_path / "a.log"
    there.write_text("")
    files = followed(there, tmp_path / "b.*")
    assert not files.is_whole
    (tmp_path / "b.1").write_text("first\n")
    assert new(files) == "first\n"
    assert files.is_whole


def test_a_file_that_cannot_be_opened_is_no_whole(tmp_path: Path) -> None:
    (tmp_path / "a.log").symlink_to(tmp_path / "nowhere")
    assert not followed(tmp_path / "a.log").is_whole


def test_of_a_file_that_was_renamed_the_rest_is_read_and_then_the_new_one(tmp_path: Path) -> None:
    log, clock = tmp_path / "a.log", Clock()
    log.write_text("")
    files = followed(log, clock=clock)
    append(log, "one\n")
    log.rename(tmp_path / "a.log.1")
    append(tmp_path / "a.log.1", "two\n")
    log.write_text("three\n")
    assert sorted(new(files).splitlines()) == ["one", "three", "two"]
    append(tmp_path / "a.log.1", "late\n")
    assert new(files) == "late\n"
    clock.now = GONE_SECONDS + 1
    files.read()
    append(tmp_path / "a.log.1", "too late\n")
    assert new(files) == ""


def test_a_renamed_file_whose_new_name_fits_too_is_not_read_again(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("")
    files = followed(tmp_path / "a.log*")
    append(log, "one\n")
    assert new(files) == "one\n"
    log.rename(tmp_path / "a.log.1")
    log.write_text("two\n")
    assert new(files) == "two\n"


def test_a_file_that_was_cut_is_read_from_its_start(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("a long line before\n")
    files = followed(log)
    log.write_text("new\n")
    assert new(files) == "new\n"


def test_a_line_is_read_when_it_ends_or_when_nothing_follows(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("")
    files = followed(log)
    append(log, "half ")
    assert new(files) == ""
    append(log, "a line\nand ")
    assert new(files) == "half a line\n"
    assert new(files) == "and "
    assert new(files) == ""


def test_a_value_across_the_end_of_a_piece_of_an_endless_line_stands_whole_in_one(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("")
    files = followed(log)
    value = "alex.patel.42157@example.com"
    append(log, "x" * (PIECE_BYTES - 9) + value + "x" * PIECE_BYTES)
    assert [piece for piece in files.read() if value in piece.text]


def test_a_file_that_grows_faster_than_it_is_read_is_no_whole_yet(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("")
    files = followed(log)
    lines = "a line of a log\n" * (ROUND_BYTES // 16 + 10)
    append(log, lines)
    first = new(files)
    assert not files.is_whole
    assert first + new(files) == lines
    assert files.is_whole


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=9), max_size=9))
def test_all_that_is_written_is_read_once(tmp_path_factory: object, pieces: list[str]) -> None:
    folder = tmp_path_factory.mktemp("logs")  # type: ignore[attr-defined]
    log = folder / "a.log"
    log.write_text("")
    files = followed(log)
    read = ""
    for piece in pieces:
        with log.open("a", newline="") as file:
            file.write(piece)
        read += new(files)
    assert read + new(files) + new(files) == "".join(pieces)
