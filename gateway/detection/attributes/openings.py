"""How what is listed opens: its first word, and another one that the text must have as well.

Many terms open with a word that every text has ("on insulin"): the other word tells where they cannot be.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

WORD: Final = re.compile(r"[^\W_]+")
_WHOLE: Final = re.compile(r"(?<![^\W_])(?<![*+])[^\W_]+(?![^\W_])(?![*+])")


class TermOpening(NamedTuple):
    """The first word, and the longest other one; "" if there is none."""

    word: str
    other: str


def opening(term: str) -> TermOpening:
    """Returns how a term in lower case opens; a part beside a star or a plus is no whole word.

    >>> [tuple(opening(term)) for term in ("on insulin", "mother of three", "alcohol*", "getrennt von +")]
    [('on', 'insulin'), ('mother', 'three'), ('alcohol', ''), ('getrennt', 'von')]
    """
    first = WORD.search(term)
    assert first is not None
    return TermOpening(first[0], max(_WHOLE.findall(term, first.end()), key=len, default=""))
