from __future__ import annotations

from typing import Final

import pytest

from gateway.detection.names.doubts import abbreviations, names_nobody, roles, technologies
from gateway.detection.names.edges import Piece
from gateway.detection.names.installed import load
from gateway.detection.names.lexicon import WordClass
from gateway.detection.names.words import split
from gateway.types import EntityType

LEXICON: Final = load().lexicon
NAME, AFFILIATION, TIME = EntityType.NAME, EntityType.AFFILIATION, EntityType.TIME


def is_left(text: str, value: str, entity_type: EntityType, score: float) -> bool:
    words = split(text)
    start = text.index(value)
    first = words.starts.index(start)
    last = words.ends.index(start + len(value)) + 1
    return names_nobody(Piece(first, last, entity_type, score), words, LEXICON)


@pytest.mark.parametrize(
    ("text", "value", "entity_type", "score"),
    [
        ("Explain Dijkstra's algorithm", "Dijkstra", NAME, 0.99),
        ("the proof of Bayes’ theorem", "Bayes", NAME, 0.9),
        ("what a Fourier transform does", "Fourier", AFFILIATION, 0.9),
        ("Compare Redis and Kafka", "Redis", AFFILIATION, 0.99),
        ("Compare Redis and Kafka", "Kafka", NAME, 0.99),
        ("Compare Redis and Kafka", "Redis and Kafka", AFFILIATION, 0.99),
        ("write it in Python", "Python", EntityType.GEOLOCATION, 0.9),
        ("a sheet of Microsoft Excel", "Microsoft Excel", AFFILIATION, 0.9),
        ("see ες το γυμνάσιο", "γυμνάσιο", EntityType.ONLINE_IDENTITY, 0.9),
        ("picked by the CEO", "CEO", NAME, 0.42),
        ("said the Editor of it", "Editor", AFFILIATION, 0.37),
        ("Sherry has 12 grapes", "12", TIME, 0.28),
        ("the first shift is PM", "PM", TIME, 0.36),
        ("how the week was", "the week", TIME, 0.31),
        ("an example of Mortgage Lending", "Mortgage Lending", AFFILIATION, 0.33),
        ("she excels at gardening", "gardening", AFFILIATION, 0.3),
        ("shown to the Policyholder first", "Policyholder", AFFILIATION, 0.55),
        ("the Licensee and the Licensor agree", "Licensor", NAME, 0.45),
        ("reset MFA for the VPN", "MFA", NAME, 0.9),
        ("the interface speaks FHIR", "FHIR", AFFILIATION, 0.8),
        ("my type is INTJ", "INTJ", AFFILIATION, 0.5),
        ('called it "plan B"s', "s", NAME, 0.4),
        ("it grew by 31% since", "31", EntityType.AGE, 0.7),
        ("she is 5 feet tall", "5", EntityType.AGE, 0.5),
        ("my height is 181cm", "181cm", EntityType.ID_NUMBER, 0.8),
        ("since version 4.1.22 it", "4.1.22", TIME, 0.8),
        ("see line 44 there", "44", EntityType.AGE, 0.5),
        ("wersję 3.12.1 mam", "3.12.1", EntityType.ID_NUMBER, 0.7),
        ("month\n2023-11\t77", "2023-11", TIME, 0.4),
        ("the 3rd try", "3rd", TIME, 0.3),
        ("BP 131/84 today", "BP 131/84", AFFILIATION, 0.7),
        ("he rents to the Tenant", "Tenant", NAME, 0.5),
        ("elected the Prime Minister", "Prime Minister", NAME, 0.48),
        ("ask the President or Minister", "President or Minister", NAME, 0.41),
        ("walk to the museum", "museum", AFFILIATION, 0.3),
        ("auf die Rechnung warten", "Rechnung", NAME, 0.3),
        ("she likes the payload", "payload", EntityType.HEALTH_INFORMATION, 0.35),
        ("Host: api.brackwater.example", "api.brackwater.example", EntityType.ONLINE_IDENTITY, 0.9),
        ("by the Harbour Act 1987 (Qld)", "Qld", EntityType.EDUCATIONAL_RECORD, 0.6),
        ("she sat beside Orlow there", "Orlow", EntityType.EDUCATIONAL_RECORD, 0.9),
        ("four of seven lamps", "seven", TIME, 0.1),
        ("a year-on-year rise", "year", EntityType.AGE, 0.6),
        ("三月1740，四月1890", "1740", EntityType.ADDRESS, 0.95),
        ("3월 1740 원", "1740", EntityType.ADDRESS, 0.4),
        ("सर्वर, पोर्ट 5432", "5432", TIME, 0.5),
        ("संस्करण 8.1.20 है", "8.1.20", TIME, 0.5),
    ],
)
def test_what_names_nobody_is_left_alone(text: str, value: str, entity_type: EntityType, score: float) -> None:
    assert is_left(text, value, entity_type, score)


@pytest.mark.parametrize(
    ("text", "value", "entity_type", "score"),
    [
        ("she is an engineer at Redis", "Redis", AFFILIATION, 0.9),
        ("he works for Redis", "Redis", AFFILIATION, 0.9),
        ("Ruby and Julia came", "Ruby", NAME, 0.9),
        ("Franz Kafka wrote", "Franz Kafka", NAME, 0.9),
        ("Anna's algorithm is slow", "Anna", NAME, 0.9),
        ("call Dijkstra's number", "Dijkstra", NAME, 0.9),
        ("Dijkstra's sister called", "Dijkstra", NAME, 0.9),
        ("met cleecky there", "cleecky", NAME, 0.25),
        ("picked by the CEO", "CEO", NAME, 0.9),
        ("she is an editor", "editor", EntityType.OCCUPATION, 0.4),
        ("Dr. Baker said", "Baker", NAME, 0.3),
        ("on the 12 of May", "12", TIME, 0.8),
        ("since 1984 there", "1984", TIME, 0.3),
        ("she is 12 today", "12", EntityType.AGE, 0.3),
        ("she is 3 hours old", "3", EntityType.AGE, 0.6),
        ("badge 4417 is lost", "4417", EntityType.ID_NUMBER, 0.7),
        ("we met last weekend", "last weekend", TIME, 0.55),
        ("for 7 weeks", "7 weeks", TIME, 0.3),
        ("at Mortgage Lending", "Mortgage Lending", AFFILIATION, 0.6),
        ("asked Quorvane there", "Quorvane", NAME, 0.25),
        ("asked Harriet there", "Harriet", NAME, 0.25),
        ("treated at NHS there", "NHS", AFFILIATION, 0.4),
        ("asked Prem Sit there", "Sit", NAME, 0.9),
        ("born 2023-11 there", "2023-11", TIME, 0.8),
        ("on the 3rd of May", "3rd", TIME, 0.5),
        ("room 44, aged 44", "44", EntityType.AGE, 0.5),
        ("since 4.1.2022 there", "4.1.2022", TIME, 0.5),
        ("she works at SSO", "SSO", AFFILIATION, 0.9),
        ("for migraine since", "migraine", EntityType.HEALTH_INFORMATION, 0.3),
        ("see ann.brackwater.example", "ann.brackwater.example", EntityType.ONLINE_IDENTITY, 0.9),
        ("see api.brackwater.com", "api.brackwater.com", EntityType.ONLINE_IDENTITY, 0.9),
        ("asked rose there", "rose", NAME, 0.3),
        ("her BSc in Marine Biology", "Marine Biology", EntityType.EDUCATIONAL_RECORD, 0.3),
        ("studied Weaving there", "Weaving", EntityType.EDUCATIONAL_RECORD, 0.3),
        ("an ACT of 31", "31", EntityType.EDUCATIONAL_RECORD, 0.3),
        ("the kelp diver Orlow", "diver", EntityType.OCCUPATION, 0.15),
        ("the kelp diver Orlow", "Orlow", NAME, 0.15),
        ("she is 31 there", "31", EntityType.AGE, 0.5),
        ("Quarry Lane – 17400", "17400", EntityType.ADDRESS, 0.9),
        ("पिन 174003 है", "174003", EntityType.ADDRESS, 0.9),
    ],
)
def test_what_may_name_somebody_is_kept(text: str, value: str, entity_type: EntityType, score: float) -> None:
    assert not is_left(text, value, entity_type, score)


def test_no_technology_is_listed_as_the_name_of_a_person_or_a_place() -> None:
    named = WordClass.FIRST_NAME | WordClass.LAST_NAME | WordClass.CITY | WordClass.COUNTRY | WordClass.REGION
    assert len(technologies()) > 200
    assert [each for each in technologies() if LEXICON.entry(each) & named] == []


def test_no_abbreviation_and_no_party_of_a_contract_is_a_first_name_or_a_country() -> None:
    named = WordClass.FIRST_NAME | WordClass.COUNTRY
    assert all(each.isupper() for each in abbreviations())
    assert [each for each in (*abbreviations(), *roles()) if LEXICON.entry(each.lower()) & named] == []
