from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.installed import load
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.network import STEPS
from gateway.detection.circumstances.side_by_side import SideBySide
from gateway.detection.circumstances.surroundings import NEAR, PIECE
from gateway.detection.circumstances.words import split
from gateway.detection.sequences import Floats
from tests.gateway.detection.circumstances.models import small_model

REACH = sum(STEPS)
FORMS = st.lists(st.sampled_from(["My", "brother", "drives", "a", "forklift", ".", "\n", "2024", "asthma", "\ud800"]))


def shares(model: CircumstanceModel, forms: list[str], paragraphs: list[int]) -> Floats:
    return model.shares(model.first(forms), np.array(paragraphs, dtype=np.intp))


def likelihood_of_flu(*weights: int) -> float:
    return float(shares(small_model(*weights), ["flu"], [0])[0, 1])


def test_the_mean_of_the_networks_counts() -> None:
    doubtful, sure = likelihood_of_flu(40), likelihood_of_flu(60)
    assert likelihood_of_flu(40, 60) == pytest.approx((doubtful + sure) / 2)
    assert doubtful < sure - 0.5


def test_networks_are_believed_less_than_they_say() -> None:
    model = small_model(50)
    logits = SideBySide(model.networks).logits(model.first(["flu"]), np.zeros(1, dtype=np.intp))[0, 0]
    said = 1 / (1 + np.exp(logits[0] - logits[1]))
    assert 0.5 < likelihood_of_flu(50) < said


@given(FORMS, FORMS)
def test_a_word_depends_on_nothing_else_in_the_same_call_not_even_in_the_last_bit(
    forms: list[str], others: list[str]
) -> None:
    model = load()
    together = shares(model, [*others, *forms], [0] * len(others) + [1] * len(forms))
    assert np.array_equal(together[len(others) :], shares(model, forms, [0] * len(forms)))


def test_a_long_text_in_blocks_has_the_same_shares_as_its_middle_alone() -> None:
    model, words = load(), split("My brother drives a forklift and has asthma since May. " * 300, EasternWords(()))
    whole = shares(model, words.forms, [0] * len(words.forms))
    for at in (1000, 1024, 2047):
        # One piece more on either side for the words beside the outermost ones.
        first = ((at - REACH) // PIECE - NEAR - 1) * PIECE
        alone = words.forms[first : ((at + REACH) // PIECE + 2 + NEAR) * PIECE]
        assert np.array_equal(whole[at], shares(model, alone, [0] * len(alone))[at - first])
