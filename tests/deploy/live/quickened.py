"""The project's rules and configurations with the waits taken out, so that a test sees in seconds what takes minutes.

Rules are looked at every second and fire at once: ``interval`` and ``for`` are left out. What else is changed stands in
``SHORTER``, rule by rule; all others look as far back as in production.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import gateway

DEPLOY = Path(gateway.__file__).parents[1] / "deploy"
EVERY = "1s"
# Blind after 15 s without a verdict instead of ten minutes; the control lane and lost canaries are looked at over 20 s.
SHORTER: Mapping[str, tuple[str, str]] = {
    "CanarygateAuditBlind": ("> 600", "> 15"),
    "CanarygateAuditMissesLeaks": ("[10m]", "[20s]"),
    "CanarygateAuditControlSilent": ("[10m]", "[20s]"),
    "CanarygateCanariesLost": ("[1h]", "[20s]"),
}


def alerts_of(rules: str) -> set[str]:
    """The names of the alerts in one of the project's files of rules."""
    groups = _read(DEPLOY / "prometheus/rules" / rules)["groups"]
    return {rule["alert"] for group in groups for rule in group["rules"] if "alert" in rule}


def write_prometheus(folder: Path, targets: Sequence[str], alertmanager: str) -> Path:
    """Writes Prometheus's configuration and rules; returns the file of the configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    found = _read(DEPLOY / "prometheus/prometheus.yaml")
    found["global"] = {"scrape_interval": EVERY, "evaluation_interval": EVERY}
    found["alerting"]["alertmanagers"] = [{"static_configs": [{"targets": [alertmanager]}]}]
    found["scrape_configs"][0]["static_configs"] = [{"targets": list(targets)}]
    for rules in (DEPLOY / "prometheus/rules").glob("*.yaml"):
        _write(folder / "rules" / rules.name, {"groups": [_quickened(group) for group in _read(rules)["groups"]]})
    return _write(folder / "prometheus.yaml", found)


def write_alertmanager(folder: Path, webhook: str) -> Path:
    """Writes Alertmanager's configuration, whose receivers are paths of one webhook; returns its file."""
    found = _read(DEPLOY / "alertmanager/alertmanager.yaml")
    for route in (found["route"], *found["route"]["routes"]):
        route |= {"group_wait": "0s", "group_interval": EVERY}
    for receiver in found["receivers"]:
        for hook in receiver["webhook_configs"]:
            hook["url"] = f"{webhook}/{receiver['name']}"
    return _write(folder / "alertmanager.yaml", found)


def _quickened(group: dict[str, Any]) -> dict[str, Any]:
    return {"name": group["name"], "rules": [_at_once(rule) for rule in group["rules"]]}


def _at_once(rule: dict[str, Any]) -> dict[str, Any]:
    expression = rule["expr"]
    if rule.get("alert") in SHORTER:
        long, short = SHORTER[rule["alert"]]
        assert long in expression, f"{rule['alert']} has changed: look at SHORTER"
        expression = expression.replace(long, short)
    return {name: value for name, value in rule.items() if name != "for"} | {"expr": expression}


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _write(path: Path, document: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    return path
