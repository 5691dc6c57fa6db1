"""Finds names that a word announces ("وأبي عدنان", "पड़ोस के छोटू ने") or a colon in a chat, if the model does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.caseless.affixes import readings, roots
from gateway.detection.caseless.letters import folded, script
from gateway.detection.caseless.ordinary import ARABIC, BENGALI, DEVANAGARI, HEBREW, is_ordinary
from gateway.detection.names.features import frequency
from gateway.detection.names.lexicon import Lexicon, WordClass
from gateway.detection.words import by_initials, listed_in

KIN: Final = Path(__file__).with_name("kin.txt")

_LETTERS: Final = f"{ARABIC}{HEBREW}{DEVANAGARI}{BENGALI}"
_WORD: Final = f"[{_LETTERS}]{{2,16}}"
_CALLED: Final = (
    "اسمي|إسمي|اسمه|اسمها|שמי|שמו|שמה|קוראים לי|קוראים לו|קוראים לה|(?:मेरा|उसका|उनका|इसका) नाम|(?:আমার|তার|ওর|তাঁর) নাম"
)
# Behind a name: case, honorifics and what else follows one; an ordinary noun is followed by a verb.
_BEHIND: Final = "ने|को|से|का|की|के|पर|जी|भैया|भाई|दीदी|साहब|सर|मैम|मैडम|और|नाम|है|हैं|কে|এর|সাহেব|স্যার|দা|দি|আপা|ম্যাডাম|ও|আর|এবং"
_HONORIFIC: Final = re.compile(
    "[ -](?:साहब|साहिब|सर|मैम|मैडम|भैया|भइया|दीदी|अंकल|आंटी|চাচা|সাহেব|ভাই|ভাইয়া|দা|দি|দিদি|আপা|কাকা"
    "|কাকু|মামা|স্যার|ম্যাডাম"
    f"|ঠাকুমা|বাবু|খালা|মাসি|ভাবি|বৌদি)(?![{_LETTERS}])"
)
_SENIOR: Final = re.compile(f"(?<![{_LETTERS}])(?:दादी|दादा|नानी|नाना|סבתא|סבא|דודה|আঃ|মোঃ|মোছাঃ|মোসাঃ|মো\\.) $")
_SPEAKER: Final = re.compile(
    rf"^(?:[\[(][^\]\n]{{2,24}}[\])] ?)?(?P<name>{_WORD}(?: {_WORD})?)(?: (?:קומה|דירה) \d{{1,3}})? ?:(?= ?\S)",
    re.MULTILINE,
)
_NAMING: Final = WordClass.FIRST_NAME | WordClass.LAST_NAME
_RARE: Final = 9  # in half steps of the Zipf scale: more frequent words are ordinary ones
_RARER: Final = 8
_BENGALI_VERBS: Final = ("ছে", "ছি", "ছেন", "বে", "বেন", "লাম", "তে", "য়", "য়")
_VERBS: Final = ("ي", "ت", "ن", "أ", "بي", "بت", "مي")
_REACH: Final = 10


def announced(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Yields half-open offsets of names behind words for a relative, a role or "my name is", and of who speaks."""
    for match in _kin().finditer(text):
        start = match.start("name")
        name = _without_case(match["name"])
        is_sure = name != match["name"] or match["called"] is not None or match["behind"] is not None
        if not is_ordinary(match["name"]) and _may_name(name, lexicon, is_sure):
            yield start, start + len(name)
    lines = list(_SPEAKER.finditer(text))
    said = Counter(line["name"] for line in lines)
    if 1 < len(said) < len(lines):
        for line in lines:
            if all(_may_name(each, lexicon, is_sure=True) for each in line["name"].split()):
                yield line.span("name")


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns the offsets of a name with the honorific that belongs to it: "नितिन सर", "סבתא רחל"."""
    behind, before = _HONORIFIC.match(text, end), _SENIOR.search(text, max(0, start - _REACH), start)
    return before.start() if before else start, behind.end() if behind else end


def _without_case(word: str) -> str:
    """Returns a word without "to" or "of" behind it, where something rare is left: "তুষারকে"."""
    after = next((each.after for each in readings(word) if each.after in ("কে", "ের", "েরও", "েরা")), "")
    return word[: len(word) - len(after)]


def _may_name(word: str, lexicon: Lexicon, is_sure: bool) -> bool:
    """Returns whether a word may be a name, by its frequency and form; ``is_sure``: little else stands there."""
    form, of = folded(word), script(word)
    entry = lexicon.entry(form)
    if is_ordinary(word) or word in _kin_words() or frequency(entry) > _RARE:
        return False
    if entry & _NAMING:
        return True
    if of == "arabic":
        is_verb = word.startswith(_VERBS) and not is_sure
        return not is_verb and not word.startswith("ال") and not word.endswith(("ت", "ًا", "ا\u064b", "وا"))
    if of == "hebrew":
        return is_sure or max(frequency(lexicon.entry(root)) for root in roots(word)) <= _RARE
    return is_sure or (frequency(entry) <= _RARER and not word.endswith(_BENGALI_VERBS))


@cache
def _kin_words() -> frozenset[str]:
    return listed_in(KIN)


@cache
def _kin() -> re.Pattern[str]:
    kin = by_initials("|".join(map(re.escape, sorted(_kin_words(), key=len, reverse=True))))
    return re.compile(
        rf"(?<![{_LETTERS}])(?:[وفبلك]|لل|[ובלמהשכ]{{1,2}})?(?:(?P<called>{_CALLED})|{kin}) "
        rf"(?P<name>{_WORD})(?![{_LETTERS}])(?P<behind>(?= (?:{_BEHIND})(?![{_LETTERS}])))?"
    )
