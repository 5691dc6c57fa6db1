"""The settings of a policy about plans, valid and invalid."""

from __future__ import annotations

import pytest

from gateway.roles import ALL_ROLES
from gateway.settings import Role, SettingsError, load
from gateway.types import Action, DateDetail, EntityType, Span


def test_ceilings_floors_predictor_risk_and_dates_are_read() -> None:
    text = """
policies:
  default:
    ceilings: {"*": ABSTRACT, FINANCIAL_INFORMATION: REDACT}
    floors: {TIME: ABSTRACT}
    predictor: learned
    oversharing_risk: 0.2
    dates: season
"""
    policy = load(text + "predictor: {model: learned.json}", {}, [Role.DISPATCHER]).policies["default"]
    assert policy.bounded(Action.RETAIN, EntityType.IBAN) is Action.REDACT
    assert policy.bounded(Action.REDACT, EntityType.TIME) is Action.ABSTRACT
    assert (policy.predictor, policy.oversharing_risk, policy.dates) == ("learned", 0.2, DateDetail.SEASON)


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("{ceilings: {NAM: REDACT}}", "NAME"),
        ("{floors: {NAME: HIDE}}", "RETAIN, ABSTRACT, REDACT"),
        ("{ceilings: {NAME: REDACT}, floors: {NAME: RETAIN}}", "no action for NAME"),
        ("{ceilings: {FINANCIAL_INFORMATION: REDACT}, floors: {IBAN: ABSTRACT}}", "no action for IBAN"),
        ("{oversharing_risk: 2}", "oversharing_risk"),
        ("{predictor: oracle}", "predictor"),
        ("{dates: minute}", "month, season, year, decade"),
    ],
)
def test_a_policy_that_cannot_be_followed_is_a_mistake_at_start(section: str, said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        load(f"policies: {{default: {section}}}", {}, ALL_ROLES)
    assert said in str(raised.value)


def test_public_figures_are_allowed_only_where_the_policy_says_so() -> None:
    text = "policies: {default: {}, open: {well_known: [people, works], allow_list: [Acme]}}"
    policies = load(text, {}, [Role.DISPATCHER]).policies
    figure = Span(0, 15, EntityType.NAME, 1.0, "tagger")
    assert policies["default"].keeps(figure, "Albert Einstein")
    assert not policies["open"].keeps(figure, "Albert Einstein")
    assert not policies["open"].keeps(figure, "Sherlock Holmes")
    assert not policies["open"].keeps(figure, "acme")
    assert policies["open"].keeps(figure, "Alberta Einstein")
    assert policies["open"].keeps(figure, "PlayStation")
