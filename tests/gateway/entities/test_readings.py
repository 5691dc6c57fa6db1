from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.entities.linking import Linking
from gateway.entities.readings import Form, Readings
from gateway.entities.wordings import MR, MRS, WordingKind, read, words_of_handles
from gateway.types import EntityType

NAME, EMAIL = EntityType.NAME, EntityType.EMAIL


def kinds(readings: Readings, surface: str) -> set[WordingKind]:
    return {each.kind for each in readings.of(NAME, surface).wordings}


def test_a_name_that_nothing_else_may_mean_has_no_wording_but_itself() -> None:
    names = [(NAME, "Ann Lee"), (NAME, "Bob Kowalczyk")]

    assert kinds(Readings(names), "Ann Lee") == {WordingKind.FULL}


@pytest.mark.parametrize(
    ("asking", "kept", "kind"),
    [
        ((NAME, "Lee"), set(), WordingKind.PART),
        ((NAME, "Ms Lee"), set(), WordingKind.TITLED),
        ((NAME, "Lee Ann"), set(), WordingKind.SWAPPED),
        ((EMAIL, "annlee@x.org"), set(), WordingKind.JOINED),
        ((EMAIL, "lee.99@x.org"), set(), WordingKind.PART),
        ((NAME, "Bo"), {"alee"}, WordingKind.HANDLE),
        ((NAME, "Bo"), {"a", "l"}, WordingKind.INITIALS),
    ],
)
def test_a_wording_counts_where_a_name_an_address_or_a_text_may_mean_it(
    asking: Form, kept: set[str], kind: WordingKind
) -> None:
    assert kind in kinds(Readings([(NAME, "Ann Lee"), asking], kept), "Ann Lee")


@pytest.mark.parametrize("names", [*permutations(("Lee", "Ann Lee", "Mr Lee", "A. Lee", "Lee, Bob", "Ann Lee-Kim"), 3)])
def test_names_are_linked_as_with_all_their_wordings(names: tuple[str, ...]) -> None:
    forms = [(NAME, name) for name in names]
    few, all_of_them = Linking(Readings(forms)), Linking()
    for form in forms:
        few.learn([form])
        all_of_them.learn([form])

    assert [few.root(*form) for form in forms] == [all_of_them.root(*form) for form in forms]


words = st.sampled_from(("ann", "bob", "lee", "lu", "kim-lee", "a", "l", "van", "Mr", "4u"))
handles = st.sampled_from(("annlee", "alee", "leea", "annl", "al", "abl", "annboblee", "lee.bob", "kim"))


@example(["ann bob lee", "ann lee"], [], set())
@example(["ann bob lee", "lee ann bob"], [], set())
@example(["ann lee", "a lee"], [], set())
@example(["ann bob lee"], [], {"abl"})
@example(["ann kim-lee"], [], {"kimlee"})
@given(
    st.lists(st.lists(words, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4),
    st.lists(handles, max_size=2),
    st.sets(st.one_of(words, handles), max_size=3),
)
def test_exactly_the_wordings_of_other_names_texts_and_handles_count(
    names: list[str], users: list[str], kept: set[str]
) -> None:
    forms = [*((NAME, name) for name in names), *((EMAIL, f"{user}@x.org") for user in users)]
    cores, texts, addresses = {read(*form).core for form in forms}, {*kept, MR, MRS}, words_of_handles(forms)
    readings = Readings(forms, kept)

    for name in names:
        assert readings.of(NAME, name).wordings == tuple(
            each
            for each in read(NAME, name).wordings
            if each.words in cores or texts.issuperset(each.words) or addresses.issuperset(each.words)
        )
