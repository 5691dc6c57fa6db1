"""The scripts without letter case that have spaces between words: Arabic, Hebrew, Devanagari and Bengali."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import normalize

_RANGES: Final = {
    "hebrew": "\u0590-\u05ff\ufb1d-\ufb4f",
    "arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc",
    "devanagari": "\u0900-\u0963\u0970-\u097f",
    "bengali": "\u0980-\u09ff",
}
LETTER: Final = re.compile(f"[{''.join(_RANGES.values())}]")
_SCRIPTS: Final = {name: re.compile(f"[{letters}]") for name, letters in _RANGES.items()}

# Vowel points, tatweel, dots under letters and joiners: writers leave them out or put them in as they like.
_OPTIONAL: Final = re.compile("[\u0591-\u05c7\u0640\u064b-\u065f\u0670\u093c\u09bc\u200c-\u200f]")
# Letters that are written for each other: an Arabic ending, those of Persian, nasal signs. The final "ى" stays, because
# "على" is the commonest word and "علي" a common name.
_SAME: Final = str.maketrans(
    "\u0629\u06a9\u06cc\u0671\u0901\u0981\u05f3\u05f4\u2019", "\u0647\u0643\u064a\u0627\u0902\u0982'\"'"
)
_CACHED: Final = 8_192  # words

# What Persian, Urdu, Yiddish and Assamese have and Arabic, Hebrew and Bengali lack; words and endings of Marathi and
# Nepali that Hindi lacks.
_FOREIGN_LETTER: Final = re.compile(
    "[\u067e\u0686\u0698\u06af\u06a9\u06cc\u06d2\u0679\u0688\u0691\u06ba\u06c1\u06be\u06c0\u05f0-\u05f2\u09f0\u09f1]"
)
_FOREIGN_WORDS: Final = frozenset(
    "आहे आहेत आणि नाही मी मला माझे माझी माझा तुम्ही काय छ छन् छु छैन हुन्छ मेरो हामी तपाईं पनि".split()  # noqa: SIM905 - shorter
)
_FOREIGN_ENDINGS: Final = ("साठी", "ल्या", "च्या", "्छ", "्छु", "्छन्", "एको", "ेको", "एकोमा")
_STOPS: Final = ".,!?।؟،:;"
_FEW: Final = 5  # words of which one is foreign


@lru_cache(maxsize=_CACHED)
def script(form: str) -> str:
    """Returns the name of the script of a word's first letter that has one; "" if none has.

    >>> script("أحمد"), script("רחל"), script("Ann")
    ('arabic', 'hebrew', '')
    """
    letter = LETTER.search(form)
    return next((name for name, letters in _SCRIPTS.items() if letters.match(letter[0])), "") if letter else ""


@lru_cache(maxsize=_CACHED)
def folded(form: str) -> str:
    """Returns the form of a word in the lists: without optional signs, with one letter for letters written alike.

    >>> folded("أَحْمَد") == folded("احمد"), folded("فاطمة") == folded("فاطمه"), folded("Ann")
    (True, True, 'ann')
    """
    return _OPTIONAL.sub("", normalize("NFKD", form)).translate(_SAME).strip("_.'\"").lower()


def without_foreign_lines(text: str) -> str:
    """Returns a text with spaces for its lines in other languages of these scripts; offsets stay.

    >>> without_foreign_lines("سلام، من رضا هستم و در تهران زندگی می‌کنم\\nأنا أحمد").split("\\n")[1]
    'أنا أحمد'
    """
    lines = text.split("\n")
    return "\n".join(" " * len(line) if _is_foreign(line) else line for line in lines)


def _is_foreign(line: str) -> bool:
    words = line.split()
    found = sum(map(_is_foreign_word, words))
    return found > 0 and found * _FEW >= len(words)


def _is_foreign_word(word: str) -> bool:
    bare = word.strip(_STOPS)
    return bare in _FOREIGN_WORDS or bare.endswith(_FOREIGN_ENDINGS) or _FOREIGN_LETTER.search(bare) is not None
