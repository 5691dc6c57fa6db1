from __future__ import annotations

import pytest

from gateway.keys import hash_key
from gateway.settings import ALL_ROLES, AuditSettings, Settings, SettingsError, effective, load
from gateway.types import Surface

KEY = "the auditor's key as a client"


CLIENT = f"{{api_key: {KEY}}}"
OTHER_KEY = "another key as a client"


def loaded(audit: str, witness: str = "{tenants: [audit]}", clients: str = f"[{CLIENT}]", others: str = "") -> Settings:
    keys = (
        f'[{{name: n, hash: "{hash_key(KEY)}", tenant: audit}}, {{name: o, hash: "{hash_key("o")}"}}, '
        f'{{name: p, hash: "{hash_key(OTHER_KEY)}"{others}}}]'
    )
    models = (
        f'[{{model_name: a, litellm_params: {{model: openai/w, api_base: "http://w:1"}}, witness: {witness}}}, '
        "{model_name: a, litellm_params: {model: openai/a}}]"
    )
    text = f"api_keys: {keys}\nmodel_list: {models}\naudit: {{model: a, clients: {clients}, {audit}}}"
    return load(text, {}, ALL_ROLES)


def refused(
    audit: str, witness: str = "{tenants: [audit]}", clients: str = f"[{CLIENT}]", others: str = ""
) -> dict[str, str]:
    with pytest.raises(SettingsError) as caught:
        loaded(audit, witness, clients, others)
    return {mistake.place: mistake.message for mistake in caught.value.mistakes}


@pytest.mark.parametrize(
    ("audit", "place", "message"),
    [
        ("positions: {elsewhere: 1}", "audit.positions", "user, part"),
        ("positions: {user: 0}", "audit.positions", "weigh something"),
        ("disguises: {rot13: 1}", "audit.disguises", "plain, url"),
        ("disguises: {plain: -1}", "audit.disguises.plain", "greater"),
        ("invalid_share: 2", "audit.invalid_share", "less"),
        ("monthly_probes: 0", "audit.monthly_probes", "greater"),
        ("logs: [here.log]", "audit.logs[0]", "not allowed here"),
        ("metrics: ['http://u:p@edge/metrics']", "audit.metrics[0]", "no credentials"),
        ("surfaces: [disk]", "audit.surfaces[0]", "logs, metrics, errors"),
        ("witness: {}", "audit.witness.listen", "missing"),
    ],
)
def test_what_cannot_be_meant_is_refused(audit: str, place: str, message: str) -> None:
    assert message in refused(audit)[place]


def test_a_witness_that_listens_gets_the_turns_of_the_auditors_tenant() -> None:
    listening = "witness: {listen: '127.0.0.1:8090'}"
    assert str(loaded(listening).audit.witness) != "None"
    found = refused(f"{listening}, monthly_probes: 1", "{tenants: [default]}")
    assert "gets nothing" in found["audit.witness"]


OTHER_CLIENT = f"{{api_key: {OTHER_KEY}}}"


def test_each_client_audits_a_tenant_under_a_policy() -> None:
    both = f"[{CLIENT}, {{api_key: {OTHER_KEY}, kinds: [EMAIL, NAME]}}]"
    clients = loaded("monthly_probes: 1", clients=both).audit.clients
    assert [each.kinds for each in clients] == [None, ("EMAIL", "NAME")]
    same = refused("monthly_probes: 1", clients=both, others=", tenant: audit")
    assert "the tenant and the policy of audit.clients[0]" in same["audit.clients[1]"]


@pytest.mark.parametrize(
    ("clients", "place", "message"),
    [
        (f"[{CLIENT}, {{api_key: of nobody}}]", "audit.clients[1].api_key", "is unknown"),
        (f"[{CLIENT}, {{kinds: [EMAIL]}}]", "audit.clients[1].api_key", "is missing"),
        (f"[{{api_key: {KEY}, kinds: [QUANTITY]}}]", "audit.clients[0].kinds[0]", "not among audit.kinds"),
        (f"[{{api_key: {KEY}, kinds: []}}]", "audit.clients[0].kinds", "at least 1"),
        ("[]", "audit.clients", "is missing"),
    ],
)
def test_a_client_that_cannot_be_meant_is_refused(clients: str, place: str, message: str) -> None:
    assert message in refused("monthly_probes: 1", clients=clients)[place]


def test_the_witness_gets_the_probes_of_every_client_or_a_limit_is_said() -> None:
    both = f"[{CLIENT}, {OTHER_CLIENT}]"
    assert "the tenants of audit.clients" in refused("", clients=both)["audit.model"]
    assert loaded("", "{tenants: [audit, default]}", both)
    assert loaded("monthly_probes: 1", clients=both)


def test_what_the_configuration_does_not_say_is_not_searched() -> None:
    assert {*Surface} - AuditSettings().searched == {Surface.LOGS, Surface.METRICS}
    said = loaded("logs: [/a.log], metrics: ['http://a/metrics'], invalid_share: 0, surfaces: [logs, errors]").audit
    assert said.searched == {Surface.LOGS}


def test_the_effective_configuration_shows_what_is_not_planted_and_not_watched() -> None:
    shown = effective(loaded("logs: [/var/log/a.log]"))
    assert "not planted: QUANTITY; kinds and positions name what is" in shown
    assert "unwatched: metrics\n" in shown
    assert "log files: /var/log/a.log; metrics: none" in shown
    assert "disguises: 12 plain, 1 url" in shown
