"""The predictor's file is read at startup; its mistakes are reported with all others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.plans.predictors.learned import Artefact, Needs
from gateway.settings import Role, SettingsError, check, effective, load

LEARNED = "policies: {careful: {predictor: learned, oversharing_risk: 0.02, dates: year, ceilings: {NAME: REDACT}}}\n"
NEEDS = Needs({"bias": 1.0}, {"bias": 1.0})
ARTEFACT = Artefact({"*": NEEDS}, {"m": 3}, stand_in=False)


def written(folder: Path, artefact: Artefact = ARTEFACT) -> Path:
    path = folder / "predictor.json"
    path.write_bytes(msgspec.json.encode(artefact))
    return path


def mistakes(text: str, *roles: Role) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, roles)
    return [(mistake.line, mistake.place, mistake.message) for mistake in refused.value.mistakes]


def test_a_policy_that_learns_and_a_predictor_start(tmp_path: Path) -> None:
    settings = load(f"{LEARNED}predictor: {{model: {written(tmp_path)}}}", {}, [])
    assert settings.predictor.model == tmp_path / "predictor.json"
    assert settings.policies["careful"].predictor == "learned"


def test_a_policy_that_learns_needs_a_predictor() -> None:
    assert mistakes(LEARNED) == [
        (1, "policies.careful.predictor", "needs a predictor: name its file in predictor.model")
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the file cannot be read"),
        (b"Ann", "the file: this is no predictor; canarygate minimize train makes one"),
        (
            msgspec.json.encode(msgspec.structs.replace(ARTEFACT, version=9)),
            "the file: a predictor of version 9, this program reads 1; train anew",
        ),
        (
            msgspec.json.encode(msgspec.structs.replace(ARTEFACT, models={"m": NEEDS})),
            "the file: it knows nothing of models that it does not name (*); train anew",
        ),
    ],
    ids=["missing", "something else", "another version", "one model only"],
)
def test_an_unusable_predictor_file_is_reported_with_all_other_mistakes(
    tmp_path: Path, data: bytes | None, message: str
) -> None:
    path = tmp_path / "predictor.json"
    if data is not None:
        path.write_bytes(data)
    found = mistakes(f"{LEARNED}predictor: {{model: {path}}}\nedge: {{max_in_flight: 0}}")
    assert (2, "predictor.model", message) in found
    assert {place for _, place, _ in found} == {"predictor.model", "edge.max_in_flight"}


def test_only_a_role_that_needs_the_file_reads_it() -> None:
    text = f"{LEARNED}predictor: {{model: /nowhere/predictor.json}}\nmodel_list: []\nbroker: {{bootstrap: 'a:1'}}"
    assert load(text, {}, [Role.DISPATCHER])
    assert check(text + "\nsealing: {keys: os.environ/A}\nhashing: {key: os.environ/B}", {}, [])
    assert "predictor.model" in {place for _, place, _ in mistakes(text, Role.MINIMIZER)}


def test_the_effective_policy_names_its_predictor_and_its_bounds(tmp_path: Path) -> None:
    shown = effective(load(f"{LEARNED}predictor: {{model: {written(tmp_path)}}}", {}, []))
    lines = [line.split() for line in shown.splitlines()]
    assert f"predictor {tmp_path}/predictor.json" in shown
    assert "  plans: learned, at a risk of oversharing of 0.02; of a date an abstraction keeps the year" in shown
    assert ["NAME", "REDACT"] in lines
    assert ["TIME", "learned,", "REDACT", "to", "RETAIN;", "else", "REDACT"] in lines
    assert ["KEYS", "REDACT"] in lines
