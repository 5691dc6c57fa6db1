from gateway.minimization.policy import Policy
from gateway.types import Action, EntityType, Span


def span(entity_type: EntityType, score: float) -> Span:
    return Span(0, 4, entity_type, score, "test")


def test_everything_is_redacted_unless_the_policy_says_otherwise() -> None:
    assert {Policy().action(entity_type) for entity_type in EntityType} == {Action.REDACT}
    assert {Policy(actions={}).action(entity_type) for entity_type in EntityType} == {Action.REDACT}


def test_an_action_is_looked_up_by_type_then_parent_then_star() -> None:
    policy = Policy(actions={"IBAN": Action.RETAIN, "FINANCIAL_INFORMATION": Action.ABSTRACT, "*": Action.REDACT})

    assert policy.action(EntityType.IBAN) is Action.RETAIN
    assert policy.action(EntityType.CREDIT_CARD) is Action.ABSTRACT
    assert policy.action(EntityType.NAME) is Action.REDACT


def test_a_span_below_its_threshold_is_no_span() -> None:
    policy = Policy(score_thresholds={"NAME": 0.5, "*": 0.1})

    assert not policy.keeps(span(EntityType.NAME, 0.49), "Anna")
    assert policy.keeps(span(EntityType.NAME, 0.5), "Anna")
    assert not policy.keeps(span(EntityType.EMAIL, 0.05), "Anna")


def test_the_allow_list_compares_whole_surface_forms_without_case() -> None:
    policy = Policy(allow_list=frozenset({"Acme Corp"}))

    assert not policy.keeps(span(EntityType.AFFILIATION, 1.0), "ACME CORP")
    assert policy.keeps(span(EntityType.AFFILIATION, 1.0), "Acme")


def test_a_score_of_zero_is_kept_where_no_threshold_is_set() -> None:
    assert Policy().keeps(span(EntityType.NAME, 0.0), "Anna")
