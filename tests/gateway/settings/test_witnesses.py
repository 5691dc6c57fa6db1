from __future__ import annotations

import pytest

from gateway.keys import hash_key
from gateway.settings import ALL_ROLES, Settings, SettingsError, effective, load

KEY = "the auditor's key as a client"
OTHER = "{model_name: a, litellm_params: {model: openai/a}}"
TENANTS = "witness: {tenants: [audit]}"
SHARE = "witness: {share: 0.02}"


def entry(witness: str, name: str = "a") -> str:
    return f'{{model_name: {name}, litellm_params: {{model: openai/w, api_base: "http://w:1/v1"}}, {witness}}}'


def loaded(*models: str, more: str = "", audit: str = "") -> Settings:
    keys = f'[{{name: n, hash: "{hash_key(KEY)}", tenant: audit}}, {{name: o, hash: "{hash_key("o")}"}}]'
    probing = f"audit: {{model: a, clients: [{{api_key: {KEY}}}]{audit}}}" if audit is not None else ""
    return load(f"api_keys: {keys}\nmodel_list: [{', '.join(models)}]\n{probing}\n{more}", {}, ALL_ROLES)


def refused(*models: str, more: str = "", audit: str = ", monthly_probes: 1") -> dict[str, str]:
    with pytest.raises(SettingsError) as caught:
        loaded(*models, more=more, audit=audit)
    return {mistake.place: mistake.message for mistake in caught.value.mistakes}


def test_a_witness_says_whose_turns_it_gets() -> None:
    witness = loaded(entry("witness: {tenants: [audit], share: 0.02}"), OTHER).model_list[0].witness
    assert witness is not None
    assert (witness.tenants, witness.share) == (("audit",), 0.02)
    assert "should say whose turns" in refused(entry("witness: {}"), OTHER)["model_list[0].witness"]
    assert "model_list[0].witness.share" in refused(entry("witness: {share: 0}"), OTHER)


def test_a_model_has_one_witness_whose_tenants_are_known() -> None:
    assert "already" in refused(entry(TENANTS), entry(SHARE), OTHER)["model_list[1].witness"]
    place = "model_list[0].witness.tenants[0]"
    assert "no API key" in refused(entry("witness: {tenants: [nobody]}"), OTHER)[place]


def test_somebody_gets_the_rest_of_a_share() -> None:
    assert "the rest" in refused(entry(SHARE))["model_list[0].witness.share"]
    assert loaded(entry(SHARE), OTHER.replace("a,", '"*",', 1), audit=", monthly_probes: 1")
    assert loaded(entry(TENANTS))


def test_a_witness_is_no_fallback_and_has_none() -> None:
    other = OTHER.replace("a,", "b,", 1)
    for fallbacks, wrong in (("{b: [a]}", "b[0]"), ("{a: [b]}", "a")):
        more = f"router_settings: {{fallbacks: [{fallbacks}]}}"
        assert set(refused(entry(TENANTS), other, more=more)) == {f"router_settings.fallbacks[0].{wrong}"}
    assert loaded(entry(TENANTS), OTHER, other, more="router_settings: {fallbacks: [{b: [a]}]}")


def test_a_trusted_model_has_no_witness() -> None:
    assert "model_list" in refused(OTHER, more=f"trusted_models: [{entry(TENANTS)}]")["trusted_models[0].witness"]


@pytest.mark.parametrize("models", [(OTHER,), (entry(SHARE), OTHER), (entry(TENANTS, '"*"'), OTHER)])
def test_no_provider_is_paid_for_probes_unless_it_is_said_how_many(models: tuple[str, ...]) -> None:
    assert "witness" in refused(*models, audit="")["audit.model"]
    assert loaded(*models, audit=", monthly_probes: 500").audit.monthly_probes == 500


@pytest.mark.parametrize("models", [(entry(TENANTS), OTHER), ("{model_name: a, litellm_params: {model: echo}}",)])
def test_probes_for_a_witness_or_the_built_in_model_need_no_limit(models: tuple[str, ...]) -> None:
    assert loaded(*models).audit.monthly_probes is None


def test_a_fallback_of_the_built_in_model_may_have_to_be_paid() -> None:
    models = ("{model_name: a, litellm_params: {model: echo}}", OTHER.replace("a,", "b,", 1))
    fallbacks = "router_settings: {fallbacks: [{a: [b]}]}"
    assert set(refused(*models, more=fallbacks, audit="")) == {"audit.model"}


def test_a_key_whose_tenant_is_unknown_has_no_witness() -> None:
    with pytest.raises(SettingsError, match=r"audit\.model"):
        load(f"model_list: [{OTHER}]\naudit: {{model: a, clients: [{{api_key: {KEY}}}]}}", {}, ALL_ROLES)


def test_the_effective_configuration_shows_witnesses_and_the_limit() -> None:
    shown = effective(loaded(entry("witness: {tenants: [audit], share: 0.02}"), OTHER, audit=", monthly_probes: 9"))
    assert "the witness of the tenant audit and a share of 0.02 of all other turns" in shown
    assert "9 probes a month" in shown
