from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.entities.inflections import inflections, language_of
from gateway.entities.wordings import fold


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("She has a cat and it is with me", "en"),
        ("Ich habe eine Frage und der Arzt ist nicht da", "de"),
        ("Je suis dans la ville avec mes amis et une amie", "fr"),
        ("No tengo el libro pero los niños lo quieren", "es"),
        ("Non ho il libro, ma gli amici sono con me", "it"),
        ("Ik heb het boek niet en de kat is van mijn zus", "nl"),
        ("Não tenho o livro, mas os meninos são do meu pai", "pt"),
        ("Nie mam tej książki, ale moja siostra jest w domu i się cieszy", "pl"),
        ("asthma", "en"),
        ("", "en"),
    ],
)
def test_frequent_words_tell_the_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("language", "singular", "plural"),
    [
        ("en", "nurse", "nurses"),
        ("en", "allergy", "allergies"),
        ("en", "policeman", "policemen"),
        ("de", "Arzt", "Ärzte"),
        ("de", "Krankenschwester", "Krankenschwestern"),
        ("fr", "hôpital", "hôpitaux"),
        ("fr", "infirmière", "infirmières"),
        ("es", "doctor", "doctores"),
        ("es", "juez", "jueces"),
        ("it", "medico", "medici"),
        ("it", "infermiera", "infermiere"),
        ("nl", "arts", "artsen"),
        ("pt", "alemão", "alemães"),
        ("pt", "cirurgião", "cirurgiões"),
        ("pl", "lekarz", "lekarzem"),
    ],
)
def test_a_plural_is_found_from_its_singular_and_back(language: str, singular: str, plural: str) -> None:
    assert fold(plural) in inflections(fold(singular), language)
    assert fold(singular) in inflections(fold(plural), language)


@given(st.text(max_size=12), st.sampled_from(["en", "de", "fr", "xx"]))
def test_a_word_comes_first_and_short_words_keep_their_stem(word: str, language: str) -> None:
    made = list(inflections(word, language))

    assert made[0] == word
    assert all(len(each) >= min(len(word), 2) for each in made)
    assert made == [word] or word.isalpha()
