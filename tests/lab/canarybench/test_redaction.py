from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from lab.canarybench.options import Redaction
from lab.canarybench.redaction import indicator_hits, redactor
from streams.canaries.paper_kinds import KINDS, canary


@given(st.sampled_from(("email", "phone")), st.integers(0, 9999))
def test_the_three_expressions_take_addresses_and_numbers_out(kind: str, number: int) -> None:
    value = canary(kind, number, 1).value
    redacted = redactor(Redaction.REGEX_ONLY, PatternDetector)(f"Contact: {value}.")
    assert value not in redacted
    assert not any(indicator_hits(redacted).values())


@pytest.mark.parametrize("kind", ["address", "phrase"])
def test_the_three_expressions_leave_most_of_an_address_and_all_of_a_phrase(kind: str) -> None:
    value = canary(kind, 7, 1).value
    assert value.split()[0] in redactor(Redaction.REGEX_ONLY, PatternDetector)(f"It is {value}.")


@pytest.mark.parametrize("kind", KINDS)
def test_canary_like_patterns_take_every_kind_out(kind: str) -> None:
    value = canary(kind, 7, 1).value
    redacted = redactor(Redaction.REGEX, PatternDetector)(f"It is {value}.")
    assert not set(value.split()) & set(redacted.rstrip(".").split())


def test_full_redaction_puts_the_entity_type_in_the_place_of_a_span() -> None:
    text = "Mail pat@harbor7.example now"
    assert redactor(Redaction.FULL, PatternDetector)(text) == "Mail [EMAIL] now"
    assert redactor(Redaction.NONE, PatternDetector)(text) == text
