"""Character sets that several patterns and views use; ranges are written for use inside ``[…]`` of an expression."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# Scripts with spaces between words: letters, combining marks and digits, without Arabic and Indian punctuation. A
# letter of these beside a value may belong to it, so the value includes it.
SPACED_LETTERS: Final = (
    "A-Za-z0-9\u00c0-\u060b\u060e-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u0963\u0966-\u096f\u0971-\u0dff"
    "\u10a0-\u10ff\u1200-\u177f\u1800-\u1fff\u2c00-\u2dff\ua4d0-\uabff\ufb00-\ufdff\ufe70-\ufefc"
)

# Scripts without spaces between words. The sentence continues right beside a value, so these letters end it.
UNSPACED_LETTERS: Final = (
    "\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fff\u3005-\u3007\u3040-\u9fff\ua000-\ua4cf\uac00-\ud7ff\uf900-\ufaff"
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00020000-\U0003ffff"
)

# Vowel signs of Indian scripts and Thai, and Arabic vowels: parts of words, but no letters for ``re``.
VOWEL_SIGNS: Final = (
    "\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u09d7\u0e31"
    "\u0e34-\u0e3a\u0e47-\u0e4e"
)

# The digits that people type: Latin, Arabic, Persian, Devanagari, full-width. Searching these is twice as fast as \d.
DIGITS: Final = "0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19"
FIRST_DIGIT: Final = f"[{DIGITS}](?<!\\d\\d)"

SPACES: Final = " \u00a0\u2007\u2009\u202f"
DASHES: Final = "\u2010-\u2015\u2212\\-"

# Cyrillic, Greek, Armenian and Cherokee letters that look like a Latin one; no Unicode normal form maps them to it.
LOOK_ALIKES: Final[Mapping[str, str]] = MappingProxyType(
    {
        letter: latin
        for latin, letters in {
            "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "D": "Ꭰ", "E": "ЕΕᎬ", "G": "ԌᏀ", "H": "НΗᎻ", "I": "ІΙӀ", "J": "ЈͿᎫ",
            "K": "КΚᏦ", "L": "ԼᏞ", "M": "МΜᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "Q": "Ԛ", "S": "ЅՏᏚ", "T": "ТΤᎢ",
            "U": "Ս", "V": "ѴᏙ", "W": "ԜᎳ", "X": "ХΧ", "Y": "УΥҮ", "Z": "ΖᏃ",
            "a": "аα", "b": "ьβ", "c": "сϲ", "d": "ԁ", "e": "еεє", "g": "ց", "h": "нһհ", "i": "іι", "j": "јϳ",
            "k": "кκ", "l": "ӏ", "m": "м", "n": "ηո", "o": "оοσօ", "p": "рρ", "q": "ԛզ", "s": "ѕ", "t": "тτ", "u": "υս",
            "v": "ѵν", "w": "ԝω", "x": "хχ", "y": "уγү", "z": "ᴢ",
        }.items()
        for letter in letters
    }
)  # fmt: skip
