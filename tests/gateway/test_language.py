from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.language import language_code


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My order from [TIME] has not arrived and I want a refund.", "en"),
        ("Meine Bestellung vom [TIME] ist noch nicht angekommen.", "de"),
        ("Ma commande du [TIME] n'est pas encore arrivée.", "fr"),
        ("Mi pedido del [TIME] todavía no ha llegado.", "es"),
        ("Il mio ordine del [TIME] non è ancora arrivato.", "it"),
        ("Moje zamówienie z [TIME] jeszcze nie dotarło.", "pl"),
        ("Мой заказ от [TIME] ещё не пришёл.", "ru"),
        ("我[TIME]的订单还没有到。", "zh"),
        ("[TIME]の注文がまだ届いていません。", "ja"),
        ("ההזמנה שלי מיום [TIME] עדיין לא הגיעה.", "he"),
    ],
)
def test_a_sentence_tells_its_language(text: str, language: str) -> None:
    assert language_code(text) == language


@pytest.mark.parametrize("text", ["", "[NAME] [EMAIL]", "ok", "17 + 4", "x = y(z)", "🎉", "\x00\x01", "\ud800"])
def test_what_tells_no_language_is_undetermined(text: str) -> None:
    assert language_code(text) == "und"


@given(st.text(st.characters(), max_size=600))
def test_any_text_at_all_has_a_code(text: str) -> None:
    code = language_code(text)
    assert code == "und" or (len(code) == 2 and code.isalpha())


def test_a_long_text_is_judged_by_how_it_begins() -> None:
    german = "Meine Bestellung ist noch nicht angekommen, und ich möchte mein Geld zurück. " * 10
    assert language_code(german + "The quick brown fox jumps over the lazy dog. " * 1_000) == "de"
