from __future__ import annotations

import logging
from importlib.util import find_spec
from pathlib import Path

import pytest

from gateway.detection.names.installed import SHIPPED, manifest_of
from gateway.detectors import PolicyDetectors, load_detectors, load_tiers
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import load

TEXT = "Please ask Margaret Thompson from Boston to write to ann@example.org"


def configured(
    detects: str = "", policies: str = "{}", *, few_texts: bool = False, looks: list[bool] | None = None
) -> dict[str, PolicyDetectors]:
    """The detectors of a configuration; ``looks`` gets their look-ups in the cache, True for a hit."""
    settings = load(f"broker: embedded\ndetection: {{{detects}}}\npolicies: {policies}\n", {}, [])
    looked = (looks if looks is not None else []).append
    return dict(load_detectors(settings.detection, settings.policies, looked=looked, few_texts=few_texts))


def found(detectors: Detectors | None, text: str = TEXT) -> list[str]:
    """What is found, as the strings themselves."""
    assert detectors is not None
    return [text[span.start : span.end] for span in detectors.texts.detect(text)]


@pytest.mark.parametrize("few_texts", [True, False])
def test_names_are_found_by_default(few_texts: bool) -> None:
    (default,) = configured(few_texts=few_texts).values()
    assert {"Margaret Thompson", "ann@example.org"} <= {*found(default.full)}
    assert not default.slow


def test_what_there_is_in_any_case_finds_no_names() -> None:
    (default,) = configured().values()
    assert found(default.rest) == ["ann@example.org"]


def test_a_text_is_looked_at_once_for_all_policies_without_a_deny_list() -> None:
    looks: list[bool] = []
    policies = configured(policies="{other: {}, denying: {deny_list: [write]}}", looks=looks)
    for name in ("default", "other", "denying"):
        found(policies[name].full)
    assert looks == [False, True, False]


def test_a_text_of_one_tenant_is_no_hit_for_another() -> None:
    looks: list[bool] = []
    (default,) = configured(looks=looks).values()
    for tenant in ("a", "b", "a", "b"):
        for detectors in (default.of(tenant).full, default.of(tenant).rest):
            assert "ann@example.org" in found(detectors)
    assert looks == [False] * 4 + [True] * 4


@pytest.mark.skipif(find_spec("hyperscan") is None, reason="without Hyperscan nothing is kept")
def test_what_one_role_has_compiled_is_there_for_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    detection = load("broker: embedded\n", {}, []).detection
    load_tiers(detection)
    kept = {*(tmp_path / "canarygate").iterdir()}
    assert kept
    load_tiers(detection)
    load_detectors(detection, {"default": Policy()})
    assert {*(tmp_path / "canarygate").iterdir()} == kept


def test_a_deny_list_is_its_policys_own() -> None:
    policies = configured(policies="{denying: {deny_list: [write]}}")
    assert "write" in found(policies["denying"].full)
    assert "write" not in found(policies["default"].full)


def test_a_recognizer_of_the_configuration_finds_its_own() -> None:
    ticket = "{name: ticket, entity_type: ID_NUMBER, pattern: 'TK-[0-9]{4}', score: 0.9"
    ticket += ", examples: {match: [TK-1234], no_match: [TK-12]}}"
    (default,) = configured(f"recognizers: [{ticket}]").values()
    for detectors in (default.full, default.rest):
        assert "TK-4711" in found(detectors, "It is TK-4711")


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """The shipped model with one byte changed, beside its manifest."""
    model = tmp_path / "altered.npz"
    data = bytearray(SHIPPED.read_bytes())
    data[len(data) // 2] ^= 1
    model.write_bytes(data)
    manifest_of(model).write_bytes(manifest_of(SHIPPED).read_bytes())
    return model


@pytest.mark.parametrize("kind", ["missing", "altered"])
def test_a_model_that_cannot_be_loaded_is_told_without_its_folder(
    kind: str, tmp_path: Path, altered: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model = altered if kind == "altered" else tmp_path / "missing.npz"
    with caplog.at_level(logging.CRITICAL):
        (default,) = configured(f"names_model: {model}").values()
    assert default.full is None
    (record,) = caplog.records
    assert ("hash" if kind == "altered" else "missing.npz") in record.__dict__["reason"]
    assert str(tmp_path) not in record.__dict__["reason"]


def test_a_policy_whose_second_look_is_missing_has_the_names_that_are_found_without_it(tmp_path: Path) -> None:
    policies = configured(f"second_look: {{model: {tmp_path}}}", "{careful: {second_look: always}}")
    careful = policies["careful"]
    assert (careful.full, careful.slow) == (None, True)
    assert "Margaret Thompson" in found(careful.rest)
    assert "Margaret Thompson" in found(policies["default"].full)


@pytest.mark.parametrize("name", ["أحمد الخطيب", "רחל אזולאי", "सुनीता वर्मा", "নাসরিন আক্তার"])
def test_names_in_scripts_without_letter_case_are_found_by_default(name: str) -> None:
    (default,) = configured(few_texts=True).values()
    text = f"- {name}\n- Margaret Thompson"
    assert {name, "Margaret Thompson"} <= {*found(default.full, text)}
