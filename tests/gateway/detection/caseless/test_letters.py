from __future__ import annotations

import pytest

from gateway.detection.caseless.letters import folded, without_foreign_lines

FOREIGN = {
    "Persian": "سلام، من رضا محمدی هستم و در شرکت پارس خودرو در تهران کار می‌کنم",
    "Urdu": "میرا نام عائشہ خان ہے اور میں لاہور میں رہتی ہوں",
    "Marathi": "माझे नाव सचिन कुलकर्णी आहे आणि मी पुण्यात राहतो",
    "Nepali": "के म उच्च रक्तचाप भएकोमा कफी पिउन सक्छु",
    "Yiddish": "מײַן נאָמען איז משה און איך װױן אין בראָד",
}
OWN = {
    "Arabic": "اسمي أحمد وأعمل في شركة قريبة من البيت",
    "Hebrew": "שמי דוד ואני עובד בחברה ליד הבית",
    "Hindi": "मेरा नाम राहुल है और मुझे कुछ पूछना है",
    "Bengali": "আমার নাম রহিম, আমি ঢাকায় থাকি",
}


@pytest.mark.parametrize("language", FOREIGN)
def test_lines_in_other_languages_of_these_scripts_are_left_out(language: str) -> None:
    text = f"{OWN['Arabic']}\n{FOREIGN[language]}\n{OWN['Hindi']}"
    assert without_foreign_lines(text) == text.replace(FOREIGN[language], " " * len(FOREIGN[language]))


@pytest.mark.parametrize("language", OWN)
def test_lines_in_its_own_languages_stay(language: str) -> None:
    assert without_foreign_lines(OWN[language]) == OWN[language]


@pytest.mark.parametrize(
    ("one", "other"), [("أحمد", "احمد"), ("مُحمّد", "محمد"), ("חַיִּים", "חיים"), ("फ़ातिमा", "फातिमा"), ("রায়", "রায়")]
)
def test_spellings_of_one_name_are_one_word(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_the_commonest_word_is_not_taken_for_a_name() -> None:
    assert folded("على") != folded("علي")
