"""The installation by Docker Compose: what it says is valid, every file is there, and sight and reach stay apart."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import gateway
from gateway.keys import hash_key
from gateway.roles import READ_RAW_TEXT, Role
from gateway.settings import load
from gateway.settings.environment import Environment
from tests.gateway.settings.samples import ENVIRONMENT
from tests.support.debian import required_program

ROOT = Path(gateway.__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: Mapping[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: Mapping[str, Any] = COMPOSE["services"]
ROLES = [role for role in Role if role in SERVICES]
CONFIGURATION = (DEPLOY / "compose/canarygate.yaml").read_text(encoding="utf-8")


def variables(role: Role) -> set[str]:
    """The variables that a role is given, by files."""
    return {name.removesuffix("_FILE") for name in SERVICES[role].get("environment", {})}


def test_the_file_is_valid(tmp_path: Path) -> None:
    program = required_program("docker-compose", package="docker-compose")
    command = [program, "--file", str(DEPLOY / "compose.yaml"), "config", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_role_runs_but_the_searcher_which_nobody_has_opted_in_to() -> None:
    assert set(ROLES) == set(Role) - {Role.SEARCHER}


@pytest.mark.parametrize("role", ROLES)
def test_prometheus_asks_every_role(role: Role) -> None:
    asking = yaml.safe_load((DEPLOY / "compose/prometheus.yaml").read_text(encoding="utf-8"))
    (scraped,) = asking["scrape_configs"]
    assert f"{role}:9464" in scraped["static_configs"][0]["targets"]
    assert "metrics" in SERVICES[role]["networks"]


def test_there_is_one_auditor_and_it_asks_the_edge_over_the_network_of_clients() -> None:
    audit = load(CONFIGURATION, {name: ENVIRONMENT[name] for name in variables(Role.AUDITOR)}, [Role.AUDITOR]).audit
    assert audit.edge == "http://edge:8080"
    assert "clients" in set(SERVICES[Role.AUDITOR]["networks"]) & set(SERVICES[Role.EDGE]["networks"])
    assert "deploy" not in SERVICES[Role.AUDITOR]


@pytest.mark.parametrize("role", ROLES)
def test_a_role_starts_with_the_secrets_that_it_is_given(role: Role) -> None:
    secrets = {name: ENVIRONMENT[name] for name in variables(role)}
    assert load(CONFIGURATION, secrets, [role]).roles == {role}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_given_the_files_that_its_variables_name(role: Role) -> None:
    paths = set(SERVICES[role].get("environment", {}).values())
    assert paths == {f"/run/secrets/{name}" for name in SERVICES[role]["secrets"]}


@pytest.mark.parametrize("name", SERVICES)
def test_only_the_dispatcher_has_a_way_out(name: str) -> None:
    networks = {network: COMPOSE["networks"][network] for network in SERVICES[name]["networks"]}
    ways_out = [network for network, options in networks.items() if not options.get("internal") and not closed(options)]
    assert ways_out == (["providers"] if name == Role.DISPATCHER else [])


def closed(network: Mapping[str, Any]) -> bool:
    """Whether ports can be published on it but nothing behind it gets out."""
    options = network.get("driver_opts", {})
    return bool(options.get("com.docker.network.bridge.enable_ip_masquerade") == "false")


@pytest.mark.parametrize("role", sorted(READ_RAW_TEXT & set(ROLES)))
def test_who_reads_raw_text_shares_only_kafka_and_the_metrics_with_the_dispatcher(role: Role) -> None:
    shared = set(SERVICES[role]["networks"]) & set(SERVICES[Role.DISPATCHER]["networks"])
    assert shared == {"kafka", "metrics"}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_hardened(role: Role) -> None:
    service = SERVICES[role]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert not service.get("privileged")


def test_ports_are_published_to_this_host_only() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_every_file_that_is_mounted_is_there() -> None:
    mounts = [mount for service in SERVICES.values() for mount in service.get("volumes", ())]
    for source in (mount.split(":")[0] for mount in mounts):
        assert not source.startswith(".") or (DEPLOY / source).exists(), source


@pytest.fixture
def prepared(tmp_path: Path) -> Path:
    """A copy of the folder in which the script has made the secrets."""
    for name in ("secrets.sh", "canarygate.yaml"):
        (tmp_path / name).write_text((DEPLOY / "compose" / name).read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run(["sh", str(tmp_path / "secrets.sh")], check=True)
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (folder / "secrets").iterdir()}


def test_the_secrets_are_made_once_and_kept_out_of_the_repository(prepared: Path) -> None:
    made, configuration = contents(prepared), (prepared / "canarygate.yaml").read_text(encoding="utf-8")
    assert set(made) == {Path(each["file"]).name for each in COMPOSE["secrets"].values()} | {"first_app_key"}
    subprocess.run(["sh", str(prepared / "secrets.sh")], check=True)
    assert contents(prepared) == made
    assert (prepared / "canarygate.yaml").read_text(encoding="utf-8") == configuration
    assert "deploy/compose/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("role", ROLES)
def test_every_role_starts_with_what_the_script_made(role: Role, prepared: Path) -> None:
    files = SERVICES[role].get("environment", {}).items()
    environment = Environment({name: str(prepared / "secrets" / Path(path).name) for name, path in files})
    assert load((prepared / "canarygate.yaml").read_text(encoding="utf-8"), environment, [role]).roles == {role}


def test_the_edge_knows_the_first_client_and_the_auditor_by_the_keys_that_were_made(prepared: Path) -> None:
    clients = yaml.safe_load((prepared / "canarygate.yaml").read_text(encoding="utf-8"))["api_keys"]
    made = contents(prepared)
    assert {client["name"]: client["hash"] for client in clients} == {
        "first-app": hash_key(made["first_app_key"].strip()),
        "auditor": hash_key(made["auditor_api_key"].strip()),
    }
