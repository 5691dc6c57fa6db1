"""The lexicon of scripts without letter case: what public lists and our own say of a word."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

import numpy as np

from gateway.detection.caseless.letters import folded
from gateway.detection.names.lexicon import FREQUENCY_SHIFT, Lexicon, WordClass, hash_of
from gateway.detection.names.words import split
from lab.training.caseless.lists import LANGUAGES, NAMING, Pool, own

FREQUENT: Final = 50_000
_CLASSES: Final = {
    "first": WordClass.FIRST_NAME,
    "west_first": WordClass.FIRST_NAME,
    "last": WordClass.LAST_NAME,
    "west_last": WordClass.LAST_NAME,
    "city": WordClass.CITY,
    "large_city": WordClass.CITY,
    "country": WordClass.COUNTRY,
    "title": WordClass.TITLE,
    "kin": WordClass.KIN,
    "naming": WordClass.KIN,
    "org_head": WordClass.ORGANISATION,
    "org_what": WordClass.ORGANISATION,
    "brand": WordClass.BRAND,
    "street": WordClass.STREET,
}
_TOO_COMMON: Final = 4.3  # on the Zipf scale: part of a longer name, or a town of that name, is no evidence
_LISTED: Final = 4  # of ten names: the model must not learn that every name is in a list


@cache
def frequencies(language: str) -> Mapping[str, float]:
    """Returns the most frequent words of a language, folded, with their frequency on the Zipf scale, in order."""
    from wordfreq import top_n_list, zipf_frequency  # noqa: PLC0415 - only training needs it

    found: dict[str, float] = {}
    for word in top_n_list(language, FREQUENT):
        found.setdefault(folded(word), zipf_frequency(word, language))
    return found


def lexicon(pools: Mapping[str, Pool], *, whole: bool) -> Lexicon:
    """Returns the lexicon of these lists, without four of ten names unless it is ``whole``."""
    entries: defaultdict[int, int] = defaultdict(int)
    for language in LANGUAGES:
        common = frequencies(language)
        for word, zipf in common.items():
            entries[hash_of(word)] |= round(2 * zipf) << FREQUENCY_SHIFT
        for word, word_class in _classes(pools[language], own(language), common, whole):
            entries[hash_of(word)] |= word_class
    hashes = sorted(entries)
    return Lexicon(np.array(hashes, dtype=np.uint64), np.array([entries[each] for each in hashes], dtype=np.uint32))


def _classes(pool: Pool, ours: Pool, common: Mapping[str, float], whole: bool) -> Iterator[tuple[str, int]]:
    for name, word_class in _CLASSES.items():
        for phrase in pool[name]:
            if not whole and name in NAMING and hashlib.sha256(phrase.encode()).digest()[0] % 10 >= _LISTED:
                continue
            is_ours = phrase in ours.get(name, ())
            yield from ((word, int(word_class)) for word in _words(phrase, common, is_ours))


def _words(phrase: str, common: Mapping[str, float], is_ours: bool) -> Iterable[str]:
    """Yields the words of a phrase: too common ones only if they are a whole entry of our own lists."""
    words = [folded(form) for form in split(phrase.replace("{", " {")).forms if not form.isascii()]
    for word in words:
        is_rare = common.get(word, 0.0) < _TOO_COMMON
        if len(word) > 1 and (is_rare or (len(words) == 1 and is_ours)):
            yield word
