"""Addresses of China, Japan, Korea and Thailand as a whole, from the town to the room."""

from __future__ import annotations

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_HAN: Final = "々〆ヶ\u3400-\u4dbf\u4e00-\u9fff"
_DIGIT: Final = "[0-9０-９]"
_NUMBER: Final = f"(?:{_DIGIT}{{1,5}}|[一二三四五六七八九十百]{{1,4}})"
# Letters that no name of a place has, but that stand before one.
_BEFORE: Final = "的在是到于往去住我你您他她家址给從从把将為为由回地寄送至请請，"
_NAME: Final = f"(?:(?![{_BEFORE}])[{_HAN}]){{1,8}}"

_CHINESE_ROAD: Final = f"{_NAME}(?<!公)(?:大道|路|街|巷|弄|胡同|里|村|苑|园|園|小区|花园|公寓|大厦|广场|段|庄|城|府)"
_CHINESE_NUMBER: Final = (
    f"(?:{_NUMBER}(?:号楼|號樓|号院|号|號|弄|巷|栋|棟|幢|座|单元|單元|楼|樓|层|層|室|房|户|組|组)|[A-Z](?:座|栋|区))"
)
_CHINESE: Final = f"{_CHINESE_ROAD}(?:[ ,，]?{_CHINESE_NUMBER}|{_CHINESE_NUMBER}){{1,6}}(?:之?{_DIGIT}{{1,5}}室?)?"

_CHOME: Final = f"(?:{_NUMBER}丁目|{_DIGIT}{{1,4}}番地?|{_DIGIT}{{1,4}}号|{_DIGIT}{{1,4}}[-－−ー‐])"
_BUILDING: Final = f"(?:[ \u3000]?[{_HAN}ァ-ヺーA-Za-zぁ-ゖ・]{{2,16}}[ \u3000]?{_DIGIT}{{1,4}}(?:号室|号|階|F)?)?"
_JAPANESE: Final = (
    f"(?:〒{_DIGIT}{{3}}[-－]{_DIGIT}{{4}}[ \u3000]?)?(?![{_BEFORE}])(?:[{_HAN}]{{2,3}}[都道府県])?"
    f"(?:[{_HAN}ァ-ヺ][{_HAN}ぁ-ゖァ-ヺ]{{0,5}}[市区郡町村]){{1,3}}"
    f"[{_HAN}ァ-ヺー]{{0,8}}{_CHOME}{{1,3}}{_DIGIT}{{0,4}}{_BUILDING}"
)

_KOREAN_TOWN: Final = (
    "(?:[가-힣]{1,6}(?:특별시|광역시|특별자치시|특별자치도|[시도]) )?(?:[가-힣]{1,5}[시군구] ){0,2}"
    "(?:[가-힣]{1,5}[읍면] )?"
)
_KOREAN_ROAD: Final = "[가-힣0-9]{1,8}(?:대로|로|길|동|가|리)(?: ?[0-9]{1,4}번?길)? [0-9]{1,5}(?:-[0-9]{1,4})?(?:번지)?"
_KOREAN_ROOM: Final = "(?:,? (?:[가-힣A-Za-z]{2,12} )?(?:[0-9]{1,4}동 )?[0-9A-Z]{1,5}[호층](?: [0-9]{1,4}호)?)"
_KOREAN: Final = (
    f"(?=[가-힣]{{1,8}}[시도구군읍면] ){_KOREAN_TOWN}{_KOREAN_ROAD}{_KOREAN_ROOM}?|{_KOREAN_ROAD}{_KOREAN_ROOM}"
)

_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"
_THAI_PART: Final = (
    f"(?:หมู่(?:ที่|บ้าน)?|ม\\.|ซอย|ซ\\.|ถนน|ถ\\.|ตำบล|ต\\.|แขวง|อำเภอ|อ\\.|เขต|จังหวัด|จ\\.|อาคาร|คอนโด|ชั้น"
    f"|ห้อง) ?[{_THAI}0-9๐-๙/]{{1,24}}"
)
_THAI_ADDRESS: Final = (
    f"(?:บ้านเลขที่ ?|เลขที่ ?)?[0-9๐-๙]{{1,4}}(?:/[0-9๐-๙]{{1,4}})?(?: {_THAI_PART}(?: [0-9๐-๙]{{1,3}}"
    f"(?![0-9๐-๙]))?){{1,7}}"
    f"(?: กรุงเทพฯ?(?:มหานคร)?)?(?: [0-9๐-๙]{{5}})?"
)

PATTERNS: Final = (
    Pattern(
        name="address_chinese",
        entity_type=EntityType.ADDRESS,
        expression=_CHINESE,
        score=0.7,
        prefilter="[0-9０-９一二三四五六七八九十百A-Z](?:号|號|弄|栋|棟|幢|座|单元|單元|室)",
    ),
    Pattern(
        name="address_japanese",
        entity_type=EntityType.ADDRESS,
        expression=_JAPANESE,
        score=0.7,
        prefilter="[市区郡町村][^0-9０-９a-z]{0,12}[0-9０-９一二三四五六七八九十]{1,4}(?:丁目|番|号|-|－|−)",
    ),
    Pattern(
        name="address_korean",
        entity_type=EntityType.ADDRESS,
        expression=f"(?<![가-힣])(?:{_KOREAN})(?![0-9가-힣]{{0,3}}(?:원|개|명|년|월|분|초|시간|%|번째))",
        score=0.65,
        prefilter="(?:로|길|동|가|리) [0-9]",
    ),
    Pattern(
        name="address_thai",
        entity_type=EntityType.ADDRESS,
        expression=f"(?<![0-9๐-๙/.])(?:{_THAI_ADDRESS})",
        score=0.7,
        prefilter="[0-9๐-๙] (?:หมู่|ม\\.|ซอย|ซ\\.|ถนน|ถ\\.|ตำบล|ต\\.|แขวง|อำเภอ|อ\\.|เขต|อาคาร|คอนโด)",
    ),
)
