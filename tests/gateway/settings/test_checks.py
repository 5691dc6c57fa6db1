import pytest

from gateway.settings import (
    BUILT_ROLES,
    Role,
    SettingsError,
    load,
)
from tests.gateway.settings.samples import ENVIRONMENT


def mistakes(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, BUILT_ROLES)
    return [(mistake.line, mistake.place, mistake.message) for mistake in refused.value.mistakes]


def test_metrics_never_share_the_edges_port() -> None:
    assert mistakes("edge: {listen: 0.0.0.0:9464}")[0][1:] == (
        "metrics.listen",
        "has the port of edge.listen: metrics never go where clients are",
    )
    assert load("edge: {listen: 127.0.0.1:0}\nmetrics: {listen: 127.0.0.1:0}", {}, BUILT_ROLES)


@pytest.mark.parametrize(
    ("role", "missing"),
    [
        (Role.EDGE, {"sealing.keys", "hashing.key", "model_list"}),
        (Role.MINIMIZER, {"sealing.keys", "hashing.key"}),
        (Role.DISPATCHER, {"model_list"}),
    ],
)
def test_only_the_embedded_broker_goes_without_keys_and_models(role: Role, missing: set[str]) -> None:
    with pytest.raises(SettingsError) as refused:
        load("broker: {bootstrap: 'a:1'}", {}, [role])
    assert {mistake.place for mistake in refused.value.mistakes} == missing


@pytest.mark.parametrize("role", sorted(set(Role) - set(BUILT_ROLES)))
def test_a_role_that_is_not_built_is_a_clear_mistake(role: Role) -> None:
    with pytest.raises(SettingsError, match=f"--role: {role} is not built yet"):
        load(None, {}, [role])


MODELS = """\
model_list:
  - {model_name: a, litellm_params: {model: openai/a}}
  - {model_name: b, litellm_params: {model: openai/b}}
  - {model_name: "open/*", litellm_params: {model: "openai/*"}}
"""


def test_fallbacks_are_read_by_model_in_their_order() -> None:
    router = load(MODELS + "router_settings: {fallbacks: [{a: [b, open/x]}, {open/y: [b]}]}", {}, BUILT_ROLES)
    assert router.router_settings.fallbacks == {"a": ("b", "open/x"), "open/y": ("b",)}


@pytest.mark.parametrize(
    ("fallbacks", "message"),
    [
        ("[{a: [c]}]", "names no model"),
        ("[{c: [a]}]", "names no model"),
        ("[{a: [a]}]", "leads back"),
        ("[{a: [b]}, {b: [open/x]}, {open/x: [a]}]", "leads back"),
        ("[{a: [b]}, {a: [open/x]}]", "has its fallbacks in router_settings.fallbacks.0. already"),
    ],
)
def test_fallbacks_lead_to_other_models_of_the_list(fallbacks: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        load(f"{MODELS}router_settings: {{fallbacks: {fallbacks}}}", {}, BUILT_ROLES)


def test_an_edge_without_api_keys_is_warned_about() -> None:
    text = "broker: {bootstrap: 'a:1'}\nmodel_list: []\nsealing: {keys: os.environ/CANARYGATE_SEALING_KEYS}\n"
    environment = {name: ENVIRONMENT[name] for name in ("CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY")}
    settings = load(text + "hashing: {key: os.environ/CANARYGATE_HASHING_KEY}", environment, [Role.EDGE])
    assert settings.warnings == ("api_keys is empty: the edge lets nobody in",)
