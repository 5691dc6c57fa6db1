"""Trains the networks that find what people tell of their lives, deterministically."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.network import (
    BEFORE_AROUND,
    STEPS,
    CircumstanceNetwork,
)
from gateway.detection.circumstances.surroundings import ParagraphPieces, Rows
from gateway.detection.circumstances.traits import ENDINGS, KINDS
from gateway.detection.sequences import HIGHEST, Floats, shares
from lab.training.circumstances.designs import TYPES, Vectors, WordDesign, WordExample, designed, joined, met
from lab.training.circumstances.gradients import beside, gathered, spread
from lab.training.networks import AdamWeights, pace, rounded

_LEAST: Final = 12  # a word that occurs so often has weights of its own


@dataclass(frozen=True)
class CircumstanceRecipe:
    """The hyperparameters: the size of a network and its regularization.

    ``words_dropped`` is the share of words that are hidden in each step, ``dropped`` that of units.
    """

    hidden: int = 64
    epochs: int = 7
    batch: int = 1536
    rate: float = 0.004
    decay: float = 0.01
    words_dropped: float = 0.08
    dropped: float = 0.2


# One forgets much of what it sees while it learns, the other little: each of them errs elsewhere.
RECIPES: Final = (CircumstanceRecipe(), CircumstanceRecipe(words_dropped=0.05, dropped=0.05))


@dataclass(frozen=True, repr=False)
class _Around:
    """What a step kept of what it saw around words: of the words what it let pass, of their pieces what it told."""

    mask: Floats
    kept: Floats
    seen: Floats
    are_inner: NDArray[np.bool_]
    told: Floats


@dataclass(frozen=True, repr=False)
class _Passed:
    """What a step kept of its way forward: which words were shown, and what each layer saw and let pass."""

    shown: Floats
    vectors: Floats
    around: _Around
    are_inner: list[NDArray[np.bool_]]
    seen: list[Floats]
    masks: list[Floats]
    kept: Floats


def fit(
    examples: Sequence[WordExample],
    vectors: Vectors,
    alike: WordGroups,
    recipes: Iterable[CircumstanceRecipe] = RECIPES,
    least: int = _LEAST,
) -> CircumstanceModel:
    """Returns a model with a network for each recipe. The same examples, vectors, groups and recipes give the same one.

    A word has weights of its own if it occurs ``least`` times. An example that is given several times counts for more,
    but its words are met once.
    """
    words_met = met({id(each): each for each in examples}.values(), least)
    designs = [designed(each, vectors.known, words_met, alike) for each in examples if each.words.forms]
    groups = 1 + int(alike.groups.max(initial=0))

    def learned(recipe: CircumstanceRecipe) -> CircumstanceNetwork:
        learner = _Learner(vectors.rows, 1 + len(words_met), groups, recipe)
        learner.learn(designs)
        return learner.packed()

    return CircumstanceModel(TYPES, vectors.known, words_met, alike, vectors.rows, tuple(map(learned, recipes)))


class _Learner:
    """The network while it learns: units are between 0 and 1, and each layer adds to them."""

    def __init__(self, vectors: NDArray[np.int8], own: int, groups: int, recipe: CircumstanceRecipe) -> None:
        """Begins with random weights; ``own`` and ``groups`` are the numbers of rows of these tables."""
        self._vectors, self._recipe, self._random = vectors, recipe, np.random.default_rng(0)
        self._scale = np.float32(1 / max(1, vectors.std()))
        size, hidden, normal = vectors.shape[1], recipe.hidden, self._random.normal
        self.within = AdamWeights(normal(0, (4 * size) ** -0.5, (size, hidden)))
        self.own = AdamWeights(normal(0, 0.1, (own, hidden)))
        self.endings = AdamWeights(normal(0, 0.1, (ENDINGS, hidden)))
        self.kinds = AdamWeights(normal(0, 0.1, (KINDS, hidden)))
        self.groups = AdamWeights(normal(0, 0.1, (groups, hidden)))
        self.bias = AdamWeights(np.full(hidden, 0.3))
        self.around = AdamWeights(normal(0, (2 * hidden) ** -0.5, (2 * hidden, hidden)))
        self.around_bias = AdamWeights(np.full(hidden, 0.1))
        self.layers = [AdamWeights(normal(0, (3 * hidden) ** -0.5, (3 * hidden, hidden))) for _ in STEPS]
        self.layer_biases = [AdamWeights(np.full(hidden, 0.1)) for _ in STEPS]
        self.out = AdamWeights(normal(0, hidden**-0.5, (hidden, 1 + len(TYPES))))
        self.out_bias = AdamWeights(2.0 * (np.arange(1 + len(TYPES)) == 0))

    def learn(self, designs: Sequence[WordDesign]) -> None:
        """Trains on all rows, in another order each time."""
        batches = [batch for _ in range(self._recipe.epochs) for batch in self._batches(designs)]
        for number, batch in enumerate(batches):
            rate = self._recipe.rate * pace(number, len(batches))
            self._step(joined(batch), rate)

    def _batches(self, designs: Sequence[WordDesign]) -> Iterator[list[WordDesign]]:
        batch: list[WordDesign] = []
        words = 0
        for number in self._random.permutation(len(designs)).tolist():
            batch.append(designs[number])
            words += len(designs[number].paragraphs)
            if words >= self._recipe.batch:
                yield batch
                batch, words = [], 0

    def _step(self, design: WordDesign, rate: float) -> None:
        passed = self._forward(design)
        error = shares(passed.kept @ self.out.array + self.out_bias.array) - design.gold
        error *= design.are_known[:, None] / np.float32(max(1, design.are_known.sum()))
        self._backward(design, passed, error, rate)

    def _forward(self, design: WordDesign) -> _Passed:
        rows, size = design.features, self._vectors.shape[1]
        shown = (self._random.random((len(design.paragraphs), 1)) >= self._recipe.words_dropped).astype(np.float32)
        vectors = self._vectors[rows.vectors] * self._scale * shown * self._mask((1, size))
        spelled = self.own.array[rows.own] + self.endings.array[rows.endings] + self.groups.array[rows.groups]
        others = spelled * shown + self.kinds.array[rows.kinds]
        sums = vectors @ self.within.array + others + self.bias.array
        hidden, are_inner = np.clip(sums, 0, 1), [(sums > 0) & (sums < 1)]
        seen: list[Floats] = []
        masks: list[Floats] = []
        for number, (step, layer, bias) in enumerate(zip(STEPS, self.layers, self.layer_biases, strict=True)):
            if number == BEFORE_AROUND:
                around = self._look_around(hidden, design.pieces)
                hidden = hidden + around.told[design.pieces.of_words]
            masks.append(self._mask(hidden.shape))
            seen.append(beside(hidden * masks[-1], design.paragraphs, step))
            sums = seen[-1] @ layer.array + bias.array
            are_inner.append((sums > 0) & (sums < 1))
            hidden = hidden + np.clip(sums, 0, 1)
        masks.append(self._mask(hidden.shape))
        return _Passed(shown, vectors, around, are_inner, seen, masks, hidden * masks[-1])

    def _look_around(self, units: Floats, pieces: ParagraphPieces) -> _Around:
        mask = self._mask(units.shape)
        kept = units * mask
        own = pieces.of_pieces(kept)
        seen = np.concatenate([pieces.means(own), pieces.highest(own)], axis=1)
        sums = seen @ self.around.array + self.around_bias.array
        return _Around(mask, kept, seen, (sums > 0) & (sums < 1), np.clip(sums, 0, 1))

    def _learn_around(self, back: Floats, around: _Around, pieces: ParagraphPieces, rate: float) -> Floats:
        """Learns what is told around words, and returns the gradient of the words."""
        of_pieces = np.add.reduceat(back, pieces.starts, axis=0) * around.are_inner
        gradient = back + spread(of_pieces @ self.around.array.T, around.kept, pieces) * around.mask
        self._learned(self.around, around.seen.T @ of_pieces, rate)
        self._learned(self.around_bias, of_pieces.sum(axis=0), rate)
        return gradient

    def _backward(self, design: WordDesign, passed: _Passed, error: Floats, rate: float) -> None:
        back: Floats = (error @ self.out.array.T) * passed.masks[-1]
        self._learned(self.out, passed.kept.T @ error, rate)
        self._learned(self.out_bias, error.sum(axis=0), rate)
        for number in reversed(range(len(STEPS))):
            back_sums = back * passed.are_inner[number + 1]
            back_seen = back_sums @ self.layers[number].array.T
            back = back + gathered(back_seen, design.paragraphs, STEPS[number]) * passed.masks[number]
            self._learned(self.layers[number], passed.seen[number].T @ back_sums, rate)
            self._learned(self.layer_biases[number], back_sums.sum(axis=0), rate)
            if number == BEFORE_AROUND:
                back = self._learn_around(back, passed.around, design.pieces, rate)
        back = back * passed.are_inner[0]
        self._learned(self.within, passed.vectors.T @ back, rate)
        self._learned(self.bias, back.sum(axis=0), rate)
        self._learned(self.kinds, _scattered(back, design.features.kinds, KINDS), rate)
        back = back * passed.shown
        self._learned(self.own, _scattered(back, design.features.own, len(self.own.array)), rate)
        self._learned(self.endings, _scattered(back, design.features.endings, ENDINGS), rate)
        self._learned(self.groups, _scattered(back, design.features.groups, len(self.groups.array)), rate)

    def _learned(self, weights: AdamWeights, gradient: Floats, rate: float) -> None:
        weights.step(gradient, rate)
        if weights.array.ndim > 1:
            weights.array *= np.float32(1 - rate * self._recipe.decay)

    def _mask(self, shape: tuple[int, ...]) -> Floats:
        dropped = self._recipe.dropped
        return (self._random.random(shape, dtype=np.float32) >= dropped).astype(np.float32) / np.float32(1 - dropped)

    def packed(self) -> CircumstanceNetwork:
        """Returns the network with a byte for each weight."""
        within, within_scale = rounded(self.within.array)
        tables = [each.array for each in (self.own, self.endings, self.kinds, self.groups)]
        others, others_scale = rounded(np.concatenate(tables))
        own, endings, kinds, groups = np.split(others, np.cumsum([len(each) for each in tables])[:-1])
        around, around_scale = rounded(self.around.array)
        layers = [rounded(each.array) for each in self.layers]
        out, out_scale = rounded(self.out.array)
        return CircumstanceNetwork(
            within=within,
            own=own,
            endings=endings,
            kinds=kinds,
            groups=groups,
            bias=self.bias.array * HIGHEST,
            around=around,
            around_bias=self.around_bias.array * HIGHEST,
            layers=np.stack([each for each, _ in layers]),
            layer_biases=np.stack([each.array for each in self.layer_biases]) * HIGHEST,
            out=out,
            out_bias=self.out_bias.array,
            scales=np.array(
                [
                    within_scale * float(self._scale) * HIGHEST,
                    others_scale * HIGHEST,
                    around_scale,
                    *(scale for _, scale in layers),
                    out_scale / HIGHEST,
                ],
                dtype=np.float32,
            ),
        )


def _scattered(back: Floats, rows: Rows, count: int) -> Floats:
    from scipy.sparse import csr_matrix  # noqa: PLC0415 - only training needs it

    chosen = csr_matrix((np.ones(len(rows), np.float32), (rows, np.arange(len(rows)))), shape=(count, len(rows)))
    return np.asarray(chosen @ back, dtype=np.float32)
