"""The alerts fire when they should and are silent when they should not, and each has a page that says what to do."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
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


def rules(file: str = "*.yaml") -> Iterator[dict[str, Any]]:
    for path in sorted((PROMETHEUS / "rules").glob(file)):
        for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]:
            yield from group["rules"]


def alerts(file: str = "*.yaml") -> list[Alert]:
    return [
        Alert(
            rule["alert"],
            rule["expr"],
            rule["labels"]["severity"],
            rule["annotations"]["summary"],
            rule["annotations"]["runbook"],
        )
        for rule in rules(file)
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
    return objections(promtool, folder, series, {expression: expected}, at=case.at, interval=case.interval)


def objections(
    promtool: str, folder: Path, series: Series, holds: Mapping[str, bool], *, at: str, interval: str = "1m"
) -> str:
    """What promtool objects to where it is told which expressions are 1 then, and which have no value."""
    test = {
        "interval": interval,
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "promql_expr_test": [
            {"expr": each, "eval_time": at, "exp_samples": [{"labels": "{}", "value": 1}] if is_one else []}
            for each, is_one in holds.items()
        ],
    }
    path = folder / "test.yaml"
    document = {"rule_files": [*map(str, RULES)], "evaluation_interval": interval, "tests": [test]}
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


MATCHER = re.compile(r'(?P<label>\w+)\s*(?P<operator>=~|!~|!=|=)\s*"(?P<value>[^"]*)"')


def matches(matcher: str, labels: Mapping[str, str]) -> bool:
    """Whether a matcher of Alertmanager fits an alert with these labels."""
    parts = MATCHER.fullmatch(matcher)
    assert parts, f"{matcher} is not read by this test"
    value, pattern = labels.get(parts["label"], ""), parts["value"]
    equal = re.fullmatch(pattern, value) is not None if "~" in parts["operator"] else value == pattern
    return equal is not parts["operator"].startswith("!")


def hidden(rule: Mapping[str, list[str]]) -> set[str]:
    """The alerts about privacy that an inhibit rule can hide, whatever their other labels are."""
    named = {"alertname", "severity"}
    return {
        alert.name
        for alert in alerts("privacy.yaml")
        if all(
            MATCHER.sub(r"\1", matcher) not in named
            or matches(matcher, {"alertname": alert.name, "severity": alert.severity})
            for matcher in rule["target_matchers"]
        )
    }


def test_no_other_alert_hides_one_about_privacy() -> None:
    manager = yaml.safe_load((ROOT / "deploy/alertmanager/alertmanager.yaml").read_text(encoding="utf-8"))
    assert [hidden(rule) for rule in manager["inhibit_rules"]] == [set()]


@pytest.mark.parametrize(
    ("matchers", "hides"),
    [
        (['alertname =~ "CanarygateL.*"'], True),
        (['severity = "page"'], True),
        (['severity != "ticket"', 'surface = "egress"'], True),
        (['surface = "egress"'], True),
        (['alertname = "CanarygateTurnsWait"'], False),
        (['severity = "page"', 'alertname !~ "Canarygate(Leak|Audit|Verdicts|Canaries).*"'], False),
    ],
)
def test_a_rule_that_could_hide_a_leak_is_seen(matchers: list[str], *, hides: bool) -> None:
    assert bool({"CanarygateLeak"} & hidden({"target_matchers": matchers})) is hides


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
