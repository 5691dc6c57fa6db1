from gateway.policy import Policy
from gateway.types import DENY_LIST, Action, EntityType, Span


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


def test_spans_of_an_ignored_type_or_of_its_subtypes_do_not_count() -> None:
    policy = Policy(ignore=frozenset({EntityType.FINANCIAL_INFORMATION, EntityType.URL}))

    assert not policy.keeps(span(EntityType.IBAN, 1.0), "DE89")
    assert not policy.keeps(span(EntityType.URL, 1.0), "a.example")
    assert policy.keeps(span(EntityType.ONLINE_IDENTITY, 1.0), "ann")


def test_terms_on_the_deny_list_always_count() -> None:
    policy = Policy(
        actions={"*": Action.RETAIN},
        score_thresholds={"*": 1.0},
        allow_list=frozenset({"Falcon"}),
        ignore=frozenset({EntityType.PRODUCT}),
    )
    denied = Span(0, 6, EntityType.PRODUCT, 0.5, DENY_LIST)

    assert policy.keeps(denied, "Falcon")
    assert policy.action_on(denied) is Action.REDACT
    assert policy.action_on(span(EntityType.PRODUCT, 1.0)) is Action.RETAIN


def test_an_objection_names_the_part_of_the_policy_and_no_value() -> None:
    policy = Policy(score_thresholds={"NAME": 0.5}, allow_list=frozenset({"Anna"}), ignore=frozenset({EntityType.TIME}))

    assert (
        policy.objection(span(EntityType.NAME, 0.4), "Berta")
        == "its score of 0.40 is below the 0.50 of score_thresholds"
    )
    assert policy.objection(span(EntityType.NAME, 0.6), "Anna") == "it stands in allow_list"
    assert policy.objection(span(EntityType.TIME, 0.6), "today") == "its type is in ignore"
    assert policy.objection(span(EntityType.NAME, 0.6), "Berta") is None


def test_what_is_said_of_addresses_or_of_places_covers_business_addresses() -> None:
    for name in ("ADDRESS", "GEOLOCATION"):
        policy = Policy(actions={name: Action.ABSTRACT, "*": Action.RETAIN}, score_thresholds={name: 0.5})
        assert policy.action(EntityType.BUSINESS_ADDRESS) is Action.ABSTRACT
        assert not policy.keeps(span(EntityType.BUSINESS_ADDRESS, 0.4), "1 Elm Street")
        ceiled = Policy(actions={"*": Action.RETAIN}, ceilings={name: Action.REDACT})
        assert ceiled.action(EntityType.BUSINESS_ADDRESS) is Action.REDACT
        floored = Policy(floors={name: Action.RETAIN})
        assert floored.action(EntityType.BUSINESS_ADDRESS) is Action.RETAIN
        assert Policy(ignore=frozenset({EntityType(name)})).ignores(EntityType.BUSINESS_ADDRESS)


def test_ignoring_business_addresses_does_not_ignore_homes() -> None:
    policy = Policy(ignore=frozenset({EntityType.BUSINESS_ADDRESS}))

    assert policy.ignores(EntityType.BUSINESS_ADDRESS)
    assert not policy.ignores(EntityType.ADDRESS)
