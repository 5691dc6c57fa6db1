"""How tables of words spell a word, and where they have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from gateway.detection.caseless.affixes import roots
from gateway.detection.caseless.letters import folded, script
from gateway.detection.eastern.units import simple_forms

LINE: Final = "\n"
_CASELESS: Final = re.compile("[\u0590-\u06ff\u0900-\u09ff\u0e01-\u0e5b\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def spelled(form: str) -> str:
    r"""Returns a word as tables have it; all line breaks are one.

    It is in lower case, with a straight apostrophe, in simplified Chinese characters, and without vowel signs.

    >>> spelled("’S"), spelled("\n \n"), spelled("關係"), spelled("فاطِمة") == spelled("فاطمه")
    ("'s", '\n', '关系', True)
    """
    if form[0] == LINE:
        return LINE
    if form.isascii():
        return form.lower()
    return folded(form) if script(form) else form.lower().replace("’", "'").translate(simple_forms())


def is_caseless(form: str) -> bool:
    """Returns whether a word begins with a letter of one of the scripts without letter case that are read.

    >>> [is_caseless(each) for each in ("ill", "生", "مريض", ".", "నేను")]
    [False, True, True, False, False]
    """
    return form[0].isalpha() and _CASELESS.match(form) is not None


def spellings(form: str) -> tuple[str, ...]:
    """Returns how tables may have a word: as it is and, in scripts without letter case, what it is made of.

    >>> spellings("Ill"), spelled("مدير") in spellings("والمديرون")
    (('ill',), True)
    """
    return (spelled(form), *roots(form)) if script(form) else (spelled(form),)


def row_in(known: Mapping[str, int], written: Iterable[str]) -> int:
    """Returns the row that a table has for the first of a word's spellings that it knows; or -1.

    >>> row_in({"ill": 4}, spellings("Ill")), row_in({spelled("تعبان"): 2}, spellings("وتعبان")), row_in({}, ["ill"])
    (4, 2, -1)
    """
    return next((known[each] for each in written if each in known), -1)
