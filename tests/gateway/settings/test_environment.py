from __future__ import annotations

from pathlib import Path

import pytest

from gateway.settings import Role, SettingsError, load
from gateway.settings.environment import Environment
from tests.gateway.settings.samples import ENVIRONMENT, REAL


def as_files(folder: Path, variables: dict[str, str]) -> dict[str, str]:
    """The same secrets, each in a file."""
    for name, value in variables.items():
        (folder / name).write_text(value + "\n", encoding="utf-8")
    return {f"{name}_FILE": str(folder / name) for name in variables}


def test_a_role_gets_its_secrets_out_of_files(tmp_path: Path) -> None:
    of_edge = {name: ENVIRONMENT[name] for name in ENVIRONMENT if "SEALING" in name or "HASHING" in name}
    variables = as_files(tmp_path, of_edge | {"KAFKA_PASSWORD": ENVIRONMENT["KAFKA_PASSWORD"]})
    settings = load(REAL, Environment(variables), [Role.EDGE])
    assert settings.sealing.keys is not None
    assert settings.sealing.keys.get_secret_value() == ENVIRONMENT["CANARYGATE_SEALING_KEYS"]


def test_a_secret_of_another_role_in_a_file_is_refused_as_one_in_a_variable_is(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        load(REAL, Environment(as_files(tmp_path, ENVIRONMENT)), [Role.DISPATCHER])
    assert "sealing.keys" in {mistake.place for mistake in refused.value.mistakes}


def test_a_variable_goes_before_its_file_and_a_new_content_counts(tmp_path: Path) -> None:
    environment = Environment({**as_files(tmp_path, {"A": "old"}), "B": "own", "B_FILE": str(tmp_path / "A")})
    assert (environment["A"], environment["B"]) == ("old", "own")
    (tmp_path / "A").write_text("new", encoding="utf-8")
    assert environment["A"] == "new"
    assert set(environment) == {"A", "B", "A_FILE", "B_FILE"}
    assert len(environment) == 4


def test_a_folder_holds_a_file_for_each_variable_as_kubernetes_mounts_secrets(tmp_path: Path) -> None:
    (version := tmp_path / "..2026").mkdir()
    (tmp_path / "..data").symlink_to(version)
    for name, value in (("A", "of the folder"), ("B", "hidden")):
        (version / name).write_text(value + "\n", encoding="utf-8")
        (tmp_path / name).symlink_to(tmp_path / "..data" / name)
    environment = Environment({"CANARYGATE_SECRETS": str(tmp_path), "B": "own"})
    assert (environment["A"], environment["B"]) == ("of the folder", "own")
    assert set(environment) == {"A", "B", "CANARYGATE_SECRETS"}
    assert environment.files() == {"A": tmp_path / "A"}


def test_the_file_that_a_variable_names_goes_before_the_folder(tmp_path: Path) -> None:
    (folder := tmp_path / "folder").mkdir()
    as_files(folder, {"A": "of the folder"})
    environment = Environment({**as_files(tmp_path, {"A": "named"}), "CANARYGATE_SECRETS": str(folder)})
    assert environment["A"] == "named"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing"):
        Environment({"CANARYGATE_SECRETS": str(tmp_path / "missing")}).get("A")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    environment = Environment({"A_FILE": str(tmp_path / "missing")})
    with pytest.raises(FileNotFoundError, match="missing"):
        environment.get("A")
