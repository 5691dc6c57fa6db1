"""Dates of East Asia and Thailand: by era (昭和58年4月2日, 民國112年), and with the words for year, month and day."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.date import dates

_NUMBER: Final = "(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})"
_YEAR: Final = "(?:元|[0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5})年"
_ERA: Final = f"(?:明治|大正|昭和|平成|令和|民國|民国){_YEAR}(?:{_NUMBER}月(?:{_NUMBER}[日号號])?)?"
_MONTH_AND_DAY: Final = f"{_NUMBER}月{_NUMBER}[日号號]"
_KOREAN: Final = "(?:[0-9]{2,4}년 ?)?[0-9]{1,2}월 ?[0-9]{1,2}일|(?:19|20)[0-9]{2}년(?: ?[0-9]{1,2}월)?"
_THAI_MONTH: Final = (
    "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม"
    r"|ม\.ค\.|ก\.พ\.|มี\.ค\.|เม\.ย\.|พ\.ค\.|มิ\.ย\.|ก\.ค\.|ส\.ค\.|ก\.ย\.|ต\.ค\.|พ\.ย\.|ธ\.ค\."
)
_THAI: Final = rf"[0-9๐-๙]{{1,2}} ?(?:{_THAI_MONTH})(?: ?(?:พ\.ศ\. ?|ปี ?)?[0-9๐-๙]{{2,4}})?|พ\.ศ\. ?[0-9๐-๙]{{4}}"

PATTERNS: Final = (
    *dates("date_era", _ERA, _ERA, 0.7),
    *dates("date_month_and_day", f"(?<![0-9０-９年一二三四五六七八九十]){_MONTH_AND_DAY}", _MONTH_AND_DAY, 0.6),
    *dates("date_korean", f"(?<![0-9])(?:{_KOREAN})", _KOREAN, 0.6),
    *dates("date_thai", f"(?<![0-9๐-๙])(?:{_THAI})", _THAI, 0.6),
)
