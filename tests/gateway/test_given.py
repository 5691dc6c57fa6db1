"""A rewritten message shows what its plan shows and no more, and its placeholders bring everything back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import BadRequest
from gateway.given import GivenEntity, GivenMessage, Rewritten
from gateway.rewriting.restoring import Channel, restore
from gateway.types import Action, Actions, EntityType

WORDS = st.sampled_from(
    ["Ann", "Ann Lee", "Lee", "New York", "New York City", "York", "York City", "34", "ann lee", "NYC"]
)
GLUE = st.sampled_from([" ", ", ", ". ", "_", "-", "'s ", " met ", "  ", "\n", " [NAME1] ", "(", " x", "5 "])
FORMS = ["Ann Lee", "Lee", "New York", "New York City", "York City", "34", "NYC"]
ACTIONS = st.sampled_from(Action)


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, list[GivenEntity], Actions]:
    text = "".join(draw(st.lists(st.one_of(WORDS, GLUE), max_size=12))) + " Ann Lee 34 New York City NYC York City Lee"
    forms = draw(st.lists(st.sampled_from(FORMS), min_size=1, max_size=5, unique=True))
    entities = [
        GivenEntity(draw(st.sampled_from(EntityType)), (form,), draw(st.sampled_from(["", "a friend"])))
        for form in forms
    ]
    return text, entities, tuple(draw(ACTIONS) for _ in forms)


def rewritten(text: str, entities: list[GivenEntity], plan: Actions) -> Rewritten:
    return GivenMessage([text], entities).rewritten(plan)


@given(messages())
def test_a_redacted_message_is_restored_exactly(message: tuple[str, list[GivenEntity], Actions]) -> None:
    text, entities, _ = message
    for plan in [(Action.REDACT,) * len(entities), (Action.RETAIN,) * len(entities)]:
        result = rewritten(text, entities, plan)
        assert restore(result.texts[0], result.replacement_map, Channel.TEXT).text == text


@given(messages())
def test_placeholders_and_abstractions_are_one_to_one(message: tuple[str, list[GivenEntity], Actions]) -> None:
    text, entities, plan = message
    rewriter = GivenMessage([text], entities)
    phrases = [each.casefold() for each in rewriter.abstractions if each]
    assert len(phrases) == len(set(phrases))
    originals = [each.text for each in rewriter.rewritten(plan).replacement_map.values()]
    placeholders = list(rewriter.rewritten(plan).replacement_map)
    assert len(placeholders) == len(set(placeholders)) == len(originals)
    assert not any(placeholder in text for placeholder in placeholders)


@given(messages())
def test_an_entity_has_the_same_number_in_every_plan(message: tuple[str, list[GivenEntity], Actions]) -> None:
    text, entities, _ = message
    rewriter = GivenMessage([text], entities)
    numbers = {entity.forms[0]: _number(str(own)) for entity, own in zip(entities, rewriter.placeholders, strict=True)}
    assert len(set(numbers.values())) == len(entities)
    for hidden in range(len(entities)):
        plan = tuple(Action.REDACT if at == hidden else Action.RETAIN for at in range(len(entities)))
        result = rewriter.rewritten(plan)
        sent = {original.text: _number(each) for each, original in result.replacement_map.items()}
        assert {form: sent[form] for form in numbers.keys() & sent.keys()}.items() <= numbers.items()
        assert not re.search(rf"(?<![^\W_]){entities[hidden].forms[0]}(?![^\W_])", result.texts[0])


@pytest.mark.parametrize(
    ("text", "forms", "sent"),
    [
        ("_Ann_ and ANN", ("Ann",), "_[NAME1]_ and [NAME1.2]"),
        ("Ann Lee and Ms Lee", ("Ann Lee",), "[NAME1] and Ms [NAME1.2]"),
        ("Ann Lee, A. Lee, ann.lee@x.example", ("Ann Lee",), "[NAME1], [NAME1.2], [NAME1.3]@x.example"),
        ("Ann Lee saw the lee of a hill", ("Ann Lee",), "[NAME1] saw the lee of a hill"),
        ("Annika met ANNIKA", ("Annika",), "[NAME1] met [NAME1.2]"),
        ("Smith2010; Smith (2011)", ("Smith",), "[NAME1.2]; [NAME1] (2011)"),
        ("see AnnLee.txt", ("Lee",), "see Ann[NAME1].txt"),
        ("José\n Pérez", ("José Pérez",), "[NAME1]"),
        ("the US and us", ("US",), "the [NAME1] and us"),
        ("[NAME1] is Ann", ("Ann",), "[NAME1] is [NAME2]"),
        ("O'Neil", ("O'Neil",), "[NAME1]"),
    ],
)
def test_a_form_is_found_where_a_reader_would_find_it(text: str, forms: tuple[str, ...], sent: str) -> None:
    assert rewritten(text, [GivenEntity(EntityType.NAME, forms)], (Action.REDACT,)).texts == (sent,)


def test_of_overlapping_entities_the_stricter_action_wins_and_nothing_of_the_other_stays() -> None:
    entities = [
        GivenEntity(EntityType.GEOLOCATION, ("New York",)),
        GivenEntity(EntityType.AFFILIATION, ("York University",)),
    ]
    result = rewritten("at New York University", entities, (Action.REDACT, Action.ABSTRACT))
    assert result.texts == ("at [GEOLOCATION1][AFFILIATION1.2]",)
    assert restore(result.texts[0], result.replacement_map, Channel.TEXT).text == "at New York University"


def test_an_entity_inside_a_retained_one_is_hidden_all_the_same() -> None:
    entities = [
        GivenEntity(EntityType.GEOLOCATION, ("New York",)),
        GivenEntity(EntityType.AFFILIATION, ("New York Times",)),
    ]
    assert rewritten("the New York Times", entities, (Action.REDACT, Action.RETAIN)).texts == (
        "the [GEOLOCATION1] Times",
    )


def test_a_surname_that_two_people_share_is_hidden_where_either_is() -> None:
    two = [GivenEntity(EntityType.NAME, (name,)) for name in ("Ann Lee", "Bob Lee")]
    text = "Ann Lee, Bob Lee, and Lee again"
    assert "Lee again" not in rewritten(text, two, (Action.REDACT, Action.RETAIN)).texts[0]
    assert "Lee again" not in rewritten(text, two, (Action.RETAIN, Action.REDACT)).texts[0]
    assert rewritten(text, two, (Action.RETAIN, Action.RETAIN)).texts == (text,)


def test_an_abstraction_that_holds_an_original_is_not_used() -> None:
    ann, lyon = (
        GivenEntity(EntityType.NAME, ("Ann",), "Ann's friend"),
        GivenEntity(EntityType.GEOLOCATION, ("Lyon",), "where Ann is"),
    )
    assert rewritten("Ann in Lyon", [ann, lyon], (Action.ABSTRACT,) * 2).texts == ("a person in a city in France",)


def test_two_entities_never_share_an_abstraction() -> None:
    two = [GivenEntity(EntityType.NAME, (name,), "a colleague") for name in ("Ann", "Bob")]
    assert rewritten("Ann, Bob", two, (Action.ABSTRACT,) * 2).texts == ("a colleague, another colleague",)


def test_what_has_no_abstraction_is_redacted() -> None:
    assert rewritten("536-22-0199", [GivenEntity(EntityType.SSN, ("536-22-0199",))], (Action.ABSTRACT,)).texts == (
        "[SSN1]",
    )


def test_all_texts_of_a_message_are_rewritten_together() -> None:
    rewriter = GivenMessage(["Ann asked", "Ann?", "Bob?"], [GivenEntity(EntityType.NAME, ("Ann",))])
    assert rewriter.rewritten((Action.REDACT,)).texts == ("[NAME1] asked", "[NAME1]?", "Bob?")


@pytest.mark.parametrize("forms", [(), ("",), ("  ",), ("Zoe",)])
def test_an_entity_that_stands_nowhere_is_named_by_its_index(forms: tuple[str, ...]) -> None:
    with pytest.raises(BadRequest, match=r"entities\[1\]") as raised:
        GivenMessage(["Ann is here"], [GivenEntity(EntityType.NAME, ("Ann",)), GivenEntity(EntityType.NAME, forms)])
    assert "Zoe" not in str(raised.value)


def test_entities_and_results_print_no_text() -> None:
    entity = GivenEntity(EntityType.NAME, ("Ann",), "my friend")
    assert "Ann" not in repr(entity) + repr(rewritten("Ann", [entity], (Action.REDACT,)))


def _number(placeholder: str) -> str:
    return placeholder.strip("[]").split(".")[0]
