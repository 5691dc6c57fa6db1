"""Rewriting by a plan that is not a policy's, with abstractions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gateway.entities.numbering import find_entities
from gateway.policy import Policy
from gateway.rewriting.phrases import Phrases
from gateway.rewriting.restoring import Channel, restore
from gateway.rewriting.rewriter import Minimization, rewrite
from gateway.types import Action, Entity, EntityType, Leaf, LeafKind, Plan, Span

ANN, BOB, PARIS = Entity(EntityType.NAME, 1), Entity(EntityType.NAME, 2), Entity(EntityType.GEOLOCATION, 1)
TEXT = "Ann Lee and Bob Ng met in Paris. Lee left, B. Ng stayed."
SPANS = [
    Span(0, 7, EntityType.NAME, 1.0, "names"),
    Span(12, 18, EntityType.NAME, 1.0, "names"),
    Span(26, 31, EntityType.GEOLOCATION, 1.0, "names"),
]


def rewritten(
    actions: Mapping[Entity, Action], abstractions: Mapping[Entity, str] | None = None, kind: LeafKind = LeafKind.TEXT
) -> Minimization:
    found = find_entities([Leaf("leaf", kind, TEXT, 0)], [SPANS], Policy())
    return rewrite(found, Plan(actions), said(abstractions or {}), str.upper)


def said(abstractions: Mapping[Entity, str]) -> Phrases:
    return Phrases({(entity.entity_type, entity.number): phrase for entity, phrase in abstractions.items()})


def test_all_forms_of_an_entity_share_its_action() -> None:
    result = rewritten({ANN: Action.RETAIN, BOB: Action.REDACT, PARIS: Action.RETAIN})

    assert result.replacements["leaf"] == "Ann Lee and [NAME2] met in Paris. Lee left, [NAME2.2] stayed."
    assert [entry.action for entry in result.report] == [Action.RETAIN, Action.REDACT, Action.RETAIN, Action.REDACT]


def test_what_the_plan_does_not_name_is_redacted() -> None:
    assert (
        rewritten({}).replacements["leaf"]
        == "[NAME1] and [NAME2] met in [GEOLOCATION1]. [NAME1.2] left, [NAME2.2] stayed."
    )


def test_an_abstraction_takes_the_place_of_every_form_and_is_not_restored() -> None:
    actions = {ANN: Action.ABSTRACT, BOB: Action.REDACT, PARIS: Action.ABSTRACT}
    result = rewritten(actions, {ANN: "a friend", PARIS: "a city"})

    minimized = result.replacements["leaf"]
    assert minimized == "a friend and [NAME2] met in a city. a friend left, [NAME2.2] stayed."
    assert set(result.replacement_map) == {"[NAME2]", "[NAME2.2]"}
    assert restore(minimized, result.replacement_map, Channel.TEXT).text == (
        "a friend and Bob Ng met in a city. a friend left, B. Ng stayed."
    )
    assert {entry.action for entry in result.report} == {Action.ABSTRACT, Action.REDACT}


def test_an_abstraction_redacts_where_there_is_none_and_where_only_a_key_stands() -> None:
    actions = {ANN: Action.ABSTRACT, BOB: Action.RETAIN, PARIS: Action.RETAIN}

    for result in (rewritten(actions), rewritten(actions, {ANN: "a friend"}, LeafKind.KEY)):
        assert result.replacements["leaf"].startswith("[NAME1] and Bob Ng")


@pytest.mark.parametrize("abstraction", ["a colleague of Lee", "Paris", "Bob Ng"])
def test_an_abstraction_that_shows_what_is_hidden_is_given_up_and_its_entity_is_redacted(abstraction: str) -> None:
    result = rewritten({ANN: Action.ABSTRACT}, {ANN: abstraction})

    assert result.replacements == rewritten({}).replacements


def test_an_abstraction_that_makes_a_hidden_value_with_its_neighbour_is_given_up() -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "Big Apple City or New Apple City", 0)
    spans = [Span(0, 3, EntityType.NAME, 1.0, "t"), Span(18, 32, EntityType.GEOLOCATION, 1.0, "t")]
    found = find_entities([leaf], [spans], Policy())

    result = rewrite(found, Plan({ANN: Action.ABSTRACT}), said({ANN: "New"}), str.upper)

    assert result.replacements == {"leaf": "[NAME1] Apple City or [GEOLOCATION1]"}


def test_an_entity_that_reads_as_a_placeholder_is_redacted_whatever_the_plan_says() -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "[NAME1] Corp and Ann", 0)
    spans = [Span(0, 12, EntityType.AFFILIATION, 1.0, "t"), Span(17, 20, EntityType.NAME, 1.0, "t")]
    found = find_entities([leaf], [spans], Policy())
    result = rewrite(found, Plan({Entity(EntityType.AFFILIATION, 1): Action.RETAIN}), Phrases(), str.upper)

    assert result.replacements["leaf"] == "[AFFILIATION1] and [NAME1]"
    assert restore(result.replacements["leaf"], result.replacement_map, Channel.TEXT).text == leaf.text


def test_a_span_that_ends_inside_a_word_leaves_no_known_value_beside_it() -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "AnnLee met Lee", 0)
    spans = [Span(0, 3, EntityType.NAME, 1.0, "t"), Span(11, 14, EntityType.NAME, 1.0, "t")]

    assert rewrite(find_entities([leaf], [spans], Policy()), Plan({}), Phrases(), str.upper).replacements["leaf"] == (
        "[NAME1][NAME2] met [NAME2]"
    )
