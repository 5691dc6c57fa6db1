"""Values that are cut over two parts of one message."""

from __future__ import annotations

import pytest

from gateway.detection.across_parts import across_parts
from gateway.detection.assembly import full_detector
from gateway.detection.names.installed import load
from gateway.detection.pattern_detector import PatternDetector
from gateway.minimization import Detectors, minimize_request
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import JsonObject, JsonValue, Leaf, LeafKind

PATTERNS = PatternDetector()
NAMES = full_detector((), {"en"}, load())


def parts(*texts: str, message: int = 0) -> list[Leaf]:
    return [
        Leaf(f"messages[{message}].content[{at}].text", LeafKind.TEXT, text, message) for at, text in enumerate(texts)
    ]


def covered(leaves: list[Leaf]) -> list[list[str]]:
    own = [NAMES.detect(leaf.text) for leaf in leaves]
    found = across_parts(leaves, own, NAMES, PATTERNS)
    return [[leaf.text[span.start : span.end] for span in spans] for leaf, spans in zip(leaves, found, strict=True)]


def minimized(*texts: str) -> str:
    content: list[JsonValue] = [{"type": "text", "text": text} for text in texts]
    body: JsonObject = {"model": "m", "messages": [{"role": "user", "content": content}]}
    return str(minimize_request(body, CHAT_COMPLETIONS, Detectors(NAMES, PATTERNS), Policy(), str).body)


@pytest.mark.parametrize(
    ("one", "other", "halves"),
    [
        ("Write to nora.qui", "st@corp.example today", ("nora.qui", "st@corp.example")),
        ("Ring +1 415 55", "5 0123.", ("+1 415 55", "5 0123")),
        ("Card 4111 1111 ", "1111 1111, thanks", ("4111 1111 ", "1111 1111")),
        ("key ghp_aB3dE6gH9j", "K2mN5aB3dE6gH9jK2mN5aB3", ("ghp_aB3dE6gH9j", "K2mN5aB3dE6gH9jK2mN5aB3")),
        ("My colleague Margaret Thomp", "son from Boston called.", ("Margaret Thomp", "son")),
    ],
)
def test_both_halves_of_a_value_are_found(one: str, other: str, halves: tuple[str, str]) -> None:
    first, second = covered(parts(one, other))
    assert any(halves[0].strip() in each for each in first)
    assert halves[1] in second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We met Ann", "Please write a letter to her."),
        ("It costs 12", "45 people came"),
        ("see you", "later"),
        ("Write to nora@corp.example", "Then ring her."),
    ],
)
def test_two_paragraphs_are_read_by_themselves(one: str, other: str) -> None:
    assert covered(parts(one, other)) == [covered_alone(one), covered_alone(other)]


def covered_alone(text: str) -> list[str]:
    return [text[span.start : span.end] for span in NAMES.detect(text)]


def test_parts_of_other_messages_and_other_places_are_not_joined() -> None:
    one, other = "Write to nora.qui", "st@corp.example today"
    apart = [*parts(one), *parts(other, message=1)]
    plain = [Leaf("messages[0].content", LeafKind.TEXT, one, 0), Leaf("messages[0].name", LeafKind.TEXT, other, 0)]
    for leaves in (apart, plain):
        assert covered(leaves) == [covered_alone(one), covered_alone(other)]


def test_nothing_of_a_cut_value_is_sent() -> None:
    sent = minimized("Write to nora.qui", "st@corp.example please")
    assert "nora" not in sent and "st@" not in sent
    assert "Write to" in sent and "please" in sent


def test_the_last_digit_of_a_number_hides_no_other_digit() -> None:
    sent = minimized("Ring +1 415 555 012", "3 and bring 3 apples")
    assert "415" not in sent
    assert "3 apples" in sent
