"""Expressions for words of any language, written so that every engine reads them alike and a search skips quickly."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

# Letters, spaces and what joins words: nothing whose meaning differs from engine to engine.
_PLAIN: Final = re.compile(r"(?:[^\W\d_]|[^\x00-\x7f]|[ '|?#:/-]|\(\?:|\)|\[ -\]|\\b|\\\.)*")
_UNSURE_BOUNDARY: Final = re.compile(
    r"(?<![A-Za-z])\\b(?![A-Za-z])"
)  # beside others than ASCII engines differ
_LETTER: Final = re.compile(r"(?<!\\)[^\W\d_]")
_MORE_CASES: Final = {"i": "İı"}


def somewhere(words: str) -> str:
    """What a text must hold for plain words to occur in it, case aside, for engines that know no case; "" if unknown.

    >>> somewhere("ssn|soc sec"), somewhere("is$")
    ('[sS][sS][nN]|[sS][oO][cC] [sS][eE][cC]', '')
    """
    if not _PLAIN.fullmatch(words):
        return ""
    return _LETTER.sub(lambda letter: _cases(letter[0].lower()), _UNSURE_BOUNDARY.sub("", words))


def at_word_start(words: str) -> str:
    """Words where one begins, their initials as given or in capitals, the rest in any case.

    A search skips to the initials of branches that begin with a letter, and asks what stands before two letters only.

    >>> at_word_start("March|May")
    'M(?:[aA](?<![^\\\\W_]..)(?:[rR][cC][hH]|[yY]))'
    """
    pairs: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for word in sorted(set(words.split("|"))):
        for initial in {word[0], word[0].upper()}:
            pairs[initial][word[1]].append(word[2:])
    return "|".join(f"{initial}(?:{_continued(seconds)})" for initial, seconds in sorted(pairs.items()))


def _continued(seconds: defaultdict[str, list[str]]) -> str:
    return "|".join(
        f"{somewhere(second)}(?<![^\\W_]..)(?:{somewhere('|'.join(sorted(rests, key=len, reverse=True)))})"
        for second, rests in seconds.items()
    )


def _cases(letter: str) -> str:
    """The letter in both cases, as a set; a letter without case as it is."""
    upper = letter.upper()
    return letter if upper == letter or len(upper) > 1 else f"[{letter}{upper}{_MORE_CASES.get(letter, '')}]"
