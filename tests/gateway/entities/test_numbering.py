from __future__ import annotations

import re

import pytest

from gateway.entities.numbering import FoundEntities, find_entities
from gateway.policy import Policy
from gateway.types import EntityType, Leaf, LeafKind, Span


def found(*texts: str, names: tuple[str, ...], policy: Policy | None = None) -> FoundEntities:
    """The entities of a message a text, when a recognizer sees these names and no others."""
    leaves = [Leaf(f"leaf{index}", LeafKind.TEXT, text, index) for index, text in enumerate(texts)]
    pattern = re.compile("|".join(map(re.escape, names)))
    spans = [
        [Span(match.start(), match.end(), EntityType.NAME, 1.0, "test") for match in pattern.finditer(text)]
        for text in texts
    ]
    return find_entities(leaves, spans, policy or Policy())


def forms(*texts: str, names: tuple[str, ...], policy: Policy | None = None) -> list[tuple[str, ...]]:
    return [entity.forms for entity in found(*texts, names=names, policy=policy).entities.values()]


def test_all_forms_of_a_name_are_one_entity() -> None:
    assert forms("Ann Lee is here", "Ask Lee, ann.lee or A. Lee", names=("Ann Lee",)) == [
        ("Ann Lee", "Lee", "ann.lee", "A. Lee")
    ]


def test_a_form_is_found_in_earlier_messages_too() -> None:
    assert forms("Ask Lee", "Ann Lee is here", names=("Ann Lee",)) == [("Ann Lee", "Lee")]


def test_of_forms_that_overlap_the_longest_counts() -> None:
    assert forms("Ann Lee", "ANN LEE", names=("Ann Lee",)) == [("Ann Lee", "ANN LEE")]


def test_a_form_that_two_people_share_is_an_entity_of_its_own() -> None:
    assert forms("Ann Lee, Bob Lee", "Lee and LEE", names=("Ann Lee", "Bob Lee")) == [
        ("Ann Lee",),
        ("Bob Lee",),
        ("Lee", "LEE"),
    ]


def test_a_form_keeps_its_entity_when_another_person_comes() -> None:
    assert forms("Ann Lee and Lee", "Bob Lee and Lee", names=("Ann Lee", "Bob Lee")) == [
        ("Ann Lee", "Lee"),
        ("Bob Lee",),
    ]


def test_a_longer_name_that_comes_later_leaves_the_forms_of_an_earlier_one_as_they_were() -> None:
    leaves = [
        Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(("-Bob Lee Smith", "Ann Lee", "Bob Lee Smith"))
    ]
    spans = [[], [Span(0, 7, EntityType.NAME, 1.0, "t")], [Span(0, 13, EntityType.NAME, 1.0, "t")]]

    for messages in (2, 3):
        known = find_entities(leaves[:messages], spans[:messages], Policy()).entities
        assert known[EntityType.NAME, 1].forms == ("Ann Lee", "Lee")


def test_a_form_on_the_allow_list_is_not_added() -> None:
    assert forms("Ann Lee", "Lee", names=("Ann Lee",), policy=Policy(allow_list=frozenset({"lee"}))) == [("Ann Lee",)]


def test_a_name_of_a_function_and_a_key_are_looked_at_but_no_number_and_no_identifier() -> None:
    kinds = (LeafKind.NAME, LeafKind.KEY, LeafKind.IDENTIFIER)
    leaves = [Leaf("first", LeafKind.TEXT, "Ann Lee", 0)]
    leaves += [Leaf(kind, kind, f"x_ann_lee{'_' * at}", 0) for at, kind in enumerate(kinds)]
    spans = [[Span(0, 7, EntityType.NAME, 1.0, "t")], [], [], []]

    (entity,) = find_entities(leaves, spans, Policy()).entities.values()
    assert entity.forms == ("Ann Lee", "ann_lee")


def test_a_part_of_a_name_is_left_in_what_programs_read() -> None:
    leaves = [Leaf("first", LeafKind.TEXT, "Summer Weather", 0), Leaf("tool", LeafKind.NAME, "get_weather", None)]
    spans = [[Span(0, 14, EntityType.NAME, 1.0, "t")], []]

    (entity,) = find_entities(leaves, spans, Policy()).entities.values()
    assert entity.forms == ("Summer Weather",)


@pytest.mark.parametrize(
    ("leaf", "mentioned"),
    [
        (Leaf("data#/kowalczyk_id/~key", LeafKind.KEY, "kowalczyk_id", 0), ["kowalczyk"]),
        (Leaf("properties.kowalczyk_id.~key", LeafKind.NAME, "kowalczyk_id", None), ["kowalczyk"]),
        (Leaf("properties.owner.enum[0]", LeafKind.CONSTANT, "Kowalczyk", None), ["Kowalczyk"]),
        (Leaf("tools[0].function.name", LeafKind.NAME, "mail_kowalczyk", None), []),
        (Leaf("data#/grant_id/~key", LeafKind.KEY, "grant_id", 0), []),
    ],
)
def test_a_rare_part_of_a_name_is_found_in_keys_and_constants(leaf: Leaf, mentioned: list[str]) -> None:
    leaves = [Leaf("first", LeafKind.TEXT, "Nadia Kowalczyk, Will Grant", 0), leaf]
    spans = [[Span(0, 15, EntityType.NAME, 1.0, "t"), Span(17, 27, EntityType.NAME, 1.0, "t")], []]

    forms = [form for entity in find_entities(leaves, spans, Policy()).entities.values() for form in entity.forms]
    assert [form for form in forms if form not in ("Nadia Kowalczyk", "Will Grant")] == mentioned


def test_nothing_prints_a_form() -> None:
    everything = found("Ann Lee", "Lee", names=("Ann Lee",))

    assert "Lee" not in f"{everything!r} {everything.entities!r}"


def test_a_later_name_changes_no_earlier_placeholder_of_a_key() -> None:
    leaves = [
        Leaf("0", LeafKind.KEY, "van der Berg, Ann", 0),
        Leaf("1", LeafKind.TEXT, "Ann Lee and Ann van der Berg", 1),
        Leaf("2", LeafKind.TEXT, "van der Berg", 2),
    ]
    spans = [[], [Span(12, 28, EntityType.NAME, 1.0, "test")], [Span(0, 12, EntityType.NAME, 1.0, "test")]]
    earlier, later = (
        [(original.text, str(placeholder)) for original, placeholder in request.known.known()]
        for request in (find_entities(leaves[:2], spans[:2], Policy()), find_entities(leaves, spans, Policy()))
    )
    assert later[: len(earlier)] == earlier
