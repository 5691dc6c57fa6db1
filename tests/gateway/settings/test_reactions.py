from __future__ import annotations

import re
from types import MappingProxyType

import pytest

from gateway.keys import hash_key
from gateway.settings import ALL_ROLES, SettingsError, effective, load, load_file, name_in_list
from gateway.types import Reaction, Surface
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT, REAL

API_KEY = ENVIRONMENT["CANARYGATE_AUDITOR_API_KEY"]
MODEL = "model: gpt-4.1,"
HOLDS = frozenset({Reaction.HOLD_PUBLICATIONS})


def settings(reactions: str, text: str = EMBEDDED) -> str:
    """A configuration whose audit has these reactions, and perhaps more."""
    assert text.count(MODEL) == 1
    return text.replace(MODEL, f"{MODEL} reactions: {reactions},")


def refused(text: str) -> str:
    with pytest.raises(SettingsError) as error:
        load(text, ENVIRONMENT, ALL_ROLES)
    return str(error.value)


def test_a_leak_into_summaries_holds_publications_unless_the_file_says_otherwise() -> None:
    default = {Surface.CANDIDATES: HOLDS, Surface.SUMMARIES: HOLDS}
    assert load(None, {}, ALL_ROLES).audit.reactions == default
    assert load(settings("{}"), ENVIRONMENT, ALL_ROLES).audit.reactions == default
    chosen = load(settings("{egress: [block_model], candidates: []}"), ENVIRONMENT, ALL_ROLES).audit.reactions
    assert chosen == {**default, Surface.EGRESS: {Reaction.BLOCK_MODEL}, Surface.CANDIDATES: frozenset()}
    assert isinstance(chosen, MappingProxyType)


@pytest.mark.parametrize(
    ("reactions", "says"),
    [
        ("{egres: [block_model]}", "should be one of egress"),
        ("{egress: [block]}", "should be one of hold_publications, block_tenant, block_model"),
        ("{egress: block_model}", "should be a list"),
        ("[block_model]", "should be a mapping"),
        ("{replies: [block_model]}, surfaces: [egress]", "audit.surfaces does not name this surface"),
    ],
)
def test_a_reaction_that_means_nothing_is_refused(reactions: str, says: str) -> None:
    assert says in refused(settings(reactions))


def test_publications_can_be_held_only_where_something_is_published() -> None:
    text = settings("{egress: [hold_publications]}", REAL)
    analytics = re.compile(r"^analytics: .*\n.*\n", re.MULTILINE)
    assert analytics.search(text)
    load_file(text, ENVIRONMENT)
    with pytest.raises(SettingsError, match="does nothing without analytics"):
        load_file(analytics.sub("", text), ENVIRONMENT)


def test_a_tenant_can_be_blocked_only_if_the_auditor_knows_whose_its_key_is() -> None:
    text = settings("{egress: [block_tenant]}")
    assert "needs the tenants of audit.clients" in refused(text)
    known = re.sub("sha256:[0-9a-f]{64}", hash_key(API_KEY), text)
    assert load(known, ENVIRONMENT, ALL_ROLES).audit.reactions[Surface.EGRESS] == {Reaction.BLOCK_TENANT}


def test_what_a_leak_does_is_shown_for_every_surface() -> None:
    shown = effective(load(settings("{egress: [block_model, hold_publications]}"), ENVIRONMENT, ALL_ROLES))
    assert "a leak on egress pages, and does block_model, hold_publications\n" in shown
    assert "a leak on replies pages\n" in shown
    assert "a leak on summaries pages, and does hold_publications\n" in shown


@pytest.mark.parametrize(
    ("asked", "name"), [("gpt-4.1", "gpt-4.1"), ("gpt-5", "gpt-*"), ("claude", "*"), ("gpt-", "gpt-*")]
)
def test_a_model_is_served_by_its_own_entry_else_by_the_most_exact_one(asked: str, name: str) -> None:
    assert name_in_list(asked, ["*", "gpt-*", "gpt-4.1"]) == name
    assert name_in_list(asked, ["mistral"]) is None
