"""Corrects the spans of the model: names that it cut, titles beside them, and ordinary words that name nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.eastern.dictionary import EasternClass
from gateway.detection.neighbours import joined
from gateway.detection.words import listed_in
from gateway.types import EntityType, Span

ORDINARY: Final = Path(__file__).with_name("ordinary.txt")

_HAN: Final = "々\u3400-\u4dbf\u4e00-\u9fff"
_HIRAGANA: Final = "ぁ-ゖ"
_KATAKANA: Final = "ァ-ヺー"
_HANGUL: Final = "가-힣"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"
_LETTERS: Final = f"{_HAN}{_HIRAGANA}{_KATAKANA}"
TOLD: Final = EasternClass.PERSON | EasternClass.TITLE  # of what the words beside it tell to be a name
_REACH: Final = 12  # letters before a span that may belong to it
_NAMING: Final = (
    EasternClass.SURNAME | EasternClass.GIVEN | EasternClass.PERSON | EasternClass.PLACE | EasternClass.ORGANISATION
)
_FULL_NAME: Final = re.compile(f"[{_HANGUL}]{{3}}")  # one may also be a word of its own: that of somebody well known
_NUMBER: Final = re.compile(
    "[是第]?[〇零一二三四五六七八九十百千万两兩]+(?:[年月日天次人个個名歳歲岁回度万萬亿億元円点點分秒周週枚本冊番]|つ)?"
)

_TITLES: Final = (
    "老师|老師|先生|女士|小姐|太太|阿姨|大姐|大哥|大妈|大爷|叔叔|师傅|師傅|经理|經理|主任|主管|医生|醫生|护士"
    "|教授|律师|律師|警官|法官|校长|院长|所长"
    "|店长|队长|组长|老板|老闆|书记|局长|处长|科长|部长|董事长|总监|总|總|同学|同學|博士|教练|奶奶|爷爷|姐姐"
    "|哥哥|大夫|姐|哥|嫂|叔|姨"
    "|社長|副社長|専務|常務|部長|次長|課長|係長|店長|所長|園長|校長|教頭|監督|選手|議員|弁護士|医師|看護師"
    "|先輩|教諭|准教授|理事|容疑者|被告"
)
_KOREAN_TITLES: Final = (
    "(?:선생|교수|원장|부장|과장|차장|대리|팀장|실장|본부장|이사|상무|전무|사장|대표|회장|조산사|간호사|의사"
    "|변호사|판사|검사|기사|여사|박사|감독"
    "|코치|목사|집사|권사|사원|주임|소장|점장|반장)님?"
)
_THAI_TITLES: Final = (
    "นางสาว|นายแพทย์|แพทย์หญิง|นาย|นาง|เด็กชาย|เด็กหญิง|มิสเตอร์|มิสซิส|มิส|คุณหมอ|คุณครู|คุณป้า|คุณลุง|คุณยาย|คุณย่า"
    "|คุณปู่|คุณตา|พี่|น้อง|ลุง|ป้า|น้า|ครู|อาจารย์|หมอ|ผู้จัดการ|ทนาย|นพ\\.|พญ\\.|ทพ\\.|ทพญ\\.|รศ\\.|ผศ\\."
    "|น\\.ส\\.|ด\\.ช\\."
    "|ด\\.ญ\\.|ดร\\."
)
_LONG_SURNAMES: Final = (
    "欧阳|歐陽|上官|司马|司馬|诸葛|諸葛|尉迟|尉遲|宗政|呼延|皇甫|慕容|令狐|长孙|長孫|夏侯|轩辕|軒轅|东方|東方"
    "|独孤|獨孤|南宫|南宮|公孙|公孫|端木"
    "|百里|鲜于|鮮于|拓跋|完颜|司徒|司空|澹台|闻人|申屠|제갈|황보|남궁|선우|독고|사공|동방|서문"
)
_LONG: Final = frozenset(_LONG_SURNAMES.split("|"))
_THAI_STOPS: Final = (
    "จาก|เป็น|อยู่|และ|กับ|ครับ|ค่ะ|คะ|มา|ไป|ได้|ที่|จะ|ของ|ใน|ให้|ไม่|ตั้ง|ขอ|มี|เพื่อ|ว่า|แต่|เขา|ผม|ฉัน|เรา|นี้"
    "|นั้น|หรือ|ต้อง|เมื่อ|โดย|ซึ่ง|นะ|จ้า|ด้วย|เลย|แล้ว|บอก|ถาม|ชอบ|ก็|คง|ไว้|หน่อย|อีก|เอง|ควร|ไหน|อะไร|ใด|เอกชน"
)
_PARTICLES: Final = "이가은는을를의와과도에로랑아야씨님만께"

# What an organisation is, behind the name that the model found of it.
_CHINESE_SHOPS: Final = (
    "早餐店|茶餐[厅廳]|便利店|火[锅鍋]店|小吃店|理[发髮]店|美容院|面[馆館]|餐[厅廳]|[药藥]房|日[间間]中心"
    "|康[复復]中心|培[训訓]中心|月子中心|[养養敬安护護]老院|[护護]理院"
    "|[卫衛]生院|托[儿兒]所|幼[稚儿兒][园園]|[艺藝][术術][学學]校|[驾駕]校|汽修[厂廠]|工作室|事[务務]所|合作社"
    "|[医醫]院|[诊診]所"
)

_ALL: Final = frozenset({EntityType.NAME, EntityType.GEOLOCATION, EntityType.AFFILIATION, EntityType.ADDRESS})
_NAMES: Final = frozenset({EntityType.NAME})
_OTHERS: Final = _ALL - _NAMES
_ORGANISATIONS: Final = frozenset({EntityType.AFFILIATION})

_GIVEN: Final = re.compile(f"(?!{_TITLES})[{_HAN}]{{1,2}}(?![{_HAN}])")  # after a surname that the model found alone

_THAI_SURNAME: Final = re.compile(f"(?<=[{_THAI}])(?!{_THAI_STOPS})[{_THAI}]{{1,9}}(?![{_THAI}])")  # its end

# What follows a span and belongs to it, one after the other.
_AFTER: Final = (
    (_ALL, re.compile(f"(?<=[{_KATAKANA}])[{_KATAKANA}]{{1,20}}")),
    (_ALL, re.compile(f"(?<=[{_THAI}])[ก-ฮ][ิุ]?์")),
    (_NAMES, re.compile(f"(?<=[{_THAI}])(?!{_THAI_STOPS})[{_THAI}]{{1,4}}(?![{_THAI}])")),
    (_NAMES, re.compile(f"(?<=[ \u3000][{_HIRAGANA}])[{_HIRAGANA}]{{1,3}}(?![{_HIRAGANA}])")),
    (_NAMES, re.compile(f"(?:(?<=[{_HAN}]·)|(?<=[{_HAN}])·)[{_HAN}]{{1,5}}(?:·[{_HAN}]{{1,5}})*")),
    (_NAMES, re.compile(f"(?<=[{_HAN}])(?:{_TITLES})")),
    (_NAMES, re.compile(f"(?<=[{_HANGUL}] )[{_HANGUL}]{{2,5}}?(?=(?:[이가은는을를의와과께도]|에게)?(?![{_HANGUL}]))")),
    (_NAMES, re.compile(f"(?<=[{_HANGUL}]) ?{_KOREAN_TITLES}(?![{_HANGUL}])")),
    (_NAMES, re.compile(f"(?<=[{_HANGUL}]) ?{_KOREAN_TITLES}(?=[{_PARTICLES}]|입니다|한테)")),
    (_NAMES, re.compile(f"(?<=[{_HANGUL}])이(?=(?:는|가|를|의|와|랑|한테|에게|도|네|야)(?![{_HANGUL}]))")),
    (_NAMES, re.compile(f"(?<=(?<![{_HANGUL}])[{_HANGUL}]{{2}})[^\\W{_PARTICLES}](?<=[{_HANGUL}])(?![{_HANGUL}])")),
    (
        _NAMES,
        re.compile(
            f"(?:(?<=[{_HAN}])(?<![様氏殿])[ \u3000]|(?<=[{_HAN}][ \u3000]))"
            f"(?:[{_HAN}]{{1,3}}|[{_HIRAGANA}]{{2,4}})(?![{_LETTERS}])"
        ),
    ),
    (_NAMES, re.compile(f"(?<=[{_HAN}])(?<![様氏殿])[ \u3000][{_HAN}]{{1,3}}(?=さん|様|氏|[はがのをにと、])")),
    (_OTHERS, re.compile(f"(?<=[{_HAN}])[{_HAN}]{{1,4}}(?=[{_HIRAGANA}])")),
    (_ALL, re.compile(f"(?<=[{_HAN}])(?:(?![开開办辦的和与與去到家间間])[{_HAN}])?(?:{_CHINESE_SHOPS})")),
    (_ORGANISATIONS, re.compile(f"(?<=[{_THAI}])(?!{_THAI_STOPS})[{_THAI}]{{2,24}}(?![{_THAI}])")),
)
# … and what stands before it.
_BEFORE: Final = (
    (_NAMES, re.compile(f"(?:{_LONG_SURNAMES})$")),
    (_NAMES, re.compile("[乜仉逄逯郄郤亓仝佘佟冼冀厍妫宓昝訾眭禤芈邬邸郇郏郗闫阚隗雒]$")),
    (_NAMES, re.compile(f"[{_HAN}]{{1,5}}·$")),
    (_NAMES, re.compile(f"(?:{_THAI_TITLES}) ?$")),
    (_NAMES, re.compile(f"(?<=[{_HIRAGANA}：:「、=])[{_HAN}]{{1,3}}[ \u3000]$")),
    (_NAMES, re.compile(f"(?<=[{_HIRAGANA}])[{_HAN}]$")),
    (_NAMES, re.compile(f"(?<![{_HANGUL}])[{_HANGUL}]$")),
)

_Found = tuple[Span, EasternClass]


def corrected(spans: Iterable[_Found], text: str) -> Iterator[Span]:
    """Yields the spans as whole names with the titles beside them, disjoint, without those that name nobody.

    Each comes with the classes that its words have together in the public lists.

    >>> found = [(Span(1, 3, EntityType.NAME, 0.9, "eastern"), EasternClass.SURNAME)]
    >>> [(span.start, span.end) for span in corrected(found, "請園田先生來")]
    [(1, 5)]
    >>> list(corrected([(Span(1, 3, EntityType.NAME, 0.9, "eastern"), EasternClass.WORD)], "在春天"))
    []
    """
    pieces = joined(spans, _as_one_name)
    whole = ((span, _whole(span, text, classes), classes) for span, classes in pieces)
    yield from joined((after for before, after, each in whole if not _names_nobody(before, after, text, each)), _as_one)


def _as_one_name(held: _Found, found: _Found) -> _Found | None:
    """Returns a letter and the rest of its name, which the model took for two, as one."""
    span = held[0]
    if not _are_one(span, found[0]):
        return None
    return span._replace(end=found[0].end, score=max(span.score, found[0].score)), EasternClass.PERSON


def _as_one(held: Span, span: Span) -> Span | None:
    """Returns two spans that overlap as one."""
    if span.start >= held.end:
        return None
    return held._replace(end=max(held.end, span.end), score=max(held.score, span.score))


def _are_one(span: Span, after: Span) -> bool:
    is_split = span.end == after.start and 1 in (span.end - span.start, after.end - after.start)
    return is_split and span.entity_type is after.entity_type is EntityType.NAME


def _whole(span: Span, text: str, classes: EasternClass) -> Span:
    start, end = span.start, span.end
    if end - start == 1 and classes & EasternClass.SURNAME and (given := _GIVEN.match(text, end)):
        end = given.end()
    if " " in text[start:end].strip() and (surname := _THAI_SURNAME.match(text, end)):
        end = surname.end()
    for types, after in _AFTER:
        if span.entity_type in types and (match := after.match(text, end)):
            end = match.end()
    start -= text[max(0, start - 1) : start + 1] in _LONG
    for types, before in _BEFORE:
        if span.entity_type in types and (match := before.search(text[max(0, start - _REACH) : start])):
            start -= len(match[0])
    return span._replace(start=start, end=end)


def _names_nobody(span: Span, whole: Span, text: str, classes: EasternClass) -> bool:
    """Returns whether a span is a number, an ordinary word, one letter of a word, or the end of a Korean one."""
    written = text[whole.start : whole.end].strip()
    if written in ordinary() or _NUMBER.fullmatch(written):
        return True
    if whole != span:
        return False
    is_word = bool(classes & EasternClass.WORD) and not classes & _NAMING
    is_letter = len(written) == 1 and classes is not TOLD
    return is_letter or _is_end(text, span) or (is_word and not _FULL_NAME.fullmatch(written))


def _is_end(text: str, span: Span) -> bool:
    return all("가" <= each <= "힣" for each in text[max(0, span.start - 1) : span.start + 1]) and span.start > 0


@cache
def ordinary() -> frozenset[str]:
    """Returns ordinary words that the public lists also have as names.

    >>> "祖父" in ordinary(), "京都" in ordinary()
    (True, False)
    """
    return listed_in(ORDINARY)
