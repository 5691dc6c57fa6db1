"""Number plates, case numbers, identity cards and accounts of China, Japan, Korea and Thailand, by their shapes."""

from __future__ import annotations

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_HAN: Final = "\u4e00-\u9fff"
_PROVINCES: Final = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_CHINESE_PLATE: Final = (
    f"(?:[{_HAN}][A-HJ-NP-Z][·•]|[{_PROVINCES}][A-HJ-NP-Z] ?)(?=[A-Z]{{0,5}}[0-9])[A-HJ-NP-Z0-9]{{4,6}}"
)
_JAPANESE_PLATE: Final = (
    f"[{_HAN}]{{2,4}} ?[0-9]{{2,3}} ?[あ-ぬね-をう](?<![のはがをにとでも]) ?(?:[0-9]{{2}}-[0-9]{{2}}|[0-9]{{4}})"
)
_KOREAN_PLATE: Final = (
    "(?<![0-9])[0-9]{2,3}[가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주하허호바사아자배] ?[0-9]{4}"
    "(?! ?[원명개년])"
)
_THAI_PLATE: Final = "[1-9]?[ก-ฮ]{2} ?[0-9]{1,4}(?: [\u0e01-\u0e3a\u0e40-\u0e4e]{3,14})?"

_CASE: Final = (
    f"[（(〔][0-9]{{4}}[)）〕][{_HAN}]{{1,2}}[0-9]{{0,6}}[{_HAN}]{{1,4}}[0-9]{{1,7}}号"
    f"|(?:令和|平成|昭和)(?:[0-9]{{1,2}}|元)年 ?[（(][{_HAN}ぁ-ゖァ-ヺ]{{1,3}}[)）] ?第?[0-9]{{1,6}}号"
    "|(?:19|20)[0-9]{2}(?:[가고드구카]?[단합]|가소|고[정약]|[나다노도르누두차]|타[경채]|차전|개회|하[단면]"
    "|헌[마바]|형제|느단)[0-9]{2,7}"
)
_THAI_CARD: Final = "[1-8][- ][0-9]{4}[- ][0-9]{5}[- ][0-9]{2}[- ][0-9]"
_ACCOUNT: Final = "[0-9]{2,6}-[0-9]{2,6}-[0-9]{2,8}(?:-[0-9]{1,3})?"


def _shape(name: str, entity_type: EntityType, expression: str, prefilter: str, context: str = "") -> Pattern:
    whole = f"(?<![A-Za-z0-9.-])(?:{expression})(?![A-Za-z0-9]|-[0-9])"
    return Pattern(name, entity_type, whole, 0.75, prefilter=prefilter, context=context)


PATTERNS: Final = (
    _shape("plate_chinese", EntityType.VEHICLE, _CHINESE_PLATE, f"[{_HAN}][A-HJ-NP-Z](?:·|•| )?[A-HJ-NP-Z0-9]{{4}}"),
    _shape("plate_japanese", EntityType.VEHICLE, _JAPANESE_PLATE, f"[{_HAN}] ?[0-9]{{2,3}} ?[あ-を] ?[0-9]{{2}}"),
    _shape("plate_korean", EntityType.VEHICLE, _KOREAN_PLATE, "[0-9]{2,3}[가-힣] ?[0-9]{4}"),
    _shape("plate_thai", EntityType.VEHICLE, _THAI_PLATE, "[ก-ฮ] ?[0-9]", "ทะเบียน[^0-9\\n]{0,16}$"),
    _shape(
        "case_eastern",
        EntityType.ID_NUMBER,
        _CASE,
        "[)）〕][^0-9]{0,2}[0-9]{1,6}|(?:19|20)[0-9]{2}[가-힣]{1,2}[0-9]{2}",
    ),
    _shape(
        "case_thai",
        EntityType.ID_NUMBER,
        "(?:[ก-ฮ]{1,2}\\.? ?)?[0-9]{1,5}/25[0-9]{2}",
        "[0-9]/25[0-9]{2}",
        "(?:คดี|คำพิพากษา|เลขที่|ที่)[^0-9\\n]{0,16}$",
    ),
    _shape("card_thai", EntityType.ID_NUMBER, _THAI_CARD, _THAI_CARD),
    _shape(
        "account_korean",
        EntityType.BANK_ACCOUNT,
        _ACCOUNT,
        "은행|계좌|농협|뱅크",
        "(?:은행|계좌|농협|뱅크)[^0-9\\n]{0,12}$",
    ),
    _shape(
        "account_japanese",
        EntityType.BANK_ACCOUNT,
        "[0-9]{7}",
        "普通|当座|口座",
        "(?:普通|当座)(?:預金)?(?:口座)?(?:番号)?[^0-9\\n]{0,4}$",
    ),
)
