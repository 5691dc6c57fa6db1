"""Minted values are unique, have the check digits of the real thing, and are what detectors take them for."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from ahocorasick_rs import BytesAhoCorasick
from stdnum.gb import nhs

from gateway.detection.assembly import full_detector
from gateway.detection.checksums import iban_holds, is_card, is_ssn, is_vin
from gateway.detection.detector import Detector
from gateway.detection.names.installed import load
from gateway.types import EntityType, Span, kinds
from streams.canaries.drawing import Draw
from streams.canaries.folding import letters
from streams.canaries.forms import IDENTIFIERS, Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import UsedUp, mint
from streams.canaries.paper_kinds import KINDS as PAPERS
from streams.canaries.scanner import Scanner
from tests.support.canaries import never, planted

SEEDS = range(200)
TRIED = 50

# The least share of values that the gateway's detection finds as their type, or a more general or a finer one, and of
# which nothing is left once all that was found is replaced. Measured, not wished for: docs/audit.md has the table.
FOUND_AS_THEIR_TYPE = {
    "phone": 0.2,
    "PHONE_NUMBER": 0.8,
    "phrase": 0.0,
    "ETHNICITY": 0.8,
    "USERNAME": 0.3,
    "IP_ADDRESS": 0.6,
    "PRODUCT": 0.0,
    "QUANTITY": 0.0,
    "VEHICLE": 0.0,
}
HIDDEN = {"phrase": 0.3, "QUANTITY": 0.3}
USUALLY = 0.9


@pytest.fixture(scope="module")
def detector() -> Detector:
    return full_detector((), {"en"}, weights=load())


def test_every_entity_type_and_each_of_the_papers_kinds_has_a_kind() -> None:
    assert {*KINDS} == {*PAPERS} | {entity_type.value for entity_type in EntityType}
    assert {*KINDS} >= IDENTIFIERS


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_mints_the_same_and_another_seed_something_else(kind: str) -> None:
    first, again, other = (mint(kind, Random(seed), never) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("kind", KINDS)
def test_a_taken_value_is_never_minted_again(kind: str) -> None:
    random, taken = Random(3), set[str]()
    for _ in range(1000):
        taken.add(mint(kind, random, taken.__contains__).value)
    assert len(taken) == 1000


def test_no_minted_value_holds_another_ones_letters_and_digits() -> None:
    _, canaries = planted(10_000, seed=4)
    values = [canary.value for canary in canaries.values()]
    needles = [letters(value) for value in values]
    automaton = BytesAhoCorasick(needles)
    holding = Counter(
        found for needle in needles for found, _, _ in automaton.find_matches_as_indexes(needle, overlapping=True)
    )
    assert holding == Counter(range(len(values)))


def test_a_kind_whose_values_are_all_taken_says_so() -> None:
    with pytest.raises(UsedUp, match="kind SSN"):
        mint("SSN", Random(1), lambda value: True)


def test_a_pattern_of_the_paper_that_is_used_up_grows() -> None:
    short = re.compile(r"\+1-415-555-\d{4}")
    grown = mint("phone", Random(1), lambda value: short.fullmatch(value) is not None)
    assert re.fullmatch(r"\+1-415-555-\d{5}", grown.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_checksums_hold(seed: int) -> None:
    def minted(kind: str) -> str:
        return mint(kind, Random(seed), never).value

    assert is_card(re.sub(r"\D", "", minted("CREDIT_CARD")))
    assert iban_holds(minted("IBAN"))
    assert is_ssn(minted("SSN"))
    assert is_vin(minted("VEHICLE"))
    assert nhs.is_valid(minted("ID_NUMBER"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_is_long_enough_to_be_told_from_all_others(kind: str) -> None:
    for seed in SEEDS:
        value = mint(kind, Random(seed), never).value
        assert len(letters(value)) >= 9
        assert not letters(value).isdigit() or len(letters(value)) >= 14 or re.search(r"\D", value)


@pytest.mark.parametrize("kind", KINDS)
def test_the_detectors_take_a_value_for_what_it_is_and_hide_it(kind: str, detector: Detector) -> None:
    random = Random(5)
    tried = [_found_and_hidden(mint(kind, random, never), random, detector) for _ in range(TRIED)]
    found, hidden = (sum(each) / TRIED for each in zip(*tried, strict=True))
    print(f"{kind}: {found:.2f} found as its type, {hidden:.2f} hidden")
    assert found >= FOUND_AS_THEIR_TYPE.get(kind, USUALLY)
    assert hidden >= HIDDEN.get(kind, USUALLY)


def _found_and_hidden(canary: Canary, random: Random, detector: Detector) -> tuple[bool, bool]:
    carrier = Draw(random).one(KINDS[canary.kind].carriers)
    text = f"Help me write a short letter. {carrier.format(canary.value)}. Thanks!"
    start = text.index(canary.value)
    end = start + len(canary.value)
    spans = [span for span in detector.detect(text) if span.start < end and start < span.end]
    scanner = Scanner[int]()
    scanner.add({1: canary})
    left = text
    for span in reversed(spans):
        left = f"{left[: span.start]}[{span.entity_type.value}]{left[span.end :]}"
    return any(_is_of_type(span, KINDS[canary.kind].entity_type) for span in spans), not scanner.scan(left)


def _is_of_type(span: Span, entity_type: EntityType | None) -> bool:
    return entity_type is None or entity_type in kinds(span.entity_type) or span.entity_type in kinds(entity_type)


def test_a_canary_does_not_show_its_value() -> None:
    canary = mint("SSN", Random(1), never)
    assert canary.value not in repr(canary)
