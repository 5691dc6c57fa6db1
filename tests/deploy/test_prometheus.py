"""The alerts fire when they should and are silent when they should not, and each has a page that says what to do."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

import gateway
from gateway.metrics import REGISTRY
from tests.deploy.alerts import CASES, OPEN, OPEN_ELSEWHERE, Case, Series
from tests.support.debian import required_program

ROOT = Path(gateway.__file__).parents[1]
PROMETHEUS = ROOT / "deploy/prometheus"
RULES = sorted((PROMETHEUS / "rules").glob("*.yaml"))
SEVERITIES = {"page", "ticket", "none"}


@dataclass(frozen=True)
class Alert:
    """An alert as its file says."""

    name: str
    expression: str
    severity: str
    summary: str
    runbook: str


def rules() -> Iterator[dict[str, Any]]:
    for path in RULES:
        for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]:
            yield from group["rules"]


def alerts() -> list[Alert]:
    return [
        Alert(
            rule["alert"],
            rule["expr"],
            rule["labels"]["severity"],
            rule["annotations"]["summary"],
            rule["annotations"]["runbook"],
        )
        for rule in rules()
        if "alert" in rule
    ]


def metric_names() -> set[str]:
    """What the code exposes, as Prometheus names it."""
    names = {metric.name for metric in REGISTRY.collect()}
    return names | {f"{name}_{suffix}" for name in names for suffix in ("total", "bucket", "count", "sum")}


@pytest.fixture(scope="module")
def promtool() -> str:
    return required_program("promtool", package="prometheus")


def firing(promtool: str, folder: Path, case: Case, series: Series, name: str, *, expected: bool) -> str:
    """What promtool objects to where it is told that the alert fires with the series, or that it does not."""
    expression = f'count(ALERTS{{alertname="{name}",alertstate="firing"}}) > bool 0'
    samples = [{"labels": "{}", "value": 1}] if expected else []
    test = {
        "interval": case.interval,
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "promql_expr_test": [{"expr": expression, "eval_time": case.at, "exp_samples": samples}],
    }
    path = folder / "test.yaml"
    document = {"rule_files": [*map(str, RULES)], "evaluation_interval": case.interval, "tests": [test]}
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    done = subprocess.run([promtool, "test", "rules", str(path)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_every_alert_has_its_controls_and_no_other_is_named() -> None:
    assert {alert.name for alert in alerts()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_an_alert_fires_when_it_should(promtool: str, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    assert firing(promtool, tmp_path, case, case.fires, name, expected=True) == ""


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.silent])
def test_an_alert_is_silent_where_nearly_the_same_is_no_reason(promtool: str, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    assert firing(promtool, tmp_path, case, case.silent, name, expected=False) == ""


# What is known of a leak, minute by minute, while the auditor works, dies and comes back elsewhere.
SINCE_A_LEAK = {
    "nobody has acknowledged it": ({OPEN: "0x5 1x200"}, True),
    "its auditor died at once": ({OPEN: "0x5 1x2 stale"}, True),
    "another auditor goes on with it": ({OPEN: "0x5 1x2 stale", OPEN_ELSEWHERE: "_x60 1x200"}, True),
    "it was acknowledged": ({OPEN: "0x5 1x30 0x200"}, False),
    "it was acknowledged, then the auditor died": ({OPEN: "0x5 1x30 0x5 stale"}, False),
    "its auditor died, and it was acknowledged at another": (
        {OPEN: "0x5 1x2 stale", OPEN_ELSEWHERE: "_x60 0x200"},
        False,
    ),
}


@pytest.mark.parametrize("since", SINCE_A_LEAK)
def test_a_leak_pages_until_somebody_acknowledges_it_also_where_no_auditor_is_left(
    promtool: str, tmp_path: Path, since: str
) -> None:
    series, pages = SINCE_A_LEAK[since]
    case = Case("3h", series, series)
    assert firing(promtool, tmp_path, case, series, "CanarygateLeak", expected=pages) == ""


def test_no_other_alert_hides_a_leak() -> None:
    manager = yaml.safe_load((ROOT / "deploy/alertmanager/alertmanager.yaml").read_text(encoding="utf-8"))
    for rule in manager["inhibit_rules"]:
        targets = [matcher.partition("=~")[2].strip(' "') for matcher in rule["target_matchers"]]
        assert all(targets), "a rule that inhibits must name its targets by a pattern"
        assert not any(re.fullmatch(target, "CanarygateLeak") for target in targets)


def test_only_the_watchdog_fires_without_a_reason() -> None:
    assert [name for name, case in CASES.items() if not case.silent] == ["CanarygateWatchdog"]


def test_prometheus_accepts_the_configuration_and_the_rules(promtool: str) -> None:
    checked = subprocess.run(
        [promtool, "check", "config", str(PROMETHEUS / "prometheus.yaml")], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_alertmanager_accepts_the_configuration() -> None:
    amtool = required_program("amtool", package="prometheus-alertmanager")
    path = ROOT / "deploy/alertmanager/alertmanager.yaml"
    checked = subprocess.run([amtool, "check-config", str(path)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert.name)
def test_an_alert_says_what_is_wrong_how_urgent_it_is_and_where_to_read_on(alert: Alert) -> None:
    assert alert.severity in SEVERITIES
    assert alert.summary
    page = (ROOT / alert.runbook).read_text(encoding="utf-8")
    for part in ("**It means**", "**Look at**", "**Do**", "**It is over**"):
        assert part in page, f"{alert.runbook} lacks {part}"


def test_every_metric_in_a_rule_exists() -> None:
    recorded = {rule["record"] for rule in rules() if "record" in rule}
    for rule in rules():
        for name in re.findall(r"\bcanarygate[a-z0-9_:]*\b", re.sub(r'"[^"]*"', "", rule["expr"])):
            assert name in metric_names() | recorded, name


def test_no_page_of_the_runbooks_is_one_that_no_alert_names() -> None:
    assert {f"deploy/runbooks/{path.name}" for path in (ROOT / "deploy/runbooks").iterdir()} == {
        alert.runbook for alert in alerts()
    }
