from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.settings import ALL_ROLES, Kafka, Mistake, Role, Settings, SettingsError, effective, load, load_file
from gateway.settings.secrets import resolve
from gateway.settings.yaml_lines import parse
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL, TRUSTED

E, M, D, S, A, U = Role

# Place, variable and roles of every secret of the sample configuration.
SECRETS: tuple[tuple[str, str, frozenset[Role]], ...] = (
    ("sealing.keys", "CANARYGATE_SEALING_KEYS", frozenset({E, M, S})),
    ("sealing.tenants.support", "SUPPORT_SEALING_KEYS", frozenset({E, M, S})),
    ("hashing.key", "CANARYGATE_HASHING_KEY", frozenset({E, M})),
    ("analytics.key", "CANARYGATE_ANALYTICS_KEY", frozenset({M})),
    ("analytics.noise_key", "CANARYGATE_NOISE_KEY", frozenset({A})),
    ("audit.key", "CANARYGATE_AUDIT_KEY", frozenset({M, U})),
    ("audit.clients[0].api_key", "CANARYGATE_AUDITOR_API_KEY", frozenset({U})),
    ("model_list[0].litellm_params.api_key", "OPENAI_API_KEY", frozenset({D})),
    ("trusted_models[0].litellm_params.api_key", "TRUSTED_KEY", frozenset({S})),
    ("broker.sasl_password", "KAFKA_PASSWORD", frozenset(Role)),
)
OWN = [(role, place, variable) for role in Role for place, variable, roles in SECRETS if role in roles]
FOREIGN = [(role, place, variable) for role in Role for place, variable, roles in SECRETS if role not in roles]


def environment_of(role: Role) -> dict[str, str]:
    return {variable: ENVIRONMENT[variable] for _, variable, roles in SECRETS if role in roles}


def mistakes(text: str, environment: Mapping[str, str], roles: Collection[Role]) -> tuple[Mistake, ...]:
    with pytest.raises(SettingsError) as refused:
        load(text, environment, roles)
    return refused.value.mistakes


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize("role", Role)
def test_the_fingerprint_of_a_file_is_the_same_in_all_roles_and_with_all_secrets(role: Role) -> None:
    elsewhere = load_file(REAL.replace("os.environ/OPENAI_API_KEY", "another"), {"KAFKA_PASSWORD": "another"})
    assert load(REAL, environment_of(role), [role]).fingerprint == elsewhere.fingerprint


def test_the_fingerprint_is_another_when_anything_else_in_the_file_is() -> None:
    files = (REAL, REAL.replace("max_in_flight: 512", "max_in_flight: 511"), REAL.replace("Acme", "Ecma"))
    assert len({load_file(text, ENVIRONMENT).fingerprint for text in files}) == 3


@pytest.mark.parametrize("role", Role)
def test_a_role_with_its_own_secrets_gets_them_and_no_others(role: Role) -> None:
    resolved = resolve(parse(REAL), environment_of(role), {role})
    texts = {text for _, text in resolved.document.all_texts()}
    assert not resolved.mistakes
    assert not resolved.foreign
    assert {value for value in ENVIRONMENT.values() if value in texts} == set(environment_of(role).values())
    assert not any(text.startswith("os.environ/") for text in texts)


@pytest.mark.parametrize(("role", "place", "variable"), FOREIGN)
def test_a_secret_of_another_role_in_the_environment_is_reported(role: Role, place: str, variable: str) -> None:
    environment = environment_of(role) | {variable: ENVIRONMENT[variable]}
    resolved = resolve(parse(REAL), environment, {role})
    owners = next(roles for _, name, roles in SECRETS if name == variable)
    (told,) = resolved.foreign
    assert told.place == place
    assert told.line == line_of(REAL, f"os.environ/{variable}")
    assert all(owner in told.message for owner in owners)
    assert role in told.message
    assert ENVIRONMENT[variable] not in {text for _, text in resolved.document.all_texts()}


@pytest.mark.parametrize(("role", "place", "variable"), FOREIGN)
def test_a_secret_of_another_role_in_the_file_is_reported(role: Role, place: str, variable: str) -> None:
    literal = f'"{ENVIRONMENT[variable]}"'
    resolved = resolve(parse(REAL.replace(f"os.environ/{variable}", literal)), environment_of(role), {role})
    (told,) = resolved.foreign
    assert told.place == place
    assert role in told.message
    assert "write it as os.environ/NAME" in told.message


@pytest.mark.parametrize(("role", "place", "variable"), OWN)
def test_an_unset_variable_is_a_mistake_of_the_roles_that_need_it(role: Role, place: str, variable: str) -> None:
    environment = environment_of(role)
    for unset in (environment | {variable: ""}, {name: environment[name] for name in environment if name != variable}):
        (mistake,) = resolve(parse(REAL), unset, {role}).mistakes
        assert mistake.place == place
        assert mistake.message == f"the environment variable {variable} is not set"


@pytest.mark.parametrize("role", Role)
def test_a_role_loads_with_its_own_secrets(role: Role) -> None:
    settings = load(REAL, environment_of(role), [role])
    assert settings.roles == {role}
    assert (settings.sealing.keys is None) == (role in (D, A, U))
    assert (settings.hashing.key is None) == (role in (D, S, A, U))
    assert (settings.model_list[0].litellm_params.api_key is None) == (role is not Role.DISPATCHER)


@pytest.mark.parametrize(("role", "place", "variable"), FOREIGN)
def test_a_role_with_anothers_secret_is_refused(role: Role, place: str, variable: str) -> None:
    found = mistakes(REAL, environment_of(role) | {variable: ENVIRONMENT[variable]}, [role])
    assert [mistake.place for mistake in found] == [place]


def test_the_analyst_holds_the_key_of_the_model_that_writes_for_it_and_of_no_other() -> None:
    models = (
        "trusted_models:\n"
        "  - {model_name: t, litellm_params: {model: openai/t, api_key: os.environ/TRUSTED_KEY}}\n"
        "  - {model_name: other, litellm_params: {model: openai/o, api_key: os.environ/OTHER_KEY}}\n"
    )
    text = f"{REAL.replace(TRUSTED, models)}publication: {{writer: t}}\n"
    own = environment_of(A) | {"TRUSTED_KEY": "of the writer"}
    writer, other = load(text, own, [A]).trusted_models
    assert writer.litellm_params.api_key is not None
    assert other.litellm_params.api_key is None
    (mistake,) = mistakes(text, environment_of(A), [A])
    assert (mistake.place, mistake.message) == (
        "trusted_models[0].litellm_params.api_key",
        "the environment variable TRUSTED_KEY is not set",
    )
    (mistake,) = mistakes(text, own | {"OTHER_KEY": "of the searcher"}, [A])
    assert (mistake.place, "is a secret of searcher, but analyst" in mistake.message) == (
        "trusted_models[1].litellm_params.api_key",
        True,
    )


def test_a_variable_that_is_named_for_two_secrets_belongs_to_the_roles_that_need_both() -> None:
    text = REAL.replace("os.environ/OPENAI_API_KEY", "os.environ/CANARYGATE_HASHING_KEY")
    (mistake,) = mistakes(text, environment_of(Role.EDGE), [Role.EDGE])
    assert mistake.place == "model_list[0].litellm_params.api_key"


@pytest.mark.parametrize(
    "roles", [[E, D], [M, D], [E, M, D], []], ids=["edge", "minimizer", "edge and minimizer", "no --role"]
)
def test_who_reads_raw_text_shares_no_process_with_the_dispatcher_on_a_real_broker(roles: list[Role]) -> None:
    unsafe = [mistake for mistake in mistakes(REAL, ENVIRONMENT, roles) if mistake.place == "--role"]
    assert len(unsafe) == 1
    assert "may not share a process with dispatcher" in unsafe[0].message
    assert "with --role" in unsafe[0].message


def test_edge_and_minimizer_may_share_a_process() -> None:
    environment = environment_of(Role.EDGE) | environment_of(Role.MINIMIZER)
    assert load(REAL, environment, [Role.EDGE, Role.MINIMIZER]).warnings == ()


def test_the_embedded_broker_warns_where_a_real_one_refuses() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    assert any("are one process" in warning for warning in settings.warnings)
    alone = load(EMBEDDED, ENVIRONMENT, [Role.DISPATCHER])
    assert any("hashing.key: is a secret of edge, minimizer" in warning for warning in alone.warnings)
    assert any("without all roles" in warning for warning in alone.warnings)
    assert alone.hashing.key is None


PARAMS = """\
model_list:
  - model_name: m
    litellm_params:
      model: azure/m
      api_base: os.environ/AZURE_BASE
      azure_ad_token: os.environ/AZURE_TOKEN
      max_tokens: 100
      vertex_credentials: {private: [os.environ/VERTEX]}
      extra_headers: {X-Auth: os.environ/HEADER, X-Team: blue}
"""
AZURE = {"AZURE_BASE": "https://a.example", "AZURE_TOKEN": "t1", "VERTEX": "t2", "HEADER": "t3"}


def test_further_parameters_of_litellm_pass_through_with_their_secrets() -> None:
    (model,) = load(PARAMS, AZURE, ALL_ROLES).model_list
    assert model.litellm_params.api_base == "https://a.example"
    assert model.litellm_params.extra == {
        "azure_ad_token": "t1",
        "max_tokens": 100,
        "vertex_credentials": {"private": ["t2"]},
    }
    headers = {name: value.get_secret_value() for name, value in model.litellm_params.extra_headers.items()}
    assert headers == {"X-Auth": "t3", "X-Team": "blue"}


def test_only_what_is_named_like_a_secret_is_one_among_litellms_parameters() -> None:
    places = [mistake.place for mistake in resolve(parse(PARAMS), AZURE, {Role.EDGE}).foreign]
    assert [place.split("litellm_params.")[1] for place in places] == [
        "azure_ad_token",
        "vertex_credentials.private[0]",
        "extra_headers.X-Auth",
    ]


@pytest.mark.parametrize("text", ["edge: {listen: os.environ/LISTEN}", "policies: {a: {allow_list: [os.environ/X]}}"])
def test_only_secrets_are_read_from_the_environment(text: str) -> None:
    (mistake,) = mistakes(text, {"LISTEN": "127.0.0.1:1", "X": "x"}, ALL_ROLES)
    assert "only secrets, litellm_params and group_instance_id are read from the environment" in mistake.message


@pytest.mark.parametrize("reference", ["sk-a1", "hf_aBcDeF", "A B", "1A"])
def test_a_reference_to_no_variable_is_a_mistake_that_does_not_repeat_it(reference: str) -> None:
    (mistake,) = mistakes(f"hashing: {{key: os.environ/{reference}}}", {reference: "s" * 32}, ALL_ROLES)
    assert mistake.place == "hashing.key"
    assert reference not in str(mistake)


def test_a_variable_that_is_not_utf_8_is_a_mistake() -> None:
    (mistake,) = mistakes("hashing: {key: os.environ/KEY}", {"KEY": "\udcff" * 32}, ALL_ROLES)
    assert mistake.message == "the environment variable KEY is not UTF-8"


secrets = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=33, max_size=80)


@given(secrets)
def test_no_settings_print_a_secret(secret: str) -> None:
    params = PARAMS.replace("max_tokens: 100", "api_key: os.environ/VERTEX\n      a_parameter: os.environ/VERTEX")
    text = params + "hashing: {key: os.environ/VERTEX}"
    settings = load(text, dict.fromkeys(AZURE, secret) | {"AZURE_BASE": "https://a.example"}, ALL_ROLES)
    assert held(settings, secret)
    assert secret not in repr(settings) + str(settings) + effective(settings)


def held(settings: Settings, secret: str) -> bool:
    (model,) = settings.model_list
    return (
        settings.hashing.key is not None
        and settings.hashing.key.get_secret_value() == secret
        and model.litellm_params.extra["a_parameter"] == secret
    )


MEMBER = "group_instance_id: os.environ/POD_NAME"


@pytest.mark.parametrize("role", [Role.MINIMIZER, Role.DISPATCHER])
def test_a_member_of_a_group_may_be_named_by_the_environment(role: Role) -> None:
    text = REAL.replace("sasl_username:", f"{MEMBER}, sasl_username:")
    broker = load(text, environment_of(role) | {"POD_NAME": "gate-1"}, [role]).broker
    assert isinstance(broker, Kafka)
    assert broker.group_instance_id == "gate-1"


def test_who_is_in_no_group_may_know_that_name_and_needs_none() -> None:
    text = REAL.replace("sasl_username:", f"{MEMBER}, sasl_username:")
    for environment in ({}, {"POD_NAME": "gate-1"}):
        broker = load(text, environment_of(Role.EDGE) | environment, [Role.EDGE]).broker
        assert isinstance(broker, Kafka)
        assert broker.group_instance_id is None


def test_no_settings_print_the_hash_of_an_api_key() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    assert settings.api_keys[0].hash not in repr(settings) + str(settings)


WRONG_PLACES = """\
edge: {{listen: {0}, max_body_bytes: {0}, {0}: 1}}
broker: {{bootstrap: {0}, security_protocol: {0}, sasl_password: {0}, {0}: 1}}
sealing: {{keys: {0}, tenants: [{0}]}}
hashing: {{key: [{0}]}}
api_keys: [{{name: [{0}], hash: {0}, policy: {0}}}, {0}]
model_list: [{{model_name: [{0}], litellm_params: {{model: [{0}], api_base: {0}, api_key: {{{0}: 1}}, timeout: {0}}}}}]
router_settings: {{fallbacks: [{{a: [{0}]}}, {0}]}}
search: {0}
policies: {{a: {{actions: {{NAME: {0}}}, score_thresholds: {{NAME: {0}}}, refuse: [{0}], on_unavailable: {0}}}}}
"""


@given(secrets)
def test_no_mistake_quotes_the_file(secret: str) -> None:
    quoted = "'" + secret.replace("'", "''") + "'"
    found = mistakes(WRONG_PLACES.format(quoted), {}, [Role.DISPATCHER])
    assert len(found) > 20
    assert secret not in "\n".join(map(str, found))


@given(secrets, st.integers(0, 400))
def test_no_unreadable_file_is_quoted(secret: str, cut: int) -> None:
    text = EMBEDDED.replace("os.environ/OPENAI_API_KEY", secret)
    try:
        load(text[:cut] + secret + text[cut:], ENVIRONMENT, ALL_ROLES)
    except SettingsError as refused:
        assert secret not in str(refused) + repr(refused)
