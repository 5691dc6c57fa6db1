"""What is written together with a word: conjunctions, prepositions and articles before it, case endings after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from gateway.detection.caseless.letters import folded, script

_LEAST: Final = 2  # letters of a word without what is attached to it


def _of(words: str) -> tuple[str, ...]:
    return tuple(map(folded, words.split()))


# What a word may begin with, by its script.
BEFORE: Final = {
    "arabic": _of("و ف ب ل ك وب ول فب فل وك ال وال فال بال كال وبال لل ولل"),
    "hebrew": _of("ו ה ב ל מ ש כ וה וב ול ומ וש שה שב של שמ כש מה בה לה כשה ושה"),
}
_AFTER: Final = {"bengali": _of("কে র ের এর তে েতে য় ে দের েরা রা টা টি ও ই কেও রও েরও")}
# Plurals, possessives and endings of verbs: with these a word is still as common as without.
_ENDINGS: Final = {
    "arabic": _of("ا ه ها هم ك نا ي ات ون ين ان ت وا تم تها ته تي"),
    "hebrew": _of("ים ות י ה ך ו ת נו כם הם יה יו תי יהם ותיו ותיה"),
    "devanagari": _of("ों ें ो े ा ी ि याँ ियों ने ता ते ती ना कर एँ ओं ूँ ूँगा ूँगी"),
    "bengali": _AFTER["bengali"] + _of("গুলো গুলি ছে ছি ছেন বে বেন বো লাম ল লো লেন তাম া িয়ে েছে েছি েছেন টার টির"),
}
_ARTICLE: Final = "ال"
_FOR_THE: Final = "لل"  # "for" and the article, which loses a letter


class Attached(NamedTuple):
    """A word apart from what is attached to it: before, the word itself, after; all folded."""

    before: str
    word: str
    after: str


@lru_cache(maxsize=8_192)
def readings(form: str) -> tuple[Attached, ...]:
    """Returns the ways to take a word apart, the least that is attached first; none for a word without anything.

    >>> [(each.before, each.word) for each in readings("وأحمد")], [each.word for each in readings("ঢাকার")]
    ([('و', 'احمد')], ['ঢাকা'])
    """
    return tuple(_readings(script(form), folded(form)))


def _readings(of: str, whole: str) -> Iterator[Attached]:
    for before in BEFORE.get(of, ()):
        rest = whole[len(before) :]
        if whole.startswith(before) and len(rest) >= _LEAST:
            yield Attached(before, _ARTICLE + rest if before.endswith(_FOR_THE) else rest, "")
    for after in _AFTER.get(of, ()):
        stem = whole[: len(whole) - len(after)]
        if whole.endswith(after) and len(stem) >= _LEAST:
            yield Attached("", stem, after)


def roots(form: str) -> Iterator[str]:
    """Yields what a word may be made of: without what is attached to it, without an ending, or without both.

    >>> "مدير" in roots("والمديرون"), "תוצא" in roots("התוצאות")
    (True, True)
    """
    endings = _ENDINGS.get(script(form), ())
    for word in (folded(form), *(each.word for each in readings(form) if each.before)):
        yield word
        for ending in endings:
            if word.endswith(ending) and len(word) - len(ending) > _LEAST:
                yield word[: -len(ending)]


def inside(form: str, attached: Attached) -> tuple[int, int]:
    """Returns the offsets of a word in its form as written; an article that lost a letter is part of the word.

    >>> inside("وأحمد", Attached("و", "احمد", "")), inside("للرياض", Attached("لل", "الرياض", ""))
    ((1, 5), (1, 6))
    """
    before = attached.before[:-1] if attached.before.endswith(_FOR_THE) else attached.before
    start = max((at for at in range(len(form)) if folded(form[:at]) == before), default=0)
    tail = (at for at in range(start + 1, len(form) + 1) if folded(form[at:]) == attached.after)
    return start, min(tail, default=len(form))
