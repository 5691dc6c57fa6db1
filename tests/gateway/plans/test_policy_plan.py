from __future__ import annotations

import pytest

from gateway.entities.numbering import find_entities
from gateway.plans.policy_plan import policy_plan
from gateway.policy import Policy
from gateway.types import DENY_LIST, Action, EntityType, Leaf, LeafKind, Span

Found = tuple[EntityType, str]


def plan(policy: Policy, *values: Found) -> dict[str, Action]:
    """The action of each value's entity by its first form, one message a value."""
    leaves = [Leaf(text, LeafKind.TEXT, text, index) for index, (_, text) in enumerate(values)]
    spans = [[Span(0, len(text), entity_type, 1.0, "test")] for entity_type, text in values]
    actions = policy_plan(find_entities(leaves, spans, policy), policy).actions
    return {entity.forms[0]: action for entity, action in actions.items()}


def name(text: str) -> Found:
    return EntityType.NAME, text


RETAINS_ALL_BUT_NAMES = Policy(actions={"NAME": Action.REDACT, "*": Action.RETAIN})


@pytest.mark.parametrize(
    ("entity_type", "spelling"),
    [
        (EntityType.EMAIL, "ann.lee@example.org"),
        (EntityType.EMAIL, "alee92@example.org"),
        (EntityType.EMAIL, "lee@example.org"),
        (EntityType.USERNAME, "ann_lee"),
        (EntityType.URL, "https://example.org/in/ann-lee-4b3a"),
    ],
)
def test_what_spells_a_redacted_name_is_redacted_with_it(entity_type: EntityType, spelling: str) -> None:
    assert plan(RETAINS_ALL_BUT_NAMES, name("Ann Lee"), (entity_type, spelling))[spelling] is Action.REDACT


@pytest.mark.parametrize(
    ("entity_type", "other"),
    [
        (EntityType.EMAIL, "info@example.org"),
        (EntityType.URL, "https://example.org/lee"),
        (EntityType.AGE, "34"),
    ],
)
def test_what_spells_no_name_has_its_own_action(entity_type: EntityType, other: str) -> None:
    assert plan(RETAINS_ALL_BUT_NAMES, name("Ann Lee"), (entity_type, other))[other] is Action.RETAIN


def test_a_name_is_not_redacted_for_what_spells_it() -> None:
    policy = Policy(actions={"NAME": Action.RETAIN, "EMAIL": Action.REDACT})

    assert plan(policy, name("Ann Lee"), (EntityType.EMAIL, "ann.lee@example.org"))["Ann Lee"] is Action.RETAIN


def test_an_e_mail_of_a_redacted_firm_is_redacted() -> None:
    policy = Policy(actions={"AFFILIATION": Action.REDACT, "*": Action.RETAIN})
    values = (EntityType.AFFILIATION, "Acme Corp"), (EntityType.EMAIL, "info@acme.com")

    assert plan(policy, *values)["info@acme.com"] is Action.REDACT


def test_a_stricter_action_is_taken_over_an_abstraction_too() -> None:
    policy = Policy(actions={"NAME": Action.ABSTRACT, "*": Action.RETAIN})

    assert plan(policy, name("Ann Lee"), (EntityType.EMAIL, "lee@x.org"))["lee@x.org"] is Action.ABSTRACT


def test_an_e_mail_that_may_be_any_of_many_is_redacted_with_them_only() -> None:
    values = [*(name(f"{given} Lee") for given in ("Ann", "Bob", "Cy", "Dee", "Eva")), (EntityType.AGE, "34")]
    email = EntityType.EMAIL, "lee@x.org"
    retains_names = Policy(actions={"AGE": Action.REDACT, "*": Action.RETAIN})

    assert plan(retains_names, *values, email)["lee@x.org"] is Action.RETAIN
    assert plan(RETAINS_ALL_BUT_NAMES, *values, email)["lee@x.org"] is Action.REDACT


def test_an_e_mail_of_a_denied_name_is_redacted_though_names_are_retained() -> None:
    leaves = [Leaf(text, LeafKind.TEXT, text, 0) for text in ("Ann Lee", "ann.lee@example.org")]
    spans = [[Span(0, 7, EntityType.NAME, 1.0, DENY_LIST)], [Span(0, 19, EntityType.EMAIL, 1.0, "email")]]
    policy = Policy(actions={"*": Action.RETAIN})

    assert set(policy_plan(find_entities(leaves, spans, policy), policy).actions.values()) == {Action.REDACT}


RETAINS_BUSINESS_ADDRESSES = Policy(actions={"ADDRESS": Action.REDACT, "BUSINESS_ADDRESS": Action.RETAIN})
OFFICE, HOME = (EntityType.BUSINESS_ADDRESS, "12 Elm Street"), (EntityType.ADDRESS, "12 Elm Street")


def test_a_policy_may_retain_business_addresses_and_redact_homes() -> None:
    home = EntityType.ADDRESS, "7 Oak Street"

    assert plan(RETAINS_BUSINESS_ADDRESSES, OFFICE, home) == {
        "12 Elm Street": Action.RETAIN,
        "7 Oak Street": Action.REDACT,
    }


@pytest.mark.parametrize("values", [(OFFICE, HOME), (HOME, OFFICE), (OFFICE, HOME, OFFICE)])
def test_a_business_address_that_is_somebody_s_home_too_is_treated_as_a_home(values: tuple[Found, ...]) -> None:
    assert plan(RETAINS_BUSINESS_ADDRESSES, *values) == {"12 Elm Street": Action.REDACT}


def test_a_dot_or_a_capital_makes_no_other_address_of_a_home() -> None:
    office = EntityType.BUSINESS_ADDRESS, "12 ELM Street."

    assert plan(RETAINS_BUSINESS_ADDRESSES, office, HOME) == {"12 ELM Street.": Action.REDACT}


@pytest.mark.parametrize("values", [(OFFICE, HOME), (HOME, OFFICE)])
def test_the_stricter_action_wins_though_it_is_that_for_business_addresses(values: tuple[Found, ...]) -> None:
    policy = Policy(actions={"ADDRESS": Action.RETAIN, "BUSINESS_ADDRESS": Action.ABSTRACT})

    assert plan(policy, *values) == {"12 Elm Street": Action.ABSTRACT}
