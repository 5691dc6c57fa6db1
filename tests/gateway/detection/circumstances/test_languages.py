from __future__ import annotations

import numpy as np
import pytest

from gateway.detection.circumstances.languages import in_english, sign

ENGLISH = [
    "I was told that the boiler will be off until Monday.",
    "how do i ask my landlord for a lower rent",
    "Total: 40",
    "He bought a flat in the Rue de la Paix and sold it.",
]
OTHERS = [
    "In der Schule war er immer so gut in Mathe.",
    "Je suis en arrêt depuis lundi.",
    "No me acuerdo de la fecha, pero fue en mayo.",
    "Ik ben in de war, want was dat niet op maandag?",
    "To jest moje mieszkanie i nie chcę go sprzedać.",
    "Завтра я иду к врачу.",
    "明天我要去看医生",
]


def is_english(text: str) -> bool:
    signs = np.array([*map(sign, text.rstrip(".?").split())], dtype=np.int8)
    return bool(in_english(signs, np.zeros(len(signs), dtype=np.intp)).all())


@pytest.mark.parametrize("text", ENGLISH)
def test_a_paragraph_is_in_english_if_its_little_words_are(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize("text", OTHERS)
def test_a_paragraph_is_in_another_language_if_more_of_its_little_words_are(text: str) -> None:
    assert not is_english(text)
