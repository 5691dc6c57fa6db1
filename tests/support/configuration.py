"""Configurations of test processes, with fresh secrets, each process getting only those of its own roles."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.sealing import KEY_BYTES
from gateway.settings.audit import POSITIONS
from gateway.types import JsonObject, JsonValue

READERS = {"edge", "minimizer"}
ANALYTICS: Mapping[str, JsonObject] = {
    "analytics": {
        "key": "os.environ/CANARYGATE_ANALYTICS_KEY",
        "noise_key": "os.environ/CANARYGATE_NOISE_KEY",
        "trusted_tenants": ["default"],
    },
    "audit": {"key": "os.environ/CANARYGATE_AUDIT_KEY"},
}
"""The sections of an installation that emits what users say for analytics."""
PLAIN_PROBES: Mapping[str, JsonValue] = {
    "monthly_probes": 1_000_000,
    "disguises": {"plain": 1},
    "positions": {position: weight for position, weight in POSITIONS.items() if position != "name"},
    "invalid_share": 0,
}
"""Of ``audit``: probes that all go to the upstream of a test, each with its value as it is, where it is promised."""


def _random(prefix: str = "") -> str:
    return prefix + b64encode(os.urandom(KEY_BYTES)).decode()


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """The secrets of one installation: of the clients, the seals, the hashes, analytics and the provider."""

    api_key: str = field(default_factory=lambda: new_key(os.urandom(RANDOM_BYTES)))
    sealing_keys: str = field(default_factory=lambda: _random("k1:"))
    hashing_key: str = field(default_factory=_random)
    provider_key: str = field(default_factory=lambda: _random("sk-"))
    analytics_key: str = field(default_factory=_random)
    noise_key: str = field(default_factory=_random)
    audit_key: str = field(default_factory=_random)

    def environment(self, roles: Collection[str]) -> dict[str, str]:
        """The variables of a process with these roles."""
        variables: dict[str, str] = {}
        if READERS & set(roles):
            variables |= {"CANARYGATE_SEALING_KEYS": self.sealing_keys, "CANARYGATE_HASHING_KEY": self.hashing_key}
        if "minimizer" in roles:
            variables |= {"CANARYGATE_ANALYTICS_KEY": self.analytics_key, "CANARYGATE_AUDIT_KEY": self.audit_key}
        if "analyst" in roles:
            variables["CANARYGATE_NOISE_KEY"] = self.noise_key
        if "auditor" in roles:
            variables |= {"CANARYGATE_AUDIT_KEY": self.audit_key, "CANARYGATE_AUDITOR_API_KEY": self.api_key}
        if "searcher" in roles:
            variables["CANARYGATE_SEALING_KEYS"] = self.sealing_keys
        if "dispatcher" in roles:
            variables["PROVIDER_KEY"] = self.provider_key
        return variables


def openai_models(api_base: str, names: Sequence[str] = ("*",)) -> list[JsonValue]:
    """A model list that sends these names (``*``: all) to an upstream that speaks OpenAI's protocol."""
    return [
        {
            "model_name": name,
            "litellm_params": {"model": f"openai/{name}", "api_base": api_base, "api_key": "os.environ/PROVIDER_KEY"},
        }
        for name in names
    ]


def kafka(bootstrap: str, topic_prefix: str, partitions: int = 4) -> JsonObject:
    """The section ``broker`` for a one-node broker."""
    return {
        "bootstrap": bootstrap,
        "topic_prefix": topic_prefix,
        "partitions": partitions,
        "replication_factor": 1,
    }


def write(
    path: Path,
    secrets: Secrets,
    *,
    broker: JsonValue,
    models: list[JsonValue],
    ports: tuple[int, int],
    sections: Mapping[str, JsonValue],
) -> None:
    """Writes the configuration of one process; ``ports`` are the edge's and the metrics', ``sections`` add to it."""
    edge_port, metrics_port = ports
    document: JsonObject = {
        "edge": {"listen": f"127.0.0.1:{edge_port}"},
        "metrics": {"listen": f"127.0.0.1:{metrics_port}"},
        "broker": broker,
        "sealing": {"keys": "os.environ/CANARYGATE_SEALING_KEYS"},
        "hashing": {"key": "os.environ/CANARYGATE_HASHING_KEY"},
        "api_keys": [{"name": "test", "hash": hash_key(secrets.api_key)}],
        "model_list": models,
    }
    path.write_text(_text(document, sections), encoding="utf-8")


def amend(path: Path, sections: Mapping[str, JsonValue]) -> None:
    """Changes a configuration that was written: what a section says is added to it, or takes its place."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(_text(document, sections), encoding="utf-8")


def _text(document: JsonObject, sections: Mapping[str, JsonValue]) -> str:
    for name, section in sections.items():
        before = document.get(name)
        document[name] = {**before, **section} if isinstance(before, dict) and isinstance(section, dict) else section
    return yaml.safe_dump(document, sort_keys=False)
