"""Expressions for words of any language that every engine reads alike and that search quickly."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

# Letters, spaces and signs that join words: nothing that engines interpret differently.
_PLAIN: Final = re.compile(r"""(?:[A-Za-z '"|?#:/-]|[^\x00-\x7f]|\(\?:|\)|\[ -\]|\\b|\\\.)*""")
_UNSURE_BOUNDARY: Final = re.compile(r"(?<![A-Za-z])\\b(?![A-Za-z])")  # engines differ beside non-ASCII letters
_BEGINNING: Final = re.compile(r"(?:\\b)?[^\W\d_](?!\?)")
_LONE_INITIAL: Final = re.compile(r"[^\W\d_](?![?*+{])")
_LETTER: Final = re.compile(r"(?<!\\)[^\W\d_]")
_MORE_CASES: Final = {"i": "İı"}
_COMMENT: Final = re.compile("^#.*", re.MULTILINE)
_SECTION: Final = re.compile(r"^\[(\w+)\]$", re.MULTILINE)
_INITIAL: Final = re.compile(r"\[([^]]+)\]((?:[^\W\d_](?![?*+{]))?)")


def somewhere(words: str) -> str:
    """Returns an expression that matches every text with one of the words in any case; "" if none can be derived.

    It works without case-insensitive mode. Words with the same initial share a branch, so backtracking engines try few.

    >>> somewhere("ssn|soc sec"), somewhere("is$")
    ('s(?:[sS][nN]|[oO][cC] [sS][eE][cC])|S(?:[sS][nN]|[oO][cC] [sS][eE][cC])', '')
    """
    if not _PLAIN.fullmatch(words):
        return ""
    branches: defaultdict[str, list[str]] = defaultdict(list)
    for word in alternatives(_UNSURE_BOUNDARY.sub("", words)):
        beginning = _BEGINNING.match(word)
        start = beginning[0] if beginning else ""
        branches[start].append(_in_any_case(word[len(start) :]))
    return "|".join(
        f"{each}(?:{'|'.join(rests)})" if each else "|".join(rests)
        for start, rests in branches.items()
        for each in _beginnings(start)
    )


def alternatives(words: str) -> Iterator[str]:
    """Yields the alternatives of an expression: what stands between bars outside of groups.

    >>> list(alternatives("a(?:b|c)|d"))
    ['a(?:b|c)', 'd']
    """
    depth = start = 0
    for at, character in enumerate(words):
        depth += (character == "(") - (character == ")")
        if character == "|" and not depth:
            yield words[start:at]
            start = at + 1
    yield words[start:]


def listed_in(path: Path) -> frozenset[str]:
    """Returns the terms of a file that lists them between commas, on as many lines as it takes; "#" begins comments."""
    listed = _COMMENT.sub(",", path.read_text(encoding="utf-8"))
    return frozenset(_listed(listed))


def sections_in(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Returns the terms of a file's sections, longer ones first; "[name]" begins one, and "#" comments."""
    parts = iter(_SECTION.split(_COMMENT.sub(",", path.read_text(encoding="utf-8")))[1:])
    return {name: tuple(sorted(_listed(body), key=len, reverse=True)) for name, body in zip(parts, parts, strict=True)}


def _listed(text: str) -> Iterator[str]:
    return filter(None, (" ".join(each.split()) for each in text.split(",")))


def _beginnings(start: str) -> list[str]:
    """Returns the beginning of a word with its letter in each case."""
    letter = start[-1:].lower()
    return [start[:-1] + each for each in dict.fromkeys((letter, letter.upper(), *_MORE_CASES.get(letter, "")))]


def _in_any_case(words: str) -> str:
    return _LETTER.sub(lambda letter: _cases(letter[0].lower()), words)


def at_word_start(words: str) -> str:
    """Returns an expression for words at a word's start: the initial as given or in capitals, the rest in any case.

    A search can skip to the initials, and it checks the character before only after two letters have matched.

    >>> at_word_start("March|May")
    'M(?:[aA](?<![^\\\\W_]..)(?:[rR][cC][hH]|[yY]))'
    """
    pairs: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for word in sorted(set(words.split("|"))):
        for initial in {word[0], word[0].upper()}:
            pairs[initial][word[1]].append(word[2:])
    return "|".join(f"{initial}(?:{_continued(seconds)})" for initial, seconds in sorted(pairs.items()))


def by_initials(expressions: str) -> str:
    """Returns an expression for the alternatives with those that begin with the same letter in one branch.

    So a search tries few of them. Alternatives with the same initial keep their order.

    >>> by_initials("flat|unit|fl|(?-i:WE)|a?b")
    'f(?:lat|l)|u(?:nit)|(?-i:WE)|a?b'
    """
    branches: defaultdict[str, list[str]] = defaultdict(list)
    for each in alternatives(expressions):
        initial = _LONE_INITIAL.match(each)
        branches[initial[0] if initial else each].append(each[1:] if initial else "")
    return "|".join(f"{first}(?:{'|'.join(rests)})" if any(rests) else first for first, rests in branches.items())


def with_initials_first(expressions: str) -> str:
    """Returns an expression for alternatives that each begin with a character set, at a word's start.

    A search can skip to the initials, and tries only the alternatives whose second letter follows.

    >>> with_initials_first("[wW]ork(?:s|ed)|[jJ]ob")
    '[wWjJ](?<!\\\\w.)(?:o(?<=[wW]o)rk(?:s|ed)|o(?<=[jJ]o)b)'
    """
    branches = list(alternatives(expressions))
    initials = dict.fromkeys(each[1 : each.index("]")] for each in branches)
    rests = [_INITIAL.sub(r"\2(?<=\g<0>)", each, count=1) for each in branches]
    return f"[{''.join(initials)}](?<!\\w.)(?:{'|'.join(rests)})"


def _continued(seconds: defaultdict[str, list[str]]) -> str:
    return "|".join(
        f"{_in_any_case(second)}(?<![^\\W_]..)(?:{_in_any_case('|'.join(sorted(rests, key=len, reverse=True)))})"
        for second, rests in seconds.items()
    )


def _cases(letter: str) -> str:
    """Returns a character set with both cases of the letter, or the letter itself if it has no case."""
    upper = letter.upper()
    return letter if upper == letter or len(upper) > 1 else f"[{letter}{upper}{_MORE_CASES.get(letter, '')}]"
