from collections.abc import Mapping
from types import MappingProxyType

import pytest
from pydantic import ValidationError

from gateway.settings import (
    ALL_ROLES,
    Address,
    Embedded,
    Kafka,
    Mistake,
    Role,
    Settings,
    SettingsError,
    load,
    reload_api_keys,
)
from gateway.types import Action, EntityType
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL

HASH = "sha256:" + "0" * 64
OTHER_HASH = "sha256:" + "1" * 64
DISPATCHER = {name: ENVIRONMENT[name] for name in ("OPENAI_API_KEY", "KAFKA_PASSWORD")}


def mistakes(text: str, environment: Mapping[str, str] = MappingProxyType({})) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, environment, ALL_ROLES)
    return [(mistake.line, mistake.place, mistake.message) for mistake in refused.value.mistakes]


def test_a_whole_file_loads() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    assert settings.edge.listen == Address("127.0.0.1", 8080)
    assert settings.edge.request_timeout_seconds == 540.0
    assert settings.broker == Embedded()
    assert settings.sealing.keys is not None
    assert set(settings.sealing.tenants) == {"support"}
    assert settings.api_keys[0].name == "support-bot"
    assert settings.model_list[0].litellm_params.model == "openai/gpt-4.1"
    policy = settings.policies["default"]
    assert (policy.name, policy.action(EntityType.TIME)) == ("default", Action.RETAIN)
    assert policy.allow_list == {"Acme Corp"}


def test_a_real_broker_loads_with_its_credentials() -> None:
    broker = load(REAL, DISPATCHER, [Role.DISPATCHER]).broker
    assert isinstance(broker, Kafka)
    assert broker.bootstrap == "kafka-1:9092,kafka-2:9092"
    assert broker.sasl_password is not None
    assert broker.sasl_password.get_secret_value() == ENVIRONMENT["KAFKA_PASSWORD"]


def test_settings_are_frozen_all_the_way_down() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    with pytest.raises(ValidationError):
        settings.edge.max_in_flight = 1
    for mapping in (settings.policies, settings.sealing.tenants, settings.router_settings.fallbacks):
        with pytest.raises(TypeError):
            mapping["new"] = None  # type: ignore[index]


def test_bodies_are_capped_on_the_embedded_broker_only() -> None:
    assert load("edge: {max_body_bytes: 10485760}", {}, ALL_ROLES).edge.max_body_bytes == 1 << 20
    assert load("edge: {max_body_bytes: 1000}", {}, ALL_ROLES).edge.max_body_bytes == 1000
    assert load(REAL, DISPATCHER, [Role.DISPATCHER]).edge.max_body_bytes == 10485760


WRONG = """\
edge:
  listen: 8080
  max_body_bytes: 0
  max_in_flight: "many"
  max_in_flight_per_key: -1
  request_timeout_seconds: 0
  lisen: 127.0.0.1:8080
metrics: {listen: "[::1]:99999"}
broker:
  bootstrap: kafka
  security_protocol: TLS
  partitions: 1.5
sealing:
  keys: os.environ/UNSET
hashing:
  key: too short
api_keys:
  - {name: a, hash: "sha256:abc"}
  - name: b
    hash: {zeros}
    policy: nowhere
  - name: b
    hash: {zeros}
  - {hash: {ones}}
model_list:
  - model_name: m
    litellm_params: {model: openai/m, api_base: ftp://m, timeout: -1, max_retries: 11}
  - model_name: n
    litellm_params: {model: openai/*}
  - model_name: "*-x"
    litellm_params: {}
router_settings:
  fallbacks: [{m: [nowhere]}, {m: [n]}, {n: [m]}]
  num_retries: -1
search: {calls: 0, entities: 0}
console: {k_min: 25}
policies:
  default:
    actions: {NAMES: REDACT, TIME: HIDE}
    score_thresholds: {NAME: 1.5, NAME: 2}
    allow_list: [""]
    on_unavailable: allow
    refuse: [everything]
  other: strict
polices: {}
""".replace("{zeros}", f'"{HASH}"').replace("{ones}", f'"{OTHER_HASH}"')


def test_every_mistake_is_reported_at_once_with_its_line() -> None:
    found = [(line, place) for line, place, _ in mistakes(WRONG)]
    assert found == [
        (None, "--role"),
        (2, "edge.listen"),
        (3, "edge.max_body_bytes"),
        (4, "edge.max_in_flight"),
        (5, "edge.max_in_flight_per_key"),
        (6, "edge.request_timeout_seconds"),
        (7, "edge.lisen"),
        (8, "metrics.listen"),
        (10, "broker.bootstrap"),
        (11, "broker.security_protocol"),
        (12, "broker.partitions"),
        (14, "sealing.keys"),
        (16, "hashing.key"),
        (18, "api_keys[0].hash"),
        (21, "api_keys[1].policy"),
        (22, "api_keys[2].name"),
        (23, "api_keys[2].hash"),
        (24, "api_keys[3].name"),
        (27, "model_list[0].litellm_params.api_base"),
        (27, "model_list[0].litellm_params.timeout"),
        (27, "model_list[0].litellm_params.max_retries"),
        (28, "model_list[1]"),
        (30, "model_list[2].model_name"),
        (31, "model_list[2].litellm_params.model"),
        (33, "router_settings.fallbacks[0].m[0]"),
        (33, "router_settings.fallbacks[1].m"),
        (33, "router_settings.fallbacks[1].m[0]"),
        (33, "router_settings.fallbacks[2].n[0]"),
        (34, "router_settings.num_retries"),
        (35, "search.calls"),
        (35, "search.entities"),
        (36, "console"),
        (39, "policies.default.actions.NAMES"),
        (39, "policies.default.actions.TIME"),
        (40, "policies.default.score_thresholds.NAME"),
        (41, "policies.default.allow_list[0]"),
        (42, "policies.default.on_unavailable"),
        (43, "policies.default.refuse[0]"),
        (44, "policies.other"),
        (45, "polices"),
    ]


def test_an_error_prints_one_mistake_a_line() -> None:
    error = SettingsError([Mistake(12, "policies.default.actions.NAME", "is wrong"), Mistake(None, "--role", "is odd")])
    assert str(error) == "--role: is odd\nline 12: policies.default.actions.NAME: is wrong"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x_: 1", "x_"),
        ("edge: {x_: 1}", "edge.x_"),
        ("metrics: {x_: 1}", "metrics.x_"),
        ("broker: {bootstrap: 'a:1', x_: 1}", "broker.x_"),
        ("sealing: {x_: 1}", "sealing.x_"),
        ("hashing: {x_: 1}", "hashing.x_"),
        (f"api_keys: [{{name: a, hash: '{HASH}', x_: 1}}]", "api_keys[0].x_"),
        ("model_list: [{model_name: a, litellm_params: {model: a}, x_: 1}]", "model_list[0].x_"),
        ("trusted_models: [{model_name: a, litellm_params: {model: a}, x_: 1}]", "trusted_models[0].x_"),
        ("router_settings: {x_: 1}", "router_settings.x_"),
        ("detection: {x_: 1}", "detection.x_"),
        ("predictor: {x_: 1}", "predictor.x_"),
        ("search: {x_: 1}", "search.x_"),
        ("policies: {default: {x_: 1}}", "policies.default.x_"),
    ],
)
def test_an_unknown_key_is_refused_at_every_level(text: str, place: str) -> None:
    assert (1, place, "unknown key") in mistakes(text)


@pytest.mark.parametrize("value", ["'5'", "5.0", "true", "[5]"])
def test_a_value_of_another_type_is_never_converted(value: str) -> None:
    assert mistakes(f"edge: {{max_in_flight: {value}}}") == [(1, "edge.max_in_flight", "should be a valid integer")]


@pytest.mark.parametrize("section", ["canaries: {}", "console: {}"])
def test_a_section_that_nothing_reads_is_refused(section: str) -> None:
    assert mistakes(section) == [(1, section.partition(":")[0], "unknown key")]


def test_the_right_key_is_suggested_for_a_misspelled_one() -> None:
    assert mistakes("edge: {max_inflight: 1}") == [(1, "edge.max_inflight", "unknown key; did you mean max_in_flight?")]


def test_a_key_that_does_not_look_like_a_name_stays_hidden() -> None:
    assert mistakes("hashing: {key:sk-a1b2c3}") == [(1, "hashing.…", "unknown key")]
    assert mistakes("hashing: {sk-a1b2c3-a1b2c3-a1b2c3-a1b2c3-a1b2: 1}") == [(1, "hashing.…", "unknown key")]
    (found,) = mistakes("model_list: [{model_name: a, litellm_params: {model: a, api_key:sk-a1b2c3}}]")
    assert found[1] == "model_list[0].litellm_params.…"


def keys(*names: str, policy: str = "default") -> str:
    entries = (f"{{name: {name}, hash: 'sha256:{number:064x}', policy: {policy}}}" for number, name in enumerate(names))
    return f"api_keys: [{', '.join(entries)}]"


def running(text: str) -> Settings:
    return load(text, {}, ALL_ROLES)


def test_api_keys_are_read_again_without_the_rest() -> None:
    again = reload_api_keys(keys("a", "b"), {}, running(keys("a")))
    assert [key.name for key in again] == ["a", "b"]


def test_no_api_keys_are_read_again_from_a_wrong_file() -> None:
    with pytest.raises(SettingsError, match="unknown key"):
        reload_api_keys(keys("a") + "\nx: 1", {}, running(keys("a")))


def test_a_reloaded_key_may_only_have_a_policy_that_runs() -> None:
    text = keys("a", policy="new") + "\npolicies: {new: {}}"
    with pytest.raises(SettingsError, match=r"line 1: api_keys\[0\].policy: names a policy that is not running yet"):
        reload_api_keys(text, {}, running(keys("a")))
    assert reload_api_keys(text, {}, running(text))
