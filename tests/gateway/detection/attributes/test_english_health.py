from __future__ import annotations

import time
from itertools import islice

import pytest

from gateway.detection.attributes.english_health import CLAUSES
from gateway.detection.attributes.english_health.grammar import Clause
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.attributes.sheets import SAID
from gateway.types import EntityType

ENGLISH = SaidOfPeople({"en"})

SAID_OF_SOMEBODY = [
    # a part of the body and what ails it
    ("my elbow clicks when i lift the pan", "my elbow clicks when i lift the pan"),
    ("He has a dodgy shoulder.", "dodgy shoulder"),
    ("Her toes go numb on the bus.", "toes go numb"),
    ("my wrist is in plaster so i type slowly", "wrist is in plaster"),
    ("She felt a burning when swallowing.", "burning when swallowing"),
    ("I get pins and needles in both feet.", "pins and needles in both feet"),
    # what somebody cannot do
    ("I can't hold a saucepan any more.", "can't hold a saucepan"),
    ("My aunt struggles to climb stairs.", "struggles to climb stairs"),
    ("He can only walk twenty metres.", "can only walk twenty metres"),
    ("the resident needs two people to transfer", "needs two people to transfer"),
    ("Dad needs help getting dressed.", "needs help getting dressed"),
    # what somebody wears, uses or takes
    ("her water tablets did not come", "water tablets"),
    ("My son wears ankle-foot orthoses.", "ankle-foot orthoses"),
    ("I take candesartan 8 mg daily.", "candesartan 8 mg daily"),
    ("He was charged for the test strips.", "test strips"),
    # what is found
    ("Pt: sats 92 on air, HbA1c 8.4, BP 162/94", "sats 92 on air"),
    ("Pt: sats 92 on air, HbA1c 8.4, BP 162/94", "HbA1c 8.4"),
    ("Pt: sats 92 on air, HbA1c 8.4, BP 162/94", "BP 162/94"),
    ("Pt: renal, PO4 2.4, osteopenia, DEXA Z-score -2.3", "PO4 2.4"),
    ("Pt: renal, PO4 2.4, osteopenia, DEXA Z-score -2.3", "DEXA Z-score -2.3"),
    ("Pt: K 3.3, Na 121, ALT 210", "K 3.3"),
    ("Pt: K 3.3, Na 121, ALT 210", "Na 121"),
    ("Pt: K 3.3, Na 121, ALT 210", "ALT 210"),
    ("The scan of my client shows an L4-L5 disc bulge.", "L4-L5 disc bulge"),
    ("She has cholecystitis and needs a cholecystectomy.", "cholecystectomy"),
    # what happens
    ("I was knocked out at the match.", "knocked out"),
    ("He was signed off nine weeks.", "signed off nine weeks"),
    ("She had her gallbladder out in May.", "had her gallbladder out"),
    ("My nan falls twice a week.", "falls twice a week"),
    ("I broke my collarbone.", "broke my collarbone"),
    ("He is two years sober.", "two years sober"),
    ("She lost three stone.", "lost three stone"),
    # everyday ailments
    ("my mother is having sugar", "sugar"),
    ("I take tablets for fits.", "fits"),
    ("He has come home with nits.", "nits"),
    ("My wife has athlete’s foot.", "athlete’s foot"),
    # with their details
    ("He has dialysis three times a week.", "dialysis three times a week"),
    ("My boss is HIV positive, undetectable.", "HIV positive, undetectable"),
]
SAID_OF_NOTHING = [
    "I can't open the file that she sent.",
    "My brother can't log in.",
    "She can't hold a meeting without an agenda.",
    "He can walk me through the code.",
    "My hands are full.",
    "Her hand was raised.",
    "I broke the build, and he broke my phone.",
    "She signed off the budget.",
    "He was knocked out of the tournament.",
    "I have sugar in my tea, and my schedule fits yours.",
    "She has a weak password and bad credit.",
    "He had his hair cut.",
    "My wife had her passport renewed.",
    "She passed out the flyers.",
    "My mouse clicks twice.",
    "I throw up an exception.",
    "My report is due in March.",
    "We lost three games.",
    "The knee of the curve is at my mark.",
    "I've put BP 4.2 on my list.",
    "The average creatinine is 1.1.",
]


def health(text: str) -> list[str]:
    spans = (span for span in ENGLISH.find(text) if span.recognizer == SAID)
    return [text[span.start : span.end] for span in spans if span.entity_type is EntityType.HEALTH_INFORMATION]


@pytest.mark.parametrize(("text", "value"), SAID_OF_SOMEBODY)
def test_what_ails_somebody_is_found_in_lay_words_with_its_details(text: str, value: str) -> None:
    assert any(value in found for found in health(text)), health(text)


@pytest.mark.parametrize("text", SAID_OF_NOTHING)
def test_what_only_sounds_alike_is_left(text: str) -> None:
    assert health(text) == []


@pytest.mark.timeout(60)
@pytest.mark.parametrize("clause", CLAUSES, ids=lambda each: each.expression[:24])
def test_a_clause_takes_about_linear_time_wherever_it_may_begin(clause: Clause) -> None:
    units = {f"{word} " for word in (*islice((each.word for each in clause.openings()), 6), *clause.ends()[:6])} | {
        "my ",
        "can't get ",
        "has had a ",
        "on ",
    }
    began = time.monotonic()
    for unit in units:
        assert all(span.end <= 20_000 for span in ENGLISH.find(unit * (20_000 // len(unit))))
    assert time.monotonic() - began < 30


def test_every_clause_begins_with_words_or_is_a_word_with_an_ending() -> None:
    assert all([*clause.openings()] or clause.ends() for clause in CLAUSES)
