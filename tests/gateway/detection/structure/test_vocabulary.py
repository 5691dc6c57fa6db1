"""What labels mean, in every spelling and many languages, and which labels say nothing."""

from __future__ import annotations

import pytest

from gateway.detection.structure.vocabulary import is_person, meaning
from gateway.types import EntityType

SPELLINGS = ["first_name", "firstName", "FirstName", "FIRST_NAME", "first-name", "First Name", "firstname", "fname"]
LANGUAGES = {
    "Passwort": EntityType.KEYS,
    "contraseña": EntityType.KEYS,
    "mot de passe": EntityType.KEYS,
    "senha": EntityType.KEYS,
    "hasło": EntityType.KEYS,
    "пароль": EntityType.KEYS,
    "密码": EntityType.KEYS,
    "パスワード": EntityType.KEYS,
    "비밀번호": EntityType.KEYS,
    "كلمة المرور": EntityType.KEYS,
    "סיסמה": EntityType.KEYS,
    "geburtsdatum": EntityType.BIRTH_DATE,
    "fecha de nacimiento": EntityType.BIRTH_DATE,
    "дата рождения": EntityType.BIRTH_DATE,
    "生年月日": EntityType.BIRTH_DATE,
    "apellido": EntityType.NAME,
    "фамилия": EntityType.NAME,
    "氏名": EntityType.NAME,
    "telefonnummer": EntityType.PHONE_NUMBER,
    "电话": EntityType.PHONE_NUMBER,
    "kontonummer": EntityType.BANK_ACCOUNT,
    "direccion": EntityType.ADDRESS,
    "地址": EntityType.ADDRESS,
}
MEANT = {
    "mrn": EntityType.ID_NUMBER,
    "acct_no": EntityType.BANK_ACCOUNT,
    "pwd": EntityType.KEYS,
    "db_pass": EntityType.KEYS,
    "stripeApiKey": EntityType.KEYS,
    "AWS_SECRET_ACCESS_KEY": EntityType.KEYS,
    "sig": EntityType.KEYS,
    "patient_name": EntityType.NAME,
    "name_of_patient": EntityType.NAME,
    "customer_dob": EntityType.BIRTH_DATE,
    "card_number_1": EntityType.CREDIT_CARD,
    "my e-mail address": EntityType.EMAIL,
    "المسمى الوظيفي": EntityType.OCCUPATION,
    "পেশা": EntityType.OCCUPATION,
    "מצב משפחתי": EntityType.MARITAL_STATUS,
    "धर्म": EntityType.RELIGION,
    "громадянство": EntityType.ETHNICITY,
    "Διάγνωση": EntityType.HEALTH_INFORMATION,
    "veiculo": EntityType.VEHICLE,
    "PstCd": EntityType.ADDRESS,
    "GBDAT": EntityType.BIRTH_DATE,
    "bvn": EntityType.ID_NUMBER,
    "emirates_id": EntityType.ID_NUMBER,
    "recordLocator": EntityType.ID_NUMBER,
    "onPremisesSamAccountName": EntityType.USERNAME,
    "idfa": EntityType.ONLINE_IDENTITY,
    "callee": EntityType.PHONE_NUMBER,
}
SAYING_NOTHING = [
    "default_timeout", "password_policy", "max_tokens", "has_password", "token_count", "bypass", "file_name",
    "event_name", "class_name", "password_min_length", "sort_key", "get_birth_date", "parse_iban", "id", "type",
    "version", "status", "0xABA1",
]  # fmt: skip


@pytest.mark.parametrize("label", SPELLINGS)
def test_a_label_means_the_same_however_it_is_spelled(label: str) -> None:
    said = meaning(label)
    assert said is not None
    assert said.entity_type is EntityType.NAME


@pytest.mark.parametrize(("label", "entity_type"), [*LANGUAGES.items(), *MEANT.items()])
def test_a_label_says_what_its_value_is(label: str, entity_type: EntityType) -> None:
    said = meaning(label)
    assert said is not None
    assert said.entity_type is entity_type


@pytest.mark.parametrize("label", SAYING_NOTHING)
def test_a_label_that_only_sounds_like_one_says_nothing(label: str) -> None:
    assert meaning(label) is None


def test_vowel_signs_tell_an_address_from_a_husband() -> None:
    address, husband = meaning("पता"), meaning("पति")
    assert address is not None and address.entity_type is EntityType.ADDRESS
    assert husband is None or husband.entity_type is EntityType.NAME


def test_people_are_told_from_things() -> None:
    assert [label for label in ("customer", "patients", "Mitarbeiter", "server", "files") if is_person(label)] == [
        "customer",
        "patients",
        "Mitarbeiter",
    ]


def test_a_label_as_long_as_a_sentence_says_nothing() -> None:
    assert meaning("x" * 70 + "_password") is None
