"""Expressions for many words at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable


def any_of(words: Iterable[str]) -> str:
    """Returns an expression for the longest match of some words; it is fast because words share their prefixes.

    >>> any_of(["six", "seven", "sixth"])
    's(?:even|ix(?:th)?)'
    """
    rests: dict[str, set[str]] = defaultdict(set)
    for word in filter(None, words):
        rests[word[0]].add(word[1:])
    branches = [re.escape(first) + _rest(rests[first]) for first in sorted(rests)]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _rest(rests: set[str]) -> str:
    if rests == {""}:
        return ""
    return f"(?:{any_of(rests)})?" if "" in rests else any_of(rests)
