import pytest

from gateway.settings import (
    ALL_ROLES,
    Address,
    Role,
    SettingsError,
    load,
)
from gateway.types import Action, EntityType


def mistakes(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, ALL_ROLES)
    return [(mistake.line, mistake.place, mistake.message) for mistake in refused.value.mistakes]


@pytest.mark.parametrize(
    ("listen", "address"),
    [
        ("0.0.0.0:80", Address("0.0.0.0", 80)),
        ("'[::1]:0'", Address("::1", 0)),
        ("gateway.example:65535", Address("gateway.example", 65535)),
    ],
)
def test_an_address_is_a_host_and_a_port(listen: str, address: Address) -> None:
    assert load(f"edge: {{listen: {listen}}}", {}, ALL_ROLES).edge.listen == address


@pytest.mark.parametrize(
    ("broker", "message"),
    [
        ("security_protocol: SASL_SSL", "SASL needs"),
        ("security_protocol: SASL_SSL, sasl_mechanism: PLAIN, sasl_username: a", "SASL needs"),
        ("sasl_username: a", "sasl_… needs security_protocol"),
        ("ssl_cafile: a", "ssl_… needs security_protocol"),
        ("security_protocol: SSL, ssl_keyfile: a", "ssl_keyfile needs ssl_certfile"),
        ("bootstrap: 'a:1,b'", "should be HOST:PORT"),
        ("replication_factor: 0", "greater than or equal to 1"),
        ("topic_prefix: 'a b'", "not allowed here"),
    ],
)
def test_a_broker_that_does_not_fit_together_is_refused(broker: str, message: str) -> None:
    given = broker if "bootstrap" in broker else f"bootstrap: 'a:1', {broker}"
    with pytest.raises(SettingsError, match=message):
        load(f"broker: {{{given}}}\nmodel_list: []", {}, [Role.DISPATCHER])


@pytest.mark.parametrize("broker", ["kafka", "5", "{}", "", "[embedded]"])
def test_a_broker_is_embedded_or_has_a_bootstrap(broker: str) -> None:
    assert any(place.startswith("broker") for _, place, _ in mistakes(f"broker: {broker}"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://user:pw@host/v1", "no credentials"),
        ("https://host/v1?key=1", "no credentials"),
        ("host/v1", "begins with http"),
        ("https://[host", "begins with http"),
        ("https://ho\u2100st", "begins with http"),
    ],
)
def test_an_api_base_is_a_url_that_may_be_shown(url: str, message: str) -> None:
    ((_, place, told),) = mistakes(f"model_list: [{{model_name: a, litellm_params: {{model: a, api_base: '{url}'}}}}]")
    assert place == "model_list[0].litellm_params.api_base"
    assert message in told
    assert "host" not in told


def test_the_default_policy_is_the_strictest_unless_it_is_written() -> None:
    policies = load("policies: {lax: {actions: {'*': RETAIN}, refuse: []}}", {}, ALL_ROLES).policies
    assert {name: policy.action(EntityType.NAME) for name, policy in policies.items()} == {
        "default": Action.REDACT,
        "lax": Action.RETAIN,
    }
    assert policies["lax"].name == "lax"
    assert policies["lax"].refuse == frozenset()
