"""The dashboards ask for metrics that exist, in expressions that Prometheus reads, with titles and units."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

import gateway
from tests.deploy.test_prometheus import metric_names, rules
from tests.support.debian import required_program

ROOT = Path(gateway.__file__).parents[1]
DASHBOARDS = sorted((ROOT / "deploy/grafana/dashboards").glob("*.json"))
OF_EVERY_PROCESS = {"process_cpu_seconds_total", "process_resident_memory_bytes"}


@dataclass(frozen=True)
class Panel:
    """A panel as its dashboard says."""

    title: str
    unit: str
    description: str
    expressions: tuple[str, ...]
    legends: tuple[str, ...]


def dashboard(path: Path) -> Mapping[str, Any]:
    read: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def panels() -> Iterator[Panel]:
    for path in DASHBOARDS:
        for panel in dashboard(path)["panels"]:
            defaults = panel["fieldConfig"]["defaults"]
            targets = panel["targets"]
            yield Panel(
                panel["title"],
                defaults["unit"],
                panel["description"],
                tuple(target["expr"] for target in targets),
                tuple(target["legendFormat"] for target in targets),
            )


PANELS = list(panels())


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_a_panel_says_what_it_shows_and_asks_for_metrics_that_exist(panel: Panel) -> None:
    assert panel.title
    assert panel.unit
    assert panel.description.endswith(".")
    known = metric_names() | {rule["record"] for rule in rules() if "record" in rule} | OF_EVERY_PROCESS
    for expression in panel.expressions:
        asked = re.findall(r"\b(?:canarygate|process)[a-z0-9_:]*_[a-z0-9_:]+\b", re.sub(r'"[^"]*"', "", expression))
        assert asked
        assert set(asked) <= known


def test_prometheus_reads_every_expression(tmp_path: Path) -> None:
    expressions = [expression for panel in PANELS for expression in panel.expressions]
    asked = [{"record": f"panel:{number}", "expr": each} for number, each in enumerate(expressions)]
    path = tmp_path / "panels.yaml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": asked}]}), encoding="utf-8")
    command = [required_program("promtool", package="prometheus"), "check", "rules", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_panels_have_numbers_of_their_own_and_do_not_overlap(path: Path) -> None:
    of_path = dashboard(path)["panels"]
    assert len({panel["id"] for panel in of_path}) == len(of_path)
    squares = [
        (x, y)
        for panel in of_path
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(squares) == len(set(squares))


def test_the_dashboards_read_the_source_that_is_provisioned() -> None:
    sources = yaml.safe_load((ROOT / "deploy/grafana/provisioning/datasources/prometheus.yaml").read_text())
    provisioned = {source["uid"] for source in sources["datasources"]}
    used = {panel["datasource"]["uid"] for path in DASHBOARDS for panel in dashboard(path)["panels"]}
    assert used == provisioned
