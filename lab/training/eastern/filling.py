"""Sentences about made-up people: our frames filled with names, places and organisations from public lists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from gateway.types import EntityType
from lab.training.eastern.contexts import sentences
from lab.training.eastern.lists import Pools, messages
from lab.training.eastern.values import VALUES
from lab.training.eastern.values.values import Values
from lab.training.rows import Labelled, Row

FRAMES: Final = Path(__file__).parent / "frames"
PLAIN: Final = Path(__file__).parent / "plain"
SOURCE: Final = "eastern"
_CHOICE: Final = re.compile(r"\(([^()]*\|[^()]*)\)")
_TYPES: Final = {
    "name": EntityType.NAME,
    "surname": EntityType.NAME,
    "given": EntityType.NAME,
    "family": EntityType.NAME,
    "kana": EntityType.NAME,
    "foreign": EntityType.NAME,
    "place": EntityType.GEOLOCATION,
    "address": EntityType.ADDRESS,
    "org": EntityType.AFFILIATION,
}
_PARTICLES: Final = {
    "은": ("은", "는"), "이": ("이", "가"), "을": ("을", "를"), "과": ("과", "와"), "으로": ("으로", "로"),
    "이라": ("이라", "라"), "이고": ("이고", "고"), "이며": ("이며", "며"), "입니": ("입니", "입니"),
    "아": ("아", "야"), "의": ("의", "의"), "는": ("는", "는"),
}  # fmt: skip
_SLOT: Final = re.compile(rf"\{{(?P<slot>\w+)\}}|\[(?P<particle>{'|'.join(_PARTICLES)})\]")
_PLAIN: Final = 0.2  # share of sentences without names beside those of frames
_WORDS: Final = 0.35  # share of words at random, with a value among some: a name must be known without a frame too
_MIXED: Final = ("name", "name", "given", "place", "org", "foreign")
_HELD_OUT: Final = 5  # every fifth frame and every fifth name are for judging


def frames(language: str, held_out: bool) -> list[str]:
    """Returns the frames of a language that are for training, or for judging: our own, and sentences of prompts."""
    own = (FRAMES / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    of_prompts = (each for each in sentences(language) if "{" in each)
    return [line for line in (*own, *of_prompts) if is_held_out(line) is held_out]


def plain(language: str, held_out: bool) -> list[str]:
    """Returns sentences without a name that are for training, or for judging: our own, of prompts and of programs."""
    own = (PLAIN / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    of_prompts = (each for each in sentences(language) if "{" not in each)
    return [line for line in (*own, *messages(language), *of_prompts) if is_held_out(line) is held_out]


def is_held_out(word: str) -> bool:
    """Returns whether a frame or a name is for judging only, by its hash.

    >>> is_held_out("王小明") == is_held_out("王小明")
    True
    """
    return hashlib.sha256(word.encode()).digest()[0] % _HELD_OUT == 0


def filled(
    language: str, lines: Sequence[str], without: Sequence[str], pools: Pools, *, count: int, seed: int
) -> Iterator[Row]:
    """Yields made-up rows of one to three sentences each: of frames, of others ``without`` names, of words at random.

    The same seed gives the same rows.
    """
    random = Random(f"{language} {seed}")
    writer = _Writer(VALUES[language](pools, random))
    for number in range(count):
        text, spans = "", list[Labelled]()
        for _ in range(random.choice((1, 1, 2, 3))):
            way = random.random()
            more, found = (
                (random.choice(without), [])
                if way < _PLAIN
                else writer.words()
                if way < _PLAIN + _WORDS
                else writer.sentence(random.choice(lines))
            )
            spans += [(start + len(text), end + len(text), kind) for start, end, kind in found]
            text += more + random.choice(("", " ", "\n"))
        yield Row(SOURCE, f"{language} {number}", text, tuple(spans))


class _Writer:
    """Fills frames of one language."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def sentence(self, frame: str) -> tuple[str, list[Labelled]]:
        """Returns a frame with its choices made and its slots filled, and the labelled spans."""
        frame = frame.replace("\\n", "\n")
        while choice := _CHOICE.search(frame):
            frame = frame[: choice.start()] + self._values.any(*choice[1].split("|")) + frame[choice.end() :]
        text, last, spans = "", 0, list[Labelled]()
        for slot in _SLOT.finditer(frame):
            text += frame[last : slot.start()]
            value = self._values.value(slot["slot"]) if slot["slot"] else _particle(text, slot["particle"])
            if slot["slot"] in _TYPES:
                spans.append((len(text), len(text) + len(value), _TYPES[slot["slot"]]))
            text += value
            last = slot.end()
        return text + frame[last:], spans

    def words(self) -> tuple[str, list[Labelled]]:
        """Returns words at random, the frequent ones more often, and in half of them a labelled value."""
        values = self._values
        words = [values.frequent("word") for _ in range(values.random.randint(4, 14))]
        kind = values.any(*_MIXED) if values.random.random() < 0.5 else ""
        place = values.random.randrange(len(words))
        words.insert(place, values.value(kind) if kind else values.any(*values.stops))
        start = len(values.space.join([*words[:place], ""]))
        spans = [(start, start + len(words[place]), _TYPES[kind])] if kind else []
        return values.space.join(words) + values.any(*values.stops), spans


def _particle(before: str, particle: str) -> str:
    """Returns a Korean particle in the form that follows the last syllable before it.

    >>> _particle("민수", "은"), _particle("하늘", "은")
    ('는', '은')
    """
    has_final = "가" <= before[-1] <= "힣" and (ord(before[-1]) - ord("가")) % 28 > 0
    return _PARTICLES[particle][not has_final]
