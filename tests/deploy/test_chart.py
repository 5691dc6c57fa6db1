"""The Helm chart: valid for two versions of Kubernetes, without secrets, and with sight and reach kept apart."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from gateway.roles import READ_RAW_TEXT, Role
from gateway.settings import load
from gateway.settings.environment import FOLDER
from tests.deploy.chart import (
    ANALYTICS,
    AUDIT,
    CHART,
    KUBERNETES,
    MATRIX,
    RELEASE,
    ROOT,
    SEARCH,
    WRITER,
    Manifest,
    helm,
    merged,
    of_kind,
    pods,
    reach,
    rendered,
    rendering,
    selects,
    way,
)
from tests.gateway.settings.samples import ENVIRONMENT

# What Kubernetes itself does not know is looked at by hand.
FOREIGN = {"ServiceMonitor", "PrometheusRule", "ScaledObject"}
DNS, KAFKA = {53}, {9092, 9093}

# Which Secret's variables each role may see: the table of roles in docs/operations.md.
SEEN: Mapping[str, set[str]] = {
    "edge": {"canarygate-sealing", "canarygate-hashing"},
    "minimizer": {"canarygate-sealing", "canarygate-hashing", "analytics", "audit"},
    "dispatcher": {"canarygate-providers"},
    "analyst": {"noise", "writer"},
    "auditor": {"audit", "auditor"},
    "searcher": {"canarygate-sealing", "trusted"},
    "topics": set(),
    "canary": set(),
}


def role_of(labels: Mapping[str, str]) -> str:
    return labels["app.kubernetes.io/component"]


@pytest.fixture(params=MATRIX)
def manifests(request: pytest.FixtureRequest, tmp_path: Path) -> list[dict[str, Any]]:
    """What the chart makes of each set of values."""
    return rendered(MATRIX[request.param], tmp_path)


@pytest.fixture
def everything(tmp_path: Path) -> list[dict[str, Any]]:
    return rendered(MATRIX["everything"], tmp_path)


def test_helm_finds_nothing_wrong() -> None:
    done = helm("lint", str(CHART), "--strict", "--kube-version", KUBERNETES[0])
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kubernetes", KUBERNETES)
@pytest.mark.parametrize("values", MATRIX.values(), ids=MATRIX)
def test_every_manifest_is_valid(values: Manifest, kubernetes: str, tmp_path: Path) -> None:
    for manifest in rendered(values, tmp_path, kubernetes):
        if manifest["kind"] not in FOREIGN:
            kubernetes_validate.validate(manifest, kubernetes.rpartition(".")[0], strict=True)


def test_selectors_match_the_labels_of_the_pods_and_ports_exist(manifests: list[dict[str, Any]]) -> None:
    templates = list(pods(manifests))
    for service in of_kind(manifests, "Service"):
        (spec,) = (spec for labels, spec in templates if selects({"matchLabels": service["spec"]["selector"]}, labels))
        ports = {port["name"] for container in spec["containers"] for port in container.get("ports", ())}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    for budget in of_kind(manifests, "PodDisruptionBudget", "Deployment"):
        assert [labels for labels, _ in templates if selects(budget["spec"]["selector"], labels)]


def test_no_secret_is_rendered(manifests: list[dict[str, Any]]) -> None:
    assert not list(of_kind(manifests, "Secret"))
    for config in of_kind(manifests, "ConfigMap"):
        for value in re.findall(r"(?:key|keys|password): (.*)", config["data"].get("canarygate.yaml", "")):
            assert value.startswith("os.environ/")


def test_a_role_sees_only_the_secrets_of_its_own(everything: list[dict[str, Any]]) -> None:
    assert {role_of(labels): mounted(spec) for labels, spec in pods(everything)} == SEEN


def mounted(spec: Manifest) -> set[str]:
    """The Secrets whose files a pod sees as its variables, which its program looks for where they are mounted."""
    (container,) = spec["containers"]
    volumes = [each for each in spec.get("volumes", ()) if each["name"] == "secrets"]
    paths = [each["mountPath"] for each in container.get("volumeMounts", ()) if each["name"] == "secrets"]
    named = [each["value"] for each in container.get("env", ()) if each["name"] == FOLDER]
    assert paths == named
    assert "envFrom" not in container
    return {source["secret"]["name"] for volume in volumes for source in volume["projected"]["sources"]}


@pytest.mark.parametrize("values", MATRIX.values(), ids=MATRIX)
def test_the_configuration_in_it_is_one_that_every_role_starts_with(values: Manifest, tmp_path: Path) -> None:
    manifests = rendered(values, tmp_path)
    (config,) = (each for each in of_kind(manifests, "ConfigMap") if each["metadata"]["name"] == f"{RELEASE}-config")
    variables = {**ENVIRONMENT, "KEY": "the trusted endpoint's key", "TELLER_KEY": "the writer's key"}
    for labels, spec in pods(of_kind(manifests, "Deployment")):
        role = Role(role_of(labels))
        writer = {"TELLER_KEY"} if "writer" in values.get("secrets", {}) and role in CALLING else set()
        own = {name: value for name, value in variables.items() if name in VARIABLES[role] | writer}
        assert load(config["data"]["canarygate.yaml"], own, [role]).roles == {role}
        assert spec["containers"][0]["args"][-1] == role


VARIABLES: Mapping[Role, set[str]] = {
    Role.EDGE: {"CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY"},
    Role.MINIMIZER: {
        "CANARYGATE_SEALING_KEYS",
        "CANARYGATE_HASHING_KEY",
        "CANARYGATE_ANALYTICS_KEY",
        "CANARYGATE_AUDIT_KEY",
    },
    Role.DISPATCHER: set(),
    Role.SEARCHER: {"CANARYGATE_SEALING_KEYS", "KEY"},
    Role.ANALYST: {"CANARYGATE_NOISE_KEY"},
    Role.AUDITOR: {"CANARYGATE_AUDIT_KEY", "CANARYGATE_AUDITOR_API_KEY"},
}
CALLING = {Role.SEARCHER, Role.ANALYST}


def test_only_the_dispatcher_reaches_the_internet(everything: list[dict[str, Any]]) -> None:
    for labels, _ in pods(everything):
        reached = reach(everything, labels, "Egress")
        assert reached is not None
        out = {each for each in reached if "ipBlock" in each.peer}
        assert bool(out) == (role_of(labels) == "dispatcher")


@pytest.mark.parametrize("role", sorted(READ_RAW_TEXT))
def test_who_reads_raw_text_reaches_names_and_kafka_only(everything: list[dict[str, Any]], role: str) -> None:
    (labels,) = (labels for labels, _ in pods(everything) if role_of(labels) == role)
    reached = reach(everything, labels, "Egress")
    assert reached is not None
    beyond = {each.peer for each in reached if each.port not in DNS | KAFKA}
    assert beyond == ({"{namespaceSelector: {matchLabels: {team: models}}}"} if role == "searcher" else set())


def test_an_analyst_reaches_a_trusted_model_only_where_one_writes_sentences(tmp_path: Path) -> None:
    reached = {}
    for name, values in {"writer": merged(ANALYTICS, WRITER), "search": merged(ANALYTICS, SEARCH)}.items():
        manifests = rendered(values, tmp_path)
        (labels,) = (labels for labels, _ in pods(manifests) if role_of(labels) == "analyst")
        found = reach(manifests, labels, "Egress")
        assert found is not None
        reached[name] = {each.peer for each in found if each.port not in DNS | KAFKA}
    assert reached == {"writer": {"{namespaceSelector: {matchLabels: {team: models}}}"}, "search": set()}


def test_clients_reach_the_edge_only_and_prometheus_the_metrics_only(everything: list[dict[str, Any]]) -> None:
    for labels, _ in pods(everything):
        reached = reach(everything, labels, "Ingress")
        assert reached is not None
        ports = {each.port for each in reached}
        assert ports == ({8080, 9464} if role_of(labels) == "edge" else {9464})


def test_pods_reach_one_another_along_the_edges_of_the_role_table_only(everything: list[dict[str, Any]]) -> None:
    templates = [labels for labels, _ in pods(everything)]
    ways = {
        (role_of(source), role_of(target)): ports
        for source in templates
        for target in templates
        if (ports := way(everything, source, target))
    }
    assert ways == {("auditor", "edge"): {8080}, ("canary", "edge"): {8080}}


def test_a_witness_is_reached_by_the_dispatcher_alone_and_metrics_by_the_auditor_that_searches_them(
    tmp_path: Path,
) -> None:
    searching = {"audit": {"witness": {"listen": "0.0.0.0:9000"}, "metrics": [f"http://{RELEASE}-edge-metrics:9464"]}}
    manifests = rendered(merged(MATRIX["everything"], {"config": searching}), tmp_path)
    for manifest in manifests:
        if manifest["kind"] not in FOREIGN:
            kubernetes_validate.validate(manifest, KUBERNETES[0].rpartition(".")[0], strict=True)
    labels = {role_of(labels): labels for labels, _ in pods(manifests)}
    ways = {source: way(manifests, labels[source], labels["auditor"]) for source in labels}
    assert ways == {source: set() for source in labels} | {"dispatcher": {9000}, "auditor": {9464}}
    assert way(manifests, labels["auditor"], labels["edge"]) == {8080, 9464}
    (service,) = (each for each in of_kind(manifests, "Service") if each["metadata"]["name"] == f"{RELEASE}-auditor")
    assert service["spec"]["ports"] == [{"name": "witness", "port": 9000, "targetPort": "witness"}]


def test_who_plants_is_let_in_where_clients_are_named(tmp_path: Path) -> None:
    clients = {"clients": [{"podSelector": {"matchLabels": {"app": "shop"}}}]}
    manifests = rendered(merged(MATRIX["everything"], {"networkPolicies": clients}), tmp_path)
    labels = {role_of(labels): labels for labels, _ in pods(manifests)}
    assert all(way(manifests, labels[client], labels["edge"]) == {8080} for client in ("auditor", "canary"))


def test_there_is_never_a_second_auditor(everything: list[dict[str, Any]], tmp_path: Path) -> None:
    (auditor,) = (
        each["spec"]
        for each in of_kind(everything, "Deployment")
        if role_of(each["spec"]["selector"]["matchLabels"]) == "auditor"
    )
    assert (auditor["replicas"], auditor["strategy"]) == (1, {"type": "Recreate"})
    assert rendering(merged(AUDIT, {"roles": {"auditor": {"replicas": 2}}}), tmp_path).returncode != 0


def test_what_is_scaled_has_no_replicas_of_its_own_and_all_else_has(everything: list[dict[str, Any]]) -> None:
    scaled = {
        each["spec"]["scaleTargetRef"]["name"]
        for each in of_kind(everything, "ScaledObject", "HorizontalPodAutoscaler")
    }
    for each in of_kind(everything, "Deployment"):
        assert ("replicas" in each["spec"]) == (each["metadata"]["name"] not in scaled)


def test_without_policies_nothing_is_limited_and_the_notes_say_so(tmp_path: Path) -> None:
    manifests = rendered(MATRIX["minimal"], tmp_path)
    assert all(reach(manifests, labels, "Egress") is None for labels, _ in pods(manifests))
    assert "WARNING: networkPolicies.enabled is false" in (CHART / "templates/NOTES.txt").read_text(encoding="utf-8")


def test_every_pod_runs_without_rights_and_without_a_token(everything: list[dict[str, Any]]) -> None:
    for _, spec in pods(everything):
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        for container in spec["containers"]:
            context = container["securityContext"]
            assert context["readOnlyRootFilesystem"] is True
            assert context["allowPrivilegeEscalation"] is False
            assert context["capabilities"] == {"drop": ["ALL"]}


def test_a_pod_may_finish_its_longest_stream_and_lives_without_kafka(everything: list[dict[str, Any]]) -> None:
    for _, spec in pods(of_kind(everything, "Deployment")):
        assert spec["terminationGracePeriodSeconds"] > 600 + 30
        (container,) = spec["containers"]
        assert container["livenessProbe"]["httpGet"]["path"] == "/health/live"


def test_the_rules_and_dashboards_are_the_very_files_of_deploy(everything: list[dict[str, Any]]) -> None:
    rules = {each["metadata"]["name"]: each["spec"] for each in of_kind(everything, "PrometheusRule")}
    assert rules == {
        f"{RELEASE}-{path.stem}": yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in (ROOT / "deploy/prometheus/rules").glob("*.yaml")
    }
    (boards,) = (each["data"] for each in of_kind(everything, "ConfigMap") if "service.json" in each["data"])
    of_deploy = (ROOT / "deploy/grafana/dashboards").glob("*.json")
    shipped = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in of_deploy}
    assert {name: json.loads(text) for name, text in boards.items()} == shipped


UNSAFE: Mapping[str, Manifest] = {
    "a key in the values": {"config": {"sealing": {"keys": "k1:AAAA"}}},
    "a provider's key in the values": {
        "config": {"model_list": [{"model_name": "m", "litellm_params": {"model": "openai/m", "api_key": "sk-1"}}]}
    },
    "the embedded broker": {"config": {"broker": "embedded"}},
    "metrics at a loopback address": {"config": {"metrics": {"listen": "127.0.0.1:9464"}}},
    "a pod that is cut off in the middle of a stream": {"terminationGracePeriodSeconds": 30},
    "an analyst without keys": {"roles": {"analyst": {"enabled": True}}},
    "an auditor without a key": merged(AUDIT, {"secrets": {"auditor": ""}}),
    "an auditor that plants nothing": {"secrets": AUDIT["secrets"], "roles": AUDIT["roles"]},
    "an auditor's key in the values": merged(AUDIT, {"config": {"audit": {"clients": [{"api_key": "cg-1"}]}}}),
    "a searcher without a trusted model": {"roles": {"searcher": {"enabled": True}}},
    "a writer that is no trusted model": {"config": {"publication": {"writer": "teller"}}},
    "a dispatcher without keys": {"secrets": {"providers": ""}},
    "an ingress without TLS": {"ingress": {"enabled": True, "host": "llm.example.org"}},
    "no peer for Kafka": {"networkPolicies": {"kafka": {"peers": []}}},
    "an unknown value": {"replicas": 3},
}


@pytest.mark.parametrize("values", UNSAFE.values(), ids=UNSAFE)
def test_an_unsafe_combination_is_refused(values: Manifest, tmp_path: Path) -> None:
    done = rendering(values, tmp_path)
    assert done.returncode != 0
    assert "values don't meet the specifications of the schema" in done.stderr


CONTRADICTIONS: Mapping[str, tuple[Manifest, str]] = {
    "a drain that outlasts the pod": (
        {"config": {"drain_seconds": 900}},
        "terminationGracePeriodSeconds is 700: make it more than config.drain_seconds (900)",
    ),
    "fewest above most": (
        {"autoscaling": {"edge": {"minReplicas": 5, "maxReplicas": 4}}},
        "autoscaling.edge.minReplicas is 5, more than maxReplicas (4)",
    ),
    "more members than KEDA may start": (
        {"autoscaling": {"keda": {"enabled": True, "maxReplicas": 1}}},
        "roles.minimizer.replicas is 2, more than autoscaling.keda.maxReplicas (1)",
    ),
    "a test without the model that it asks for": (
        {
            "test": {"apiKeySecret": "canary"},
            "config": {"model_list": [{"model_name": "gpt", "litellm_params": {"model": "openai/gpt"}}]},
        },
        "asks for the model echo, which config.model_list lacks",
    ),
}


@pytest.mark.parametrize(("values", "said"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_values_that_contradict_each_other_are_refused_with_both_values(
    values: Manifest, said: str, tmp_path: Path
) -> None:
    done = rendering(values, tmp_path)
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.parametrize("values", [ANALYTICS, AUDIT, SEARCH, merged(ANALYTICS, AUDIT, SEARCH)])
def test_optional_roles_run_where_they_have_what_they_need(values: Manifest, tmp_path: Path) -> None:
    roles = {role_of(labels) for labels, _ in pods(of_kind(rendered(values, tmp_path), "Deployment"))}
    assert roles == {"edge", "minimizer", "dispatcher"} | {
        role for role, chosen in values["roles"].items() if chosen["enabled"]
    }
