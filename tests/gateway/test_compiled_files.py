from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from gateway.compiled_files import CompiledFiles, cache_folder

DATA = b"compiled"


class Maker:
    """Makes the data, and counts how often."""

    def __init__(self, data: bytes = DATA) -> None:
        self.data = data
        self.made = 0

    def __call__(self) -> bytes:
        """Returns the data."""
        self.made += 1
        return self.data


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "canarygate"


def test_what_was_made_once_is_kept_for_the_next_process(folder: Path) -> None:
    make = Maker()
    assert [CompiledFiles(folder).kept("a", make) for _ in range(3)] == [DATA] * 3
    assert make.made == 1
    assert CompiledFiles(folder).kept("b", Maker(b"another")) == b"another"


def test_only_this_user_can_read_the_folder(folder: Path) -> None:
    CompiledFiles(folder).kept("a", Maker())
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("content", [b"", b"x", DATA, bytes(32) + DATA], ids=["empty", "short", "bare", "altered"])
def test_a_damaged_file_is_made_anew(folder: Path, content: bytes) -> None:
    files, make = CompiledFiles(folder), Maker()
    files.kept("a", make)
    (folder / "a").write_bytes(content)
    assert [files.kept("a", make) for _ in range(2)] == [DATA] * 2
    assert make.made == 2


def test_one_changed_byte_is_seen(folder: Path) -> None:
    files, make = CompiledFiles(folder), Maker()
    files.kept("a", make)
    content = bytearray((folder / "a").read_bytes())
    content[-1] ^= 1
    (folder / "a").write_bytes(content)
    assert files.kept("a", make) == DATA
    assert make.made == 2


def test_a_folder_that_others_can_write_is_not_used(folder: Path) -> None:
    files, make = CompiledFiles(folder), Maker()
    files.kept("a", make)
    folder.chmod(0o770)
    assert files.kept("a", make) == DATA
    assert make.made == 2


def test_a_folder_of_another_user_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, make = CompiledFiles(folder), Maker()
    files.kept("a", make)
    owner = folder.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    assert files.kept("a", make) == DATA
    assert make.made == 2


def test_without_a_folder_that_takes_files_it_is_made_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for files in (CompiledFiles(None), CompiledFiles(tmp_path / "file" / "below")):
        make = Maker()
        assert [files.kept("a", make) for _ in range(2)] == [DATA] * 2
        assert make.made == 2


def test_a_folder_in_which_nothing_can_be_written_is_no_error(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("a", "a.lock"):
        (folder / name).mkdir()
    make = Maker()
    assert [CompiledFiles(folder).kept("a", make) for _ in range(2)] == [DATA] * 2
    assert make.made == 2


def test_who_comes_while_it_is_made_waits_for_it(folder: Path) -> None:
    make, together = Maker(), Barrier(4)

    def wanted(_: int) -> bytes:
        together.wait()
        return CompiledFiles(folder).kept("a", make)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(wanted, range(4))) == [DATA] * 4
    assert make.made == 1


def test_what_fails_to_be_made_is_raised_and_not_kept(folder: Path) -> None:
    def fails() -> bytes:
        raise OSError("no")

    files = CompiledFiles(folder)
    with pytest.raises(OSError, match="no"):
        files.kept("a", fails)
    assert files.kept("a", Maker()) == DATA


def test_there_is_no_folder_where_the_environment_names_no_place() -> None:
    assert cache_folder({}) is None
    assert cache_folder({"HOME": "/home/ann"}) == Path("/home/ann/.cache/canarygate")
    assert cache_folder({"HOME": "/home/ann", "XDG_CACHE_HOME": "relative"}) is None
