"""Writes expressions for words so that they match in other cases without a flag, which engines would read differently.

What is made is longer than what it is made of, and Hyperscan refuses long expressions. So only short ones, and those
of ASCII letters, get both cases of every letter; the others get them at the beginnings of words alone.
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"\\.|(?P<set>\[(?:[^\]\\]|\\.)+\])|(?P<count>\{[0-9,]+\})|\(\?(?:P<\w+>|[:!=]|<[=!])|(?P<letter>[^\W\d_])"
)


def in_any_case(expression: str) -> str:
    """Returns the expression with both cases of each letter.

    >>> in_any_case("a[^b-d]{1,2}(?:é|\\\\.)")
    '[aA][^b-dB-D]{1,2}(?:[éÉ]|\\\\.)'
    """
    return _TOKEN.sub(_cases, expression)


def with_any_initials(expression: str) -> str:
    """Returns the expression with both cases of each letter that follows none, as at the beginning of a word.

    >>> with_any_initials("am (?:abend|[a-z]ag)")
    '[aA]m (?:[aA]bend|[a-zA-Z][aA]g)'
    """
    return _TOKEN.sub(lambda token: token[0] if _follows_letter(token) else _cases(token), expression)


def _follows_letter(token: re.Match[str]) -> bool:
    before = token.string[token.start() - 1 : token.start()]
    return bool(token["letter"]) and before.isalpha()


def _cases(token: re.Match[str]) -> str:
    """Returns a letter, or a set of characters, with its other case; anything else as it is."""
    if token["letter"]:
        upper = token[0].upper()
        return token[0] if upper == token[0] or len(upper) > 1 else f"[{token[0]}{upper}]"
    inside = token[0][1:-1].removeprefix("^")
    if not token["set"] or "\\" in inside or inside.upper() == inside:
        return token[0]
    return f"{token[0][:-1]}{inside.upper()}]"
