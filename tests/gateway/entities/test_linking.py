from __future__ import annotations

from gateway.entities.linking import Linking
from gateway.entities.wordings import Wording, WordingKind
from gateway.types import EntityType


def roots(*messages: list[str]) -> list[str]:
    """The roots of all names, in order, after all these messages."""
    linking = Linking()
    for message in messages:
        linking.learn((EntityType.NAME, name) for name in message)
    return [" ".join(linking.root(EntityType.NAME, name) or ()) for message in messages for name in message]


def test_a_shorter_form_belongs_to_the_one_name_that_it_may_be() -> None:
    assert (
        roots(["Ann Marie Lee"], ["Ann Lee", "A. Lee", "Lee", "Marie", "Lee, Ann", "A.M.L."]) == ["ann marie lee"] * 7
    )


def test_of_one_message_the_longest_name_counts_first() -> None:
    assert roots(["Lee", "Ann Lee", "A. Lee"]) == ["ann lee"] * 3


def test_a_full_name_belongs_to_the_one_entity_that_it_makes_longer() -> None:
    assert roots(["Lee"], ["Ann Lee"], ["Ann Marie Lee"]) == ["lee"] * 3


def test_two_people_are_never_one() -> None:
    assert roots(["Lee"], ["Ann Lee"], ["Bob Lee"]) == ["lee", "lee", "bob lee"]
    assert roots(["A. Lee"], ["Ann Lee"], ["Alice Lee"]) == ["a lee", "a lee", "alice lee"]
    assert roots(["Ann Lee"], ["Ann Marie Lee"], ["Ann Kate Lee"]) == ["ann lee", "ann lee", "ann kate lee"]
    assert roots(["Mr. Lee"], ["Ann Lee"], ["Bob Lee"]) == ["mr. lee", "mr. lee", "bob lee"]


def test_a_name_that_two_others_extend_is_linked_to_neither() -> None:
    assert roots(["Lee"], ["Ann Lee", "Bob Lee"]) == ["lee", "ann lee", "bob lee"]


def test_a_form_that_two_people_share_belongs_to_neither() -> None:
    assert roots(["Ann Lee", "Bob Lee"], ["Lee", "Mr. Lee"]) == ["ann lee", "bob lee", "lee", "mr. lee"]
    assert roots(["Mr. Lee", "Mrs. Lee"], ["Lee"]) == ["mr. lee", "mrs. lee", "lee"]


def test_an_earlier_link_stays_when_another_person_comes() -> None:
    assert roots(["Ann Lee", "Lee"], ["Bob Lee"], ["LEE", "Dr. Lee"]) == [
        "ann lee",
        "ann lee",
        "bob lee",
        "ann lee",
        "ann lee",
    ]


def test_what_was_linked_to_a_name_follows_when_that_turns_out_to_be_an_earlier_one() -> None:
    assert roots(["Lee"], ["A. Lee", "Ann Lee"]) == ["lee"] * 3


def test_a_name_that_a_handle_would_spell_is_another_name() -> None:
    assert roots(["Sam Wan"], ["Swan"]) == ["sam wan", "swan"]


def test_names_of_two_types_are_two() -> None:
    linking = Linking()
    linking.learn([(EntityType.NAME, "Ann Lee"), (EntityType.GEOLOCATION, "Lee")])

    assert linking.root(EntityType.GEOLOCATION, "Lee") == ("lee",)
    assert linking.root(EntityType.NAME, "Lee") is None


def test_a_wording_of_too_many_names_has_no_known_owners() -> None:
    linking = Linking()
    linking.learn((EntityType.NAME, f"{given} Lee") for given in ("Ann", "Bob", "Cy", "Dee", "Eva"))
    linking.learn([(EntityType.NAME, "Lee")])

    assert linking.owners(Wording(EntityType.NAME, WordingKind.PART, ("lee",))) is None
    assert linking.root(EntityType.NAME, "Lee") == ("lee",)


def test_a_mentioned_form_is_linked_to_the_owner_of_its_wording() -> None:
    linking = Linking()
    linking.learn([(EntityType.NAME, "Ann Lee")])
    linking.adopt(EntityType.NAME, "annlee92", [Wording(EntityType.NAME, WordingKind.JOINED, ("annlee",))])

    assert linking.root(EntityType.NAME, "annlee92") == ("ann", "lee")
