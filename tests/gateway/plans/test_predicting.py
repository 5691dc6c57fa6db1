"""A learned plan: what it is told of a request, and what it may not decide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.entities.numbering import find_entities
from gateway.errors import BadRequest, Unavailable
from gateway.minimization import minimize
from gateway.plans.predicting import Round, chosen_plan, predictor_for, told_by_round
from gateway.plans.predictors.learned import Artefact, Learned, Needs
from gateway.policy import Policy
from gateway.types import DENY_LIST, Action, EntityType, Leaf, LeafKind, Span
from tests.gateway.strategies import Request, histories, requests
from tests.support.thoroughness import examples

Found = tuple[EntityType, str]

ALWAYS, NEVER = {"bias": 30.0}, {"bias": -30.0}
SHOWN = dict.fromkeys(("NAME", "EMAIL", "TIME", "ONLINE_IDENTITY", "ID_NUMBER", "GEOLOCATION"), 0.0)
RETAINS = Learned(Needs(SHOWN | ALWAYS, ALWAYS), 0.05)
ABSTRACTS = Learned(Needs(SHOWN | ALWAYS, NEVER), 0.05)
TASK_ONLY = Learned(Needs(SHOWN | {"bias": -30.0, "in_task": 60.0}, ALWAYS), 0.05)
LEARNED = Policy(predictor="learned")


def plan(learned: Learned, policy: Policy, *values: Found, recognizer: str = "test") -> dict[str, str]:
    """The action of each value's entity by its first form, one message a value."""
    leaves = [Leaf(text, LeafKind.TEXT, text, index) for index, (_, text) in enumerate(values)]
    spans = [[Span(0, len(text), entity_type, 1.0, recognizer)] for entity_type, text in values]
    actions = chosen_plan(find_entities(leaves, spans, policy), policy, learned).actions
    return {entity.forms[0]: action.name for entity, action in actions.items()}


def test_a_learned_plan_takes_the_place_of_the_policy_s_actions() -> None:
    policy = Policy(predictor="learned", actions={"TIME": Action.REDACT, "*": Action.REDACT})
    assert plan(ABSTRACTS, policy, (EntityType.TIME, "5 May 2021")) == {"5 May 2021": "ABSTRACT"}


def test_ceilings_and_floors_bound_a_learned_plan() -> None:
    policy = Policy(predictor="learned", ceilings={"NAME": Action.REDACT}, floors={"TIME": Action.ABSTRACT})
    never = Learned(Needs(SHOWN | NEVER, NEVER), 0.05)
    assert plan(RETAINS, policy, (EntityType.NAME, "Zed"))["Zed"] == "REDACT"
    assert plan(never, policy, (EntityType.TIME, "5 May 2021"))["5 May 2021"] == "ABSTRACT"


def test_the_policy_decides_on_types_that_were_not_trained_on() -> None:
    policy = Policy(predictor="learned", actions={"VEHICLE": Action.ABSTRACT})
    told = plan(RETAINS, policy, (EntityType.VEHICLE, "Volvo"), (EntityType.QUANTITY, "12 cows"))
    assert told == {"Volvo": "ABSTRACT", "12 cows": "REDACT"}


@pytest.mark.parametrize("entity_type", [EntityType.KEYS, EntityType.SSN, EntityType.ID_NUMBER])
def test_the_policy_decides_on_credentials_and_identity_numbers(entity_type: EntityType) -> None:
    assert plan(RETAINS, LEARNED, (entity_type, "536220199"))["536220199"] == "REDACT"
    allowing = Policy(predictor="learned", actions={"*": Action.RETAIN})
    assert plan(RETAINS, allowing, (entity_type, "536220199"))["536220199"] == "RETAIN"


def test_what_is_denied_is_redacted_whatever_was_learned() -> None:
    assert plan(RETAINS, LEARNED, (EntityType.NAME, "Zed"), recognizer=DENY_LIST)["Zed"] == "REDACT"


def test_what_spells_a_redacted_name_is_redacted_whatever_was_learned() -> None:
    policy = Policy(predictor="learned", ceilings={"NAME": Action.REDACT})
    told = plan(RETAINS, policy, (EntityType.NAME, "Ann Lee"), (EntityType.EMAIL, "ann.lee@example.org"))
    assert told["ann.lee@example.org"] == "REDACT"
    assert plan(RETAINS, LEARNED, (EntityType.EMAIL, "ann.lee@example.org"))["ann.lee@example.org"] == "RETAIN"


def test_the_policy_decides_outside_the_texts_of_the_history() -> None:
    leaves = [Leaf("messages[0].content", LeafKind.TEXT, "Hi", 0), Leaf("tools[0]", LeafKind.TEXT, "Zed", None)]
    found = find_entities(leaves, [[], [Span(0, 3, EntityType.NAME, 1.0, "test")]], LEARNED)
    assert set(chosen_plan(found, LEARNED, RETAINS, [Round(1, 0)]).actions.values()) == {Action.REDACT}


def test_only_what_the_last_message_of_a_user_asks_is_the_task() -> None:
    leaves = [
        Leaf("0", LeafKind.TEXT, "Where is Zed?", 0),
        Leaf("1", LeafKind.TEXT, "In Lyon.", 1),
        Leaf("2", LeafKind.TEXT, "Thanks. When is Lyon nice?", 2),
        Leaf("3", LeafKind.TEXT, "Zed", 3),
    ]
    spans = [[Span(9, 12, EntityType.NAME, 1.0, "t")], [Span(3, 7, EntityType.GEOLOCATION, 1.0, "t")], [], []]
    found = find_entities(leaves, spans, LEARNED)

    (told,) = told_by_round(found, [Round(4, 2)])
    zed, lyon = told.values()
    assert (zed.in_task, zed.occurrences) == (False, 2)
    assert (lyon.in_task, lyon.occurrences) == (True, 2)
    plan = chosen_plan(found, LEARNED, TASK_ONLY, [Round(4, 2)])
    assert [each.name for each in plan.actions.values()] == ["REDACT", "RETAIN"]


def test_an_entity_is_judged_in_every_round_that_speaks_of_it_by_what_was_said_until_then() -> None:
    said = ["Where is Zed?", "In Lyon.", "Thanks.", "Welcome to Lyon, Zed!", "Bye"]
    leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(said)]
    spans = [[Span(9, 12, EntityType.NAME, 1.0, "t")], [Span(3, 7, EntityType.GEOLOCATION, 1.0, "t")], [], [], []]
    found = find_entities(leaves, spans, LEARNED)
    rounds = [Round(1, 0), Round(3, 2), Round(5, 4)]

    zed, lyon = found.entities
    first, second, third = told_by_round(found, rounds)
    assert [(zed in told, lyon in told) for told in (first, second, third)] == [
        (True, False),
        (False, True),
        (True, True),
    ]
    assert [(told[zed].in_task, told[zed].occurrences, told[zed].entities) for told in (first, third)] == [
        (True, 1, 1),
        (False, 2, 2),
    ]
    plans = [chosen_plan(found, LEARNED, TASK_ONLY, rounds[:upto]) for upto in (1, 2, 3)]
    assert {plan.action(found.entities[zed]).name for plan in plans} == {"RETAIN"}


def test_messages_stand_in_their_order_and_a_text_alone_is_one() -> None:
    later, first = Leaf("a", LeafKind.TEXT, "Zed", 1), Leaf("b", LeafKind.TEXT, "Lyon", 0)
    spans = [[Span(0, 3, EntityType.NAME, 1.0, "t")], [Span(0, 4, EntityType.GEOLOCATION, 1.0, "t")]]
    (told,) = told_by_round(find_entities([later, first], spans, LEARNED))
    assert {key[0]: each.position for key, each in told.items()} == {
        EntityType.GEOLOCATION: 0.0,
        EntityType.NAME: 4 / 7,
    }
    (told,) = told_by_round(find_entities([Leaf("text", LeafKind.TEXT, "Zed", None)], spans[:1], LEARNED))
    assert [(each.occurrences, each.in_task) for each in told.values()] == [(1, True)]


def test_a_policy_with_learned_plans_needs_a_predictor() -> None:
    artefact = Artefact({"*": RETAINS.needs}, {"small": 1}, stand_in=False)
    chosen = predictor_for(LEARNED, artefact, "small")
    assert chosen is not None
    assert chosen.risk == LEARNED.oversharing_risk
    assert predictor_for(Policy(), artefact, "small") is None
    with pytest.raises(Unavailable):
        predictor_for(LEARNED, None, "small")
    with pytest.raises(BadRequest):
        predictor_for(LEARNED, Artefact({}, {}, stand_in=False), "small")


ROUNDS = [Round(1, 0), Round(2, 1), Round(3, 2), Round(4, 2)]


@settings(max_examples=examples(200))
@given(st.one_of(histories(), requests()), st.sampled_from((RETAINS, ABSTRACTS, TASK_ONLY)))
def test_any_request_can_be_minimized_by_a_learned_plan(request: Request, learned: Learned) -> None:
    first, second = (
        minimize(request.leaves, request.spans, LEARNED, str.upper, learned=learned, rounds=ROUNDS) for _ in range(2)
    )
    assert first == second


def test_a_later_round_hides_nothing_again() -> None:
    said = ["Ask Bo. Where is Zed?", "Bo and Zed are out.", "Is Bo ill?", "No.", "Fine."]
    names = [[Span(4, 6, EntityType.NAME, 1.0, "t"), Span(17, 20, EntityType.NAME, 1.0, "t")], [], [], [], []]
    shown = []
    for rounds in ([Round(1, 0)], [Round(1, 0), Round(3, 2)], [Round(1, 0), Round(3, 2), Round(5, 4)]):
        leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(said[: rounds[-1].end])]
        found = find_entities(leaves, names[: len(leaves)], LEARNED)
        plan = chosen_plan(found, LEARNED, TASK_ONLY, rounds)
        shown.append({entity.forms[0] for entity, action in plan.actions.items() if action is Action.RETAIN})
    assert shown == [{"Zed"}, {"Bo", "Zed"}, {"Bo", "Zed"}]


def test_a_business_address_is_predicted_like_any_place_and_bounded_as_a_home_where_it_is_one_too() -> None:
    policy = Policy(predictor="learned", ceilings={"ADDRESS": Action.REDACT, "BUSINESS_ADDRESS": Action.RETAIN})
    office, home = (EntityType.BUSINESS_ADDRESS, "1 Elm Street"), (EntityType.ADDRESS, "1 Elm Street")

    assert plan(RETAINS, policy, office) == {"1 Elm Street": "RETAIN"}
    assert plan(RETAINS, policy, office, home) == {"1 Elm Street": "REDACT"}
