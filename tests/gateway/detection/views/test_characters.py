"""Disguised characters: entities, percent-encoding, invisible characters, marks, full-width, styled, look-alikes."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.views import Reading, entities, invisible, letters, marks, percent
from gateway.types import EntityType
from tests.gateway.detection.values import cards, emails, ibans, phones

DETECTOR = PatternDetector()
NAMES = PatternDetector((*PATTERNS, Tagger(load())))
LOOK_ALIKE = str.maketrans("aeopcx", "аеорсх")
ASCII = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30)

DISGUISES: dict[str, Callable[[str], str]] = {
    "decimal entities": lambda value: "".join(f"&#{ord(character)};" for character in value),
    "hexadecimal entities": lambda value: "".join(f"&#x{ord(character):x};" for character in value),
    "entities of entities": lambda value: "".join(escape(f"&#{ord(character)};") for character in value),
    "percent signs": lambda value: "".join(f"%{byte:02X}" for byte in value.encode()),
    "percent signs twice": lambda value: "".join(f"%25{byte:02x}" for byte in value.encode()),
    "zero-width spaces": "\u200b".join,
    "zero-width joiners": "\u200d".join,
    "soft hyphens": "\u00ad".join,
    "direction marks": "\u2066\u200f".join,
    "strikes": lambda value: "".join(character + "\u0336" for character in value),
    "keycaps": lambda value: "".join(each + "\ufe0f\u20e3" if each.isdigit() else each for each in value),
    "full-width forms": lambda value: "".join(
        chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in value
    ),
    "Devanagari digits": lambda value: "".join(
        chr(0x966 + int(each)) if each in "0123456789" else each for each in value
    ),
    "bold letters": lambda value: "".join(
        chr(0x1D41A + ord(each) - ord("a")) if "a" <= each <= "z" else each for each in value
    ),
}


def readable(text: str, detector: PatternDetector = DETECTOR) -> str:
    """Returns the letters and digits of a text that no span covers."""
    covered = {at for span in detector.detect(text) for at in range(span.start, span.end)}
    return "".join(each for at, each in enumerate(text) if at not in covered and each.isalnum())


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=list(DISGUISES))
@given(value=st.one_of(emails(), phones(), cards(), ibans()).filter(str.isascii))
def test_a_value_in_disguise_is_covered(disguise: Callable[[str], str], value: str) -> None:
    text = disguise(value)
    assert readable(text) == ""


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=list(DISGUISES))
def test_its_span_holds_the_disguise_and_nothing_else(disguise: Callable[[str], str]) -> None:
    value = disguise("alex.smith@corp.example")
    (span,) = DETECTOR.detect(f"Write to {value} today")
    assert (span.start, span.end) == (9, 9 + len(value))
    assert span.entity_type == EntityType.EMAIL


@pytest.mark.parametrize(
    "name",
    [
        "Jo\u200dhn Smi\u200bth",
        "\u2067John Smith\u2069",
        "Ｊｏｈｎ Ｓｍｉｔｈ",
        "J\u043ehn Sm\u0456th",
        "𝐉𝐨𝐡𝐧 𝐒𝐦𝐢𝐭𝐡",
        "J\u0336o\u0336h\u0336n\u0336 S\u0336m\u0336i\u0336t\u0336h\u0336",
        "John&#32;Smith",
        r"John Sm\u0069th",
    ],
)
def test_a_name_in_disguise_is_covered(name: str) -> None:
    before, after = "Yesterday my colleague ", " told me about it."
    text = before + name + after
    spans = [span for span in NAMES.detect(text) if span.entity_type == EntityType.NAME]
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert all(len(before) + at in covered for at, each in enumerate(name) if each.isalnum())


@given(ASCII)
def test_what_html_escapes_is_read_back(text: str) -> None:
    view = entities.read(escape(text))
    assert (view.text if view else escape(text)) == text or "&" in text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_what_a_url_quotes_is_read_back(text: str) -> None:
    view = percent.read(quote(text, safe=""))
    assert (view.text if view else quote(text, safe="")) == text or "%" in text


@pytest.mark.parametrize(
    ("reading", "text"),
    [
        (entities.read, "AT&T; Tom & Jerry &unknown; &; &#; R&D"),
        (percent.read, "100% of 5 %s and %d, %E4 in Latin-1, 5 %zz"),
        (invisible.read, "👨\u200d👩\u200d👧 ❤\ufe0f "),
        (marks.read, "हिन्दी और عَرَبِيّ"),
        (letters.read, "你好，世界：（一）！ Привет Σωκράτης naïve 5 m² Acme™ №5"),
    ],
)
def test_what_is_no_disguise_is_left_alone(reading: Reading, text: str) -> None:
    assert reading(text) is None


def test_a_wholly_russian_word_stays_russian_and_a_mixed_one_becomes_latin() -> None:
    view = letters.read("сорок раypal")
    assert view is not None
    assert view.text == "сорок paypal"


def test_a_ligature_is_one_character_of_the_text() -> None:
    view = letters.read("Griﬃth Ⅳ")
    assert view is not None
    assert view.text == "Griffith IV"
    assert view.original_extent(3, 5) == (3, 4)


def test_an_accent_of_its_own_becomes_part_of_its_letter() -> None:
    view = marks.read("Jo\u0308rg")
    assert view is not None
    assert view.text == "Jörg"
