"""Addresses, places and their parts, devices and pages."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.forms import (
    CODE,
    DIGITS,
    LETTERS,
    NO_NAMES,
    TWO_CAPITALS,
    UNIT,
    WORDS_OF_CODE,
    without_signs,
)

_STREETLESS: Final = re.compile(
    r"0x[0-9A-Fa-f]+|[0-9A-Fa-f]*:[0-9A-Fa-f:./]*|\d{1,3}(?:\.\d{1,3}){3}.*|\S+:\d{2,5}|\S+@\S+|(?:https?:)?//\S+"
    r"|\d{1,3}|[a-z_.-]+"
)
_FLAT: Final = re.compile(
    r"\d{1,4} ?-?[^\W\d_]?|[^\W\d_][ -]?\d{1,4}|\d{1,4} ?/ ?\d{1,4}|\d{1,4} ?(?:号|號|号室|室|楼|樓|호"
    r"|층)|\d{1,4}동 ?\d{1,4}호"
    r"|\d{1,3}[栋棟幢](?:\d{1,2}单元)?\d{1,4}室?"
)
_DEGREES: Final = re.compile(r"[\[(]?[-+]?\d{1,3}[.,]\d{2,}.{0,40}|\d{1,3}°.{0,40}")
_LINK: Final = re.compile(r"https?://\S{4,400}|[\w-]{2,60}(?:\.[\w-]{2,60}){1,4}/\S{1,300}")
_JOINTS: Final = re.compile("[ +·・〒-]+")


def address(value: str, written: Written) -> bool:
    """Returns whether it may be a postal address or a part of one."""
    if len(value) > 160 or _STREETLESS.fullmatch(value) or (written is Written.BARE and CODE.match(value)):
        return False
    is_named = bool(TWO_CAPITALS.fullmatch(value)) or not value.isascii() or written is Written.QUOTED
    return bool(LETTERS.search(value)) and len(value) > 2 and (is_named or bool(DIGITS.search(value)))


def short(value: str, written: Written) -> bool:
    """Returns whether it may be a postcode or a number plate: at most 20 letters and digits, a digit among them."""
    plain = _JOINTS.sub("", without_signs(value))
    return 3 <= len(plain) <= 20 and plain.isalnum() and bool(DIGITS.search(plain)) and not UNIT.fullmatch(value)


def proper(value: str, written: Written) -> bool:
    """Returns whether it may be the name of a place or an organisation: it begins with a capital."""
    if not 1 < len(value) <= 80 or not (value[0].isupper() or value[0].isdigit() or not value.isascii()):
        return False
    if written is Written.BARE and (CODE.match(value) or WORDS_OF_CODE.fullmatch(value)):
        return False
    return value.casefold() not in NO_NAMES and bool(LETTERS.search(value))


def flat(value: str, written: Written) -> bool:
    """Returns whether it may be the number of a flat: at most four digits, and a letter."""
    return len(value) <= 14 and _FLAT.fullmatch(value) is not None


def degrees(value: str, written: Written) -> bool:
    """Returns whether it may be a latitude or a longitude."""
    return _DEGREES.fullmatch(value) is not None


def device(value: str, written: Written) -> bool:
    """Returns whether it may name a device."""
    return (3 < len(value) <= 60 and " " not in value and "-" in value) or ":" in value


def url(value: str, written: Written) -> bool:
    """Returns whether it is an address on the web with a path."""
    return _LINK.fullmatch(value) is not None
