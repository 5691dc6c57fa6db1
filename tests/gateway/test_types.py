from __future__ import annotations

import pytest

from gateway.types import PARENTS, Action, EntityType, Leaf, LeafKind, Original, ReplacementMap, by_entity_type

SECRET = "alex.patel@example.org"


@pytest.mark.parametrize(
    "holder",
    [
        Leaf(f"metadata.{SECRET}", LeafKind.TEXT, SECRET, 0),
        Original(SECRET),
        ReplacementMap({"[EMAIL1]": Original(SECRET)}, frozenset({SECRET})),
    ],
)
def test_what_holds_a_users_text_does_not_print_it(holder: object) -> None:
    assert "alex" not in f"{holder!r}{holder!s}"


def test_a_finer_type_has_a_parent_that_has_none() -> None:
    assert all(parent not in PARENTS for parent in PARENTS.values())


def test_a_types_own_entry_comes_before_its_parents_and_before_the_rest() -> None:
    table = {"IBAN": Action.RETAIN, "FINANCIAL_INFORMATION": Action.ABSTRACT, "*": Action.REDACT}
    types = (EntityType.IBAN, EntityType.CREDIT_CARD, EntityType.NAME)
    assert [by_entity_type(table, each) for each in types] == [Action.RETAIN, Action.ABSTRACT, Action.REDACT]


def test_a_type_without_any_entry_has_none() -> None:
    assert by_entity_type({"NAME": 1}, EntityType.EMAIL) is None
