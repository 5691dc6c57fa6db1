from __future__ import annotations

from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.surroundings import NEAR, PIECE, ParagraphPieces

LENGTHS = st.lists(st.integers(1, 130), min_size=1, max_size=4)  # of paragraphs


def paragraphs(lengths: list[int]) -> list[int]:
    return [number for number, length in enumerate(lengths) for _ in range(length)]


def pieces_of(lengths: list[int]) -> list[list[range]]:
    """Returns the words of each piece of each paragraph, as the docstring says it."""
    numbers = paragraphs(lengths)
    words = [[at for at, _ in group] for _, group in groupby(enumerate(numbers), lambda each: each[1])]
    return [[range(at, min(at + PIECE, own[-1] + 1)) for at in range(own[0], own[-1] + 1, PIECE)] for own in words]


@given(LENGTHS, st.integers(0, 2**32))
def test_a_piece_is_told_the_mean_and_the_most_of_the_words_near_it_in_its_paragraph(
    lengths: list[int], seed: int
) -> None:
    units = np.random.default_rng(seed).integers(0, 128, (sum(lengths), 3)).astype(np.uint16)
    wanted = []
    for own in pieces_of(lengths):
        for at in range(len(own)):
            near = [word for piece in own[max(0, at - NEAR) : at + NEAR + 1] for word in piece]
            wanted.append([*np.rint(units[near].astype(np.float32).mean(axis=0) * 4) / 4, *units[near].max(axis=0)])
    told = ParagraphPieces.of(np.array(paragraphs(lengths))).surroundings(units)
    assert np.allclose(told, wanted, atol=1 / 4)  # a mean between two quarters
    assert np.array_equal(told[:, 3:], np.array(wanted)[:, 3:])


@given(LENGTHS)
def test_each_word_is_in_one_piece_of_its_paragraph(lengths: list[int]) -> None:
    pieces = ParagraphPieces.of(np.array(paragraphs(lengths)))
    wanted = [piece for own in pieces_of(lengths) for piece in own]
    assert pieces.starts.tolist() == [each.start for each in wanted]
    none = sum(lengths)
    assert [[word for word in own if word < none] for own in pieces.words.tolist()] == list(map(list, wanted))
    assert pieces.of_words.tolist() == [at for at, each in enumerate(wanted) for _ in each]


@given(LENGTHS, LENGTHS, st.integers(0, 2**32))
def test_what_is_told_of_a_paragraph_depends_on_no_other_not_even_in_the_last_bit(
    before: list[int], own: list[int], seed: int
) -> None:
    units = np.random.default_rng(seed).integers(0, 128, (sum(before + own), 4)).astype(np.uint16)
    together = ParagraphPieces.of(np.array(paragraphs(before + own))).surroundings(units)
    alone = ParagraphPieces.of(np.array(paragraphs(own))).surroundings(units[sum(before) :])
    assert np.array_equal(together[-len(alone) :], alone)
