"""Predictors answer for every entity, the same each time, and never beyond the risk that is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import BadRequest
from gateway.given import GivenEntity
from gateway.plans.predictors.features import Features, Stands, features
from gateway.plans.predictors.learned import Artefact, Learned, Needs, decode, predictor
from gateway.policy import Policy
from gateway.types import Action, EntityType
from lab.search.predictor import ByPolicy, Predictor, within
from lab.search.zero_shot import Order, answered, decided, question

ENTITIES = st.lists(
    st.builds(
        Features,
        st.sampled_from(EntityType),
        st.integers(1, 9),
        st.floats(0, 1),
        st.integers(1, 99),
        st.booleans(),
        st.integers(1, 30),
    ),
    max_size=8,
)
NEEDS = Needs(shown={"bias": -1.0, "TIME": 3.0, "in_task": 1.0}, kept={"bias": 0.0, "TIME": 1.0})
PREDICTORS: list[Predictor] = [ByPolicy(Policy()), Learned(NEEDS, 0.0), Learned(NEEDS, 0.5), Learned(NEEDS, 1.0)]


@pytest.mark.parametrize("predicting", PREDICTORS, ids=["policy", "no risk", "half", "any risk"])
@given(entities=ENTITIES)
def test_every_entity_gets_an_action_and_the_same_one_each_time(
    predicting: Predictor, entities: list[Features]
) -> None:
    plan = predicting.predict(entities)
    assert len(plan) == len(entities)
    assert plan == predicting.predict(entities)


@given(ENTITIES, st.floats(0, 1), st.floats(0, 1))
def test_less_risk_never_discloses_more(entities: list[Features], one: float, other: float) -> None:
    careful, bold = (Learned(NEEDS, risk).predict(entities) for risk in sorted((one, other)))
    assert all(less >= more for less, more in zip(careful, bold, strict=True))


@given(ENTITIES)
def test_without_any_risk_everything_is_redacted(entities: list[Features]) -> None:
    assert set(Learned(NEEDS, 0.0).predict(entities)) <= {Action.REDACT}


@given(ENTITIES, st.sampled_from(Action), st.sampled_from(Action))
def test_ceilings_and_floors_bound_any_plan(entities: list[Features], first: Action, second: Action) -> None:
    ceiling, floor = min(first, second), max(first, second)
    policy = Policy(ceilings={"*": ceiling}, floors={"*": floor})
    plan = Learned(NEEDS, 1.0).predict(entities)
    bounded = within(plan, [each.entity_type for each in entities], policy)
    assert all(ceiling <= action <= floor for action in bounded)


def test_a_target_model_has_its_own_needs_and_an_unknown_one_those_of_any() -> None:
    artefact = Artefact({"*": NEEDS, "small": Needs({"bias": 9.0}, {"bias": 9.0})}, {"small": 1}, stand_in=False)
    entity = Features(EntityType.NAME, 1, 0.0, 3, False, 1)
    assert predictor(artefact, "small", 0.1).predict([entity]) == (Action.RETAIN,)
    assert predictor(artefact, "large", 0.1).predict([entity]) == (Action.REDACT,)
    with pytest.raises(BadRequest):
        predictor(Artefact({"small": NEEDS}, {}, stand_in=False), "large", 0.1)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[1]", b'{"models":{},"learned_from":{},"stand_in":false,"version":2}', b"\xff"]
)
def test_what_is_no_predictor_is_refused(data: bytes) -> None:
    with pytest.raises(BadRequest, match=r"predictor\.json"):
        decode(data, "predictor.json")


def test_features_tell_how_an_entity_stands_and_nothing_of_its_text() -> None:
    texts = ["Ann is from Lyon. Ann is ill.", "What should Bob do? Thanks!", "Lyon"]
    ann, lyon, bob, thanks = features(
        texts,
        [
            (EntityType.NAME, [Stands(0, 0, 3), Stands(0, 18, 21)]),
            (EntityType.GEOLOCATION, [Stands(0, 12, 16), Stands(2, 0, 4)]),
            (EntityType.NAME, [Stands(1, 12, 15)]),
            (EntityType.NAME, [Stands(1, 20, 26)]),
        ],
        choices=1,
    )
    assert (ann.occurrences, ann.position, ann.characters, ann.entities) == (2, 0.0, 3, 4)
    assert [each.in_task for each in (ann, lyon, bob, thanks)] == [False, True, True, True]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4), st.data())
def test_any_texts_have_features(texts: list[str], data: st.DataObject) -> None:
    text = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[text])))
    (each,) = features(texts, [(EntityType.NAME, [Stands(text, start, len(texts[text]))])])
    assert 0 <= each.position <= 1


SUBJECTS = [GivenEntity(EntityType.NAME, ("Ann",), "a friend"), GivenEntity(EntityType.SSN, ("536-22-0199",))]


def test_a_model_is_asked_about_each_entity_by_number() -> None:
    asked = question("Ann has 536-22-0199", SUBJECTS)
    assert "1. NAME: Ann; abstracted: a friend\n2. SSN: 536-22-0199\n" in asked


def test_the_ablations_question_says_less_of_the_order_and_all_else_alike() -> None:
    whole, only, none = (question("Ann has 536-22-0199", SUBJECTS, order).splitlines() for order in Order)
    assert whole == question("Ann has 536-22-0199", SUBJECTS).splitlines()
    (notion,), (order,) = (set(asked) - set(none) for asked in (whole, only))
    assert "stays as good" in notion
    assert "stays as good" not in order
    assert set(none) < set(only)


@pytest.mark.parametrize(
    ("answer", "stated"),
    [
        ('{"1": "redact", "2": "retain"}', (Action.REDACT, Action.RETAIN)),
        ('```json\n{"2": "ABSTRACT", "1": "retain"}\n``` as asked', (Action.RETAIN, Action.ABSTRACT)),
        ('{"1": "keep", "3": "redact"}', (None, None)),
        ('{"1": {"action": "redact"}}', (None, None)),
        ('{"1": "redact"', (None, None)),
        ("I would redact both.", (None, None)),
        ('{"1": ["redact"], "2": null}', (None, None)),
    ],
)
def test_only_what_an_answer_states_counts(answer: str, stated: tuple[Action | None, ...]) -> None:
    assert answered(answer, 2) == stated


@given(st.text(), st.integers(0, 5))
def test_any_answer_is_read(answer: str, count: int) -> None:
    assert len(decided(answered(answer, count))) == count


def test_an_undecided_entity_is_redacted_and_never_retained() -> None:
    assert decided([None, None]) == (Action.REDACT, Action.REDACT)


def test_what_was_learned_of_places_holds_for_addresses_of_any_kind() -> None:
    needs = Needs(shown={"bias": -30.0, "GEOLOCATION": 60.0}, kept={"bias": 30.0})
    told = Features(EntityType.BUSINESS_ADDRESS, 1, 0.0, 13, False, 1)
    assert Learned(needs, 0.05).predict([told]) == (Action.RETAIN,)
    assert Learned(needs, 0.05).knows(EntityType.BUSINESS_ADDRESS)
