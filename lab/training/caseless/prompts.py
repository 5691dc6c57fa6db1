"""Prompts in languages without letter case, made of our own with names from lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from gateway.detection.names.words import split
from gateway.types import EntityType
from lab.training.caseless.contexts import SAID, contexts
from lab.training.caseless.lists import Pool
from lab.training.rows import Labelled, Row

_FOLDER: Final = Path(__file__).parent / "prompts"
_SLOT: Final = re.compile(r"\{(\w+)(?:~(\w))?\}")
_LINE: Final = "¶"
_TYPES: Final = {
    "name": EntityType.NAME,
    "first": EntityType.NAME,
    "last": EntityType.NAME,
    "west": EntityType.NAME,
    "west_first": EntityType.NAME,
    "title": EntityType.NAME,
    "city": EntityType.GEOLOCATION,
    "country": EntityType.GEOLOCATION,
    "org": EntityType.AFFILIATION,
    "street": EntityType.ADDRESS,
    **{slot: entity_type for entity_type, slot in SAID.items()},
}
_NAMES: Final = {
    "ar": (
        "{first} {last}", "{first} {last}", "{first} {last}", "{first} {first} {last}", "{first} بن {first} {last}",
        "{first} {first}", "أبو {first}", "أم {first}", "{first} عبد {last}", "{first}", "{west_first} {west_last}",
    ),
    "he": (
        "{first} {last}", "{first} {last}", "{first} {last}", "{first} {last}", "{first} {last}-{last}",
        "{last} {first}", "{first} {first} {last}", "{first} בן {last}", "{first}", "{west_first} {west_last}",
    ),
    "hi": (
        "{first} {last}", "{first} {last}", "{first} {last}", "{first} कुमार {last}", "{first} देवी", "{first} कुमार",
        "{first} {first} {last}", "{first} जी", "{first}", "{west_first} {west_last}",
    ),
    "bn": (
        "{first} {last}", "{first} {last}", "{first} {last}", "{first} {first} {last}", "মোঃ {first} {last}",
        "{first} বেগম", "{first} {last} {last}", "{first}", "{west_first} {west_last}", "মোছাঃ {first} খাতুন",
    ),
}  # fmt: skip
_NUMBERS: Final = frozenset({"num", "n", "phone", "date", "amount", "email"})
_FORMS: Final = {"org": "org_form", "street": "address", "street_name": "street"}  # made of other slots
_INNER: Final = {"head": "org_head", "word": "org_word", "what": "org_what", "street": "street_name"}
_CITIES: Final = ("city", "city", "large_city")
_VOWELS: Final = "ািীুূেৈোৌঅআইঈউএও"
_FOR: Final = re.compile(r"(?<!\w)[وف]?ل\Z")
_DIGITS: Final = {"ar": "٠١٢٣٤٥٦٧٨٩", "hi": "०१२३४५६७८९", "bn": "০১২৩৪৫৬৭৮৯"}
_ARTICLE: Final = "ال"
_SWAPPED: Final = 0.12  # of the words outside names: another word may stand there


def templates(language: str) -> list[str]:
    """Returns our own prompts of a language and the contexts, with slots in braces."""
    lines = (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [*(line.replace(_LINE, "\n") for line in lines), *contexts(language)]


def made_up(
    language: str, of: Sequence[str], words: Pool, common: Sequence[str], count: int, *, seed: int = 0
) -> Iterator[Row]:
    """Yields rows made of these templates; the same seed gives the same rows.

    In half of them some words outside names are swapped for ``common`` ones, so that no prompt is learned by heart.
    """
    random = Random(f"{language} {seed}")
    for number in range(count):
        template = of[number % len(of)]
        row = _Filling(language, words, random).row(template)
        yield _swapped(row, common, random) if common and number // len(of) % 2 else row


class _Filling:
    """Fills the slots of one template."""

    def __init__(self, language: str, words: Pool, random: Random) -> None:
        self._language = language
        self._words = words
        self._random = random
        self._digits = self._random.choice(("0123456789", _DIGITS.get(language, "0123456789")))

    def row(self, template: str) -> Row:
        """Returns a row with the slots filled in and labelled."""
        text, last = "", 0
        spans: list[Labelled] = []
        for slot in _SLOT.finditer(template):
            text += template[last : slot.start()]
            value = self._value(slot[1])
            if _FOR.search(text) and value.startswith(_ARTICLE):
                value = value[1:]
            if slot[1] in _TYPES:
                spans.append((len(text), len(text) + len(value), _TYPES[slot[1]]))
            text += value + _ending(value, slot[2])
            last = slot.end()
        return Row(self._language, template, text + template[last:], tuple(spans))

    def _value(self, slot: str) -> str:
        if slot in _NUMBERS:
            return self._number(slot)
        if slot == "west":
            return self._filled("{west_first} {west_last}")
        if slot == "name" or slot in _FORMS:
            forms = _NAMES[self._language] if slot == "name" else self._words[_FORMS[slot]]
            return self._filled(self._random.choice(forms))
        return self._random.choice(self._words[self._random.choice(_CITIES) if slot == "city" else slot])

    def _filled(self, form: str) -> str:
        return _SLOT.sub(lambda slot: self._value(_INNER.get(slot[1], slot[1])), form)

    def _number(self, slot: str) -> str:
        below = self._random.randrange
        match slot:
            case "phone":
                written = f"0{below(10, 99)}-{below(1_000_000, 9_999_999)}"
            case "date":
                written = f"{below(1, 28)}/{below(1, 12)}/{below(1990, 2027)}"
            case "amount":
                written = (
                    f"{below(1, 90) * 100} " + {"ar": "ريال", "he": "שקל", "hi": "रुपये", "bn": "টাকা"}[self._language]
                )
            case "email":
                return f"user{below(10, 99)}@mail.example"
            case _:
                written = str(below(2, 99))
        return written.translate(str.maketrans("0123456789", self._digits))


def _ending(value: str, case: str | None) -> str:
    """Returns the Bengali ending of a case, which depends on the word's last letter."""
    is_open = value[-1] in _VOWELS
    if case == "র":
        return "র" if is_open else "ের"
    if case == "এ":
        return "য়" if value[-1] == "া" else "তে" if is_open else "ে"
    return ""


def _swapped(row: Row, common: Sequence[str], random: Random) -> Row:
    """Returns the row with some words outside its spans swapped for common ones."""
    words = split(row.text)
    text, last = "", 0
    moved = [(start, end, entity_type) for start, end, entity_type in row.spans]
    for form, start, end in zip(words.forms, words.starts, words.ends, strict=True):
        is_inside = any(first < end and until > start for first, until, _ in row.spans)
        if is_inside or (not form.isalpha() and form.isascii()) or random.random() >= _SWAPPED:
            continue
        other = random.choice(common)
        by = len(other) - (end - start)
        at = len(text) + start - last
        text += row.text[last:start] + other
        last = end
        moved = [(a + by, b + by, t) if a >= at else (a, b, t) for a, b, t in moved]
    return Row(row.source, row.key, text + row.text[last:], tuple(moved))
