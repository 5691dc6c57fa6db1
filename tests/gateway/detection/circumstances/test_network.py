from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.installed import load
from gateway.detection.circumstances.network import BEFORE_AROUND, STEPS, CircumstanceNetwork
from gateway.detection.circumstances.surroundings import NEAR, PIECE
from gateway.detection.circumstances.words import split
from gateway.detection.sequences import Floats

REACH = sum(STEPS)
FORMS = st.lists(st.sampled_from(["My", "brother", "drives", "a", "forklift", ".", "\n", "2024", "asthma", "\ud800"]))


def logits(network: CircumstanceNetwork, forms: list[str], paragraphs: list[int]) -> Floats:
    return network.logits(network.first(forms), np.array(paragraphs, dtype=np.intp))


@given(FORMS, FORMS)
def test_a_word_depends_on_nothing_else_in_the_same_call_not_even_in_the_last_bit(
    forms: list[str], others: list[str]
) -> None:
    network = load()
    together = logits(network, [*others, *forms], [0] * len(others) + [1] * len(forms))
    assert np.array_equal(together[len(others) :], logits(network, forms, [0] * len(forms)))


def test_a_long_text_in_blocks_has_the_same_logits_as_its_middle_alone() -> None:
    network, words = load(), split("My brother drives a forklift and has asthma since May. " * 300, EasternWords(()))
    whole = logits(network, words.forms, [0] * len(words.forms))
    for at in (1000, 1024, 2047):
        # One piece more on either side for the words beside the outermost ones.
        first = ((at - REACH) // PIECE - NEAR - 1) * PIECE
        alone = words.forms[first : ((at + REACH) // PIECE + 2 + NEAR) * PIECE]
        assert np.array_equal(whole[at], logits(network, alone, [0] * len(alone))[at - first])


def test_no_sum_is_beyond_what_a_float_holds_exactly() -> None:
    network = load()
    most = np.abs(network.layers.astype(np.int64)).sum(axis=1).max(axis=1) * 127 * np.arange(2, 2 + len(network.layers))
    assert most.max() < 1 << 24
    assert np.abs(network.out.astype(np.int64)).sum(axis=0).max() * 127 * (2 + len(network.layers)) < 1 << 24
    quarters = np.abs(network.around.astype(np.int64)).sum(axis=0).max() * 127 * (1 + BEFORE_AROUND) * 4
    assert quarters < 1 << 24
