from __future__ import annotations

import pytest

from gateway.types import PARENTS, Action, EntityType, Leaf, LeafKind, Original, ReplacementMap, by_entity_type, kinds

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


def test_a_finer_type_is_a_kind_of_one_of_the_twelve_that_have_no_parent() -> None:
    assert {kinds(each)[-1] for each in PARENTS} <= set(EntityType) - set(PARENTS)


def test_a_business_address_is_treated_as_an_address_and_as_a_geolocation_where_nobody_names_it() -> None:
    tables: list[dict[str, int]] = [{"ADDRESS": 1, "GEOLOCATION": 2, "*": 3}, {"GEOLOCATION": 2, "*": 3}, {"*": 3}]
    assert [by_entity_type(table, EntityType.BUSINESS_ADDRESS) for table in tables] == [1, 2, 3]


def test_what_is_said_of_business_addresses_is_not_said_of_homes() -> None:
    assert by_entity_type({"BUSINESS_ADDRESS": 1, "*": 2}, EntityType.ADDRESS) == 2


def test_a_types_own_entry_comes_before_its_parents_and_before_the_rest() -> None:
    table = {"IBAN": Action.RETAIN, "FINANCIAL_INFORMATION": Action.ABSTRACT, "*": Action.REDACT}
    types = (EntityType.IBAN, EntityType.CREDIT_CARD, EntityType.NAME)
    assert [by_entity_type(table, each) for each in types] == [Action.RETAIN, Action.ABSTRACT, Action.REDACT]


def test_a_type_without_any_entry_has_none() -> None:
    assert by_entity_type({"NAME": 1}, EntityType.EMAIL) is None
