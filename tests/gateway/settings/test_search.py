"""Tenants opt in to searches one by one, and only models inside the trust boundary may search."""

from __future__ import annotations

import pytest

from gateway.settings import Role, SettingsError, effective, load

TRUSTED = "trusted_models: [{model_name: inside, litellm_params: {model: openai/inside}}]\n"
SEARCH = "search: {tenants: {support: 0.01}, target: inside, ledger: ledger.jsonl}\n"


def places(text: str, *roles: Role) -> set[str]:
    with pytest.raises(SettingsError) as refused:
        load(text, {}, roles)
    return {mistake.place for mistake in refused.value.mistakes}


def test_nobody_is_searched_who_has_not_opted_in() -> None:
    assert dict(load(None, {}, []).search.tenants) == {}
    assert "search    no tenant has opted in" in effective(load(None, {}, []))


def test_a_tenant_opts_in_with_a_share_of_its_turns() -> None:
    settings = load(TRUSTED + SEARCH, {}, [])
    assert dict(settings.search.tenants) == {"support": 0.01}
    assert "search    0.01 of support\n          target inside, judge inside, ledger ledger.jsonl" in effective(
        settings
    )


@pytest.mark.parametrize(
    ("section", "wrong"),
    [
        ("{tenants: {support: 0.01}}", {"search.target", "search.ledger"}),
        ("{tenants: {support: 0.01}, target: outside, ledger: l}", {"search.target"}),
        ("{tenants: {support: 0.01}, target: inside, judge: outside, ledger: l}", {"search.judge"}),
        ("{tenants: {support: 2}, target: inside, ledger: l}", {"search.tenants.support"}),
    ],
)
def test_an_impossible_search_is_a_clear_mistake(section: str, wrong: set[str]) -> None:
    assert places(f"{TRUSTED}search: {section}") == wrong


def test_a_model_that_is_only_in_the_model_list_is_not_trusted() -> None:
    assert places(TRUSTED.replace("trusted_models", "model_list") + SEARCH) == {"search.target"}


REAL = TRUSTED + SEARCH + "broker: {bootstrap: 'a:1'}\n"


def test_the_searcher_shares_no_process_with_the_dispatcher_and_needs_the_seals_only() -> None:
    assert places(REAL, Role.SEARCHER) == {"sealing.keys"}
    assert "--role" in places(REAL + "model_list: []", Role.SEARCHER, Role.DISPATCHER)


def test_a_searcher_with_nothing_to_do_says_so() -> None:
    ring = "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    text = "broker: {bootstrap: 'a:1'}\nsealing: {keys: os.environ/RING}"
    settings = load(text, {"RING": ring}, [Role.SEARCHER])
    assert settings.warnings == ("search.tenants is empty: nobody has opted in, so the searcher has nothing to do",)
