"""E-mail addresses written to hide them from machines: ``john (at) acme dot com``.

An at sign in brackets, or a word that can only mean it, makes an address if the text after it has dots. The plain word
``at`` also needs a spelled dot or a word such as "mail" before it, a known top-level domain, and no word before it that
often stands before ``at``: "look at amazon dot com" is not an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.views.view import Edit, View, edited

_OPEN: Final = r"[ ]{0,2}[(\[{<*|][ ]?"
_CLOSE: Final = r"[ ]?[)\]}>*|][ ]{0,2}"
# English, German, French, Spanish, Italian, Portuguese, Dutch, Polish.
_DOT_WORDS: Final = "dot|punkt|point|punto|ponto|punt|kropka"
_JOINS: Final = {
    "-": "minus|dash|hyphen|bindestrich|tiret|gui[oó]n|trattino|h[ií]fen|streepje",
    "_": "underscore|unterstrich|souligné",
    "+": "plus",
}
_JOIN_WORDS: Final = f"{_DOT_WORDS}|{'|'.join(_JOINS.values())}"
_AT_ONLY: Final = "ät|arobase|arrob[ae]|chiocciola|apenstaartje|małpa"
_DOT: Final = rf"(?:\.|[ ]{{1,2}}(?:{_DOT_WORDS}|\.)[ ]{{1,2}}|{_OPEN}(?:{_DOT_WORDS}|\.){_CLOSE}|[_-]dot[_-])"
_JOIN: Final = rf"(?:[.+-]|[ ]{{1,2}}(?:{_JOIN_WORDS})[ ]{{1,2}}|{_OPEN}(?:{_JOIN_WORDS}|[._-]){_CLOSE})"
_LABEL: Final = rf"[^\W_]{{1,30}}(?:(?:-|[ ](?:{_JOINS['-']})[ ])[^\W_]{{1,30}}){{0,4}}"

_AT: Final = re.compile(
    rf"{_OPEN}(?:at|@|{_AT_ONLY}){_CLOSE}|[ ]{{1,2}}(?:{_AT_ONLY})[ ]{{1,2}}"
    r"|(?P<letter>\(a\))|(?P<spaced>[ ]{1,2}@[ ]{1,2})|(?P<word>[ ]{1,2}at[ ]{1,2}|[_-]at[_-])|(?P<sign>@)",
    re.IGNORECASE,
)
_LOCAL: Final = re.compile(rf"(?<!\w)\w{{1,40}}(?:{_JOIN}\w{{1,40}}){{0,4}}\Z", re.IGNORECASE)
_DOMAIN: Final = re.compile(rf"(?:{_LABEL}{_DOT}){{1,4}}[^\W\d_]{{2,24}}(?![\w(-])", re.IGNORECASE)
_KNOWN_DOMAIN: Final = re.compile(
    rf"(?:{_LABEL}{_DOT}){{1,4}}(?:com|org|net|edu|gov|mil|int|info|biz|mobi|name|app|dev|online|site|shop|cloud|tech|xyz"
    r"|example|test|internal|local|[a-z]{2})(?![\w(-])",
    re.IGNORECASE,
)
_SPOKEN_DOT: Final = re.compile(rf"[ _-](?:{_DOT_WORDS})[ _-]|[(\[{{<*|]", re.IGNORECASE)
_MAIL: Final = re.compile("mail|contact|write|reach", re.IGNORECASE)
_NEAR: Final = 40
# Top-level domains that are also words or attributes prove little.
_ENDS_LIKE_A_WORD: Final = re.compile(
    r"(?<!\w)(?:am|an|as|at|be|by|do|go|in|is|it|me|mt|my|no|so|to|us|we)\Z", re.IGNORECASE
)
_BEFORE_AT: Final = re.compile(
    "|".join(
        (
            "a|am|an|are|as|at|be|i|is|it|he|him|her|me|more|now|or|she|that|the|them|there|these|they|this|those|us|was|we",
            "were|who|you|arrived?|available|bought|buy|chat|check|click|download|find|found|go|got|here|job|join|located",
            "looks?|looked|looking|meet|news|office|online|order|page|people|person|points?|pointed|prices?|read|reached",
            "register|see|seen|shop|shopping|sign|site|staff|stands?|store|team|visit|works?|worked|working",
        )
    ),
    re.IGNORECASE,
)
_SPOKEN_JOIN: Final = re.compile(rf"{_DOT}|{_JOIN}", re.IGNORECASE)
_LONGEST_LOCAL: Final = 120
_HINTS: Final = ("dot", "punkt", "arob", "arrob", "chiocc", "apenst", "małpa")
_SPACED_SIGN: Final = " @ "
_SIGN: Final = re.compile(r"[(\[{<*|] ?(?:at|@|a|ät) ?[)\]}>*|]", re.IGNORECASE)


def read(text: str) -> View | None:
    """Returns the text with spelled-out e-mail addresses written normally; None if it has none.

    >>> read("Write to john dot doe (at) acme [dot] co dot uk today").text
    'Write to john.doe@acme.co.uk today'
    >>> read("Meet me at noon dot the i") is None
    True
    """
    return edited(text, _edits(text)) if _may_hold(text) else None


def _may_hold(text: str) -> bool:
    lowered = text.lower()
    if any(hint in lowered for hint in _HINTS) or ("mail" in lowered and " at " in lowered):
        return True
    if _SPACED_SIGN in text:
        return True
    return any(bracket in text for bracket in "([{<*|") and _SIGN.search(text) is not None


def _edits(text: str) -> Iterator[Edit]:
    done = 0
    for at in _AT.finditer(text):
        if at.start() < done:
            continue
        domain = (_KNOWN_DOMAIN if at.lastgroup else _DOMAIN).match(text, at.end())
        local = domain and _LOCAL.search(text, max(done, at.start() - _LONGEST_LOCAL), at.start())
        if domain and local and _is_address(text, local, at, domain[0]):
            yield from _joins(text, *local.span())
            yield Edit(*at.span(), "@")
            yield from _joins(text, *domain.span())
            done = domain.end()


def _is_address(text: str, local: re.Match[str], at: re.Match[str], domain: str) -> bool:
    has_spoken_dot = _SPOKEN_DOT.search(domain) is not None
    if at["sign"]:
        return has_spoken_dot
    if at.lastgroup in (None, "letter"):
        return True
    if _ENDS_LIKE_A_WORD.search(domain) or _BEFORE_AT.fullmatch(local[0]):
        return False
    is_of_mail = _MAIL.search(text, max(0, local.start() - _NEAR), local.start()) is not None
    return has_spoken_dot or is_of_mail or at["spaced"] is not None


def _joins(text: str, start: int, end: int) -> Iterator[Edit]:
    for join in _SPOKEN_JOIN.finditer(text, start, end):
        if len(join[0]) > 1:
            yield Edit(*join.span(), _sign(join[0]))


def _sign(join: str) -> str:
    word = join.strip(" ()[]{}<>*|").lower()
    return next((sign for sign, words in _JOINS.items() if word == sign or re.fullmatch(words, word)), ".")
