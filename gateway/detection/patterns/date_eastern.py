"""Dates of East Asia and Thailand: by era (昭和58年4月2日, 民國112年), and with the words for year, month and day."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.date import dates
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_NUMBER: Final = "(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})"
_YEAR: Final = "(?:元|[0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5})年"
_ERA: Final = f"(?:明治|大正|昭和|平成|令和|民國|民国){_YEAR}(?:{_NUMBER}月(?:{_NUMBER}[日号號])?)?"
_WEEKDAY: Final = (
    "(?: ?[(（](?:[月火水木金土日](?:曜日?|・祝)?|(?:周|週|星期)?[一二三四五六日]|[월화수목금토일](?:요일)?)[)）])?"
)
_MONTH_AND_DAY: Final = f"{_NUMBER}月{_NUMBER}[日号號]"
_KOREAN_DAY: Final = "(?:[0-9]{2,4}년 ?)?[0-9]{1,2}월 ?[0-9]{1,2}일"
_KOREAN: Final = f"{_KOREAN_DAY}{_WEEKDAY}|(?:19|20)[0-9]{{2}}년(?: ?[0-9]{{1,2}}월)?"
_CHINESE_WEEKDAY: Final = "(?:上上?|下下?|这|這|本)(?:个|個)?(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]"
_THAI_MONTH: Final = (
    "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม"
    r"|ม\.ค\.|ก\.พ\.|มี\.ค\.|เม\.ย\.|พ\.ค\.|มิ\.ย\.|ก\.ค\.|ส\.ค\.|ก\.ย\.|ต\.ค\.|พ\.ย\.|ธ\.ค\."
)
_THAI_DAY: Final = "(?:(?:คืน|เช้า|บ่าย|ค่ำ|เย็น)?วันที่ ?)?"
_THAI: Final = (
    rf"{_THAI_DAY}[0-9๐-๙]{{1,2}} ?(?:{_THAI_MONTH})(?: ?(?:พ\.ศ\. ?|ปี ?)?[0-9๐-๙]{{2,4}})?|พ\.ศ\. ?[0-9๐-๙]{{4}}"
)

PATTERNS: Final = (
    *dates("date_era", _ERA, _ERA, 0.7),
    *dates(
        "date_month_and_day", f"(?<![0-9０-９年一二三四五六七八九十]){_MONTH_AND_DAY}{_WEEKDAY}", _MONTH_AND_DAY, 0.6
    ),
    *dates("date_korean", f"(?<![0-9])(?:{_KOREAN})", _KOREAN, 0.6),
    Pattern("weekday_chinese", EntityType.TIME, _CHINESE_WEEKDAY, 0.6, prefilter=_CHINESE_WEEKDAY),
    *dates("date_thai", f"(?<![0-9๐-๙])(?:{_THAI})", _THAI, 0.6),
)
