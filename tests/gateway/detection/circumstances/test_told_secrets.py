from __future__ import annotations

import pytest

from gateway.detection.circumstances.told_secrets import without_unlikely_secrets
from gateway.detection.model_names import CIRCUMSTANCES as NAME
from gateway.types import EntityType, Span


def kept(text: str, value: str, kind: EntityType = EntityType.KEYS, recognizer: str = NAME, score: float = 0.9) -> bool:
    start = text.index(value)
    return bool(without_unlikely_secrets([Span(start, start + len(value), kind, score, recognizer)], text))


def test_ordinary_words_are_a_secret_only_if_a_word_announces_one() -> None:
    assert not kept("The museum was open all night.", "open all night")
    assert kept("The alarm code is open all night.", "open all night")
    assert kept("The museum was open all night, so is the safe.", "open all night")


@pytest.mark.parametrize(
    "text",
    [
        "Das Kennwort für die Tür ist der alte Apfelbaum",
        "Le mot de passe du coffre est der alte Apfelbaum",
        "La contraseña es der alte Apfelbaum",
        "Hasło to der alte Apfelbaum",
        "Пароль от сейфа der alte Apfelbaum",
        "密码是der alte Apfelbaum",
        "パスワードはder alte Apfelbaum",
        "비밀번호 der alte Apfelbaum",
        "รหัสผ่านคือ der alte Apfelbaum",
        "كلمة السر der alte Apfelbaum",
        "הסיסמה der alte Apfelbaum",
        "पासवर्ड der alte Apfelbaum",
        "পাসওয়ার্ড der alte Apfelbaum",
        "ŞİFRE der alte Apfelbaum",
    ],
)
def test_the_word_may_be_of_any_language(text: str) -> None:
    assert kept(text, "der alte Apfelbaum")


@pytest.mark.parametrize("value", ["hunter2", "blue_sky", "MangoTree", "a=b", "two oh one", "三七二一"])
def test_what_no_sentence_has_needs_no_announcing(value: str) -> None:
    assert kept(f"He wrote {value} on a card.", value)


def test_one_number_in_words_is_no_code() -> None:
    assert not kept("We had two rooms.", "two rooms")


def test_what_follows_a_blank_line_announces_nothing_before_it_and_what_stands_before_it_does() -> None:
    assert not kept("It was open all night.\n \nThe password is lost.", "open all night")
    assert kept("The password is lost.\n\nIt was open all night.", "open all night")
    assert kept("It was\nopen all night.\nThe password is lost.\n\nBye.", "open all night")


def test_a_part_of_another_word_announces_nothing() -> None:
    assert not kept("The decoder was open all night.", "open all night")


def test_what_is_no_secret_or_was_found_by_its_form_stays() -> None:
    assert kept("It was open all night.", "open all night", EntityType.HEALTH_INFORMATION)
    assert kept("It was open all night.", "open all night", recognizer="password_quoted")


def test_a_word_that_is_far_away_announces_nothing() -> None:
    far = "and on it went " * 30

    assert not kept(f"The password is lost, {far}it was open all night.", "open all night")
    assert not kept(f"It was open all night, {far}the password is lost.", "open all night")
    assert kept(f"The password is lost, {far[:300]}it was open all night.", "open all night")


def test_what_nothing_announces_needs_a_higher_score() -> None:
    assert not kept("He wrote hunter2 on a card.", "hunter2", score=0.19)
    assert kept("He wrote hunter2 on a card.", "hunter2", score=0.2)
    assert kept("His password is hunter2.", "hunter2", score=0.19)
