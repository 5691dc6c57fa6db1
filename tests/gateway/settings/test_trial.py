import secrets

from gateway.edge.authentication import ApiKeys
from gateway.settings import ALL_ROLES, Embedded, Role, key_ring, load, trial
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL


def test_a_trial_run_needs_no_file() -> None:
    settings = load(None, {}, [])
    assert settings.broker == Embedded()
    assert settings.roles == set(ALL_ROLES)
    assert [(model.model_name, model.litellm_params.model) for model in settings.model_list] == [("echo", "echo")]
    assert set(settings.policies) == {"default"}


def test_with_openais_key_every_other_model_goes_there() -> None:
    _, others = load(None, {"OPENAI_API_KEY": "sk"}, ALL_ROLES).model_list
    assert (others.model_name, others.litellm_params.model, others.litellm_params.api_base) == ("*", "openai/*", None)
    assert others.litellm_params.api_key is not None
    assert others.litellm_params.api_key.get_secret_value() == "sk"


def test_openais_base_url_leads_to_another_upstream() -> None:
    environment = {"OPENAI_API_KEY": "sk", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    assert load(None, environment, ALL_ROLES).model_list[1].litellm_params.api_base == "http://127.0.0.1:1/v1"


def test_a_file_without_models_has_those_of_a_trial_run() -> None:
    settings = load("edge: {listen: 127.0.0.1:0}", {}, ALL_ROLES)
    assert [model.model_name for model in settings.model_list] == ["echo"]


def test_a_trial_gets_fresh_keys_and_an_api_key_that_opens_it() -> None:
    made = trial(load(None, {}, ALL_ROLES), secrets.token_bytes)
    again = trial(load(None, {}, ALL_ROLES), secrets.token_bytes)
    assert made.settings.sealing.keys is not None
    assert len(key_ring(made.settings.sealing.keys)) == 1
    assert made.settings.hashing.key is not None
    assert made.settings.sealing.keys != again.settings.sealing.keys
    assert made.settings.hashing.key != again.settings.hashing.key
    assert made.api_key is not None
    assert ApiKeys(made.settings.api_keys).find(made.api_key) is not None
    assert made.api_key not in repr(made) + repr(made.settings)


def test_a_trial_keeps_what_is_configured() -> None:
    settings = load(EMBEDDED, ENVIRONMENT, ALL_ROLES)
    made = trial(settings, secrets.token_bytes)
    assert made.settings == settings
    assert made.api_key is None


def test_a_real_broker_is_never_given_keys_of_its_own() -> None:
    environment = {name: ENVIRONMENT[name] for name in ("OPENAI_API_KEY", "KAFKA_PASSWORD")}
    settings = load(REAL, environment, [Role.DISPATCHER])
    assert trial(settings, secrets.token_bytes).settings is settings


def test_a_trial_without_a_file_has_an_auditor_with_a_key_and_a_tenant_of_its_own() -> None:
    made = trial(load(None, {}, ALL_ROLES), secrets.token_bytes).settings
    ((api_key,),) = ([each.api_key for each in made.audit.clients],)
    assert api_key is not None
    client = ApiKeys(made.api_keys).find(api_key.get_secret_value())
    assert client is not None
    assert (client.tenant, made.audit.model) == ("auditor", "echo")
    assert Role.AUDITOR in made.configured_roles


def test_with_api_keys_of_its_own_a_file_plants_only_what_it_says() -> None:
    key = "sha256:" + "0" * 64
    made = trial(load(f'api_keys: [{{name: a, hash: "{key}"}}]', {}, ALL_ROLES), secrets.token_bytes).settings
    assert made.audit.model is None
    assert Role.AUDITOR not in made.configured_roles


def test_a_trial_plants_nothing_in_a_model_that_only_has_the_name_of_the_built_in_one() -> None:
    models = "model_list: [{model_name: echo, litellm_params: {model: openai/x}}]"
    assert trial(load(None, {}, ALL_ROLES), secrets.token_bytes).settings.audit.model == "echo"
    assert trial(load(models, {}, ALL_ROLES), secrets.token_bytes).settings.audit.model is None
