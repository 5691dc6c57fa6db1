"""Every vendor's shape is tried on its own examples: what it must find whole, and what it must leave."""

from __future__ import annotations

import re

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns.vendors import SHAPES
from gateway.detection.patterns.vendors.key_shape import KeyShape
from tests.gateway.detection.finding import found

DETECTOR = PatternDetector()
FINDS = [pytest.param(shape, value, id=shape.vendor) for shape in SHAPES for value in shape.finds]
LEAVES = [pytest.param(shape, text, id=shape.vendor) for shape in SHAPES for text in shape.leaves]
SURROUNDINGS = ["{}", "Our key is {}, please rotate it", '{{"value": "{}"}}', "密钥{}。", "x={}\n", "`{}`", "({})"]


def readable(text: str) -> str:
    """What the whole detector leaves of a text."""
    for span in reversed(DETECTOR.detect(text)):
        text = text[: span.start] + text[span.end :]
    return text


@pytest.mark.parametrize(("shape", "value"), FINDS)
def test_a_key_is_found_whole_wherever_it_stands(shape: KeyShape, value: str) -> None:
    pattern = shape.pattern()
    assert [each for each in SURROUNDINGS if found([pattern], each.format(value)) != [value]] == []


@pytest.mark.parametrize(("shape", "value"), FINDS)
def test_nothing_of_a_key_stays_readable(shape: KeyShape, value: str) -> None:
    assert not re.search(r"\w{4}", readable(f"( {value} )"))


@pytest.mark.parametrize(("shape", "text"), LEAVES)
def test_what_only_looks_like_a_key_stays(shape: KeyShape, text: str) -> None:
    assert found([shape.pattern()], f"see {text} there") == []


def test_every_shape_has_both_kinds_of_examples_and_a_name_of_its_own() -> None:
    assert [shape.vendor for shape in SHAPES if not (shape.finds and shape.leaves)] == []
    assert len({shape.vendor for shape in SHAPES}) == len(SHAPES)


def test_a_key_cut_from_random_characters_is_found_in_prose() -> None:
    text = "The build failed with npm_Zk3vQp8sXw1Tn6Yb0Lr5Hc2Md7Jf4Gu9Ae in the log."
    assert "Zk3v" not in readable(text)
