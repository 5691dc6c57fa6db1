import pytest

from gateway.entities.entities import Entities, canonical
from gateway.entities.placeholders import Placeholder
from gateway.types import EntityType, Original


@pytest.mark.parametrize(
    ("entity_type", "one", "other"),
    [
        (EntityType.EMAIL, "Ann@Example.org", "ann@example.ORG"),
        (EntityType.PHONE_NUMBER, "+1 (415) 555-0100", "+14155550100"),
        (EntityType.CREDIT_CARD, "4111 1111 1111 1111", "4111-1111-1111-1111"),
        (EntityType.IBAN, "de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        (EntityType.NAME, "Ann\n Lee", "ann lee"),
        (EntityType.ADDRESS, "12 Elm Street, Leeds", "12 elm street\nLeeds."),
        (EntityType.BUSINESS_ADDRESS, "12 Elm Street.", "12 Elm Street"),
    ],
)
def test_forms_of_one_value_are_one_entity(entity_type: EntityType, one: str, other: str) -> None:
    assert canonical(entity_type, one) == canonical(entity_type, other)


@pytest.mark.parametrize(
    ("entity_type", "one", "other"),
    [
        (EntityType.PHONE_NUMBER, "+1 415 555 0100", "415 555 0100"),
        (EntityType.PHONE_NUMBER, "1-800-FLOWERS", "1-800-BANKING"),
        (EntityType.PASSPORT, "AB123456", "CD123456"),
        (EntityType.URL, "https://example.org/A", "https://example.org/a"),
        (EntityType.KEYS, "sk-Abc", "sk-abc"),
        (EntityType.EMAIL, "a.b@example.org", "ab@example.org"),
        (EntityType.ADDRESS, "12 Elm Street", "12 Elm Street 4"),
        (EntityType.ADDRESS, "1 2 Elm Street", "12 Elm Street"),
        (EntityType.ADDRESS, "#", "."),
    ],
)
def test_values_that_may_differ_are_not_guessed_to_be_one(entity_type: EntityType, one: str, other: str) -> None:
    assert canonical(entity_type, one) != canonical(entity_type, other)


def test_forms_of_one_entity_share_its_number_and_differ_in_the_variant() -> None:
    entities = Entities()
    for name in ("Ann Lee", "Bob", "ann lee"):
        entities.add(EntityType.NAME, Original(name))

    placeholders = [
        str(entities.placeholder(EntityType.NAME, Original(name))) for name in ("Ann Lee", "ann lee", "Bob")
    ]
    assert placeholders == ["[NAME1]", "[NAME1.2]", "[NAME2]"]


def test_numbers_count_per_type() -> None:
    entities = Entities()
    entities.add(EntityType.NAME, Original("34"))
    entities.add(EntityType.AGE, Original("34"))

    assert entities.placeholder(EntityType.AGE, Original("34")) == Placeholder(EntityType.AGE, 1)


@pytest.mark.parametrize("is_number", [True, False])
def test_a_json_number_and_its_digits_are_two_forms_known_together(is_number: bool) -> None:
    entities = Entities()
    entities.add(EntityType.PHONE_NUMBER, Original("4155550100", is_number))

    forms = [Original("4155550100", is_number), Original("4155550100", not is_number)]
    assert [entities.placeholder(EntityType.PHONE_NUMBER, form).variant for form in forms] == [1, 2]


def test_a_reserved_number_is_given_to_no_entity() -> None:
    entities = Entities()
    assert entities.reserve(Placeholder(EntityType.EMAIL, 1))
    assert entities.reserve(Placeholder(EntityType.EMAIL, 3))
    for address in ("a@example.org", "b@example.org"):
        entities.add(EntityType.EMAIL, Original(address))

    assert entities.placeholder(EntityType.EMAIL, Original("a@example.org")).number == 2
    assert entities.placeholder(EntityType.EMAIL, Original("b@example.org")).number == 4


def test_a_number_that_an_entity_has_cannot_be_reserved_any_more() -> None:
    entities = Entities()
    entities.add(EntityType.EMAIL, Original("a@example.org"))

    assert not entities.reserve(Placeholder(EntityType.EMAIL, 1))
    assert entities.reserve(Placeholder(EntityType.NAME, 1))


def test_forms_are_listed_in_the_order_in_which_they_became_known() -> None:
    entities = Entities()
    entities.add(EntityType.GEOLOCATION, Original("Paris"))
    entities.add(EntityType.NAME, Original("Paris"))

    assert list(entities.known()) == [
        (Original("Paris"), Placeholder(EntityType.GEOLOCATION, 1)),
        (Original("Paris"), Placeholder(EntityType.NAME, 1)),
    ]


@pytest.mark.parametrize(
    ("first", "then", "known_as"),
    [
        (EntityType.BUSINESS_ADDRESS, EntityType.ADDRESS, "[BUSINESS_ADDRESS1]"),
        (EntityType.ADDRESS, EntityType.BUSINESS_ADDRESS, "[ADDRESS1]"),
    ],
)
def test_an_address_that_is_a_home_here_and_a_business_s_there_is_one_entity_numbered_as_it_was_first(
    first: EntityType, then: EntityType, known_as: str
) -> None:
    entities = Entities()
    for entity_type, form in ((first, "12 Elm Street"), (then, "12 Elm Street"), (then, "12 elm street")):
        entities.add(entity_type, Original(form))

    same = {str(entities.placeholder(each, Original("12 Elm Street"))) for each in (first, then)}
    assert same == {known_as}
    assert entities.placeholder(then, Original("12 elm street")).variant == 2
    assert [entity.forms for entity in entities.all().values()] == [("12 Elm Street", "12 elm street")]
    assert entities.found_as((first, 1)) == {first, then}


def test_other_values_of_two_types_stay_two_entities() -> None:
    entities = Entities()
    for entity_type in (EntityType.BUSINESS_ADDRESS, EntityType.GEOLOCATION, EntityType.ADDRESS):
        entities.add(entity_type, Original(f"12 {entity_type}"))

    assert len(entities.all()) == 3
    assert all(entities.found_as(key) == {key[0]} for key in entities.all())
