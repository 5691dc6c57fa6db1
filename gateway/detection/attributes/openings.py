"""How what is listed opens: its first word, and another one that the text must have as well.

Many terms open with a word that every text has ("on insulin"): the other word tells where they cannot be.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

WORD: Final = re.compile(r"[^\W_]+")
_WHOLE: Final = re.compile(r"(?<![^\W_])(?<![*+])[^\W_]+(?![^\W_])(?![*+])")


class Opening(NamedTuple):
    """The first word, and the longest other one; "" if there is none."""

    word: str
    other: str


def opening(term: str) -> Opening:
    """Returns how a term in lower case opens; a part beside a star or a plus is no whole word.

    >>> opening("on insulin"), opening("mother of three"), opening("alcohol*"), opening("getrennt von +")
    (Opening(word='on', other='insulin'), Opening(word='mother', other='three'), Opening(word='alcohol', other=''), \
Opening(word='getrennt', other='von'))
    """
    first = WORD.search(term)
    assert first is not None
    return Opening(first[0], max(_WHOLE.findall(term, first.end()), key=len, default=""))
