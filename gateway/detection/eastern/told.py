"""Finds names that a sentence, a table or a chat tells where the model sees none, or only a part.

Of kin ("夫の剛は", "娘はいろは、"), in brackets behind "I" ("私（千歳）"), of several parts ("남편 피터 오코너와",
"薬袋 フミ"), and of who speaks or is spoken to in a chat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.words import listed_in, sections_in

LABELS: Final = Path(__file__).with_name("labels.txt")

_HAN: Final = "々\u3400-\u4dbf\u4e00-\u9fff"
_KATAKANA: Final = "ァ-ヺー"
_HIRAGANA: Final = "ぁ-ゖ"
_HANGUL: Final = "가-힣"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"
_LETTERS: Final = f"{_HAN}{_KATAKANA}{_HANGUL}{_THAI}{_HIRAGANA}"

_LISTS: Final = sections_in(Path(__file__).with_suffix(".txt"))
_JAPANESE_KIN: Final = "|".join(_LISTS["japanese_kin"])
_SINGLE: Final = "".join(_LISTS["japanese_letters"])
_KANA_WORDS: Final = "|".join(_LISTS["japanese_kana"])
_CHINESE_KIN: Final = "|".join(_LISTS["chinese_kin"])
_SURNAMES: Final = "".join(_LISTS["chinese_surnames"])
_FOREIGN_PARTS: Final = "|".join(_LISTS["foreign_parts"])
_KOREAN_KIN: Final = "|".join(_LISTS["korean_kin"])
_NOT_SPOKEN_TO: Final = "|".join(_LISTS["korean_openings"])
_OTHERS_BEHIND: Final = "(?=さん|くん|ちゃん|君|[はがをにとも、（(])"

_TOLD: Final = (
    re.compile(f"(?:{_JAPANESE_KIN})[のは](?P<name>[{_SINGLE}])(?=[はがをにともで、（(])"),
    re.compile(f"(?:{_JAPANESE_KIN})の(?P<name>{_KANA_WORDS}){_OTHERS_BEHIND}"),
    re.compile(
        f"(?:{_JAPANESE_KIN})は(?P<name>[{_HIRAGANA}]{{2,5}}?|[{_HAN}]{{2,3}}|[{_KATAKANA}]{{2,8}})"
        "(?=と(?:いい|申し|言い)|、(?:[0-9０-９一二三四五六七八九]|先月|今年|来月|もうすぐ))"
    ),
    re.compile(
        f"(?:私|僕|俺|わたし|本人|筆者|差出人|記入者)[（(](?P<name>[{_HAN}]{{1,4}}|[{_HIRAGANA}]{{2,5}}"
        f"|[{_KATAKANA}]{{2,8}})[）)]"
    ),
)
_KANA: Final = re.compile(f"(?:{_JAPANESE_KIN})の(?P<name>[{_HIRAGANA}]{{3,4}}?){_OTHERS_BEHIND}")
# Words that only look like a name of three letters in kana.
_NO_KANA: Final = re.compile(
    ".*[うくすつぬむるいっんでてにをはのなだ]$|こ[とっ]|よう|ほう|ため|せい|おか|とこ|そば|まえ|あと|いえ|うち"
)

_FOREIGN: Final = re.compile(f"(?:{_FOREIGN_PARTS})(?:{_FOREIGN_PARTS}|[尔娜罕木汗江丽依提拉姆]){{0,4}}")
_CHINESE_TOLD: Final = re.compile(
    f"(?:{_CHINESE_KIN})(?P<name>[{_SURNAMES}][{_HAN}]{{1,2}}?)"
    "(?=[，、。；：（(,:;\\s]|$|今年|住|因|的|说|在|是|和|跟|与|已|有|刚|患|请|帮|欠|上[了小初高大班一二三四五六]"
    "|要|来|被|把|没|不|也|就|得了|做|去|给|结|怀|成绩|打|借)"
)
_CHINESE_PARTED: Final = re.compile(f"[{_HAN}]{{2,6}}?(?:·[{_HAN}]{{1,5}})+")

_KOREAN_ENDS: Final = "이?(?:는|가|를|랑|한테|에게|께서?|께|도|와)|은|을|과|이|의|입니다|예요|이에요|이고|라고|님"
_KOREAN_TOLD: Final = (
    re.compile(
        f"(?<![{_HANGUL}])(?:{_KOREAN_KIN}):? ?(?<= )(?P<name>[{_HANGUL}]{{2,5}} [{_HANGUL}]{{1,4}}?(?: ["
        f"{_HANGUL}]{{1,4}}?)?)"
        f"(?=(?:{_KOREAN_ENDS})(?![{_HANGUL}])|,|\\)|\\(| ?\\(| 씨| 님|\\n|$)"
    ),
    re.compile(
        f"(?<![{_HANGUL}])(?:{_KOREAN_KIN}) (?P<name>[{_HANGUL}]{{2,4}}?)(?=(?:께서|께서는"
        f"|{_KOREAN_ENDS})(?![{_HANGUL}])| ?\\(|,|\\.|$)"
    ),
)
_FOREIGN_END: Final = re.compile(
    ".*[르스츠트크드프브그너터더슨튼바마라자카타파야코노니리키디티치비미시로오우요루수즈뉴차나데레세네메베"
    "페테케란안인엔린민빈칸한판반손선센션얀]$"
)
_NO_PART: Final = re.compile(".*(?:이|가|으로|에서|에게|한테|에|께|를|을|은|는|의|과|와|도|까지|부터|때문)$")

# A row's family name, a space and a given name: what the model finds of it is made whole.
_ROW: Final = re.compile(
    f"(?<![{_LETTERS}])[{_HAN}]{{1,5}}[ \u3000](?:[{_HAN}]{{1,3}}|[{_KATAKANA}]{{2,4}}|[{_HIRAGANA}]{{2,4}})"
    f"(?=[ \u3000]?(?:[|,、（(\\t\\n:：。]|$|様|さん|殿|氏|[0-9０-９]))"
)

_SPEAKER: Final = re.compile(f"^(?P<name>[{_LETTERS}]{{2,6}}|[{_HANGUL}])[:：](?=.)", re.MULTILINE)
_SPOKEN_TO: Final = re.compile(
    f"(?<![{_HANGUL}])(?!(?:{_NOT_SPOKEN_TO}) )(?P<name>[{_HANGUL}]{{2,4}}) (?=(?:너|넌|니가|네가|너도"
    f"|너는)(?![{_HANGUL}]))"
)
_FULL: Final = 3  # letters of a family name and a given name
_SYLLABLES: Final = re.compile(f"[{_HANGUL}]+")
_GIVEN: Final = re.compile(f"(?<![{_HANGUL}])(?P<name>[{_HANGUL}]{{2}})(?=(?:{_KOREAN_ENDS}|아|야|만)?(?![{_HANGUL}]))")

_Extent = tuple[int, int]


def told(text: str, may_name: Callable[[str], bool]) -> Iterator[_Extent]:
    """Yields half-open offsets of names; ``may_name`` says whether the lists have a word as no ordinary one."""
    for expression in _TOLD:
        yield from (
            match.span("name") for match in expression.finditer(text) if may_name(match["name"]) or _is_given(match)
        )
    for match in _KANA.finditer(text):
        if may_name(match["name"]) and not _NO_KANA.match(match["name"]):
            yield match.span("name")
    for match in _CHINESE_TOLD.finditer(text):
        if may_name(match["name"]) or (len(match["name"]) == _FULL and may_name(match["name"][:2])):
            yield match.span("name")
    yield from (match.span() for match in _FOREIGN.finditer(text))
    yield from (match.span() for match in _CHINESE_PARTED.finditer(text) if "·" in match[0])
    for match in _KOREAN_TOLD[0].finditer(text):
        parts = [part for part in match["name"].split() if len(part) > 1]
        if (
            all(map(may_name, parts))
            and not any(map(_NO_PART.match, parts[:-1]))
            and any(map(_FOREIGN_END.match, parts))
        ):
            yield match.span("name")
    yield from (match.span("name") for match in _KOREAN_TOLD[1].finditer(text) if may_name(match["name"]))


def in_chat(text: str) -> Iterator[_Extent]:
    """Yields who speaks in a chat without times, who is spoken to there, and the given names of who speaks.

    >>> chat = "쭈니: 나 출발\\n보리: 나도\\n쭈니: 미르 너 왔어?"
    >>> [chat[start:end] for start, end in in_chat(chat)]
    ['쭈니', '보리', '쭈니', '미르']
    """
    lines = list(_SPEAKER.finditer(text)) if ":" in text or "：" in text else []
    said = Counter(line["name"] for line in lines)
    if not 1 < len(said) < len(lines) or not said.keys().isdisjoint(_labels()):
        return
    yield from (line.span("name") for line in lines)
    yield from (match.span("name") for match in _SPOKEN_TO.finditer(text))
    givens = {name[1:] for name in said if len(name) == _FULL and _SYLLABLES.fullmatch(name)}
    yield from (match.span("name") for match in _GIVEN.finditer(text) if match["name"] in givens)


@cache
def _labels() -> frozenset[str]:
    return listed_in(LABELS)


def rows(text: str) -> Iterator[_Extent]:
    """Yields what is a name of two parts if one of them is known as a name."""
    yield from (match.span() for match in _ROW.finditer(text))


def _is_given(match: re.Match[str]) -> bool:
    return re.fullmatch(f"[{_SINGLE}]|{_KANA_WORDS}", match["name"]) is not None
