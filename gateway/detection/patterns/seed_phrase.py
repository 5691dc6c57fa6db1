"""Seed phrases of wallets (BIP 39): twelve to twenty-four words that restore all keys, also numbered or one a line.

English phrases are told by the list of words. After a label ("recovery phrase", "clave semilla") any twelve words of
three to eight letters are one: the lists of other languages have such words, and so have phrases with a slip.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gateway.detection.recognizer import Extent, Pattern
from gateway.detection.seed_words import SEED_WORDS
from gateway.detection.words import somewhere
from gateway.types import EntityType

_ANNOUNCED: Final = somewhere(
    "seed|phrase|mnemonic|frase|palabras semilla|wiederherstellungs|herstelzin|frasa odzyskiwania"
)
_KNOWN: Final = frozenset(SEED_WORDS)
_FEWEST: Final = 12  # words
# A space, a comma, a line's end, a number, or quotes; no blank line, unless a number follows.
_GAP: Final = (
    "(?:[ \\t,;\\n]{0,4}[0-9]{1,2}[.):]?[ \\t]{1,3}|[\"'],?[ \\n]{0,4}[\"']| [|-] |,?\\n(?!\\n)|, {0,2}|[ \\t]{1,3})"
)
_WORD: Final = re.compile("[^\\W\\d_]+")
_LABELS: Final = (
    "(?:seed|recovery|mnemonic|backup|wallet|secret)[ -](?:phrase|words?|seed)|mnemonic|seedphrase|bip-?39"
    "|frase (?:semilla|de recuperaci[oó]n|de recupera[cç][aã]o|di recupero|seed)|palabras semilla"
    "|phrase (?:de r[eé]cup[eé]ration|secr[eè]te|mn[eé]monique)|wiederherstellungs(?:phrase|w[oö]rter)|herstelzin"
    "|frasa odzyskiwania|seed(?=\\s?[:=])"
)


def _phrases(candidate: str) -> tuple[Extent, ...]:
    """Returns the extents of the runs of known words that are long enough.

    >>> _phrases("zoo " * 11 + "thanks " + "zoo era " * 6)
    ((51, 98),)
    """
    runs: list[list[re.Match[str]]] = [[]]
    for word in _WORD.finditer(candidate):
        if word[0].lower() in _KNOWN:
            runs[-1].append(word)
        else:
            runs.append([])
    return tuple((run[0].start(), run[-1].end()) for run in runs if len(run) >= _FEWEST and not _is_sorted(run))


def _is_sorted(run: Sequence[re.Match[str]]) -> bool:
    """Returns whether words stand in the order of the alphabet, as in a vocabulary and in no phrase."""
    return all(one[0] <= other[0] for one, other in pairwise(run))


PATTERNS: Final = (
    Pattern(
        name="seed_phrase",
        entity_type=EntityType.KEYS,
        expression=f"(?<![A-Za-z])(?:[a-z]{{3,8}}(?![A-Za-z]){_GAP}){{11,}}[a-z]{{3,8}}(?![A-Za-z])",
        score=0.95,
        judge=_phrases,
        prefilter=f"(?:[a-z]{{3,8}}{_GAP}){{11}}[a-z]{{3}}".replace("(?!\\n)", ""),
    ),
    Pattern(
        name="seed_phrase_labelled",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?i:(?<!\\w)(?:{_LABELS})(?: (?:is|are|ist|lautet|es|est|[eèé]))?)"
            "[^\\w\\n]{1,4}\\n{0,2}[0-9\\W]{0,4}"
            f"(?P<value>(?:[^\\W\\d_]{{3,8}}{_GAP}){{11,23}}[^\\W\\d_]{{3,8}})(?!\\w)"
        ),
        score=0.9,
        prefilter=f"(?:{_ANNOUNCED})(?:[^a]|a){{1,30}}(?:[^ \\t\\n0-9]{{3,8}}[ ,\\t\\n0-9.)]{{1,6}}){{3}}",
    ),
)
