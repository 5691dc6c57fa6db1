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
    f"[{_PROVINCES}]?[（(〔][0-9]{{4}}[)）〕][{_HAN}]{{1,2}}[0-9]{{0,6}}[{_HAN}]{{1,6}}[0-9]{{1,7}}号"
    f"|(?:令和|平成|昭和)(?:[0-9]{{1,2}}|元)年 ?[（(][{_HAN}ぁ-ゖァ-ヺ]{{1,3}}[)）] ?第?[0-9]{{1,6}}号"
    "|(?:19|20)[0-9]{2}(?:[가고드구카]?[단합]|가소|고[정약]|[나다노도르누두차]|타[경채]|차전|개회|하[단면]"
    "|헌[마바]|형제|느단)[0-9]{2,7}"
)
_THAI_CARD: Final = "[1-8][- ][0-9]{4}[- ][0-9]{5}[- ][0-9]{2}[- ][0-9]"
# Papers of Korean offices: "제2024-마-031992호", "2024-서울-00821".
_KOREAN_PAPER: Final = (
    "(?:제 ?)?(?:19|20)[0-9]{2}-[가-힣]{1,5}-[0-9]{3,8}호?|제 ?(?:19|20)[0-9]{2}-[0-9]{2,8}(?:-[0-9]{1,6})?호"
)
_TAIWANESE_CARD: Final = "[A-Z][1289A-D][0-9]{8}"
_HONGKONG_CARD: Final = "[A-Z]{1,2}[0-9]{6} ?[(（][0-9A][)）]"
# What kinds of cards and papers are called, but not a model, a part, a version, a port or a postcode.
_PAPERS: Final = (
    "[证證]号码?|[证證]號碼?|[证證]件号|[证證]字號|[卡院案户戶诊診]号|[卡院案户戶診]號|身[份分][证证證]|居留[证證]"
    "|健保卡|社保卡|医保卡|准考[证證]"
    "|病[历歷][号號]|统一编号|統一編號|[证證]书编号|[證证]書編號|取件[码碼]|[护護]照号|工[作号]証?号|[学學][号號]"
    "|签证号|簽證號"
)
_KOREAN_NUMBERED: Final = (
    "(?<!상품)(?<!모델)(?<!제품)(?<!포트)(?<!버전)(?<!우편)(?<!부품)(?<!라인)(?<!단축)(?<!줄)(?<!행)번호"
)
_KOREAN_BANKS: Final = (
    "카뱅|카카오|토스|케이뱅크|신한|국민|우리|하나|기업|농협|새마을|신협|수협|우체국|씨티|부산|대구|광주|전북|경남"
    "|제일|SC|IBK|KB|NH|은행|계좌|뱅크"
)
_SENT: Final = " [^\\n.?!]{0,16}(?:입금|송금|보내|이체|부쳐)"
_ACCOUNT: Final = "[0-9]{2,6}-[0-9]{2,6}-[0-9]{2,8}(?:-[0-9]{1,3})?"


def _shape(name: str, entity_type: EntityType, expression: str, prefilter: str, context: str = "") -> Pattern:
    whole = f"(?<![A-Za-z0-9.-])(?:{expression})(?![A-Za-z0-9]|-[0-9])"
    return Pattern(name, entity_type, whole, 0.75, prefilter=prefilter, context=context)


def _numbered(name: str, expression: str, prefilter: str, context: str = "") -> Pattern:
    return _shape(name, EntityType.ID_NUMBER, expression, prefilter, context)


PATTERNS: Final = (
    _shape("plate_chinese", EntityType.VEHICLE, _CHINESE_PLATE, f"[{_HAN}][A-HJ-NP-Z](?:·|•| )?[A-HJ-NP-Z0-9]{{4}}"),
    _shape("plate_japanese", EntityType.VEHICLE, _JAPANESE_PLATE, f"[{_HAN}] ?[0-9]{{2,3}} ?[あ-を] ?[0-9]{{2}}"),
    _shape("plate_korean", EntityType.VEHICLE, _KOREAN_PLATE, "[0-9]{2,3}[가-힣] ?[0-9]{4}"),
    _shape("plate_thai", EntityType.VEHICLE, _THAI_PLATE, "[ก-ฮ] ?[0-9]", "ทะเบียน[^0-9\\n]{0,16}$"),
    _shape(
        "case_eastern",
        EntityType.ID_NUMBER,
        _CASE,
        "[)）〕][^)）〕]{0,20}[0-9]号|(?:19|20)[0-9]{2}[가-힣]{1,2}[0-9]{2}",
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
        f"(?!0[0-9]{{1,2}}-){_ACCOUNT}",
        "(?:[가-힣]|[sS][cC]|[iI][bB][kK]|[kK][bB]|[nN][hH])[^0-9\\n]{0,12}\\n?[0-9]{2,6}-[0-9]{2,6}-[0-9]",
        f"(?:{_KOREAN_BANKS})[^0-9\\n]{{0,12}}$",
    ),
    _shape(
        "account_sent_to",
        EntityType.BANK_ACCOUNT,
        f"3333-[0-9]{{2}}-[0-9]{{7}}|(?!0[0-9]{{1,2}}-){_ACCOUNT}(?={_SENT})",
        f"3333-[0-9]{{2}}-[0-9]{{7}}|[0-9]-[0-9]{{2,6}}-[0-9]{{2,8}}(?:-[0-9]{{1,3}})?{_SENT}",
    ),
    _numbered("paper_korean", _KOREAN_PAPER, "[0-9]{4}-[가-힣]{1,5}-[0-9]{3}|제 ?(?:19|20)[0-9]{2}-[0-9]{2}"),
    _numbered("card_hongkong", _HONGKONG_CARD, "[A-Z][0-9]{6} ?[(（][0-9A][)）]"),
    _numbered("card_taiwanese", _TAIWANESE_CARD, "[A-Z][1289A-D][0-9]{8}", f"[{_HAN}][^\\n]{{0,12}}$"),
    _numbered(
        "paper_chinese",
        "[A-Z]{0,3}[0-9][0-9-]{3,20}[0-9X](?:[(（][0-9A][)）])?",
        f"[{_HAN}][^0-9A-Za-z\\n]{{0,5}}\\n?[A-Z]{{0,3}}[0-9][0-9-]{{3}}",
        f"(?:{_PAPERS})[^0-9A-Za-z\\n]{{0,5}}$",
    ),
    _numbered(
        "numbered_korean",
        "[A-Z]{0,4}-?[0-9][0-9-]{3,20}[0-9]",
        "번호[^0-9\\n]{0,5}[0-9A-Z]",
        f"{_KOREAN_NUMBERED}(?:는|은|가)?[ :：]{{0,3}}$",
    ),
    _shape(
        "account_japanese",
        EntityType.BANK_ACCOUNT,
        "[0-9]{7}",
        "普通|当座|口座",
        "(?:普通|当座)(?:預金)?(?:口座)?(?:番号)?[^0-9\\n]{0,4}$",
    ),
)
