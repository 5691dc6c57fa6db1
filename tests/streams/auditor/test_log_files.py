from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gateway.records import LogPlaces
from streams.auditor import log_files
from streams.auditor.followed_file import PIECE_BYTES, ROUND_BYTES
from streams.auditor.log_files import GONE_SECONDS, LogFiles

KEY = b"key"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A file of logs, still empty."""
    path = tmp_path / "a.log"
    path.touch()
    return path


def followed(*patterns: Path | str, clock: Clock | None = None) -> LogFiles:
    """Files of which all that stands there now was read past."""
    files = LogFiles([str(each) for each in patterns], KEY, clock or Clock())
    assert files.read() == []
    files.searched()
    return files


def new(files: LogFiles) -> str:
    """What is read and searched now."""
    text = "".join(piece.text for piece in files.read())
    files.searched()
    return text


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_a_file_that_nobody_followed_yet_is_followed_from_its_end(log: Path) -> None:
    log.write_text("before\n")
    files = followed(log)
    append(log, "after\nand more\n")
    (piece,) = files.read()
    assert (piece.text, piece.place) == ("after\nand more\n", f"logs{log}:7")
    assert new(files) == ""


def test_what_is_written_before_the_first_reading_is_read(log: Path) -> None:
    log.write_text("before\n")
    files = LogFiles([str(log)], KEY)
    files.resume(None)
    append(log, "after\n")
    assert new(files) == "after\n"


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


def test_of_a_file_that_was_renamed_the_rest_is_read_and_then_the_new_one(tmp_path: Path, log: Path) -> None:
    clock = Clock()
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


def test_a_renamed_file_whose_new_name_fits_too_is_not_read_again(tmp_path: Path, log: Path) -> None:
    files = followed(tmp_path / "a.log*")
    append(log, "one\n")
    assert new(files) == "one\n"
    log.rename(tmp_path / "a.log.1")
    log.write_text("two\n")
    assert new(files) == "two\n"


def test_a_file_that_was_cut_is_read_from_its_start(log: Path) -> None:
    log.write_text("a long line before\n")
    files = followed(log)
    log.write_text("new\n")
    assert new(files) == "new\n"


def test_a_line_is_read_when_it_ends_or_when_nothing_follows(log: Path) -> None:
    files = followed(log)
    append(log, "half ")
    assert new(files) == ""
    append(log, "a line\nand ")
    assert new(files) == "half a line\n"
    assert new(files) == "and "
    assert new(files) == ""


def test_a_value_across_the_end_of_a_piece_of_an_endless_line_stands_whole_in_one(log: Path) -> None:
    files = followed(log)
    value = "alex.patel.42157@example.com"
    append(log, "x" * (PIECE_BYTES - 9) + value + "x" * PIECE_BYTES)
    assert [piece for piece in files.read() if value in piece.text]


def test_a_file_that_grows_faster_than_it_is_read_is_no_whole_yet(log: Path) -> None:
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


def restarted(files: LogFiles) -> LogFiles:
    """The files of the next auditor, as the record says that the last one left them."""
    places = files.places()
    assert places is not None
    return resumed(files, msgspec.json.decode(msgspec.json.encode(places), type=LogPlaces))


def resumed(files: LogFiles, places: LogPlaces | None) -> LogFiles:
    """The files of another auditor, which begins with these places."""
    files.close()
    again = LogFiles(files.patterns, KEY)
    again.resume(places)
    return again


def test_what_was_written_while_nobody_looked_is_read(log: Path) -> None:
    log.write_text("before\n")
    files = followed(log)
    append(log, "seen\n")
    assert new(files) == "seen\n"
    append(log, "meanwhile\n")
    (piece,) = restarted(files).read()
    assert (piece.text, piece.place) == ("meanwhile\n", f"logs{log}:12")


def test_what_was_read_and_not_searched_is_read_again(log: Path) -> None:
    files = followed(log)
    append(log, "read, and half ")
    append(log, "a line")
    assert [*files.read()] == []
    append(log, "\nread\n")
    files.read()
    assert new(restarted(files)) == "read, and half a line\nread\n"


def test_a_line_that_was_not_read_whole_is_read_from_its_start(log: Path) -> None:
    files = followed(log)
    append(log, "one\ntw")
    assert new(files) == "one\n"
    append(log, "o\n")
    assert new(restarted(files)) == "two\n"


def test_a_file_that_was_rotated_meanwhile_is_read_to_its_end_and_then_the_new_one(tmp_path: Path, log: Path) -> None:
    log.write_text("one\n")
    files = followed(log)
    append(log, "two\n")
    log.rename(tmp_path / "a.log.1")
    log.write_text("three\n")
    assert sorted(new(restarted(files)).splitlines()) == ["three", "two"]


def test_beside_a_rotated_file_others_are_left_alone(tmp_path: Path, log: Path) -> None:
    log.write_text("one\n")
    files = followed(log)
    left = files.places()
    assert left is not None
    log.rename(tmp_path / "a.log.1")
    (tmp_path / "a.log.1").write_text("a number that was used again\n")
    log.write_text("three\n")
    assert new(resumed(files, left)) == "three\n"


@pytest.mark.parametrize("cut", ["other\n", "other and much longer than it was\n"])
def test_a_file_that_was_cut_meanwhile_is_read_from_its_start(log: Path, cut: str) -> None:
    log.write_text("a long line before\n")
    files = followed(log)
    log.write_text(cut)
    assert new(restarted(files)) == cut


def test_a_file_that_came_meanwhile_is_read_from_its_start_under_a_pattern_that_was_followed(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("")
    files = followed(tmp_path / "*.log")
    (tmp_path / "b.log").write_text("new\n")
    assert new(restarted(files)) == "new\n"


def test_a_file_that_nobody_followed_before_is_read_from_its_end(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("")
    (tmp_path / "b.log").write_text("old\n")
    left = followed(tmp_path / "a.log").places()
    both = LogFiles([str(tmp_path / "?.log")], KEY)
    both.resume(left)
    assert new(both) == ""


def test_a_file_on_another_device_is_known_by_its_name_and_how_it_begins(log: Path) -> None:
    log.write_text("before\n")
    files = followed(log)
    places = files.places()
    assert places is not None
    moved = structs.replace(places, files=tuple(structs.replace(each, device=0, inode=0) for each in places.files))
    append(log, "meanwhile\n")
    assert new(resumed(files, moved)) == "meanwhile\n"


def test_an_auditor_that_dies_before_it_has_searched_anything_leaves_files_as_they_were(log: Path) -> None:
    log.write_text("before\n")
    files = followed(log)
    append(log, "meanwhile\n")
    second = restarted(files)
    second.read()
    assert new(restarted(second)) == "meanwhile\n"


def test_of_very_many_files_those_that_were_written_last_are_kept_and_the_others_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_files, "MOST_FILES", 2)
    for number in range(4):
        (tmp_path / f"{number}.log").write_text(f"old {number}\n")
        os.utime(tmp_path / f"{number}.log", (number, number))
    files = followed(tmp_path / "*.log")
    places = files.places()
    assert places is not None
    assert {Path(each.path).name for each in places.files} == {"2.log", "3.log"}
    append(tmp_path / "3.log", "new\n")
    assert new(restarted(files)) == "new\n"


def test_places_say_nothing_of_what_files_hold(log: Path) -> None:
    log.write_text("alex.patel@example.com\n")
    places = msgspec.json.encode(followed(log).places())
    assert b"alex" not in places
    other = LogFiles([str(log)], b"another key")
    other.read()
    other.searched()
    assert msgspec.json.encode(other.places()) != places
