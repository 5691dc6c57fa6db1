"""The chart as Helm renders it, and what its network policies let through."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

import gateway
from tests.support.go import required_go_program

ROOT = Path(gateway.__file__).parents[1]
CHART = ROOT / "helm/canarygate"
RELEASE = "rel"
KUBERNETES = ("1.31.0", "1.34.0")

Manifest = Mapping[str, Any]

ANALYTICS: Manifest = {
    "config": {
        "analytics": {
            "key": "os.environ/CANARYGATE_ANALYTICS_KEY",
            "noise_key": "os.environ/CANARYGATE_NOISE_KEY",
        },
        "audit": {"key": "os.environ/CANARYGATE_AUDIT_KEY"},
    },
    "secrets": {"analytics": "analytics", "audit": "audit", "noise": "noise"},
    "roles": {"analyst": {"enabled": True}},
}
AUDIT: Manifest = {
    "config": {
        "audit": {
            "key": "os.environ/CANARYGATE_AUDIT_KEY",
            "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
            "model": "echo",
            "edge": f"http://{RELEASE}-edge",
        },
    },
    "secrets": {"audit": "audit", "auditor": "auditor"},
    "roles": {"auditor": {"enabled": True}},
}
MONITORING: Manifest = {"serviceMonitor": True, "rules": True, "dashboards": True, "labels": {"release": "prometheus"}}
SEARCH: Manifest = {
    "config": {
        "search": {"tenants": {"default": 0.01}, "target": "inside", "ledger": "/var/cache/canarygate/ledger"},
        "trusted_models": [
            {
                "model_name": "inside",
                "litellm_params": {"model": "openai/inside", "api_base": "https://inside", "api_key": "os.environ/KEY"},
            }
        ],
    },
    "secrets": {"trusted": "trusted"},
    "roles": {"searcher": {"enabled": True}},
    "networkPolicies": {"trustedModels": {"peers": [{"namespaceSelector": {"matchLabels": {"team": "models"}}}]}},
}
WRITER: Manifest = {
    "config": {
        "publication": {"writer": "teller"},
        "trusted_models": [
            *SEARCH["config"]["trusted_models"],
            {
                "model_name": "teller",
                "litellm_params": {
                    "model": "openai/teller",
                    "api_base": "https://teller",
                    "api_key": "os.environ/TELLER_KEY",
                },
            },
        ],
    },
    "secrets": {"writer": "writer"},
    "networkPolicies": SEARCH["networkPolicies"],
}


def merged(*values: Manifest) -> dict[str, Any]:
    """The values, later ones over earlier ones, as Helm does it."""
    together: dict[str, Any] = {}
    for each in values:
        for key, value in each.items():
            before = together.get(key)
            together[key] = (
                merged(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
            )
    return together


MATRIX: Mapping[str, Manifest] = {
    "default": {},
    "minimal": {
        "roles": {role: {"replicas": 1} for role in ("edge", "minimizer", "dispatcher")},
        "topics": {"apply": False},
        "networkPolicies": {"enabled": False},
    },
    "production": merged(
        ANALYTICS,
        AUDIT,
        {
            "monitoring": MONITORING,
            "autoscaling": {"edge": {"enabled": True}},
            "ingress": {"enabled": True, "className": "nginx", "host": "llm.example.org", "tlsSecret": "tls"},
            "secrets": {"kafka": {"edge": "kafka-edge", "minimizer": "kafka-minimizer"}},
            "files": [{"name": "kafka-ca", "secret": "kafka-ca", "mountPath": "/etc/kafka"}],
        },
    ),
    "everything": merged(
        ANALYTICS,
        AUDIT,
        SEARCH,
        WRITER,
        {
            "monitoring": MONITORING,
            "autoscaling": {"edge": {"enabled": True}, "keda": {"enabled": True}},
            "test": {"apiKeySecret": "canary"},
            "imagePullSecrets": [{"name": "registry"}],
        },
    ),
}


def helm(*words: str) -> subprocess.CompletedProcess[str]:
    """What Helm says to a command."""
    program = required_go_program("helm.sh/helm/v3/cmd/helm")
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def rendered(values: Manifest, folder: Path, kubernetes: str = KUBERNETES[0]) -> list[dict[str, Any]]:
    """Every manifest that the chart makes of these values."""
    done = rendering(values, folder, kubernetes)
    assert done.returncode == 0, done.stderr
    return [each for each in yaml.safe_load_all(done.stdout) if each]


def rendering(values: Manifest, folder: Path, kubernetes: str = KUBERNETES[0]) -> subprocess.CompletedProcess[str]:
    """What Helm makes of these values, or why it refuses them."""
    path = folder / "values.yaml"
    path.write_text(yaml.safe_dump(dict(values)), encoding="utf-8")
    return helm("template", RELEASE, str(CHART), "--values", str(path), "--kube-version", kubernetes)


def of_kind(manifests: Iterable[Manifest], *kinds: str) -> Iterator[Manifest]:
    return (each for each in manifests if each["kind"] in kinds)


def pods(manifests: Iterable[Manifest]) -> Iterator[tuple[Mapping[str, str], Manifest]]:
    """The labels and the specification of every pod that the manifests start."""
    for each in of_kind(manifests, "Deployment", "Job"):
        template = each["spec"]["template"]
        yield template["metadata"]["labels"], template["spec"]
    for each in of_kind(manifests, "Pod"):
        yield each["metadata"]["labels"], each["spec"]


def selects(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Whether a selector of Kubernetes is for these labels; one without anything is for all."""
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())


@dataclass(frozen=True)
class Reach:
    """Where a pod may connect to, or who may connect to it: a peer as its policy says, and a port."""

    peer: str
    port: int


def reach(manifests: Iterable[Manifest], labels: Mapping[str, str], direction: str) -> set[Reach] | None:
    """All that the policies let a pod do in a direction (``Egress``, ``Ingress``); None if no policy limits it."""
    policies = [each["spec"] for each in of_kind(manifests, "NetworkPolicy")]
    own = [each for each in policies if selects(each["podSelector"], labels) and direction in each["policyTypes"]]
    if not own:
        return None
    peers = "to" if direction == "Egress" else "from"
    return {
        Reach(yaml.safe_dump(peer, default_flow_style=True).strip(), port["port"])
        for policy in own
        for rule in policy.get(direction.lower(), ())
        for peer in rule[peers]
        for port in rule["ports"]
    }


def way(manifests: Sequence[Manifest], source: Mapping[str, str], target: Mapping[str, str]) -> set[int]:
    """The ports at which a pod of the release may connect to another: one lets it out, and the other lets it in."""
    out, into = (_ports(manifests, *pair) for pair in ((source, "Egress", target), (target, "Ingress", source)))
    return out & into


def _ports(
    manifests: Sequence[Manifest], labels: Mapping[str, str], direction: str, other: Mapping[str, str]
) -> set[int]:
    reached = reach(manifests, labels, direction)
    assert reached is not None, "no policy limits it"
    return {each.port for each in reached if _is_peer(yaml.safe_load(each.peer), other)}


def _is_peer(peer: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Whether a pod of the release is meant; its namespace has no labels but its name."""
    spaces = peer.get("namespaceSelector")
    in_space = spaces is None or selects(spaces, {"kubernetes.io/metadata.name": RELEASE})
    return "ipBlock" not in peer and in_space and selects(peer.get("podSelector", {}), labels)
