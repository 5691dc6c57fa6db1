"""`canarygate check` over every example of a configuration, as somebody who copies it would run it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import gateway
from gateway.cli import main

ROOT = Path(gateway.__file__).parents[1]
CONFIGURATIONS = {
    "compose": (ROOT / "deploy/compose/canarygate.yaml").read_text(encoding="utf-8"),
    "chart": yaml.safe_dump(
        yaml.safe_load((ROOT / "helm/canarygate/values.yaml").read_text(encoding="utf-8"))["config"]
    ),
}


@pytest.mark.parametrize("text", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_an_example_is_accepted_and_its_policy_shown(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "canarygate.yaml"
    config.write_text(text, encoding="utf-8")
    assert main(["check", "--config", str(config)]) == 0
    assert "default" in capsys.readouterr().out


def test_there_is_no_other_example_file() -> None:
    found = [path for folder in ("deploy", "helm") for path in (ROOT / folder).rglob("canarygate*.yaml")]
    assert [str(path.relative_to(ROOT)) for path in found if "provisioning" not in path.parts] == [
        "deploy/compose/canarygate.yaml"
    ]


def test_an_example_with_a_mistake_would_be_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "canarygate.yaml"
    config.write_text(CONFIGURATIONS["compose"].replace("model_list:", "models:"), encoding="utf-8")
    assert main(["check", "--config", str(config)]) == 2
    assert "models: unknown key" in capsys.readouterr().err
