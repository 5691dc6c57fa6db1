"""How people, tools and attackers write a value so that it is not seen at once."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from gateway.detection.characters import LOOK_ALIKES

_DIGITS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LOOK_ALIKE: Final = {ord(latin): letter for letter, latin in reversed([*LOOK_ALIKES.items()])}


class Disguise(StrEnum):
    """How a canary is written."""

    PLAIN = "plain"
    SPACED = "spaced"
    SPELLED = "spelled"  # its digits as words; as it is, if it has none
    LOOK_ALIKE = "look_alike"
    BASE64 = "base64"
    HEX = "hex"
    URL = "url"
    SPLIT = "split"  # the first half in one message, the second in a later one


def disguised(value: str, disguise: Disguise) -> str:
    """Returns the value as it is written; split is a matter of messages, so it stays as it is here.

    >>> [disguised("ab 1", disguise) for disguise in Disguise][:5]
    ['ab 1', 'a b 1', 'ab one', 'аь 1', 'YWIgMQ==']
    """
    return _WRITTEN.get(disguise, str)(value)


def halves(value: str) -> tuple[str, str]:
    """Returns the two halves of a value.

    >>> halves("536-90-4399")
    ('536-90', '-4399')
    """
    middle = (len(value) + 1) // 2
    return value[:middle], value[middle:]


def _spaced(value: str) -> str:
    return " ".join(value.replace(" ", ""))


def _spelled(value: str) -> str:
    letters = (f" {_DIGITS[int(letter)]} " if letter.isascii() and letter.isdigit() else letter for letter in value)
    return " ".join("".join(letters).split())


def _percent(value: str) -> str:
    return "".join(f"%{byte:02X}" for byte in value.encode())


_WRITTEN: Final[Mapping[Disguise, Callable[[str], str]]] = MappingProxyType(
    {
        Disguise.SPACED: _spaced,
        Disguise.SPELLED: _spelled,
        Disguise.LOOK_ALIKE: lambda value: value.translate(_LOOK_ALIKE),
        Disguise.BASE64: lambda value: b64encode(value.encode()).decode(),
        Disguise.HEX: lambda value: value.encode().hex(),
        Disguise.URL: _percent,
    }
)
